//! Editions of the URL Standard (the text at one date, or with one change) and the steps in which they
//! differ.
//!
//! Helpers, not in a spec: `has`, `number_of`, `alteration`, `current_alteration`, `is_candidate`.

use alloc::{borrow::ToOwned as _, format, string::String};

#[cfg(feature = "candidates")]
use super::Candidate;
use super::SchemeKind;
use crate::{ByteSet, Reason, Section, sections::whatwg};

/// An edition of the URL Standard. Algorithms that differ between editions take the edition as an argument.
///
/// # Examples
/// ```
/// use url_core::{sections::whatwg, whatwg::Edition};
/// assert!(Edition::Newest.has(whatwg::CONCEPT_IPV4_PARSER_3));
/// assert!(!Edition::ReviewDraft202602.has(whatwg::CONCEPT_IPV4_PARSER_3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Edition {
    /// The review draft of February 2026.
    ReviewDraft202602,
    /// The edition that `docs/spec/whatwg/sections.toml` describes.
    Newest,
    /// The newest edition with one change: see [`Candidate`].
    #[cfg(feature = "candidates")]
    Candidate(Candidate),
}

/// The steps that were added after the review draft of February 2026 and only report a validation error.
const REPORTS_SINCE_202602: [Section; 4] = [
    whatwg::CONCEPT_HOST_PARSER_4,
    whatwg::CONCEPT_IPV4_PARSER_3,
    whatwg::CONCEPT_IPV6_PARSER_6_8,
    whatwg::CANNOT_BE_A_BASE_URL_PATH_STATE_3_1,
];

/// Steps of the newest edition, each with its number in the review draft of February 2026.
const NUMBERED_IN_202602: [(Section, &str); 4] = [
    (whatwg::CONCEPT_DOMAIN_TO_ASCII_6_1, "1"),
    (whatwg::CONCEPT_DOMAIN_TO_ASCII_6_2, "2"),
    (whatwg::CONCEPT_DOMAIN_TO_ASCII_7, "3.1"),
    (whatwg::CONCEPT_DOMAIN_TO_ASCII_8, "3.2"),
];

#[derive(Debug)]
#[allow(dead_code, reason = "candidates, which are a feature, use some of them")]
pub(super) enum Alteration {
    /// Replaces the first set, which is a percent-encode set of the Standard, with the second set.
    Set(&'static ByteSet, ByteSet),
    /// Changes the kind and the default port of the scheme.
    Scheme(&'static str, SchemeKind, Option<u16>),
    /// Adds the characters to the forbidden domain code points.
    Forbidden(ByteSet),
    NoEmptyLabels,
    NoAsciiFallback,
    AsciiHosts,
    /// Accepts a zone in an IPv6 address, after this mark.
    ZoneIds(&'static str),
    DriveLetters,
    OpaqueSpacesKept,
    NoSlashDot,
    /// A change of data that is known only at run time.
    Custom,
}

impl Alteration {
    /// Spec: whatwg#concept-domain-to-ascii-6.2, whatwg#concept-domain-to-ascii-7
    /// Spec: whatwg#concept-domain-to-ascii-8
    fn refuses_domain(&self, domain: &str, result: &str) -> Option<(Reason, Section)> {
        let root = result.strip_suffix('.').unwrap_or(result);
        match self {
            Self::AsciiHosts if !domain.is_ascii() => {
                Some((Reason::HostIdna, whatwg::CONCEPT_DOMAIN_TO_ASCII_6_2))
            }
            Self::NoEmptyLabels if root.split('.').any(str::is_empty) => {
                Some((Reason::HostEmptyLabel, whatwg::CONCEPT_DOMAIN_TO_ASCII_7))
            }
            Self::Forbidden(set) if set.find_in(result.as_bytes()).is_some() => {
                Some((Reason::HostForbidden, whatwg::CONCEPT_DOMAIN_TO_ASCII_8))
            }
            _ => None,
        }
    }
}

impl Edition {
    /// Returns the number that the step `section` has in the text of this edition. Returns `None` if the
    /// number is the same as in the newest edition.
    ///
    /// # Examples
    /// ```
    /// use url_core::{sections::whatwg, whatwg::Edition};
    /// let number = |section| Edition::ReviewDraft202602.number_of(section);
    /// assert_eq!(number(whatwg::CONCEPT_HOST_PARSER_5).as_deref(), Some("4"));
    /// assert_eq!(number(whatwg::CONCEPT_DOMAIN_TO_ASCII_7).as_deref(), Some("3.1"));
    /// assert_eq!(number(whatwg::CONCEPT_HOST_PARSER_3), None);
    /// ```
    pub fn number_of(self, section: Section) -> Option<String> {
        if self != Self::ReviewDraft202602 {
            return None;
        }
        let numbered = NUMBERED_IN_202602.iter().find(|(known, _)| *known == section);
        let moved = || {
            REPORTS_SINCE_202602.iter().find_map(|later| {
                let (before, inserted) = later.id().split_at(later.id().rfind(['-', '.'])? + 1);
                let after = section.id().strip_prefix(before)?;
                let (number, substep) = after.split_at(after.find('.').unwrap_or(after.len()));
                let (number, inserted): (u32, u32) = (number.parse().ok()?, inserted.parse().ok()?);
                let (_, outer) =
                    before.rsplit_once('-').filter(|_| before.ends_with('.')).unwrap_or_default();
                (inserted < number).then(|| format!("{outer}{}{substep}", number - 1))
            })
        };
        numbered.map(|(_, number)| (*number).to_owned()).or_else(moved)
    }

    /// Returns true if the text of this edition contains `section`, a step that reports a validation error.
    pub fn has(self, section: Section) -> bool {
        self != Self::ReviewDraft202602 || !REPORTS_SINCE_202602.contains(&section)
    }

    #[inline]
    #[cfg_attr(not(feature = "candidates"), expect(clippy::unused_self, reason = "only candidates do"))]
    const fn alteration(self) -> Option<&'static Alteration> {
        #[cfg(feature = "candidates")]
        if let Self::Candidate(candidate) = self {
            return Some(candidate.alteration());
        }
        None
    }

    /// Returns the change of this edition as [`Self::alteration`] does, or the one that was made at run time.
    #[inline]
    #[cfg_attr(not(feature = "candidates"), expect(clippy::unused_self, reason = "only candidates do"))]
    fn current_alteration(self) -> Option<&'static Alteration> {
        #[cfg(feature = "candidates")]
        if let Self::Candidate(candidate) = self {
            return Some(candidate.current_alteration());
        }
        None
    }

    /// Returns true if this edition is a candidate. Candidates are only implemented in the code that runs
    /// each step of the spec, not in the fast paths.
    #[inline]
    pub const fn is_candidate(self) -> bool {
        !matches!(self, Self::Newest | Self::ReviewDraft202602)
    }

    /// Returns the set that this edition has in place of `set`, a percent-encode set of the newest edition.
    /// The result differs from `set` only if this edition is a candidate that changes `set`.
    ///
    /// Spec: whatwg#percent-encode-set
    #[inline]
    pub fn percent_encode_set(self, set: &'static ByteSet) -> &'static ByteSet {
        match self.current_alteration() {
            Some(Alteration::Set(of, altered)) if *of == set => altered,
            _ => set,
        }
    }

    /// Returns the kind and the default port of `scheme` if a candidate changes them; `scheme` must be in
    /// lower case. Returns `None` if the table of special schemes in the Standard applies.
    ///
    /// Spec: whatwg#special-scheme
    #[inline]
    pub fn altered_scheme(self, scheme: &str) -> Option<(SchemeKind, Option<u16>)> {
        match self.current_alteration() {
            Some(&Alteration::Scheme(altered, kind, port)) if altered == scheme => Some((kind, port)),
            _ => None,
        }
    }

    /// Returns true if the domain parser accepts an ASCII domain for which Unicode ToASCII fails.
    ///
    /// Spec: whatwg#concept-domain-to-ascii-5
    pub const fn has_ascii_fallback(self) -> bool {
        !matches!(self, Self::ReviewDraft202602)
            && !matches!(self.alteration(), Some(Alteration::NoAsciiFallback))
    }

    /// Returns the mark before the zone with which an IPv6 address may end, such as `%25` in
    /// `[fe80::1%25eth0]`. Returns `None` if an address has no zone, as in the Standard.
    ///
    /// Spec: whatwg#concept-host-parser-1.2
    pub const fn zone_mark(self) -> Option<&'static str> {
        match self.alteration() {
            Some(Alteration::ZoneIds(mark)) => Some(*mark),
            _ => None,
        }
    }

    /// Returns true if an input that starts with a drive letter and `\`, such as `D:\foo`, is a file URL.
    ///
    /// Spec: whatwg#scheme-state-2
    pub const fn has_drive_letters(self) -> bool {
        matches!(self.alteration(), Some(Alteration::DriveLetters))
    }

    /// Returns true if the last space of an opaque path before a query or a fragment is percent-encoded. If
    /// false, setters remove the spaces at the end of the path when no query or fragment remains.
    ///
    /// Spec: whatwg#cannot-be-a-base-url-path-state-3.2
    pub const fn encodes_last_space(self) -> bool {
        !matches!(self.alteration(), Some(Alteration::OpaqueSpacesKept))
    }

    /// Returns true if `/.` is written before the path of a URL without a host if the path begins with `//`.
    /// If false, such a URL does not parse back: a parser takes the first segment of the path as the host.
    ///
    /// Spec: whatwg#concept-url-serializer-3
    pub const fn writes_slash_dot(self) -> bool {
        !matches!(self.alteration(), Some(Alteration::NoSlashDot))
    }

    /// Returns a reason and a step if this edition is a candidate that rejects `domain`. `result` is the
    /// result of the domain parser for `domain`. Returns `None` in every edition that is not a candidate.
    ///
    /// Spec: whatwg#concept-domain-to-ascii-7, whatwg#concept-domain-to-ascii-8
    pub fn refuses_domain(self, domain: &str, result: &str) -> Option<(Reason, Section)> {
        self.current_alteration()?.refuses_domain(domain, result)
    }
}

#[cfg(test)]
mod tests {
    use super::Alteration;
    use crate::{ByteSet, Reason};

    /// Spec: whatwg#concept-domain-to-ascii-8
    #[test]
    fn code_points_may_be_forbidden() {
        let alteration = Alteration::Forbidden(ByteSet::of(b"*"));
        let reason = |domain| alteration.refuses_domain(domain, domain).map(|(reason, _)| reason);
        assert_eq!((reason("a.b"), reason("*.b")), (None, Some(Reason::HostForbidden)));
    }
}
