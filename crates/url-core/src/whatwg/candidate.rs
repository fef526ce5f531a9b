//! Candidates: variants of the URL Standard, each with one change.

use super::SchemeKind;
use crate::{ByteSet, Reason, Section, sections::whatwg};

#[derive(Debug)]
#[allow(dead_code, reason = "candidates use some of them")]
pub(crate) enum Alteration {
    /// Replaces the first percent-encode set, one of the Standard's, by the second.
    Set(&'static ByteSet, ByteSet),
    /// Gives the scheme this kind and this default port.
    Scheme(&'static str, SchemeKind, Option<&'static str>),
    /// Adds these characters to the forbidden domain code points.
    Forbidden(ByteSet),
    NoEmptyLabels,
    NoAsciiFallback,
    AsciiHosts,
    ZoneIds,
    DriveLetters,
    OpaqueSpacesKept,
}

impl Alteration {
    /// Spec: whatwg#concept-domain-to-ascii-6.2, whatwg#concept-domain-to-ascii-7
    /// Spec: whatwg#concept-domain-to-ascii-8
    pub(crate) fn refuses_domain(&self, domain: &str, result: &str) -> Option<(Reason, Section)> {
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

/// Declares [`Candidate`]. Each row has a variant, a name, a title, the URL of the discussion, and the
/// [`Alteration`].
macro_rules! candidates {
    ($($variant:ident $name:literal $title:literal $reference:literal $alteration:expr;)*) => {
        /// A candidate: the newest edition of the Standard with one change that is under discussion, or with
        /// one past change reverted. `candidates.rs` lists them.
        ///
        /// # Examples
        /// ```
        /// use url_core::whatwg::{Candidate, Edition, PATH_PERCENT_ENCODE_SET};
        /// let edition = Edition::Candidate(Candidate::PipeEncoded);
        /// assert!(edition.percent_encode_set(&PATH_PERCENT_ENCODE_SET).contains(b'|'));
        /// assert_eq!(Candidate::PipeEncoded.name(), "whatwg+pipe-encoded");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Candidate {
            $(#[doc = concat!($title, ".")] $variant,)*
        }

        impl Candidate {
            /// All candidates.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the name of the profile: `whatwg+` and the name of the candidate.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => concat!("whatwg+", $name),)* }
            }

            /// Returns a sentence that states the change, without a full stop.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)* }
            }

            /// Returns the URL of the discussion about the change.
            pub const fn reference(self) -> &'static str {
                match self { $(Self::$variant => $reference,)* }
            }

            pub(super) const fn alteration(self) -> &'static Alteration {
                match self { $(Self::$variant => const { &$alteration },)* }
            }
        }
    };
}

pub(super) use candidates;

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
