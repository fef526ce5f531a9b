//! Percent-encoding in the manakai document, and the canonical forms of queries and fragments.

use alloc::borrow::Cow;

use url_core::{
    ByteSet, NoTrace, Report, Span, Trace, manakai::report_percent_encoding, percent_encode_octets,
    sections::manakai,
};

use crate::Encoding;

/// Returns the canonical form of `query`, the query of a hierarchical URL, percent-encoded in UTF-8. Borrows
/// if nothing changes.
///
/// Spec: manakai#canonicalization-14
///
/// # Examples
/// ```
/// assert_eq!(url_query::manakai::encode_query("a b'é"), "a%20b'%C3%A9");
/// ```
pub fn encode_query(query: &str) -> Cow<'_, str> {
    canonicalize_query(query, Encoding::UTF_8, &mut NoTrace)
}

/// Encodes `string` in `encoding`, and percent-encodes every octet that is in `octets` or is not ASCII.
///
/// The function omits step 8, which decodes the octets above 0x7E that are not in `octets`. There are no such
/// octets: for an encoding other than UTF-8, the document only uses lists with all octets above 0x7E.
///
/// Spec: manakai#percent-encoding, manakai#percent-encoding-9
///
/// # Examples
/// ```
/// use url_core::{ByteSet, NoTrace};
/// use url_query::{Encoding, manakai::percent_encode};
/// const CONTROLS: ByteSet = ByteSet::of(b"").and_range(0x00, 0x1F).and_range(0x7F, 0xFF);
/// assert_eq!(percent_encode("a\u{4E00}b", Encoding::UTF_8, &CONTROLS, &mut NoTrace), "a%E4%B8%80b");
/// # #[cfg(feature = "encoding")]
/// assert_eq!(percent_encode("é\u{4E00}", Encoding::for_label("latin1")?, &CONTROLS, &mut NoTrace), "%E9?");
/// # Ok::<(), url_query::UnknownEncoding>(())
/// ```
pub fn percent_encode<'a, T: Trace>(
    string: &'a str,
    encoding: Encoding,
    octets: &ByteSet,
    trace: &mut T,
) -> Cow<'a, str> {
    let span = Span::whole(string);
    // 1. Let s be the given string.
    let s = string;
    // 2. Let encoding be the given character encoding.
    // 3. If encoding is not ASCII-compatible, let encoding be UTF-8.
    // NOTE: `Encoding::for_label` has already replaced such an encoding.
    // 4. Let octets be the list of octets being percent-encoded.
    report_percent_encoding(span, trace);
    // FAST: in UTF-8, steps 5, 6 and 8 change nothing.
    if !T::ENABLED && encoding == Encoding::UTF_8 {
        return url_core::percent_encode(s, octets);
    }
    // 5. Replace any code point in s which cannot be represented in encoding by "?".
    // 6. Encode s in encoding.
    let encoded = encoding.encode_with_question_marks(s);
    // 7. Replace any octet in s contained in octets by its percent-encoded form, with uppercase digits.
    // 8. Decode s by encoding.
    let text = percent_encode_octets(&encoded, octets);
    if text == string { Cow::Borrowed(string) } else { Cow::Owned(text) }
}

/// The octets that step 14 of "Canonicalization" encodes: all octets that the document's list lacks, except
/// `,` and `?`. By mistake, the list has `0x2D (,)` in place of `0x2C (,)`, and lacks `?`.
const QUERY: ByteSet = PLAIN.complement();

/// The bytes that step 14 of "Canonicalization" does not encode.
const PLAIN: ByteSet = ByteSet::of(b"!").and_range(b'#', b';').and(b"=").and_range(b'?', b'~');

/// Returns the canonical form of `query`, percent-encoded in `query_encoding`. Borrows if nothing changes.
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
    // NOTE: the caller chooses the encoding.
    // 14. Percent-encode the query, with query-encoding and the octets that are not in the list.
    let Cow::Owned(encoded) = percent_encode(&query, query_encoding, &QUERY, trace) else {
        trace.change(manakai::CANONICALIZATION_14, span, &query, &query);
        return query;
    };
    trace.change(manakai::CANONICALIZATION_14, span, &query, &encoded);
    Cow::Owned(encoded)
}

/// Percent-encodes the control characters of `fragment`. Borrows `fragment` if there are none.
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
    trace.rewrite(manakai::CANONICALIZATION_15, span, fragment, |text| {
        crate::percent_encode_where(text, char::is_control)
    })
}
