//! `encode` and `decode`: texts as a part of a URL has them.

use std::borrow::Cow;

use url_facade::TextPart;

use crate::{
    args::{Options, Values},
    lines::{self, Job, Kind, Page},
    shape::ErrorShape,
    verdict::{Failure, Verdict},
};

/// Makes a text one that the part has, or back; `None` if it cannot.
type Convert = fn(TextPart, &str) -> Option<Cow<'_, str>>;

struct Texts(TextPart, Convert);

pub(crate) fn run(
    options: &Options,
    values: &Values,
    verb: &'static str,
    convert: Convert,
) -> Result<Verdict, Failure> {
    if values.stream.choice.is_of_urls() {
        return Err(Failure::Refused(
            "the texts are no URLs: they have no fields, and are in no list".into(),
        ));
    }
    lines::run(options, &values.stream, Kind::of(verb), Texts(values.part, convert))
}

impl Job for Texts {
    fn takes_blank(&self) -> bool {
        true
    }

    fn run(&self, number: u64, text: &str, page: &mut Page<'_>) {
        let Self(part, convert) = *self;
        let Some(made) = convert(part, text) else {
            let message = "what it decodes to is not UTF-8";
            return page.reject(number, ErrorShape::of_request("not-utf-8", message));
        };
        page.write_text(number, &made);
    }
}
