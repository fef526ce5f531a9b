//! The finder of URLs in text, and the reasons why a link ends.

use std::{fmt, ops::Range};

use memchr::memchr_iter;

use crate::every;
use crate::finding::{Finding, Mode, Options};
use crate::uts58::{LinkTerm, link_term};

/// Finds URLs in text.
///
/// # Examples
/// ```
/// use url_find::Finder;
/// let text = r"见http://[::1]/x。然后 (see HTTP:\\b.example/y).";
/// let finder = Finder::default();
/// let found: Vec<_> = finder.find(text).map(|finding| finding.url().unwrap().to_string()).collect();
/// assert_eq!(found, ["http://[::1]/x", "http://b.example/y"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Finder {
    options: Options,
}

impl Finder {
    /// Returns a finder with the given options.
    pub fn new(options: Options) -> Self {
        Self { options }
    }

    /// Finds each URL in `text`, in order. A text without URLs causes no allocation.
    ///
    /// Also returns text that is not a valid URL under the profile. [`Finding::url`] then returns the error.
    pub fn find<'t>(&self, text: &'t str) -> impl Iterator<Item = Finding<'t>> + use<'_, 't> {
        let mut from = 0;
        std::iter::from_fn(move || {
            let finding = self.next_from(text, from)?;
            from = finding.span.end;
            Some(finding)
        })
    }

    /// Returns true if `text` as a whole is a URL of a special scheme whose host this finder does not find at
    /// its start: a parser removes line breaks, and needs no slashes.
    #[cfg(feature = "documents")]
    pub(crate) fn hides_host(&self, text: &str) -> bool {
        // The parser removes these characters.
        let text = text.trim_matches(|c| c <= ' ');
        let Ok(whole) = self.options.parser.parse(text) else { return false };
        let first = self.find(text).next().filter(|first| first.span.start == 0);
        let found = first.and_then(|first| first.url().ok());
        matches!(whole.scheme(), "http" | "https" | "ws" | "wss" | "ftp")
            && found.is_none_or(|found| found.host_str() != whole.host_str())
    }

    #[cfg(feature = "documents")]
    pub(crate) fn is_for_hostile_urls(&self) -> bool {
        self.options.joins_tabs
    }

    fn next_from<'t>(&self, text: &'t str, mut from: usize) -> Option<Finding<'t>> {
        let (bytes, options) = (text.as_bytes(), &self.options);
        if options.mode == Mode::Every && options.default_scheme.is_none() {
            let mut colons = memchr_iter(b':', &bytes[from..]);
            return colons.find_map(|colon| every::with_scheme(text, from, from + colon, options));
        }
        // Every URL has a colon, a dot or an @. E3 and EF are the first bytes of ideographic dots.
        let mut at = from;
        loop {
            at += bytes[at..].iter().position(|byte| matches!(byte, b':' | b'.' | b'@' | 0xE3 | 0xEF))?;
            let is_mark =
                bytes[at].is_ascii() || text[at..].starts_with(['\u{3002}', '\u{FF0E}', '\u{FF61}']);
            match if is_mark { self.find_at(text, from, at) } else { Err(at + 1) } {
                Ok(finding) => return Some(finding),
                // Continue after the rejected text.
                Err(end) => (at, from) = if end > at + 1 { (end, end) } else { (at + 1, from) },
            }
        }
    }

    /// Returns the URL whose colon, dot or `@` is at `at`. The error is the offset to continue the search at.
    fn find_at<'t>(&self, text: &'t str, from: usize, at: usize) -> Result<Finding<'t>, usize> {
        match self.options.mode {
            Mode::Every => every::url_at(text, from, at, &self.options),
            #[cfg(feature = "uts58")]
            Mode::Uts58 => {
                let crate::uts58::Found { span, kind, prefix } = crate::uts58::link_at(text, from, at)?;
                let text = &text[span.clone()];
                let (decoded, prefix, parser) = (text.into(), prefix.into(), self.options.parser);
                Ok(Finding { span, text, decoded, kind, prefix, parser })
            }
        }
    }
}

/// The end of a link in a text, and the reason why the link ends.
///
/// # Examples
/// ```
/// use url_find::{EndReason, Finder, LinkEnd};
/// let text = "(see https://a.example/x.)";
/// let finding = Finder::default().find(text).next().unwrap();
/// let end = LinkEnd::of(text, &finding);
/// assert_eq!((finding.text, end.undecided), ("https://a.example/x", 24..25));
/// assert_eq!(end.reason, EndReason::Unmatched(')'));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LinkEnd {
    /// The bytes after the link, such as a final dot, that would belong to the link if more of it followed.
    pub undecided: Range<usize>,
    /// The reason why the link ends.
    pub reason: EndReason,
}

/// The reason why a link ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EndReason {
    /// The link ends at the end of the text.
    EndOfText,
    /// The character ends every link.
    Hard(char),
    /// The closing bracket does not have an opening bracket in the link.
    Unmatched(char),
    /// The character cannot be in a host, or cannot follow an email address.
    Host(char),
    /// The character ends this link, but not every link: for example, a closing quotation mark, or a comma
    /// before another URL.
    Context(char),
}

impl LinkEnd {
    /// Returns the end of `finding` in `text`, the text that was searched.
    pub fn of(text: &str, finding: &Finding<'_>) -> Self {
        let end = finding.span.end;
        let rest = text.get(end..).unwrap_or_default();
        let is_undecided = |c: char| link_term(c) == LinkTerm::Soft;
        let is_host = finding.is_host_only();
        let len = if is_host { 0 } else { rest.find(|c| !is_undecided(c)).unwrap_or(rest.len()) };
        let reason = match (rest[len..].chars().next(), rest.chars().next()) {
            (None, _) => EndReason::EndOfText,
            (Some(c), _) if link_term(c) == LinkTerm::Hard => EndReason::Hard(c),
            (Some(c), _) if matches!(link_term(c), LinkTerm::Close(_)) => EndReason::Unmatched(c),
            (Some(c), _) if is_host => EndReason::Host(c),
            (Some(_), first) => EndReason::Context(first.unwrap_or_default()),
        };
        let len = if matches!(reason, EndReason::Context(_)) { 0 } else { len };
        Self { undecided: end..end + len, reason }
    }
}

impl EndReason {
    /// Returns the id of the section of UTS #58 that defines the reason. `None` for [`EndReason::Context`].
    pub fn section(self) -> Option<&'static str> {
        Some(match self {
            Self::EndOfText | Self::Hard(_) => "uts58#link-termination-5",
            Self::Unmatched(_) => "uts58#link-termination-7",
            Self::Host(_) => "uts58#domain-name-1",
            Self::Context(_) => return None,
        })
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EndOfText => f.write_str("the text ends"),
            Self::Hard(c) => write!(f, "{c:?} ends every link"),
            Self::Unmatched(c) => write!(f, "{c:?} closes a bracket that the link does not open"),
            Self::Host(c) => write!(f, "{c:?} cannot follow in a host"),
            Self::Context(c) => write!(f, "{c:?} ends it in this context"),
        }
    }
}
