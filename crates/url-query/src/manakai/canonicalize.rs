//! The canonical query and fragment. Implements manakai "Canonicalization" steps 13 to 15.

use alloc::{borrow::Cow, string::String};

use url_core::{
    ByteSet, Report, Span, Trace, append_percent_encoded, manakai::report_percent_encoding, sections::manakai,
};

use super::percent_encode;
use crate::Encoding;

/// The octets that step 14 percent-encodes: all except those in its list, `0x2C` (for which `0x2D (,)` in the
/// list is a mistake) and `?` (which the list omits).
const QUERY: ByteSet = PLAIN.complement();

/// The bytes that step 14 leaves unchanged: the ASCII bytes outside [`QUERY`].
const PLAIN: ByteSet = ByteSet::of(b"!").and_range(b'#', b';').and(b"=").and_range(b'?', b'~');

/// Returns the canonical query, percent-encoded in `query_encoding`; borrows when nothing changes.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// use url_query::{Encoding, manakai::canonicalize_query};
/// assert_eq!(canonicalize_query("a b'é", Encoding::UTF_8, &mut url_core::NoTrace), "a%20b'%C3%A9");
/// ```
pub fn canonicalize_query<'a, T: Trace>(
    query: impl Into<Cow<'a, str>>,
    query_encoding: Encoding,
    trace: &mut T,
) -> Cow<'a, str> {
    let query = query.into();
    let span = Span::whole(&query);
    // 13. If the URL is hierarchical, let query-encoding be encoding. Otherwise, let query-encoding be UTF-8.
    // NOTE: the caller does this.
    // 14. Percent-encode the query, with query-encoding and the octets that are not in the list.
    let encoded = percent_encode(&query, query_encoding, &QUERY, trace);
    trace.change(manakai::CANONICALIZATION_14, span, &query, &encoded);
    if encoded == query { query } else { Cow::Owned(encoded.into_owned()) }
}

/// Returns the canonical fragment: only control characters are percent-encoded; borrows when there are none.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_query::manakai::canonicalize_fragment("a b\u{85}é\u{7F}", &mut NoTrace), "a b%C2%85é%7F");
/// ```
pub fn canonicalize_fragment<'a, T: Trace>(fragment: impl Into<Cow<'a, str>>, trace: &mut T) -> Cow<'a, str> {
    let fragment = fragment.into();
    // 15. Replace characters in the range U+0080-U+009F by their percent-encoded representation.
    // Percent-encode the fragment, with UTF-8 and the octets 0x00-0x1F and 0x7F.
    let span = Span::whole(&fragment);
    report_percent_encoding(span, trace);
    trace.rewrite(manakai::CANONICALIZATION_15, span, fragment, percent_encode_controls)
}

/// Encodes the general category Cc: the C0 controls, U+007F, and the C1 controls.
///
/// Spec: manakai#canonicalization-15
fn percent_encode_controls(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut encoded = String::with_capacity(text.len() + 8);
    for run in text.split_inclusive(char::is_control) {
        let control = run.chars().next_back().filter(|c| c.is_control());
        let (kept, control) = run.split_at(run.len() - control.map_or(0, char::len_utf8));
        encoded.push_str(kept);
        append_percent_encoded(control, &QUERY, &mut encoded);
    }
    Cow::Owned(encoded)
}
