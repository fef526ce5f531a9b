//! Parses URLs for commands on many URLs.

use std::{borrow::Cow, net::Ipv6Addr};

use url_columns::{DEFAULT_MAX_LEN, Input, RowError};
use url_facade::{
    Encoding, Origin, ParseError, Parser, Profile, Reference, Span, UrlRef, fast, with_default_scheme,
};

use crate::{
    args::{Options, Stream},
    shape::ErrorShape,
    template::Row,
    verdict::Failure,
};

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DocumentContext<'b> {
    /// The document's base, which replaces that of the command.
    pub(crate) base: Option<&'b Reference>,
    /// The document's encoding, which applies unless an option sets one.
    pub(crate) encoding: Option<Encoding>,
}

impl<'b> From<&'b Reference> for DocumentContext<'b> {
    fn from(base: &'b Reference) -> Self {
        Self { base: Some(base), encoding: None }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Parsing {
    pub(crate) parser: Parser<'static>,
    base: Option<Reference>,
    default_scheme: Option<String>,
    has_encoding: bool,
}

impl Parsing {
    pub(crate) fn new(options: &Options, stream: &Stream) -> Result<Self, Failure> {
        let parser = options.parser();
        let base = stream.base.as_deref().map(|base| parser.parse_reference(base)).transpose();
        let base = base.map_err(|error| Failure::Refused(format!("the base: {error}")))?;
        let has_encoding = options.encoding != Encoding::UTF_8;
        Ok(Self { parser, base, default_scheme: stream.default_scheme.clone(), has_encoding })
    }

    pub(crate) fn parse<'i>(&self, input: &'i str) -> Result<UrlRef<'i>, ParseError> {
        self.parse_in(input, DocumentContext::default())
    }

    /// Returns the origin of the command's base, if it has a base with an origin.
    pub(crate) fn origin(&self) -> Option<String> {
        let url = Parser::new(Profile::Whatwg).parse(self.base.as_ref()?.as_str()).ok()?;
        Some(url.origin()).filter(Origin::is_tuple).map(|origin| origin.to_string())
    }

    /// True if [`parse`](Self::parse) is certain to return `input` unchanged.
    pub(crate) fn is_unchanged(&self, input: &str) -> bool {
        self.default_scheme.is_none()
            && fast::scan(&self.parser.with_base(self.base.as_ref()), input) == Some(true)
    }

    pub(crate) fn parse_in<'i>(
        &self,
        input: &'i str,
        context: DocumentContext<'_>,
    ) -> Result<UrlRef<'i>, ParseError> {
        let base = context.base.or(self.base.as_ref());
        let encoding = context.encoding.filter(|_| !self.has_encoding);
        let parser = encoding.map_or(self.parser, |encoding| self.parser.with_encoding(encoding));
        if let Some(scheme) = self.default_scheme.as_ref().filter(|_| base.is_none())
            && let Cow::Owned(completed) = with_default_scheme(input, scheme)
        {
            // The default scheme was added at the start, so positions are counted from the end.
            let place = |at: u32| (at as usize + input.len()).saturating_sub(completed.len());
            let moved = |error: ParseError| {
                let Span { start, end } = error.span();
                ParseError::new(error.reason(), error.section(), Span::new(place(start), place(end)))
            };
            return parser.parse(&completed).map(UrlRef::from).map_err(moved);
        }
        parser.with_base(base).parse_ref(input)
    }

    /// Parses the base that a document declares, relative to the command's base.
    pub(crate) fn reference(&self, base: &str) -> Option<Reference> {
        let url = self.parse(base).ok()?;
        self.parser.parse_reference(url.as_str()).ok()
    }

    pub(crate) fn row<'r>(&self, line: u64, input: &'r str, url: &'r UrlRef<'r>) -> Row<'r> {
        Row { line, input, url, encoding: self.parser.encoding() }
    }

    /// Parses the URL in a row of a table, by the rules that all engines share. Also returns its text.
    pub(crate) fn parse_row<'i>(
        &self,
        row: impl Input<'i>,
    ) -> Result<(&'i str, UrlRef<'i>), ErrorShape<'static>> {
        let unusable = |error: RowError| ErrorShape::of_request(error.reason(), error.to_string());
        let input = row.text(DEFAULT_MAX_LEN).map_err(unusable)?;
        Ok((input, self.parse(input).map_err(|error| ErrorShape::in_input(error, input).into_owned())?))
    }
}

/// Returns the host in `text`, in its form in a URL, or `None` if `text` may be a URL. A URL contains a
/// colon, and a host contains one only if it is an address.
pub(crate) fn bare_host(text: &str) -> Option<Cow<'_, str>> {
    let may_be_host = !text.contains(['/', '\\', '?', '#', '@']);
    if may_be_host && text.parse::<Ipv6Addr>().is_ok() {
        return Some(format!("[{text}]").into());
    }
    let is_address = text.starts_with('[') && text.ends_with(']');
    (may_be_host && (is_address || !text.contains(':'))).then(|| text.into())
}
