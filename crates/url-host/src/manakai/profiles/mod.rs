//! Host profiles: the choices of a spec about hosts, one file per spec.

mod manakai;
mod manakai_chrome;
mod manakai_gecko;
mod manakai_ie;

pub(crate) use manakai_gecko::{IDN_BLACKLIST, IDN_ENABLED_TLDS};

use alloc::string::String;

use url_core::{ByteSet, Section};

/// The direction of a character in the check bidi step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `RandALCat` of RFC 3454: from right to left.
    RightToLeft,
    /// `LCat` of RFC 3454: from left to right.
    LeftToRight,
    /// Neither, like most digits and punctuation.
    Other,
}

/// The browser, or the document itself, whose marked steps of CanonicalizeHost and Nameprep a profile follows
/// in addition to the unmarked ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// The steps marked THIS, which the document itself chooses.
    This,
    /// The steps of Chrome.
    Chrome,
    /// The steps of Gecko.
    Gecko,
    /// The steps of Internet Explorer.
    Ie,
}

/// The differences between the profiles of CanonicalizeHost: the marked steps that a profile follows, and its
/// choices in the steps that all profiles share, each with its section.
pub trait HostProfile: Copy {
    /// The marker of the steps that the profile follows.
    const MARKER: Marker;

    /// The section of [`HostProfile::nfkc`].
    const NFKC: Section;

    /// The section of [`HostProfile::direction`].
    const CHECK_BIDI: Section;

    /// The bytes that cause a host to fail in step 28.
    const FORBIDDEN: (ByteSet, Section);

    /// The section of [`HostProfile::percent_encode_set`].
    const PERCENT_ENCODE: Section;

    /// Returns the octets that step 30 percent-encodes under `scheme`, in lower case.
    ///
    /// Spec: manakai#canonicalize-host-30
    fn percent_encode_set(scheme: &str) -> &'static ByteSet;

    /// Applies the variant of NFKC in Nameprep step 7.
    ///
    /// Spec: manakai#nameprep-7
    fn nfkc(s: &str) -> String;

    /// Returns the direction of `c` in Nameprep step 11.
    ///
    /// Spec: manakai#nameprep-11
    fn direction(c: char) -> Direction;
}
