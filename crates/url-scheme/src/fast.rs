//! Fast detection of the most frequent schemes. Items here may change in any release.

pub use url_core::fast::scan_special_scheme;
use url_core::whatwg::SchemeKind;

/// Returns the length and the kind of the scheme at the start of `input`. Returns `None` if `input` does not
/// start with `http://`, `https://` or `file://`, or has fewer than eight bytes.
///
/// Spec: whatwg#special-scheme
#[inline]
pub fn scan_frequent_scheme(input: &str) -> Option<(usize, SchemeKind)> {
    // The bytes are compared as one integer, because a branch between `http` and `https` is unpredictable.
    let start: &[u8; 8] = input.as_bytes().first_chunk()?;
    let len = "http".len() + usize::from(start[4] == b's');
    let after_scheme = u64::from_le_bytes(*start) >> (8 * len);
    let has_slashes = after_scheme << 40 == u64::from_le_bytes(*b"\0\0\0\0\0://");
    let is_file = start.starts_with(b"file") && len == "file".len();
    let kind = if is_file { SchemeKind::File } else { SchemeKind::Special };
    (has_slashes && (is_file || start.starts_with(b"http"))).then_some((len, kind))
}
