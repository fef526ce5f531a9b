//! The options of commands for parts of URLs: `build`, `encode` and `decode`.

use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser},
};
use url_facade::TextPart;

use super::stream::Stream;

#[derive(Debug, Args)]
#[command(
    mut_arg("urls", |texts| texts.value_name("TEXT").help("The texts. A single `-`, or no text if stdin is not a terminal, reads them from stdin, one per line")),
    mut_arg("input", |input| input.help("Read texts from FILE (`-` = stdin), one per line; may be repeated. gzip and Zstandard are recognized"))
)]
pub(crate) struct Values {
    /// The part of a URL.
    #[arg(long = "as", value_name = "PART", value_parser = part_parser())]
    pub(crate) part: TextPart,
    #[command(flatten)]
    pub(crate) stream: Stream,
}

/// The parts of a URL that contain text: the name, a note for the help, and the part.
const PARTS: [(&str, Option<&str>, TextPart); 4] = [
    ("userinfo", Some("A user name or a password"), TextPart::Credential),
    ("path-segment", None, TextPart::PathSegment),
    ("query-value", Some("A name or a value of a query, as in a form: a space is `+`"), TextPart::QueryValue),
    ("fragment", None, TextPart::Fragment),
];

fn part_parser() -> impl TypedValueParser<Value = TextPart> {
    let find = |given: &str| PARTS.into_iter().find(|(name, ..)| *name == given).map(|(.., part)| part);
    PossibleValuesParser::new(PARTS.map(|(name, help, _)| PossibleValue::new(name).help(help)))
        .try_map(move |given| find(&given).ok_or("no such part"))
}

#[derive(Debug, Args)]
pub(crate) struct Build {
    /// The scheme.
    #[arg(long, value_name = "SCHEME")]
    pub(crate) scheme: String,
    /// The user name.
    #[arg(long, value_name = "USER", default_value_t)]
    pub(crate) user: String,
    /// The password.
    #[arg(long, value_name = "PASSWORD", default_value_t)]
    pub(crate) password: String,
    /// The host, as in a URL: an IPv6 address needs its brackets.
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
    /// The port; the scheme's default port is not written.
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// A segment of the path; may be repeated. An empty last segment makes the path end with a slash.
    #[arg(long = "segment", value_name = "SEGMENT")]
    pub(crate) segments: Vec<String>,
    /// A parameter of the query; may be repeated.
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = parameter_parser())]
    pub(crate) parameters: Vec<(String, String)>,
    /// The fragment.
    #[arg(long, value_name = "FRAGMENT")]
    pub(crate) fragment: Option<String>,
}

/// Parses a name and a value, separated by `=`.
pub(super) fn parameter_parser() -> impl TypedValueParser<Value = (String, String)> {
    StringValueParser::new().map(|text| {
        let (name, value) = text.split_once('=').unwrap_or((&text, ""));
        (name.into(), value.into())
    })
}
