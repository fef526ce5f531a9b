//! `check` over many strings: those that are not valid URL strings, with the reasons.

use std::path::Path;

use url_facade::{Parser, Url};

use super::find::{records, url_of};
use crate::{
    args::{Check, Options},
    extract::{self, DocumentBase},
    format::Format,
    inputs::Source,
    lines::{self, Job, Page, Verb},
    operation::CheckUrl,
    place::Place,
    shape::ErrorShape,
    verdict::{Failure, Verdict},
};

struct Strings {
    check: CheckUrl,
    base: Option<Url>,
    /// Whether the lines are records of what was found in a document.
    is_extracted: bool,
}

pub(crate) fn run(
    options: &Options,
    check: &Check,
    of_profile: CheckUrl,
    base: Option<&str>,
) -> Result<Verdict, Failure> {
    let base = base.map(|base| Parser::new(options.profile).parse(base)).transpose();
    let base = base.map_err(|error| Failure::Refused(format!("the base: {error}")))?;
    let input = check.stream.input.as_deref().unwrap_or(Path::new("-"));
    let format = check.format.or_else(|| Format::of(input)).unwrap_or(Format::List);
    let source = Source::of_stream(&check.stream)?;
    let is_extracted = !matches!(format, Format::List | Format::Text);
    let source = if is_extracted {
        records(source, format, input, DocumentBase::default(), Box::new(|_| None))
    } else {
        source
    };
    let job = Strings { check: of_profile, base, is_extracted };
    lines::run_on(source, options.json, &check.stream, Verb("valid"), &[], job)
}

impl Job for Strings {
    fn run(&self, number: u64, line: &[u8], page: &mut Page<'_>) {
        if !self.is_extracted {
            return self.check(Place::from(number), &super::given::line(line), page);
        }
        let Some(found) = extract::decode(line) else { return };
        match url_of(found.content) {
            Ok(url) => self.check(found.place, &url, page),
            Err(error) => page.reject(found.place, error),
        }
    }

    fn answers_with_errors(&self) -> bool {
        true
    }

    fn takes_blank(&self) -> bool {
        self.base.is_some() && !self.is_extracted
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
