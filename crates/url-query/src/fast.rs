//! Fast checks of queries and fragments. Its items may change in any release.

use url_core::{
    fast::{Marks, Subject},
    whatwg::{FRAGMENT_PERCENT_ENCODE_SET, SPECIAL_QUERY_PERCENT_ENCODE_SET},
};

/// Returns the end of the query of `text`, a special URL, or `None` if the parser percent-encodes a part of
/// the query. `marks` must start with the query. Marks are consumed up to the one that ends the query.
#[inline]
pub fn scan_canonical_query(text: &Subject<'_>, marks: &mut Marks<'_>) -> Option<usize> {
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

/// Returns true if the parser percent-encodes nothing in the fragment, which `marks` must cover.
#[inline]
pub fn is_canonical_fragment(marks: &mut Marks<'_>) -> bool {
    marks.all(|(_, byte)| !FRAGMENT_PERCENT_ENCODE_SET.contains(byte))
}
