//! `encode` and `decode`: texts as a part of a URL has them.

use url_facade::TextPart;

use crate::{
    args::{Options, Values},
    lines::{self, Job, Kind, Page},
    shape::ErrorShape,
    verdict::{Failure, Verdict},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Encode,
    Decode,
}

struct Texts(TextPart, Direction);

pub(crate) fn run(options: &Options, values: &Values, direction: Direction) -> Result<Verdict, Failure> {
    let verb = if direction == Direction::Encode { "encoded" } else { "decoded" };
    if values.stream.choice.is_of_urls() {
        return Err(Failure::Refused(
            "the texts are no URLs: they have no fields, and are in no list".into(),
        ));
    }
    lines::run(options, &values.stream, Kind::of(verb), Texts(values.part, direction))
}

impl Job for Texts {
    fn takes_blank(&self) -> bool {
        true
    }

    fn run(&self, number: u64, text: &str, page: &mut Page<'_>) {
        let Self(part, direction) = *self;
        let made = match direction {
            Direction::Encode => Some(part.encode(text)),
            Direction::Decode => part.decode(text),
        };
        let Some(made) = made else {
            let message = "what it decodes to is not UTF-8";
            return page.reject(number, ErrorShape::of_request("not-utf-8", message));
        };
        page.write_text(number, &made);
    }
}
