//! `get`: fills in a template with parts of each URL, and writes the result.

use std::{borrow::Cow, collections::BTreeSet};

use memchr::{memchr, memchr3};
use serde::{Serialize, Serializer};

use crate::{
    args::{Get, Options},
    inputs::Input,
    lines::{self, Job, Kind, Page},
    parsing::{Parsing, bare_host},
    shape::ErrorShape,
    template::{Field, Row, Template},
    verdict::{Failure, Verdict},
};

pub(crate) enum Shape {
    Text,
    Json(Vec<Field>),
    /// As a row of a table, with this byte as the separator.
    Table(u8),
}

pub(crate) struct Fields {
    pub(crate) parsing: Parsing,
    pub(crate) template: Template,
    pub(crate) shape: Shape,
    pub(crate) bare_hosts: bool,
}

pub(crate) fn run(options: &Options, get: &Get) -> Result<Verdict, Failure> {
    let parsing = Parsing::new(options, &get.stream)?;
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
    let (input, kind) = (Input::open(&get.stream.inputs)?, Kind::of("results"));
    let job = Fields { parsing, template: get.template.clone(), shape, bare_hosts: get.bare_hosts };
    lines::run_on(input, options, &get.stream, kind, &head, job)
}

/// Returns the fields of `template`, each name once. Omits `line`, which every result has already, unless
/// `is_unique`.
fn members(template: &Template, is_unique: bool) -> Vec<Field> {
    let mut names: BTreeSet<&str> = if is_unique { BTreeSet::new() } else { ["line"].into() };
    template.fields().filter(|field| names.insert(&field.name)).cloned().collect()
}

/// Appends a row of a table.
///
/// FAST: equals the output of `csv::Writer`, without creating one for each row; a test compares them.
pub(crate) fn push_row<'f>(out: &mut Vec<u8>, delimiter: u8, fields: impl Iterator<Item = Cow<'f, str>>) {
    let start = out.len();
    for (i, field) in fields.enumerate() {
        out.extend((i > 0).then_some(delimiter));
        let marks = memchr3(b'"', b'\n', b'\r', field.as_bytes());
        let is_quoted = marks.is_some() || memchr(delimiter, field.as_bytes()).is_some();
        let field = if is_quoted { format!("\"{}\"", field.replace('"', "\"\"")).into() } else { field };
        out.extend_from_slice(field.as_bytes());
    }
    // A reader would skip an empty line, so a row with one empty field is written with quotation marks.
    out.extend_from_slice(if out.len() == start { b"\"\"\n" } else { b"\n" });
}

impl Job for Fields {
    fn url_of<'r>(&self, input: &'r str) -> Option<Cow<'r, str>> {
        if self.bare_hosts {
            Some(format!("https://{}/", bare_host(input)?).into())
        } else {
            Some(input.into())
        }
    }

    fn run(&self, number: u64, input: &str, page: &mut Page<'_>) {
        let Some(text) = self.url_of(input) else {
            let message = "a host has no port and no path, and an IPv6 address has brackets";
            return page.reject(number, ErrorShape::of_request("not-a-host", message));
        };
        let Some(url) = page.parsed(number, input, self.parsing.parse(&text)) else { return };
        let row = self.parsing.row(number, input, &url);
        match &self.shape {
            Shape::Text => page.write_by(number, |out| self.template.fill(row, out)),
            Shape::Json(members) => page.write_json(number, Object(members, row)),
            Shape::Table(delimiter) => {
                let values = self.template.fields().map(|field| field.of(row).unwrap_or_default());
                page.accept();
                page.push(|out| push_row(out, *delimiter, values));
            }
        }
    }
}

struct Object<'a>(&'a [Field], Row<'a>);

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(fields, row) = self;
        serializer.collect_map(fields.iter().map(|field| (&field.name, field.of(*row))))
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::push_row;
    use crate::shape::push_string;

    #[test]
    fn rows_and_strings_match_csv_and_serde_json() {
        let fields = url_testdata::hostile::short_strings("a\",\t\n\r '#\\\u{1f}é", 2);
        let rows = fields.iter().flat_map(|field| [vec![&**field, "x"], vec!["", field], vec![field]]);
        for (row, delimiter) in rows.flat_map(|row| [(row.clone(), b','), (row, b'\t')]) {
            let mut fast = Vec::new();
            push_row(&mut fast, delimiter, row.iter().map(|&field| Cow::Borrowed(field)));
            let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
            writer.write_record(&row).unwrap();
            assert_eq!(fast, writer.into_inner().unwrap(), "{row:?}");
            fast.clear();
            push_string(&mut fast, row[0]);
            assert_eq!(fast, serde_json::to_vec(row[0]).unwrap());
        }
    }
}
