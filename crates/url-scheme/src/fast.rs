//! Fast detection of the schemes of most URLs. Its items may change in any release.

use url_core::whatwg::SchemeKind;

use crate::whatwg;

/// Returns the special scheme at the start of `input`, if it is in lower case and followed by `://`.
///
/// Spec: whatwg#special-scheme
///
/// # Examples
/// ```
/// use url_scheme::fast::scan_special_scheme;
/// assert_eq!(scan_special_scheme("wss://a.test/"), Some("wss"));
/// assert_eq!((scan_special_scheme("http:/a"), scan_special_scheme("foo://a")), (None, None));
/// ```
#[inline]
pub fn scan_special_scheme(input: &str) -> Option<&'static str> {
    whatwg::scan_special_scheme(input)
}

/// Returns the length and the kind of the scheme that `input` starts with, if it is `http`, `https` or
/// `file`, followed by `://`, and if `input` has at least eight bytes.
///
/// Spec: whatwg#special-scheme
///
/// # Examples
/// ```
/// use url_core::whatwg::SchemeKind::{File, Special};
/// use url_scheme::fast::scan_frequent_scheme;
/// assert_eq!(scan_frequent_scheme("https://a"), Some((5, Special)));
/// assert_eq!((scan_frequent_scheme("file:///a"), scan_frequent_scheme("ws://a")), (Some((4, File)), None));
/// ```
#[inline]
pub fn scan_frequent_scheme(input: &str) -> Option<(usize, SchemeKind)> {
    // The bytes are compared as integers, without a branch between `http` and `https`, which no processor
    // would predict.
    let start: &[u8; 8] = input.as_bytes().first_chunk()?;
    let len = "http".len() + usize::from(start[4] == b's');
    let after_scheme = u64::from_le_bytes(*start) >> (8 * len);
    let has_slashes = after_scheme << 40 == u64::from_le_bytes(*b"\0\0\0\0\0://");
    let is_file = start.starts_with(b"file") && len == "file".len();
    let kind = if is_file { SchemeKind::File } else { SchemeKind::Special };
    (has_slashes && (is_file || start.starts_with(b"http"))).then_some((len, kind))
}
