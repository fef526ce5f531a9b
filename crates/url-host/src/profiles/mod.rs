//! What a spec decides about hosts, one file a spec.

mod manakai;
mod manakai_chrome;
mod manakai_gecko;
mod manakai_ie;

pub(crate) use manakai_gecko::{IDN_BLACKLIST, IDN_ENABLED_TLDS};

use alloc::string::String;

use url_core::{ByteSet, Section};

/// Which way a character is written, as far as the check bidi step asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `RandALCat` of RFC 3454: from right to left.
    RightToLeft,
    /// `LCat` of RFC 3454: from left to right.
    LeftToRight,
    /// Neither, as most digits and punctuation.
    Other,
}

/// The marker of the steps of CanonicalizeHost and Nameprep that a profile takes beside those without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// The steps that the document itself chooses.
    This,
    /// The steps of Chrome.
    Chrome,
    /// The steps of Gecko.
    Gecko,
    /// The steps of Internet Explorer.
    Ie,
}

/// What the profiles of CanonicalizeHost differ in: the marked steps that they take, and the marked items of the
/// steps that all of them take, each with the section that holds it.
pub trait HostProfile {
    /// The marker of its steps.
    const MARKER: Marker;

    /// The section of [`HostProfile::nfkc`].
    const NFKC: Section;

    /// The section of [`HostProfile::direction`].
    const CHECK_BIDI: Section;

    /// The bytes that make a host fail in step 28.
    const FORBIDDEN: (ByteSet, Section);

    /// The section of [`HostProfile::percent_encode_set`].
    const PERCENT_ENCODE: Section;

    /// The octets that step 30 percent-encodes, where `is_file` says whether the scheme is `file`.
    ///
    /// Spec: manakai#canonicalize-host-30
    fn percent_encode_set(is_file: bool) -> &'static ByteSet;

    /// The variant of NFKC of Nameprep step 7.
    ///
    /// Spec: manakai#nameprep-7
    fn nfkc(s: &str) -> String;

    /// The direction that Nameprep step 11 takes `c` to have.
    ///
    /// Spec: manakai#nameprep-11
    fn direction(c: char) -> Direction;
}
