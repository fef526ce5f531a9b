//! A URL in a text, and the options by which it is found.

use std::{borrow::Cow, error::Error, fmt, ops::Range, str::FromStr};

use url_facade::{ParseError, Parser, Url};

/// The rules by which URLs are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// Finds everything after a scheme that a URL parser would accept.
    ///
    /// It finds every kind of host, backslashes, and credentials. It ends URLs where UTS #58 ends links, but:
    /// - A URL contains the last `@` of an authority, since parsers take the text before as credentials.
    /// - Quotation marks, `<`, `>`, backquotes, invisible characters, and East Asian punctuation end a URL.
    /// - Escapes such as `\u0026` and `&amp;` are decoded; those of white space and quotation marks end it.
    /// - A URL after a quotation mark ends at the closing mark.
    /// - `,`, `;` and `|` end it if another URL follows.
    #[default]
    Every,
    /// Finds exactly the links of UTS #58: web addresses, also without a scheme if the top-level domain is
    /// known, and email addresses.
    #[cfg(feature = "uts58")]
    Uts58,
}

impl FromStr for Mode {
    type Err = ParseModeError;

    /// Reads `every` or `uts58`.
    fn from_str(name: &str) -> Result<Self, ParseModeError> {
        match name {
            "every" => Ok(Self::Every),
            #[cfg(feature = "uts58")]
            "uts58" => Ok(Self::Uts58),
            _ => Err(ParseModeError),
        }
    }
}

/// The error for a name that no [`Mode`] has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseModeError;

impl fmt::Display for ParseModeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown mode: expected `every` or `uts58`")
    }
}

impl Error for ParseModeError {}

/// The kind of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A URL.
    Url,
    /// An email address, perhaps after `mailto:`.
    Email,
}

/// The settings of a [`Finder`](crate::Finder).
///
/// # Examples
/// ```
/// use url_find::{Finder, Options};
/// let finder = Finder::new(Options::default().with_schemes(["https"]).with_default_scheme("https"));
/// let found: Vec<_> = finder.find("ftp://a.example/ or example.com/x").map(|url| url.text).collect();
/// assert_eq!(found, ["example.com/x"]);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    pub(crate) mode: Mode,
    pub(crate) parser: Parser<'static>,
    pub(crate) schemes: Vec<Box<str>>,
    /// A bit for each ASCII character that is the last one of a scheme in the list.
    scheme_ends: u128,
    pub(crate) any_scheme: bool,
    pub(crate) default_scheme: Option<Box<str>>,
    pub(crate) joins_tabs: bool,
}

impl Default for Options {
    /// Returns the options for [`Mode::Every`] under the URL Standard. They find every scheme that `://`
    /// follows, and the schemes of the web even without slashes.
    fn default() -> Self {
        let options = Self {
            mode: Mode::default(),
            parser: Parser::default(),
            schemes: Vec::new(),
            scheme_ends: 0,
            any_scheme: false,
            default_scheme: None,
            joins_tabs: false,
        };
        let schemes = ["http", "https", "ws", "wss", "ftp", "file", "mailto"];
        Self { any_scheme: true, ..options.with_schemes(schemes) }
    }
}

impl Options {
    /// Sets the rules by which URLs are found.
    #[must_use]
    pub fn with_mode(self, mode: Mode) -> Self {
        Self { mode, ..self }
    }

    /// Sets the parser of the URLs found. It decides the profile and the encoding of queries.
    #[must_use]
    pub fn with_parser(self, parser: Parser<'static>) -> Self {
        Self { parser, ..self }
    }

    /// Finds only URLs with one of these schemes, in [`Mode::Every`].
    #[must_use]
    pub fn with_schemes<'s>(self, schemes: impl IntoIterator<Item = &'s str>) -> Self {
        let schemes = schemes.into_iter().map(|scheme| scheme.to_ascii_lowercase().into());
        let schemes: Vec<Box<str>> = schemes.collect();
        let ends = schemes.iter().filter_map(|scheme| scheme.bytes().last().filter(u8::is_ascii));
        let scheme_ends = ends.fold(0, |ends, last| ends | 1 << last);
        Self { schemes, scheme_ends, any_scheme: false, ..self }
    }

    /// True if a colon between `before` and `next` may end a scheme, which is listed if no slash follows.
    #[inline]
    pub(crate) fn may_end_scheme(&self, before: &[u8], next: Option<&u8>) -> bool {
        let Some(last) = before.last() else { return false };
        match next {
            None | Some(b' ' | b'\n' | b'\r') => return false,
            Some(b'/' | b'\\') => return last.is_ascii_alphanumeric() || b"+-.".contains(last),
            Some(_) => {}
        }
        let last = last.to_ascii_lowercase();
        last.is_ascii()
            && self.scheme_ends >> last & 1 == 1
            && self.schemes.iter().any(|scheme| {
                let (scheme, start) = (scheme.as_bytes(), before.len().checked_sub(scheme.len()));
                start.is_some_and(|start| before[start..].eq_ignore_ascii_case(scheme))
            })
    }

    /// Also finds names with a known top-level domain, as URLs with this scheme. Only in [`Mode::Every`].
    #[must_use]
    pub fn with_default_scheme(self, scheme: &str) -> Self {
        Self { default_scheme: Some(scheme.to_ascii_lowercase().into()), ..self }
    }

    /// Continues a host after a tab, because URL parsers remove tabs, in [`Mode::Every`]. Use this to scan
    /// for hostile URLs, but not in tables with tabs, where it joins fields.
    #[must_use]
    pub fn with_joined_tabs(self, joins_tabs: bool) -> Self {
        Self { joins_tabs, ..self }
    }
}

/// A URL or an email address in a text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding<'t> {
    /// The range of bytes in the text.
    pub span: Range<usize>,
    /// The text as written.
    pub text: &'t str,
    /// The text without the escapes of its context: `http://a.test/?b&c` of `http:\/\/a.test/?b\u0026c`.
    pub decoded: Cow<'t, str>,
    /// The kind.
    pub kind: Kind,
    /// The scheme that the text lacks, with its separator: empty if there is one.
    pub(crate) prefix: Cow<'static, str>,
    pub(crate) parser: Parser<'static>,
}

impl Finding<'_> {
    /// Returns the text to parse: decoded, and with a scheme.
    pub fn href(&self) -> Cow<'_, str> {
        self.prefix.clone() + &*self.decoded
    }

    pub(crate) fn is_host_only(&self) -> bool {
        let rest = self.text.split_once("//").map_or(self.text, |(_, rest)| rest);
        self.kind == Kind::Email || !rest.contains(['/', '?', '#', '\\'])
    }

    /// Parses the URL.
    ///
    /// # Errors
    /// If the URL is not valid under the profile.
    pub fn url(&self) -> Result<Url, ParseError> {
        self.parser.parse(&self.href())
    }
}
