//! The reason why a link ends where it ends.

use std::{fmt, ops::Range};

use crate::{
    finding::Finding,
    uts58::{LinkTerm, link_term},
};

/// The end of a link, and the reason for it.
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
    /// The range in the text, in bytes, of the characters after the link that would be part of it if a
    /// character followed them that certainly is.
    pub undecided: Range<usize>,
    /// The reason.
    pub reason: EndReason,
}

/// The reason why a link ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EndReason {
    /// The text ends.
    EndOfText,
    /// This character ends every link.
    Hard(char),
    /// This closing bracket has no opening one in the link.
    Unmatched(char),
    /// This character cannot be in a host, or cannot follow an email address.
    Host(char),
    /// This character ends the link here, as a quotation mark, an escape, or a mark before another URL.
    Context(char),
}

impl LinkEnd {
    /// Returns the end of `finding`, which was found in `text`.
    pub fn of(text: &str, finding: &Finding<'_>) -> Self {
        let end = finding.span.end;
        let rest = text.get(end..).unwrap_or_default();
        let is_undecided = |c: char| link_term(c) == LinkTerm::Soft;
        let len =
            if finding.is_host_only() { 0 } else { rest.find(|c| !is_undecided(c)).unwrap_or(rest.len()) };
        let reason = match (rest[len..].chars().next(), rest.chars().next()) {
            (None, _) => EndReason::EndOfText,
            (Some(c), _) if link_term(c) == LinkTerm::Hard => EndReason::Hard(c),
            (Some(c), _) if matches!(link_term(c), LinkTerm::Close(_)) => EndReason::Unmatched(c),
            (Some(c), _) if finding.is_host_only() => EndReason::Host(c),
            (Some(_), first) => EndReason::Context(first.unwrap_or_default()),
        };
        let len = if matches!(reason, EndReason::Context(_)) { 0 } else { len };
        Self { undecided: end..end + len, reason }
    }
}

impl EndReason {
    /// Returns the id of the section with the rule; `None` if the rule is this crate's own.
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
