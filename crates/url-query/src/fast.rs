//! Fast checks for queries and fragments that the parser of the URL Standard leaves unchanged. Its
//! items may change in any release.

use url_core::{
    fast::{Marks, Subject},
    whatwg::{FRAGMENT_PERCENT_ENCODE_SET, SPECIAL_QUERY_PERCENT_ENCODE_SET},
};

/// Returns the end of the query of `text`, a special URL, or `None` if the parser percent-encodes a part of
/// the query. `marks` must start with the query. Marks are consumed up to the one that ends the query.
///
/// # Examples
/// ```
/// use url_core::fast::{Marks, Room, Subject};
/// let scan = |url| {
///     let mut room = Room::default();
///     let text = Subject::new(url, &mut room);
///     url_query::fast::scan_canonical_query(&text, &mut Marks::new(&text, 10))
/// };
/// assert_eq!((scan("http://a/?b{#c"), scan("http://a/?'")), (Some(12), None));
/// ```
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

/// Returns true if the parser percent-encodes nothing in the fragment. `marks` must cover exactly the
/// fragment.
///
/// # Examples
/// ```
/// use url_core::fast::{Marks, Room, Subject};
/// let is_canonical = |url| {
///     let mut room = Room::default();
///     url_query::fast::is_canonical_fragment(&mut Marks::new(&Subject::new(url, &mut room), 10))
/// };
/// assert!(is_canonical("http://a/#b#{") && !is_canonical("http://a/#`"));
/// ```
#[inline]
pub fn is_canonical_fragment(marks: &mut Marks<'_>) -> bool {
    marks.all(|(_, byte)| !FRAGMENT_PERCENT_ENCODE_SET.contains(byte))
}
