//! `build`: builds a URL from its parts. `encode`, `decode`: escape and unescape texts for a part of a URL.

use std::{borrow::Cow, io::Write as _};

use url_facade::{Encoding, TextPart, UrlBuilder};

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
    let builder = builder.encoding(options.encoding).pairs(parameters);
    let builder = fragment.into_iter().fold(builder, UrlBuilder::fragment);
    let url = builder.build().map_err(|error| Failure::Refused(error.to_string()))?;
    let result = Ok(Outcome::of_url(url));
    let answer = Answer::from_result(&result);
    print_either(options, &answer, |out| {
        result.iter().try_for_each(|url| writeln!(out, "{}", url.product.as_str()))
    })
}

/// Escapes or unescapes a text for a part of a URL, in an encoding. Returns `None` if that is impossible.
type Convert = fn(TextPart, Encoding, &str) -> Option<Cow<'_, str>>;

struct Texts(TextPart, Encoding, Convert);

pub(crate) fn convert(
    options: &Options,
    values: &Values,
    verb: &'static str,
    convert: Convert,
) -> Result<Verdict, Failure> {
    if values.part != TextPart::QueryValue && options.encoding != Encoding::UTF_8 {
        return Err(Failure::Refused("--encoding applies to queries: use it with --as query-value".into()));
    }
    lines::run(options, &values.stream, Kind::of(verb), Texts(values.part, options.encoding, convert))
}

#[expect(clippy::unnecessary_wraps, reason = "as of `decode`")]
pub(crate) fn encode(part: TextPart, encoding: Encoding, text: &str) -> Option<Cow<'_, str>> {
    Some(if part == TextPart::QueryValue { encoding.encode_query_value(text) } else { part.encode(text) })
}

pub(crate) fn decode(part: TextPart, encoding: Encoding, text: &str) -> Option<Cow<'_, str>> {
    match part {
        TextPart::QueryValue => {
            Some(encoding.decode_query_value(text)).filter(|(_, is_valid)| *is_valid).map(|it| it.0)
        }
        part => part.decode(text),
    }
}

impl Job for Texts {
    fn url_of<'r>(&self, _: &'r str) -> Option<Cow<'r, str>> {
        None
    }

    fn accepts_blank(&self) -> bool {
        true
    }

    fn run(&self, number: u64, text: &str, page: &mut Page<'_>) {
        let Self(part, encoding, convert) = *self;
        let Some(made) = convert(part, encoding, text) else {
            let message = format!("the decoded text is not {}", encoding.name());
            return page.reject(number, ErrorShape::of_request("not-utf-8", message));
        };
        page.write_text(number, &made);
    }
}
