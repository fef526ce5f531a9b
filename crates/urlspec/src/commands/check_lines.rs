//! `check` over many strings: those that are not valid URL strings, with the reasons.

use url_facade::{Parser, Url};

use super::find::read_documents;
use crate::{
    args::{Check, Options},
    format::Format,
    inputs::Input,
    lines::{self, Job, Kind, Page},
    operation::CheckUrl,
    place::Place,
    records::Block,
    shape::ErrorShape,
    verdict::{Failure, Verdict},
};

struct Strings {
    check: CheckUrl,
    base: Option<Url>,
    /// Of each source, whether its records are what was found in a document.
    is_document: Vec<bool>,
}

/// What the command reads; the first is the default.
const FORMATS: [Format; 5] = [Format::List, Format::Text, Format::Html, Format::Markdown, Format::Sitemap];

pub(crate) fn run(
    options: &Options,
    check: &Check,
    of_profile: CheckUrl,
    base: Option<&str>,
) -> Result<Verdict, Failure> {
    let base = base.map(|base| Parser::new(options.profile).parse(base)).transpose();
    let base = base.map_err(|error| Failure::Refused(format!("the base: {error}")))?;
    let mut input = Input::open(&check.stream.inputs)?;
    let documents = read_documents(&mut input, check.format, &FORMATS, |_| None)?;
    let is_document = documents.iter().map(Option::is_some).collect();
    let job = Strings { check: of_profile, base, is_document };
    let kind = Kind { answers_with_errors: true, ..Kind::of("valid") };
    lines::run_on(input, options.json, &check.stream, kind, &[], job)
}

impl Job for Strings {
    fn run(&self, number: u64, line: &str, page: &mut Page<'_>) {
        self.check(Place::from(number), line, page);
    }

    fn run_block(&self, block: &Block, page: &mut Page<'_>) {
        if self.is_document.get(block.origin.index) != Some(&true) {
            return lines::run_each(self, block, page);
        }
        lines::run_found(block, page, |place, text, _, page| self.check(place, text, page));
    }
}

impl Strings {
    fn check(&self, place: Place, text: &str, page: &mut Page<'_>) {
        match (self.check)(text, self.base.as_ref()) {
            Ok(()) => page.accept(),
            Err(error) => page.reject(place, ErrorShape::of(error.into())),
        }
    }
}
