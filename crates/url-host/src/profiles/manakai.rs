//! What the manakai document decides about hosts in the steps marked THIS.

use alloc::string::String;

use percent_encoding::{AsciiSet, CONTROLS};
use unicode_normalization::UnicodeNormalization as _;
use url_core::{ByteSet, Manakai};

use super::HostProfile;

/// The octets of step 30 when the scheme is `file`.
const PERCENT_ENCODE_FILE: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'!')
    .add(b'"')
    .add(b'#')
    .add(b'$')
    .add(b'%')
    .add(b'&')
    .add(b'\'')
    .add(b'(')
    .add(b')')
    .add(b'*')
    .add(b',')
    .add(b'/')
    .add(b';')
    .add(b'<')
    .add(b'=')
    .add(b'>')
    .add(b'?')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The octets of step 30 otherwise.
const PERCENT_ENCODE: &AsciiSet = &PERCENT_ENCODE_FILE.add(b'@');

impl HostProfile for Manakai {
    const FORBIDDEN: ByteSet = ByteSet::of(b"\0/%\\");

    /// Spec: manakai#canonicalize-host-30.1
    fn percent_encode_set(is_file: bool) -> &'static AsciiSet {
        if is_file { PERCENT_ENCODE_FILE } else { PERCENT_ENCODE }
    }

    /// The latest version of Unicode.
    ///
    /// Spec: manakai#nameprep-7.1
    fn nfkc(s: &str) -> String {
        s.nfkc().collect()
    }
}
