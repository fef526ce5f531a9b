//! How commands over many URLs parse each of them.

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

/// What a document adds to how its URLs are parsed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Under<'b> {
    /// Its base, in place of that of the command.
    pub(crate) base: Option<&'b Reference>,
    /// Its encoding, unless the command has one.
    pub(crate) encoding: Option<Encoding>,
}

impl<'b> From<&'b Reference> for Under<'b> {
    fn from(base: &'b Reference) -> Self {
        Self { base: Some(base), encoding: None }
    }
}

/// How URLs are parsed.
#[derive(Clone, Debug)]
pub(crate) struct Parsing {
    pub(crate) parser: Parser<'static>,
    base: Option<Reference>,
    default_scheme: Option<String>,
    has_encoding: bool,
}

impl Parsing {
    /// As `options` and `stream` say.
    pub(crate) fn new(options: &Options, stream: &Stream) -> Result<Self, Failure> {
        let parser = options.parser();
        let base = stream.base.as_deref().map(|base| parser.parse_reference(base)).transpose();
        let base = base.map_err(|error| Failure::Refused(format!("the base: {error}")))?;
        let has_encoding = options.encoding != Encoding::UTF_8;
        Ok(Self { parser, base, default_scheme: stream.default_scheme.clone(), has_encoding })
    }

    pub(crate) fn parse<'i>(&self, input: &'i str) -> Result<UrlRef<'i>, ParseError> {
        self.parse_under(input, Under::default())
    }

    /// The origin of the base, if it has one.
    pub(crate) fn origin(&self) -> Option<String> {
        let url = Parser::new(Profile::Whatwg).parse(self.base.as_ref()?.as_str()).ok()?;
        Some(url.origin()).filter(Origin::is_tuple).map(|origin| origin.to_string())
    }

    /// Whether `input` is known to be what [`parse`](Self::parse) would return.
    pub(crate) fn keeps(&self, input: &str) -> bool {
        self.default_scheme.is_none()
            && fast::scan(&self.parser.with_base(self.base.as_ref()), input) == Some(true)
    }

    /// Parses `input` in a document that adds `under`.
    pub(crate) fn parse_under<'i>(&self, input: &'i str, under: Under<'_>) -> Result<UrlRef<'i>, ParseError> {
        let base = under.base.or(self.base.as_ref());
        let encoding = under.encoding.filter(|_| !self.has_encoding);
        let parser = encoding.map_or(self.parser, |encoding| self.parser.with_encoding(encoding));
        if let Some(scheme) = self.default_scheme.as_ref().filter(|_| base.is_none())
            && let Cow::Owned(completed) = with_default_scheme(input, scheme)
        {
            // Both end alike.
            let place = |at: u32| (at as usize + input.len()).saturating_sub(completed.len());
            let moved = |error: ParseError| {
                let Span { start, end } = error.span();
                ParseError::new(error.reason(), error.section(), Span::new(place(start), place(end)))
            };
            return parser.parse(&completed).map(UrlRef::from).map_err(moved);
        }
        parser.with_base(base).parse_ref(input)
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
        Ok((input, self.parse(input).map_err(|error| ErrorShape::in_input(error, input).into_owned())?))
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
