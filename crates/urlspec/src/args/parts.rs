//! The options of commands over parts of URLs: `build`, `encode` and `decode`.

use std::convert::Infallible;

use clap::{Args, ValueEnum};
use url_facade::TextPart;

use super::stream::Stream;

pub(super) const VALUES: &str = "The texts; `-` alone reads them from stdin, one per line. So does no text, where stdin is not a terminal";
pub(super) const VALUES_IN: &str =
    "Read texts from FILE (`-` = stdin), one per line; may be repeated. gzip and Zstandard are recognized";

#[derive(Debug, Args)]
pub(crate) struct Values {
    /// The part of a URL.
    #[arg(long = "as", value_name = "PART")]
    pub(crate) part: Part,
    #[command(flatten)]
    pub(crate) stream: Stream,
}

/// A part of a URL that holds text.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Part {
    /// A user name or a password.
    Userinfo,
    PathSegment,
    /// A name or a value of a query, as in a form: a space is `+`.
    QueryValue,
    Fragment,
}

impl From<Part> for TextPart {
    fn from(part: Part) -> Self {
        match part {
            Part::Userinfo => Self::Credential,
            Part::PathSegment => Self::PathSegment,
            Part::QueryValue => Self::QueryValue,
            Part::Fragment => Self::Fragment,
        }
    }
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
    /// The host, as in a URL: an IPv6 address has its brackets.
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
    /// The port; that of the scheme is not written.
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// A segment of the path; may be repeated. An empty one at the end writes a slash there.
    #[arg(long = "segment", value_name = "SEGMENT")]
    pub(crate) segments: Vec<String>,
    /// A parameter of the query; may be repeated.
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = parameter)]
    pub(crate) parameters: Vec<(String, String)>,
    /// The fragment.
    #[arg(long, value_name = "FRAGMENT")]
    pub(crate) fragment: Option<String>,
}

/// A name and a value, with `=` between them.
pub(super) fn parameter(text: &str) -> Result<(String, String), Infallible> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    Ok((name.into(), value.into()))
}
