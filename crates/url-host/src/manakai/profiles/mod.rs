//! Host profiles: the choices of a spec about hosts, one file per spec.

mod manakai;
mod manakai_chrome;
mod manakai_gecko;
mod manakai_ie;

pub(crate) use manakai_gecko::{IDN_BLACKLIST, IDN_ENABLED_TLDS};

use alloc::{borrow::Cow, string::String};

use url_core::{ByteSet, NoTrace, Rejection, Section};

use super::canonicalize_host;

/// The direction of a character, as far as the check bidi step needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `RandALCat` of RFC 3454: from right to left.
    RightToLeft,
    /// `LCat` of RFC 3454: from left to right.
    LeftToRight,
    /// Neither, like most digits and punctuation.
    Other,
}

/// The marker of the steps of CanonicalizeHost and Nameprep that a profile takes in addition to the unmarked ones.
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

/// The differences between the profiles of CanonicalizeHost: the marked steps that they take, and the marked items of
/// the steps that all of them take, each with its section.
///
/// # Examples
/// ```
/// use url_core::{Manakai, ManakaiIe, Reason};
/// use url_host::manakai::HostProfile as _;
/// assert_eq!(Manakai.canonicalize_host("0x7F.1", "http")?, "127.0.0.1");
/// assert_eq!(Manakai.canonicalize_host("[::0:1]", "http")?, "[::1]");
/// assert_eq!(Manakai.canonicalize_host("B%C3%9CCHER.Example", "http")?, "xn--bcher-kva.example");
/// assert_eq!(ManakaiIe.canonicalize_host("xn--bcher-kva.example", "http")?, "bücher.example");
/// assert_eq!(Manakai.canonicalize_host("a%2Fb", "http").unwrap_err().reason, Reason::HostForbidden);
/// # Ok::<(), url_core::Rejection>(())
/// ```
pub trait HostProfile: Copy {
    /// The marker of its steps.
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

    /// [`canonicalize_host`] without a trace.
    ///
    /// # Errors
    /// The reason why the host fails.
    ///
    /// Spec: manakai#canonicalize-host
    fn canonicalize_host<'a>(
        self,
        host: impl Into<Cow<'a, str>>,
        scheme: &str,
    ) -> Result<Cow<'a, str>, Rejection> {
        canonicalize_host(self, host, scheme, &mut NoTrace)
    }
}
