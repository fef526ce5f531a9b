//! Fast checks of queries and fragments under the URL Standard. Items here may change in any release.

use url_core::{
    fast::{Marks, PaddedStr},
    whatwg::{FRAGMENT_PERCENT_ENCODE_SET, SPECIAL_QUERY_PERCENT_ENCODE_SET},
};

/// Returns the end of the query of `text`, a special URL. Returns `None` if the parser would percent-encode a
/// part of the query. `marks` must start at the query, and is consumed up to the query's end.
#[inline]
pub fn scan_canonical_query(text: &PaddedStr<'_>, marks: &mut Marks<'_>) -> Option<usize> {
    for (at, byte) in marks {
        if byte == b'#' {
            return Some(at);
        }
        if SPECIAL_QUERY_PERCENT_ENCODE_SET.contains(byte) {
            return None;
        }
    }
    Some(text.as_bytes().len())
}

/// Returns true if the parser would keep the fragment unchanged. `marks` must start at the fragment.
#[inline]
pub fn is_canonical_fragment(marks: &mut Marks<'_>) -> bool {
    marks.all(|(_, byte)| !FRAGMENT_PERCENT_ENCODE_SET.contains(byte))
}
