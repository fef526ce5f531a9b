//! The candidates: proposed (or reverted) changes to the URL Standard, each with a name, the change in one
//! sentence, the page where people discuss it, and the changed data.
//!
//! A candidate changes the members of a percent-encode set (sets derived from that set stay the same),
//! changes a row of the table of special schemes other than "file" (this also changes origins), adds
//! forbidden domain code points, or changes a step of an algorithm. In the last case, the code of the step
//! tests if the edition is this candidate.

use super::{
    PATH_PERCENT_ENCODE_SET as PATH, SPECIAL_QUERY_PERCENT_ENCODE_SET as SPECIAL_QUERY, SchemeKind,
    edition::Alteration,
};

/// Declares [`Candidate`]. Each row has a variant, a name, a title, the URL of the discussion, and the
/// [`Alteration`].
macro_rules! candidates {
    ($($variant:ident $name:literal $title:literal $reference:literal $alteration:expr;)*) => {
        /// A candidate: the newest edition of the URL Standard with one change that is under discussion, or
        /// with one past change reverted.
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

            /// Returns the name of the profile: `whatwg+` and the name of the change.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => concat!("whatwg+", $name),)* }
            }

            /// Returns a sentence that states the change, without a full stop.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)* }
            }

            /// Returns the URL of the page where people discuss the change.
            pub const fn reference(self) -> &'static str {
                match self { $(Self::$variant => $reference,)* }
            }

            pub(super) const fn alteration(self) -> &'static Alteration {
                match self { $(Self::$variant => const { &$alteration },)* }
            }
        }
    };
}

candidates! {
    PipeEncoded "pipe-encoded"
        "`|` is percent-encoded in paths"
        "https://github.com/whatwg/url/issues/852"
        Alteration::Set(&PATH, PATH.and(b"|"));
    CaretKept "caret-kept"
        "`^` is not percent-encoded in paths, as before March 2025"
        "https://github.com/whatwg/url/pull/846"
        Alteration::Set(&PATH, PATH.without(b"^"));
    NoEmptyLabels "no-empty-labels"
        "A domain with an empty label is failure, except for an empty last label"
        "https://github.com/whatwg/url/issues/871"
        Alteration::NoEmptyLabels;
    NoAsciiFallback "no-ascii-fallback"
        "A domain that is ASCII must be valid too, as before the fallback for ASCII"
        "https://github.com/whatwg/url/pull/914"
        Alteration::NoAsciiFallback;
    ZoneIds "zone-ids"
        "An IPv6 address may have a zone, as in `[fe80::1%25eth0]` (RFC 6874)"
        "https://github.com/whatwg/url/issues/742"
        Alteration::ZoneIds;
    AsciiHosts "ascii-hosts"
        "A domain that is not ASCII is failure"
        "https://url.spec.whatwg.org/#concept-domain-to-ascii"
        Alteration::AsciiHosts;
    QuoteKept "quote-kept"
        "`'` is not percent-encoded in the queries of special URLs, as before June 2018"
        "https://github.com/whatwg/url/pull/395"
        Alteration::Set(&SPECIAL_QUERY, SPECIAL_QUERY.without(b"'"));
    GopherSpecial "gopher-special"
        "`gopher` is a special scheme with the default port 70, as before October 2019"
        "https://github.com/whatwg/url/pull/453"
        Alteration::Scheme("gopher", SchemeKind::Special, Some("70"));
    FtpNotSpecial "ftp-not-special"
        "`ftp` is not a special scheme"
        "https://github.com/whatwg/url/issues/342"
        Alteration::Scheme("ftp", SchemeKind::NotSpecial, None);
    DriveLetters "drive-letters"
        "A drive letter and `\\` begin a file URL, as in `D:\\foo`"
        "https://github.com/whatwg/url/pull/874"
        Alteration::DriveLetters;
    OpaqueSpacesKept "opaque-spaces-kept"
        "Spaces at the end of an opaque path are kept, and removed by setters, as before March 2025"
        "https://github.com/whatwg/url/pull/844"
        Alteration::OpaqueSpacesKept;
}
