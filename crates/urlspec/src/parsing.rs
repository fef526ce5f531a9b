//! How commands over many URLs parse each of them.

use std::{borrow::Cow, net::Ipv6Addr};

use url_columns::{DEFAULT_MAX_LEN, Input, RowError};
use url_facade::{Origin, ParseError, Parser, Profile, Reference, UrlRef, fast};

use crate::{args::Options, shape::ErrorShape, template::Row, verdict::Failure};

/// How URLs are parsed.
#[derive(Clone, Debug)]
pub(crate) struct Parsing {
    pub(crate) parser: Parser<'static>,
    base: Option<Reference>,
}

impl Parsing {
    /// As `options` say, against `base`.
    pub(crate) fn new(options: &Options, base: Option<&str>) -> Result<Self, Failure> {
        let parser = options.parser();
        let base = base.map(|base| parser.parse_reference(base)).transpose();
        let base = base.map_err(|error| Failure::Refused(format!("the base: {error}")))?;
        Ok(Self { parser, base })
    }

    pub(crate) fn parse<'i>(&self, input: &'i str) -> Result<UrlRef<'i>, ParseError> {
        self.parse_under(input, None)
    }

    /// The origin of the base, if it has one.
    pub(crate) fn origin(&self) -> Option<String> {
        let url = Parser::new(Profile::Whatwg).parse(self.base.as_ref()?.as_str()).ok()?;
        Some(url.origin()).filter(Origin::is_tuple).map(|origin| origin.to_string())
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
    ) -> Result<UrlRef<'i>, ParseError> {
        self.parser.with_base(base.or(self.base.as_ref())).parse_ref(input)
    }

    /// What a document declares as its base, resolved.
    pub(crate) fn reference(&self, base: &str) -> Option<Reference> {
        let url = self.parse(base).ok()?;
        self.parser.parse_reference(url.as_str()).ok()
    }

    /// The values of the fields of `url`, which `input` on this line was parsed to.
    pub(crate) fn row<'r>(&self, line: u64, input: &'r str, url: &'r UrlRef<'r>) -> Row<'r> {
        Row { line, input, url, encoding: self.parser.encoding() }
    }

    /// Parses the URL of a row of a table, by the rules of every engine. Returns it as it was given too.
    pub(crate) fn parse_row<'i>(
        &self,
        row: impl Input<'i>,
    ) -> Result<(&'i str, UrlRef<'i>), ErrorShape<'static>> {
        let unusable = |error: RowError| ErrorShape::of_request(error.reason(), error.to_string());
        let input = row.text(DEFAULT_MAX_LEN).map_err(unusable)?;
        Ok((input, self.parse(input).map_err(ErrorShape::of)?))
    }
}

/// The host that `text` is, as it stands in a URL, if it cannot be a URL: that has a colon, which of hosts only addresses have.
pub(crate) fn bare_host(text: &str) -> Option<Cow<'_, str>> {
    let may_be_host = !text.contains(['/', '\\', '?', '#', '@']);
    if may_be_host && text.parse::<Ipv6Addr>().is_ok() {
        return Some(format!("[{text}]").into());
    }
    let is_address = text.starts_with('[') && text.ends_with(']');
    (may_be_host && (is_address || !text.contains(':'))).then(|| text.into())
}
