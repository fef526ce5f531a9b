//! A URL that was found in a text, and the options of finding URLs.

use std::{borrow::Cow, error::Error, fmt, ops::Range, str::FromStr};

use url_facade::{ParseError, Parser, Url};

/// The rules that decide which text is a URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// Finds the text after a scheme that a URL parser would accept.
    ///
    /// Finds all kinds of hosts, backslashes, and credentials. A URL ends where UTS #58 ends a link, except:
    /// - The last `@` of an authority is inside the URL, because it ends the credentials for parsers.
    /// - Quotation marks, `<`, `>`, backquotes, invisible characters and East Asian punctuation end a URL.
    /// - Escapes (`\u0026`, `&amp;`) are decoded. Escapes of white space and quotation marks end a URL.
    /// - A URL after an opening quotation mark, `*` or `|` ends at the closing mark. A URL after `_` or `~`
    ///   does not end with this character.
    /// - `,`, `;` and `|` end the URL if another URL follows.
    #[default]
    Every,
    /// Finds exactly the links of UTS #58: email addresses, web addresses with a scheme, and web addresses
    /// without a scheme if the top-level domain is known.
    #[cfg(feature = "uts58")]
    Uts58,
}

impl FromStr for Mode {
    type Err = ParseModeError;

    /// Parses the name `every` or `uts58`.
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

/// The kind of text that was found.
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
    /// A bit for each ASCII character that ends a scheme of the list.
    scheme_ends: u128,
    pub(crate) any_scheme: bool,
    pub(crate) default_scheme: Option<Box<str>>,
    pub(crate) joins_tabs: bool,
}

impl Default for Options {
    /// Returns the options for [`Mode::Every`] under the URL Standard: finds any scheme before `://`, and the
    /// schemes of the web even without slashes.
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
    /// Sets the mode, that is, the rules that decide which text is a URL.
    #[must_use]
    pub fn with_mode(self, mode: Mode) -> Self {
        Self { mode, ..self }
    }

    /// Sets the parser of found URLs, which determines their profile and the encoding of their queries.
    #[must_use]
    pub fn with_parser(self, parser: Parser<'static>) -> Self {
        Self { parser, ..self }
    }

    /// Sets the list of schemes, and finds only URLs with these schemes. Only [`Mode::Every`] uses the list.
    #[must_use]
    pub fn with_schemes<'s>(self, schemes: impl IntoIterator<Item = &'s str>) -> Self {
        let schemes = schemes.into_iter().map(|scheme| scheme.to_ascii_lowercase().into());
        let schemes: Vec<Box<str>> = schemes.collect();
        let ends = schemes.iter().filter_map(|scheme| scheme.bytes().last().filter(u8::is_ascii));
        let scheme_ends = ends.fold(0, |ends, last| ends | 1 << last);
        Self { schemes, scheme_ends, any_scheme: false, ..self }
    }

    /// Returns true if a colon between `before` and `next` may end a scheme. If `next` is a slash or
    /// backslash, the scheme may be any. Otherwise, the scheme must be in the list.
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

    /// Also finds host names with a known top-level domain, and prepends `scheme` to them. Only
    /// [`Mode::Every`] uses this option. The list of domains requires the feature `uts58`.
    #[must_use]
    pub fn with_default_scheme(self, scheme: &str) -> Self {
        Self { default_scheme: Some(scheme.to_ascii_lowercase().into()), ..self }
    }

    /// If true, a host continues after a tab, because URL parsers remove tabs. Use this option to find
    /// hostile URLs, but not for tables with tabs between cells. Also finds a whole string of JSON, or a
    /// whole cell, if it is a URL with another host than the URL at its start. Only [`Mode::Every`] uses
    /// this option.
    #[must_use]
    pub fn with_joined_tabs(self, joins_tabs: bool) -> Self {
        Self { joins_tabs, ..self }
    }
}

/// A URL or an email address in a text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding<'t> {
    /// The range of the URL in the text, in bytes.
    pub span: Range<usize>,
    /// The URL as written in the text.
    pub text: &'t str,
    /// The URL with decoded escapes: `http://a.test/?b&c` for the text `http:\/\/a.test/?b\u0026c`.
    pub decoded: Cow<'t, str>,
    /// The kind: a URL or an email address.
    pub kind: Kind,
    /// The missing scheme with its separator, such as `https://`. Empty if the text has a scheme.
    pub(crate) prefix: Cow<'static, str>,
    pub(crate) parser: Parser<'static>,
}

impl Finding<'_> {
    /// Returns the string to parse: the decoded text, after the default scheme if the text has no scheme.
    pub fn href(&self) -> Cow<'_, str> {
        self.prefix.clone() + &*self.decoded
    }

    pub(crate) fn is_host_only(&self) -> bool {
        let rest = self.text.split_once("//").map_or(self.text, |(_, rest)| rest);
        self.kind == Kind::Email || !rest.contains(['/', '?', '#', '\\'])
    }

    /// Parses the string that [`Finding::href`] returns.
    ///
    /// # Errors
    /// If the URL is not valid under the profile.
    pub fn url(&self) -> Result<Url, ParseError> {
        self.parser.parse(&self.href())
    }
}
