//! `get`: parts of URLs, as a template says.

use std::{borrow::Cow, collections::BTreeSet};

use serde::{Serialize, Serializer};
use url_facade::{NoTrace, Parser, Profile, Reference, UrlRef, fast};

use crate::{
    args::{Get, Options},
    inputs::Input,
    lines::{self, Job, Kind, Page},
    operation::{Fault, parse_base},
    template::{Field, Row, Template},
    verdict::{Failure, Verdict},
};

/// How URLs are parsed.
#[derive(Clone)]
pub(crate) struct Parsing {
    parser: Parser<'static>,
    base: Option<Reference>,
}

impl Parsing {
    /// As `options` say, against `base`.
    pub(crate) fn new(options: &Options, base: Option<&str>) -> Result<Self, Failure> {
        let parser = options.parser();
        let base = base.map(|base| parse_base(parser, base, &mut NoTrace)).transpose();
        let base = base.map_err(|fault| Failure::Refused(format!("the base: {}", fault.error)))?;
        Ok(Self { parser, base })
    }

    pub(crate) fn parse<'i>(&self, input: &'i str) -> Result<UrlRef<'i>, Fault> {
        self.parse_under(input, None)
    }

    pub(crate) fn profile(&self) -> Profile {
        self.parser.profile()
    }

    /// Whether `input` is known to be what [`parse`](Self::parse) would return.
    pub(crate) fn keeps(&self, input: &str) -> bool {
        fast::scan(&self.parser.with_base(self.base.as_ref()), input) == Some(true)
    }

    /// Parses `input` against `base`, if there is one.
    pub(crate) fn parse_under<'i>(
        &self,
        input: &'i str,
        base: Option<&Reference>,
    ) -> Result<UrlRef<'i>, Fault> {
        Ok(self.parser.with_base(base.or(self.base.as_ref())).parse_ref(input)?)
    }

    /// What a document declares as its base, resolved.
    pub(crate) fn reference(&self, base: &str) -> Option<Reference> {
        let url = self.parse(base).ok()?;
        self.parser.parse_reference(url.as_str()).ok()
    }
}

/// How the fields of a template are written.
pub(crate) enum Shape {
    Text,
    /// As members with these names.
    Json(Vec<Field>),
    /// With this byte between two.
    Table(u8),
}

/// Writes parts of URLs.
pub(crate) struct Fields {
    pub(crate) parsing: Parsing,
    pub(crate) template: Template,
    pub(crate) shape: Shape,
}

pub(crate) fn run(options: &Options, get: &Get) -> Result<Verdict, Failure> {
    let parsing = Parsing::new(options, get.stream.base.as_deref())?;
    let json = options.json && !get.stream.count;
    let shape = match () {
        () if get.csv => Shape::Table(b','),
        () if get.tsv => Shape::Table(b'\t'),
        () if json => Shape::Json(members(&get.template, get.stream.unique)),
        () => Shape::Text,
    };
    let mut head = Vec::new();
    if let Shape::Table(delimiter) = shape
        && !get.stream.count
    {
        push_row(&mut head, delimiter, get.template.fields().map(|field| Cow::Borrowed(&*field.name)));
    }
    let job = Fields { parsing, template: get.template.clone(), shape };
    lines::run_on(
        Input::open(&get.stream.inputs)?,
        options.json,
        &get.stream,
        Kind::of("results"),
        &head,
        job,
    )
}

/// The fields of `template`, each name once, and without the line where that is written anyway: with results that may be equal.
fn members(template: &Template, is_unique: bool) -> Vec<Field> {
    let mut names: BTreeSet<&str> = if is_unique { BTreeSet::new() } else { ["line"].into() };
    template.fields().filter(|field| names.insert(&field.name)).cloned().collect()
}

/// Appends a row of a table.
pub(crate) fn push_row<'f>(out: &mut Vec<u8>, delimiter: u8, fields: impl Iterator<Item = Cow<'f, str>>) {
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(out);
    // Writing to memory does not fail, and no other row is there to differ in length.
    let _ = writer.write_record(fields.map(|field| field.into_owned().into_bytes()));
    let _ = writer.flush();
}

impl Job for Fields {
    fn run(&self, number: u64, input: &str, page: &mut Page<'_>) {
        let url = match self.parsing.parse(input) {
            Ok(url) => url,
            Err(fault) => return page.reject_fault(number, input, fault),
        };
        let row = Row { line: number, input, url: &url };
        match &self.shape {
            Shape::Text => page.write(number, &self.template.fill(row)),
            Shape::Json(members) => page.write_json(number, Object(members, row)),
            Shape::Table(delimiter) => {
                let values = self.template.fields().map(|field| field.of(row).unwrap_or_default());
                page.write_with(|out| push_row(out, *delimiter, values));
            }
        }
    }
}

/// The fields of one URL as JSON, each name once.
struct Object<'a>(&'a [Field], Row<'a>);

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(fields, row) = self;
        serializer.collect_map(fields.iter().map(|field| (&field.name, field.of(*row))))
    }
}
