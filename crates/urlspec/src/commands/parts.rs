//! `build`: a URL of the URL Standard from its parts; `encode` and `decode`: texts as a part has them.

use std::{borrow::Cow, io::Write as _};

use url_facade::{TextPart, UrlBuilder};

use crate::{
    args::{Build, Options, Values},
    lines::{self, Job, Kind, Page},
    operation::Outcome,
    shape::{Answer, ErrorShape},
    show::print_either,
    verdict::{Failure, Verdict},
};

pub(crate) fn build(options: &Options, parts: Build) -> Result<Verdict, Failure> {
    let Build { scheme, user, password, host, port, segments, parameters, fragment } = parts;
    let builder = UrlBuilder::new(scheme).username(user).password(password).segments(segments);
    let builder = host.into_iter().fold(builder, UrlBuilder::host);
    let builder = port.into_iter().fold(builder, UrlBuilder::port);
    let builder = fragment.into_iter().fold(builder.pairs(parameters), UrlBuilder::fragment);
    let url = builder.build().map_err(|error| Failure::Refused(error.to_string()))?;
    let result = Ok(Outcome::of_url(url));
    let answer = Answer::from_result(&result);
    print_either(options, &answer, |out| {
        result.iter().try_for_each(|url| writeln!(out, "{}", url.product.as_str()))
    })
}

/// Makes a text one that the part has, or back; `None` if it cannot.
type Convert = fn(TextPart, &str) -> Option<Cow<'_, str>>;

struct Texts(TextPart, Convert);

pub(crate) fn convert(
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
