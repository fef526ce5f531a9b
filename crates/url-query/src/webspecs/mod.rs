//! Queries and fragments in the WebSpecs document: its grammar rules, and the encoding of a query.

pub mod form_urlencoded;

use alloc::borrow::Cow;

use url_core::{
    ByteSet, NoTrace, QUERY_ENCODE_SET, Rejection, Report, Span, Trace, cleanse, fast::split_at_any,
    percent_encode, percent_encode_octets, sections::webspecs, whatwg::check_url_units,
};

use crate::Encoding;

/// Returns the query that the parser makes of `query`, percent-encoded in UTF-8, without tabs and newlines.
/// Borrows if nothing changes. Also encodes `#`.
///
/// Spec: webspecs#query
///
/// # Examples
/// ```
/// assert_eq!(url_query::webspecs::encode_query("a \"é\t#"), "a%20%22%C3%A9%23");
/// ```
pub fn encode_query(query: &str) -> Cow<'_, str> {
    cleanse(query, Some(&QUERY_ENCODE_SET), &mut NoTrace)
}

/// Returns the encoding for the query of a URL: UTF-8 for the schemes `ws` and `wss`, and `encoding_override`
/// for other relative schemes, such as `http`. `scheme` must be a relative scheme in lower case. For schemes
/// that are not relative, callers use UTF-8.
///
/// Spec: webspecs#cleanse-4.1
///
/// # Examples
/// ```
/// use url_query::{Encoding, webspecs::query_encoding};
/// let latin1 = Encoding::for_label("latin1").unwrap_or_default();
/// assert_eq!(query_encoding("http", latin1), latin1);
/// assert_eq!(query_encoding("wss", latin1), Encoding::UTF_8);
/// ```
pub fn query_encoding(scheme: &str, encoding_override: Encoding) -> Encoding {
    // non-file-relative-scheme 2. Set it to "utf-8" if the scheme matches "wss" or "ws".
    if matches!(scheme, "ws" | "wss") { Encoding::UTF_8 } else { encoding_override }
}

/// Parses the query at the start of `input` by the grammar rule `query`. Returns the query percent-encoded in
/// `encoding`, and the rest of `input`, which is empty or starts with `#`.
///
/// Spec: webspecs#query, webspecs#non-relative-url-3, webspecs#non-file-relative-scheme-2
///
/// # Examples
/// ```
/// use url_query::{Encoding, webspecs::query};
/// assert_eq!(query("a \"é\t#f", Encoding::UTF_8, &mut url_core::NoTrace), ("a%20%22%C3%A9".into(), "#f"));
/// ```
pub fn query<'a, T: Trace>(input: &'a str, encoding: Encoding, trace: &mut T) -> (Cow<'a, str>, &'a str) {
    // 1. Run without "#", cleanse with the query set. Encoding override applies.
    let (run, rest) = split_at_any(input, b"#");
    let span = Span::whole(run);
    trace.step(webspecs::QUERY_1, span, run, None);
    if encoding == Encoding::UTF_8 {
        return (cleanse(run, Some(&QUERY_ENCODE_SET), trace), rest);
    }
    let cleansed = cleanse(run, None, trace);
    // cleanse 4. With a set: encode with the encoding override, percent-encode by the set.
    let value = trace.rewrite(webspecs::CLEANSE_4_1, span, cleansed, |query| {
        Cow::Owned(percent_encode_octets(&encoding.encode_with_question_marks(query), &QUERY_ENCODE_SET))
    });
    (value, rest)
}

/// Parses the fragment `input` by the grammar rule `fragment`, which removes tabs, newlines and U+0000.
///
/// Spec: webspecs#fragment
///
/// # Examples
/// ```
/// assert_eq!(url_query::webspecs::fragment("a \0\"é\t#", &mut url_core::NoTrace), "a \"é#");
/// ```
pub fn fragment<'a, T: Trace>(input: &'a str, trace: &mut T) -> Cow<'a, str> {
    // 1. The rest. Remove U+0000 (conformance error); a character that is neither "%" nor a URL code point is
    // a conformance error; cleanse with no encode set: nothing is escaped.
    let span = Span::whole(input);
    trace.step(webspecs::FRAGMENT_1, span, input, None);
    if !input.contains('\0') {
        return cleanse(input, None, trace);
    }
    // NOTE: `cleanse` runs first, because it also reports U+0000.
    let cleansed = cleanse(input, None, trace);
    trace.rewrite(webspecs::FRAGMENT_1, span, cleansed, |fragment| Cow::Owned(fragment.replace('\0', "")))
}

/// Percent-encodes the characters of `text` that are in the query encode set, for the setter `search`.
///
/// Spec: webspecs#encode-sets-1.1
///
/// # Examples
/// ```
/// assert_eq!(url_query::webspecs::percent_encode_query("a\tb#"), "a%09b%23");
/// ```
pub fn percent_encode_query(text: &str) -> Cow<'_, str> {
    percent_encode(text, &QUERY_ENCODE_SET)
}

/// Checks that authors may write `input` as a query. `input` does not include the `?`.
///
/// # Errors
/// Returns [`url_core::Reason::CharacterNotAllowed`] or [`url_core::Reason::PercentNotEscape`].
///
/// Spec: webspecs#url-writing-20
///
/// # Examples
/// ```
/// use url_query::webspecs::check_query;
/// assert!(check_query("a=?é").is_ok() && check_query("a[]").is_err());
/// ```
pub fn check_query(input: &str) -> Result<(), Rejection> {
    // Zero or more URL units.
    check_url_units(input, &ByteSet::of(&[]), webspecs::URL_WRITING_20)
}

/// Checks that authors may write `input` as a fragment. `input` does not include the `#`.
///
/// # Errors
/// Returns [`url_core::Reason::CharacterNotAllowed`] or [`url_core::Reason::PercentNotEscape`].
///
/// Spec: webspecs#url-writing-21
///
/// # Examples
/// ```
/// use url_query::webspecs::check_fragment;
/// assert!(check_fragment("a?/").is_ok() && check_fragment("a#b").is_err());
/// ```
pub fn check_fragment(input: &str) -> Result<(), Rejection> {
    // Zero or more URL units.
    check_url_units(input, &ByteSet::of(&[]), webspecs::URL_WRITING_21)
}
