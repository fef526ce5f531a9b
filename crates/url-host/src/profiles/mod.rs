//! What a spec decides about hosts, one file a spec.

mod manakai;

use alloc::string::String;

use percent_encoding::AsciiSet;
use url_core::ByteSet;

/// What the profiles of CanonicalizeHost differ in.
pub trait HostProfile {
    /// The bytes that make a host fail in step 28.
    const FORBIDDEN: ByteSet;

    /// The octets that step 30 percent-encodes, where `is_file` says whether the scheme is `file`.
    ///
    /// Spec: manakai#canonicalize-host-30
    fn percent_encode_set(is_file: bool) -> &'static AsciiSet;

    /// The variant of NFKC of Nameprep step 7.
    ///
    /// Spec: manakai#nameprep-7
    fn nfkc(s: &str) -> String;
}
