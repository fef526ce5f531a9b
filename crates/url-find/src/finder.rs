//! Finds URLs in text.

use std::{borrow::Cow, ops::Range};

use url_facade::{ParseError, Parser, Url};

/// Rules of detection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// Everything that the profile would parse after a scheme.
    #[default]
    Every,
    /// Exactly UTS #58, with scheme-less names and email addresses.
    Uts58,
}

/// The kind of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A URL.
    Url,
    /// An email address.
    Email,
}

/// Settings of a [`Finder`].
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The rules of detection.
    pub mode: Mode,
    /// The parser of what is found.
    pub parser: Parser<'static>,
}

/// Finds URLs in text.
#[derive(Debug)]
pub struct Finder {
    options: Options,
    inner: linkify::LinkFinder,
}

/// A URL or an email address in a text.
#[derive(Clone, Debug)]
pub struct Finding<'t> {
    /// The place in the text, in bytes.
    pub span: Range<usize>,
    /// The text as written.
    pub text: &'t str,
    /// The text without the escapes of its context, such as `\u0026`.
    pub decoded: Cow<'t, str>,
    /// The kind.
    pub kind: Kind,
    parser: Parser<'static>,
}

impl Finder {
    /// Returns a finder with these options.
    pub fn new(options: Options) -> Self {
        let mut inner = linkify::LinkFinder::new();
        inner.kinds(&[linkify::LinkKind::Url]);
        Self { options, inner }
    }

    /// Finds each URL in `text`, in order.
    pub fn find<'t>(&self, text: &'t str) -> impl Iterator<Item = Finding<'t>> + use<'_, 't> {
        self.inner.links(text).map(|link| {
            let (start, end) = (link.start(), link.end());
            Finding {
                span: start..end,
                text: &text[start..end],
                decoded: Cow::Borrowed(&text[start..end]),
                kind: Kind::Url,
                parser: self.options.parser,
            }
        })
    }
}

impl Finding<'_> {
    /// Parses the URL.
    ///
    /// # Errors
    /// If the profile refuses it.
    pub fn url(&self) -> Result<Url, ParseError> {
        self.parser.parse(&self.decoded)
    }
}
