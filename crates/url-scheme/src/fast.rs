//! Fast detection of the schemes of most URLs. Its items may change in any release.

use url_core::whatwg::SchemeKind;

use crate::whatwg;

/// Returns the special scheme at the start of `input`, if it is in lower case and followed by `://`.
///
/// Spec: whatwg#special-scheme
#[inline]
pub fn scan_special_scheme(input: &str) -> Option<&'static str> {
    whatwg::scan_special_scheme(input)
}

/// Returns the length and the kind of the scheme that `input` starts with, if it is `http`, `https` or
/// `file`, followed by `://`, and if `input` has at least eight bytes.
///
/// Spec: whatwg#special-scheme
#[inline]
pub fn scan_frequent_scheme(input: &str) -> Option<(usize, SchemeKind)> {
    // The bytes are compared as integers, without an unpredictable branch between `http` and `https`.
    let start: &[u8; 8] = input.as_bytes().first_chunk()?;
    let len = "http".len() + usize::from(start[4] == b's');
    let after_scheme = u64::from_le_bytes(*start) >> (8 * len);
    let has_slashes = after_scheme << 40 == u64::from_le_bytes(*b"\0\0\0\0\0://");
    let is_file = start.starts_with(b"file") && len == "file".len();
    let kind = if is_file { SchemeKind::File } else { SchemeKind::Special };
    (has_slashes && (is_file || start.starts_with(b"http"))).then_some((len, kind))
}
