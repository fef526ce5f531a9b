//! The canonical forms of queries and fragments in draft-abarth-url-01.

use alloc::{borrow::Cow, format, string::String};

use url_core::{
    ByteSet, NoTrace, Report, Span, Trace, is_noncharacter, percent_encode, percent_encode_octets,
    sections::barth_01,
};

use crate::Encoding;

/// The octets that are escaped in a query. The draft does not define this set (our interpretation B23).
const QUERY_ESCAPED: ByteSet = ByteSet::of(b" \"#<>").and_range(0x00, 0x1F).and_range(0x7F, 0xFF);

/// The octets that are escaped in a character reference such as `&#233;`, which replaces a character that the
/// encoding lacks.
const REFERENCE_ESCAPED: ByteSet = QUERY_ESCAPED.and(b"&;");

/// Returns the canonical form of `query`, the query of a hierarchical URL, percent-encoded in UTF-8. Borrows
/// if nothing changes.
///
/// Spec: barth-01#canonicalizing-a-query
///
/// # Examples
/// ```
/// assert_eq!(url_query::barth::encode_query("a b'é"), "a%20b'%C3%A9");
/// ```
pub fn encode_query(query: &str) -> Cow<'_, str> {
    canonicalize_query(query, Encoding::UTF_8, &mut NoTrace)
}

/// Returns the canonical form of `query`, borrowed if nothing changes. The query is percent-encoded in
/// `encoding`, which must be UTF-8 for a URL that is not hierarchical. A character that `encoding` lacks
/// becomes an escaped decimal character reference.
///
/// Spec: barth-01#canonicalizing-a-query
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// use url_query::{Encoding, barth::canonicalize_query};
/// assert_eq!(canonicalize_query("a b'#é", Encoding::UTF_8, &mut NoTrace), "a%20b'%23%C3%A9");
/// # #[cfg(feature = "encoding")]
/// assert_eq!(canonicalize_query("é一", Encoding::for_label("latin1")?, &mut NoTrace), "%E9%26%2319968%3B");
/// # Ok::<(), url_query::UnknownEncoding>(())
/// ```
pub fn canonicalize_query<'a, T: Trace>(
    query: impl Into<Cow<'a, str>>,
    encoding: Encoding,
    trace: &mut T,
) -> Cow<'a, str> {
    let query = query.into();
    let span = Span::whole(&query);
    // 1. Open: Handle the ambient encoding case.
    let is_utf_8 = encoding == Encoding::UTF_8;
    if !is_utf_8 {
        trace.step_by_reading("B23", barth_01::CANONICALIZING_A_QUERY_1, span, &query, None);
    }
    // 2. Process each character of the query in sequence:
    // 2.1. If the current character is among [a set left open]:
    // 2.1.1. Output the current character.
    let is_escaped = |c| u8::try_from(c).map_or(true, |byte| QUERY_ESCAPED.contains(byte));
    if T::ENABLED && query.contains(|c| !is_escaped(c)) {
        let section = barth_01::CANONICALIZING_A_QUERY_2_1_1;
        trace.step_by_reading("B23", section, span, &query, None);
    }
    // 2.2. Otherwise:
    // 2.2.1. Output the utf8-percent-escaping of the current character. Open: [...] the goofy query escaping
    // format.
    if T::ENABLED && !query.contains(is_escaped) {
        return query;
    }
    trace.rewrite_by_reading("B23", barth_01::CANONICALIZING_A_QUERY_2_2_1, span, query, |query| {
        if is_utf_8 {
            percent_encode(query, &QUERY_ESCAPED)
        } else {
            Cow::Owned(escape_in_encoding(query, encoding))
        }
    })
}

/// Returns the canonical form of `fragment`: escapes characters below U+0020, and replaces noncharacters.
///
/// Spec: barth-01#canonicalizing-a-fragment
///
/// # Examples
/// ```
/// let canonical = |fragment| url_query::barth::canonicalize_fragment(fragment, &mut url_core::NoTrace);
/// assert_eq!(canonical("a b\u{1}é\u{7F}\u{FDD0}"), "a b%01é\u{7F}\u{FFFD}");
/// ```
#[inline]
pub fn canonicalize_fragment<'a, T: Trace>(fragment: impl Into<Cow<'a, str>>, trace: &mut T) -> Cow<'a, str> {
    let mut fragment = fragment.into();
    let span = Span::whole(&fragment);
    // 1. Process each character of the fragment in sequence:
    // 1.1. If the current character has a Unicode value greater than or equal to U+0020:
    // 1.1.1. Output the current character.
    let section = barth_01::CANONICALIZING_A_FRAGMENT_1_1_1;
    if fragment.contains(is_noncharacter) {
        let replace = |fragment: &str| fragment.replace(is_noncharacter, "\u{FFFD}");
        fragment = trace.rewrite_by_reading("B25", section, span, fragment, |text| Cow::Owned(replace(text)));
    } else if T::ENABLED && fragment.contains(|c| c >= ' ') {
        trace.step(section, span, &fragment, None);
    }
    // 1.2. Otherwise:
    // 1.2.1. Output the utf8-percent-escaping of the current character.
    let section = barth_01::CANONICALIZING_A_FRAGMENT_1_2_1;
    let is_escaped = |c: char| c < ' ';
    trace.rewrite_where(section, span, fragment, is_escaped, |text| {
        crate::percent_encode_where(text, is_escaped)
    })
}

/// Spec: barth-01#canonicalizing-a-query-2.2.1
fn escape_in_encoding(query: &str, encoding: Encoding) -> String {
    let (octets, references) = encoding.encode(query, |c| format!("&#{};", u32::from(c)).into());
    let mut escaped = String::with_capacity(octets.len() + 16);
    let mut at = 0;
    for reference in references {
        escaped.push_str(&percent_encode_octets(&octets[at..reference.start], &QUERY_ESCAPED));
        at = reference.end;
        escaped.push_str(&percent_encode_octets(&octets[reference], &REFERENCE_ESCAPED));
    }
    escaped.push_str(&percent_encode_octets(&octets[at..], &QUERY_ESCAPED));
    escaped
}
