//! Queries, fragments and forms in the URL Standard.
//!
//! Helpers, not in a spec: `parse_form_from`, `decode_from`, `encode_query_value`, `decode_query_value`.

mod query_editor;
mod search_params;

use alloc::{borrow::Cow, format, string::String, vec::Vec};
use core::str;

use url_core::{
    ByteSet, NoTrace, Output, Rejection, Report, Span, Trace, append_percent_encoded, hex_octet, in_bounds,
    percent_encode, percent_encode_octets,
    sections::whatwg,
    whatwg::{
        Edition, FORM_PERCENT_ENCODE_SET, FRAGMENT_PERCENT_ENCODE_SET, QUERY_PERCENT_ENCODE_SET,
        SPECIAL_QUERY_PERCENT_ENCODE_SET, SchemeKind, check_url_units, report_units,
    },
};

use crate::Encoding;

pub use query_editor::QueryEditor;
pub use search_params::{Pairs, SearchParams};

/// Returns the query that the parser of the URL Standard makes of `query`, the text after the `?` of a URL
/// with a special scheme, such as `https`. Borrows if nothing changes.
///
/// The parser encodes spaces, quotes, `#`, `<`, `>`, controls and non-ASCII characters, and keeps `&`, `=`,
/// `+` and escapes. To encode a name or a value, use [`SearchParams`] or [`Encoding::encode_query_value`].
/// For a page that is not in UTF-8, use [`Encoding::encode_query`].
///
/// Spec: whatwg#query-state
///
/// # Examples
/// ```
/// assert_eq!(url_query::encode_query("q='a b'&r=é#%41"), "q=%27a%20b%27&r=%C3%A9%23%41");
/// ```
pub fn encode_query(query: &str) -> Cow<'_, str> {
    Encoding::UTF_8.encode_query(query)
}

/// Returns the fragment that the parser of the URL Standard makes of `fragment`, the text after the `#` of a
/// URL. Borrows if nothing changes.
///
/// Spec: whatwg#fragment-state
///
/// # Examples
/// ```
/// assert_eq!(url_query::encode_fragment("a `b`#%41"), "a%20%60b%60#%41");
/// ```
pub fn encode_fragment(fragment: &str) -> Cow<'_, str> {
    encode_fragment_traced(fragment, Edition::Newest, &mut NoTrace)
}

/// Encodes `input` in `encoding`, and percent-encodes the bytes in `percent_encode_set`. Borrows if nothing
/// changes. A character that `encoding` lacks becomes a percent-encoded numeric character reference, such as
/// `%26%238253%3B`. If the set is the Standard's set for forms, a space becomes `+`.
///
/// Spec: whatwg#string-percent-encode-after-encoding
///
/// # Examples
/// ```
/// use url_core::whatwg::FORM_PERCENT_ENCODE_SET;
/// use url_query::{Encoding, whatwg::percent_encode_after_encoding};
/// # #[cfg(feature = "encoding")]
/// let encoded = percent_encode_after_encoding(Encoding::for_label("sjis")?, "1+1 ≡ ‽", &FORM_PERCENT_ENCODE_SET);
/// # #[cfg(feature = "encoding")]
/// assert_eq!(encoded, "1%2B1+%81%DF+%26%238253%3B");
/// # Ok::<(), url_query::UnknownEncoding>(())
/// ```
pub fn percent_encode_after_encoding<'a>(
    encoding: Encoding,
    input: &'a str,
    percent_encode_set: &ByteSet,
) -> Cow<'a, str> {
    percent_encode_after_encoding_traced(encoding, input, percent_encode_set, &mut NoTrace)
}

/// Spec: whatwg#string-percent-encode-after-encoding
fn percent_encode_after_encoding_traced<'a, T: Trace>(
    encoding: Encoding,
    input: &'a str,
    percent_encode_set: &ByteSet,
    trace: &mut T,
) -> Cow<'a, str> {
    let whole = Span::whole(input);
    let trace = &mut trace.at(whole);
    // 1. Assert: a legacy encoding goes with two of the sets only.
    // NOTE: this function also accepts other sets.
    trace.visited(whatwg::STRING_PERCENT_ENCODE_AFTER_ENCODING_1, whole);
    // 2. Let spaceAsPlus be true for the form percent-encode set.
    trace.visited(whatwg::STRING_PERCENT_ENCODE_AFTER_ENCODING_2, whole);
    let space_as_plus = *percent_encode_set == FORM_PERCENT_ENCODE_SET;
    // FAST: UTF-8 has every character, so the loop of step 7 runs once, over the whole string.
    if !T::ENABLED && encoding.is_utf_8() && !space_as_plus {
        return percent_encode(input, percent_encode_set);
    }
    // 3. Let encoder be the result of getting an encoder.
    trace.visited(whatwg::STRING_PERCENT_ENCODE_AFTER_ENCODING_3, whole);
    // 4. Let inputQueue be input as an I/O queue.
    trace.visited(whatwg::STRING_PERCENT_ENCODE_AFTER_ENCODING_4, whole);
    // 5. Let output be the empty string.
    trace.visited(whatwg::STRING_PERCENT_ENCODE_AFTER_ENCODING_5, whole);
    let mut output = String::with_capacity(input.len());
    // 6. Let potentialError be 0.
    trace.visited(whatwg::STRING_PERCENT_ENCODE_AFTER_ENCODING_6, whole);
    // 7. While potentialError is non-null:
    // 7.1. Let encodeOutput be an empty I/O queue.
    trace.visited(whatwg::STRING_PERCENT_ENCODE_AFTER_ENCODING_7_1, whole);
    // 7.2. Set potentialError to the result of encode or fail.
    trace.visited(whatwg::STRING_PERCENT_ENCODE_AFTER_ENCODING_7_2, whole);
    // NOTE: the encoder does not stop at an error, but writes "&#", the number and ";".
    let reference = |c| Cow::Owned(format!("&#{};", u32::from(c)));
    let (encode_output, references) = encoding.encode(input, reference);
    let reference_set = percent_encode_set.and(b"&#;");
    let mut start = 0;
    for reference in references {
        let bytes = in_bounds(encode_output.get(start..reference.start));
        append_octets(bytes, percent_encode_set, space_as_plus, &mut output, trace);
        start = reference.end;
        // 7.4. An error: append its number between "%26%23" and "%3B".
        trace.visited(whatwg::STRING_PERCENT_ENCODE_AFTER_ENCODING_7_4, whole);
        output += &percent_encode_octets(in_bounds(encode_output.get(reference)), &reference_set);
    }
    let bytes = in_bounds(encode_output.get(start..));
    append_octets(bytes, percent_encode_set, space_as_plus, &mut output, trace);
    // 8. Return output.
    trace.visited(whatwg::STRING_PERCENT_ENCODE_AFTER_ENCODING_8, whole);
    if output == input { Cow::Borrowed(input) } else { Cow::Owned(output) }
}

/// Percent-encodes the bytes of `encode_output` that are in `percent_encode_set`, and appends the result to
/// `output`.
///
/// Spec: whatwg#string-percent-encode-after-encoding
fn append_octets<T: Trace>(
    encode_output: &[u8],
    percent_encode_set: &ByteSet,
    space_as_plus: bool,
    output: &mut String,
    trace: &mut T,
) {
    // 7.3. For each byte of encodeOutput:
    for (index, bytes) in encode_output.split(|&byte| space_as_plus && byte == b' ').enumerate() {
        // 7.3.1. With spaceAsPlus, a space becomes a plus sign.
        if index > 0 {
            output.push('+');
        }
        if T::ENABLED && !bytes.is_empty() {
            // 7.3.2. Let isomorph be the code point of byte.
            trace.visited(whatwg::STRING_PERCENT_ENCODE_AFTER_ENCODING_7_3_2, Span::default());
            // 7.3.3. Assert: the set includes all that is not ASCII.
            trace.visited(whatwg::STRING_PERCENT_ENCODE_AFTER_ENCODING_7_3_3, Span::default());
            // 7.3.4. Not in the set: append isomorph.
            if bytes.iter().any(|&byte| !percent_encode_set.contains(byte)) {
                trace.visited(whatwg::STRING_PERCENT_ENCODE_AFTER_ENCODING_7_3_4, Span::default());
            }
            // 7.3.5. Otherwise, percent-encode byte.
            if bytes.iter().any(|&byte| percent_encode_set.contains(byte)) {
                trace.visited(whatwg::STRING_PERCENT_ENCODE_AFTER_ENCODING_7_3_5, Span::default());
            }
        }
        // NOTE: this line encodes all bytes at once.
        *output += &percent_encode_octets(bytes, percent_encode_set);
    }
}

/// Returns the length of the query at the start of `input`. The query ends before `#`.
///
/// Spec: whatwg#query-state-2
///
/// # Examples
/// ```
/// assert_eq!(["a#b", "a"].map(url_query::whatwg::scan_query), [1, 1]);
/// ```
#[inline]
pub fn scan_query(input: &str) -> usize {
    input.find('#').unwrap_or(input.len())
}

/// Percent-encodes the query `buffer` by an `edition` of the Standard. Uses UTF-8 if the scheme is `ws` or
/// `wss` or is not special, and `encoding` for all other schemes.
///
/// Spec: whatwg#query-state
///
/// # Examples
/// ```
/// use url_core::{NoTrace, whatwg::{Edition::Newest, SchemeKind}};
/// use url_query::{Encoding, whatwg::encode_query_traced};
/// let encode = |query, kind| encode_query_traced(query, kind, Encoding::UTF_8, Newest, &mut NoTrace);
/// assert_eq!(encode("a'b", SchemeKind::Special), "a%27b");
/// assert_eq!(encode("a'b", SchemeKind::NotSpecial), "a'b");
/// ```
pub fn encode_query_traced<'a, T: Trace>(
    buffer: &'a str,
    kind: SchemeKind,
    encoding: Encoding,
    edition: Edition,
    trace: &mut T,
) -> Cow<'a, str> {
    // 3.1. Neither a URL code point nor a percent sign: invalid-URL-unit.
    // 3.2. A percent sign without two hex digits: invalid-URL-unit.
    // 3.3. Append c to buffer.
    report_units(buffer, whatwg::QUERY_STATE_3_1, whatwg::QUERY_STATE_3_2, trace);
    let whole = Span::whole(buffer);
    if !buffer.is_empty() {
        trace.visited(whatwg::QUERY_STATE_3_3, whole);
    }
    // 1. Not special, or "ws" or "wss": set encoding to UTF-8.
    let is_utf_8 = matches!(kind, SchemeKind::NotSpecial | SchemeKind::WebSocket);
    if is_utf_8 {
        trace.visited(whatwg::QUERY_STATE_1, whole);
    }
    let encoding = if is_utf_8 { Encoding::UTF_8 } else { encoding };
    // 2.1. Let queryPercentEncodeSet depend on whether url is special.
    trace.visited(whatwg::QUERY_STATE_2_1, whole);
    let set = edition.percent_encode_set(query_percent_encode_set(kind));
    // 2.2. Percent-encode after encoding, and append to the query.
    let query = percent_encode_after_encoding_traced(encoding, buffer, set, trace);
    if buffer.is_empty() {
        trace.visited(whatwg::QUERY_STATE_2_2, whole);
    } else {
        trace.step(whatwg::QUERY_STATE_2_2, whole, buffer, Some(&query));
    }
    query
}

/// Percent-encodes the query `buffer` in `encoding`, and appends the result to `out`. If the scheme is not
/// special, or is `ws` or `wss`, the caller must pass UTF-8.
///
/// Spec: whatwg#query-state-2.1, whatwg#query-state-2.2
///
/// # Examples
/// ```
/// use url_query::{Encoding, whatwg::write_query};
/// let mut href = String::from("http://a.test/?");
/// write_query("b c'", url_core::whatwg::SchemeKind::Special, Encoding::UTF_8, &mut href);
/// assert_eq!(href, "http://a.test/?b%20c%27");
/// ```
#[inline]
pub fn write_query<O: Output>(buffer: &str, kind: SchemeKind, encoding: Encoding, out: &mut O) {
    // 2.1. Let queryPercentEncodeSet depend on whether url is special.
    let set = query_percent_encode_set(kind);
    // 2.2. Percent-encode after encoding, and append to the query.
    // FAST: text without bytes to encode is ASCII without controls, which all encodings keep unchanged.
    if encoding.is_utf_8() || set.find_in(buffer.as_bytes()).is_none() {
        append_percent_encoded(buffer, set, out);
    } else {
        out.push_str(&percent_encode_after_encoding(encoding, buffer, set));
    }
}

/// Spec: whatwg#query-state-2.1
fn query_percent_encode_set(kind: SchemeKind) -> &'static ByteSet {
    if kind.is_special() { &SPECIAL_QUERY_PERCENT_ENCODE_SET } else { &QUERY_PERCENT_ENCODE_SET }
}

/// Percent-encodes the fragment `input`, and appends the result to `out`.
///
/// Spec: whatwg#fragment-state-1.3
///
/// # Examples
/// ```
/// let mut href = String::from("http://a.test/#");
/// url_query::whatwg::write_fragment("b c", &mut href);
/// assert_eq!(href, "http://a.test/#b%20c");
/// ```
#[inline]
pub fn write_fragment<O: Output>(input: &str, out: &mut O) {
    // 1.3. UTF-8 percent-encode using the fragment percent-encode set.
    append_percent_encoded(input, &FRAGMENT_PERCENT_ENCODE_SET, out);
}

/// Percent-encodes the fragment `input`, by the given `edition` of the Standard.
///
/// Spec: whatwg#fragment-state
///
/// # Examples
/// ```
/// use url_core::{NoTrace, whatwg::Edition::Newest};
/// assert_eq!(url_query::whatwg::encode_fragment_traced("a `", Newest, &mut NoTrace), "a%20%60");
/// ```
pub fn encode_fragment_traced<'a, T: Trace>(input: &'a str, edition: Edition, trace: &mut T) -> Cow<'a, str> {
    // 1.1. Neither a URL code point nor a percent sign: invalid-URL-unit.
    // 1.2. A percent sign without two hex digits: invalid-URL-unit.
    report_units(input, whatwg::FRAGMENT_STATE_1_1, whatwg::FRAGMENT_STATE_1_2, trace);
    // 1.3. UTF-8 percent-encode using the fragment percent-encode set.
    let fragment = percent_encode(input, edition.percent_encode_set(&FRAGMENT_PERCENT_ENCODE_SET));
    if !input.is_empty() {
        trace.step(whatwg::FRAGMENT_STATE_1_3, Span::whole(input), input, Some(&fragment));
    }
    fragment
}

const NONE: ByteSet = ByteSet::of(b"");

/// Checks that `input` is a URL-query string, which authors may write after `?`.
///
/// # Errors
/// Returns [`url_core::Reason::CharacterNotAllowed`] or [`url_core::Reason::PercentNotEscape`].
///
/// Spec: whatwg#url-query-string
///
/// # Examples
/// ```
/// use url_query::whatwg::check_url_query_string;
/// assert!(check_url_query_string("a=?é").is_ok() && check_url_query_string("a[]").is_err());
/// ```
pub fn check_url_query_string(input: &str) -> Result<(), Rejection> {
    // Zero or more URL units.
    check_url_units(input, &NONE, whatwg::URL_QUERY_STRING)
}

/// Checks that `input` is a URL-fragment string, which authors may write after `#`.
///
/// # Errors
/// Returns [`url_core::Reason::CharacterNotAllowed`] or [`url_core::Reason::PercentNotEscape`].
///
/// Spec: whatwg#url-fragment-string
///
/// # Examples
/// ```
/// use url_query::whatwg::check_url_fragment_string;
/// assert!(check_url_fragment_string("a?/").is_ok() && check_url_fragment_string("a#b").is_err());
/// ```
pub fn check_url_fragment_string(input: &str) -> Result<(), Rejection> {
    // Zero or more URL units.
    check_url_units(input, &NONE, whatwg::URL_FRAGMENT_STRING)
}

const ESCAPES: ByteSet = ByteSet::of(b"+%");

/// Returns an iterator that parses the names and values of the form `input`. Names and values without `+` and
/// `%` are borrowed from `input`.
///
/// Spec: whatwg#concept-urlencoded-string-parser, webspecs#urlencoded-3
/// Spec: whatwg#concept-urlencoded-parser-1..4, whatwg#concept-urlencoded-parser-3.6
///
/// # Examples
/// ```
/// use std::borrow::Cow;
/// let pairs: Vec<_> = url_query::whatwg::parse_form("a=1+2&&b&%C3%A9==").collect();
/// assert_eq!(pairs, [("a".into(), "1 2".into()), ("b".into(), "".into()), ("é".into(), "=".into())]);
/// assert!(matches!(pairs[1].0, Cow::Borrowed("b")));
/// ```
pub fn parse_form(input: &str) -> impl DoubleEndedIterator<Item = (Cow<'_, str>, Cow<'_, str>)> + Clone {
    // 1. Split at ampersands.
    // 2. Begin with no tuples.
    // 3. For each byte sequence:
    // 3.6. Add the name and the value.
    // 4. Return the tuples.
    input.split('&').filter_map(split_pair).map(|(name, value)| (decode(name), decode(value)))
}

/// Parses a form as [`parse_form`] does, but decodes percent-encoded bytes in `encoding` instead of UTF-8.
pub fn parse_form_from(
    encoding: Encoding,
    input: &str,
) -> impl DoubleEndedIterator<Item = (Cow<'_, str>, Cow<'_, str>)> + Clone {
    let decode = move |half| decode_from(encoding, half);
    input.split('&').filter_map(split_pair).map(move |(name, value)| (decode(name), decode(value)))
}

/// Spec: whatwg#concept-urlencoded-parser-3.1..3
#[inline]
fn split_pair(bytes: &str) -> Option<(&str, &str)> {
    // 3.1. Skip an empty sequence.
    // 3.2. The first equals sign ends the name.
    // 3.3. Without an equals sign, the value is empty.
    (!bytes.is_empty()).then(|| bytes.split_once('=').unwrap_or((bytes, "")))
}

/// Spec: whatwg#concept-urlencoded-parser-3.4..5
fn decode(half: &str) -> Cow<'_, str> {
    if ESCAPES.find_in(half.as_bytes()).is_none() {
        return Cow::Borrowed(half);
    }
    let mut decoded = String::with_capacity(half.len());
    let mut rest = half;
    while let Some(at) = ESCAPES.find_in(rest.as_bytes()) {
        let (plain, escape) = rest.split_at(at);
        decoded.push_str(plain);
        rest = append_decoded_escape(escape, &mut decoded);
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

/// Decodes the character at the start of `text`, which is a `+`, an escape or another `%`, and appends the
/// result to `decoded`. Returns the rest of `text`.
///
/// Spec: whatwg#concept-urlencoded-parser-3.4..5
#[inline]
fn append_decoded_escape<'a>(text: &'a str, decoded: &mut String) -> &'a str {
    // FAST: unescaped text consists of whole characters, so a character that starts in a sequence of escapes
    // also ends there. Each character of the sequence can be decoded separately.
    let octet = |index: usize| match text.as_bytes().get(3 * index..3 * index + 3) {
        Some([b'%', digits @ ..]) => hex_octet(digits),
        _ => None,
    };
    let len = match octet(0) {
        // 3.4. A plus sign is a space.
        None if text.starts_with('+') => {
            decoded.push(' ');
            1
        }
        // 3.5. Percent-decode, then decode as UTF-8.
        None => {
            decoded.push('%');
            1
        }
        Some(first) if first.is_ascii() => {
            decoded.push(char::from(first));
            3
        }
        Some(first) => {
            let mut octets = [first; 4];
            let len = first.leading_ones().clamp(2, 4) as usize;
            for (place, index) in octets[1..len].iter_mut().zip(1..) {
                *place = octet(index).unwrap_or_default();
            }
            if let Some(Ok(c)) = octets.get(..len).map(str::from_utf8) {
                decoded.push_str(c);
                3 * len
            } else {
                // Decodes the rest of the escapes. An invalid sequence becomes U+FFFD.
                let octets: Vec<u8> = (0..).map_while(octet).collect();
                decoded.push_str(&String::from_utf8_lossy(&octets));
                3 * octets.len()
            }
        }
    };
    in_bounds(text.get(len..))
}

impl Encoding {
    /// Returns the query that the parser of the URL Standard makes of `query`, like [`encode_query`] but in
    /// this encoding, which is that of the page with the URL. A character that the encoding lacks becomes a
    /// numeric character reference.
    ///
    /// Spec: whatwg#query-state
    ///
    /// # Examples
    /// ```
    /// # #[cfg(feature = "encoding")] {
    /// let encoding = url_query::Encoding::for_label("windows-1252")?;
    /// assert_eq!(encoding.encode_query("q=é ☺"), "q=%E9%20%26%239786%3B");
    /// # }
    /// # Ok::<(), url_query::UnknownEncoding>(())
    /// ```
    pub fn encode_query(self, query: &str) -> Cow<'_, str> {
        encode_query_traced(query, SchemeKind::Special, self, Edition::Newest, &mut NoTrace)
    }

    /// Percent-encodes `text`, a name or a value of a query, in this encoding. A space becomes `+`, as in a
    /// form. A character that the encoding lacks becomes a numeric character reference.
    ///
    /// # Examples
    /// ```
    /// # #[cfg(feature = "encoding")] {
    /// let encoding = url_query::Encoding::for_label("gb18030")?;
    /// assert_eq!(encoding.encode_query_value("a b洪"), "a+b%BA%E9");
    /// assert_eq!(encoding.decode_query_value("a+b%BA%E9"), ("a b洪".into(), true));
    /// assert_eq!(encoding.decode_query_value("%FF"), ("\u{FFFD}".into(), false));
    /// # }
    /// # Ok::<(), url_query::UnknownEncoding>(())
    /// ```
    pub fn encode_query_value(self, text: &str) -> Cow<'_, str> {
        percent_encode_after_encoding(self, text, &FORM_PERCENT_ENCODE_SET)
    }

    /// Decodes a name or a value of a query, with U+FFFD for each invalid sequence. Returns the text, and
    /// false if a sequence is invalid. See [`Encoding::encode_query_value`] for an example.
    pub fn decode_query_value(self, text: &str) -> (Cow<'_, str>, bool) {
        if ESCAPES.find_in(text.as_bytes()).is_none() {
            return (Cow::Borrowed(text), true);
        }
        let spaced = text.replace('+', " ");
        let octets: Vec<u8> = percent_encoding::percent_decode_str(&spaced).collect();
        let (decoded, is_valid) = self.decode(&octets);
        (Cow::Owned(decoded.into_owned()), is_valid)
    }
}

#[inline]
fn decode_from(encoding: Encoding, half: &str) -> Cow<'_, str> {
    if encoding.is_utf_8() { decode(half) } else { encoding.decode_query_value(half).0 }
}

/// Serializes the names and values in `tuples` as a form in `encoding`.
///
/// Spec: whatwg#concept-urlencoded-serializer
///
/// # Examples
/// ```
/// use url_query::{Encoding, whatwg::serialize_form};
/// assert_eq!(serialize_form([("a", "b c"), ("é", "~")], Encoding::UTF_8), "a=b+c&%C3%A9=%7E");
/// ```
pub fn serialize_form<N: AsRef<str>, V: AsRef<str>>(
    tuples: impl IntoIterator<Item = (N, V)>,
    encoding: Encoding,
) -> String {
    // 1. Set encoding to an output encoding.
    // NOTE: an `Encoding` is already an output encoding.
    // 2. Let output be the empty string.
    let mut output = String::new();
    // 3. For each tuple of tuples:
    for (name, value) in tuples {
        // 3.1. Assert: name and value are scalar value strings.
        // 3.2. Let name be the percent-encoded name.
        let name = percent_encode_after_encoding(encoding, name.as_ref(), &FORM_PERCENT_ENCODE_SET);
        // 3.3. Let value be the percent-encoded value.
        let value = percent_encode_after_encoding(encoding, value.as_ref(), &FORM_PERCENT_ENCODE_SET);
        // 3.4. Append "&" to an output that is not empty.
        if !output.is_empty() {
            output.push('&');
        }
        // 3.5. Append name, "=" and value.
        output.extend([&name, "=", &value]);
    }
    // 4. Return output.
    output
}

/// Spec: whatwg#string-percent-encode-after-encoding
#[inline]
fn append_encoded(encoding: Encoding, text: &str, output: &mut String) {
    if !encoding.is_utf_8() {
        return output.push_str(&encoding.encode_query_value(text));
    }
    // FAST: UTF-8 has every character, so the loop of step 7 runs once, over the whole string. Bytes that are
    // not encoded are ASCII, and are copied together.
    let mut start = 0;
    for (at, &byte) in text.as_bytes().iter().enumerate() {
        if FORM_PERCENT_ENCODE_SET.contains(byte) {
            // If `at` is inside a character, `get` returns `None`, and nothing has to be copied.
            output.push_str(text.get(start..at).unwrap_or_default());
            output.push_str(encoded_byte(byte));
            start = at + 1;
        }
    }
    output.push_str(in_bounds(text.get(start..)));
}

/// Returns `+` for a space, and the escape for any other `byte` that the Standard's form set contains.
///
/// Spec: whatwg#string-percent-encode-after-encoding
#[inline]
fn encoded_byte(byte: u8) -> &'static str {
    // 7.3.1. With spaceAsPlus, a space becomes a plus sign.
    // 7.3.5. Otherwise, percent-encode byte.
    if byte == b' ' { "+" } else { percent_encoding::percent_encode_byte(byte) }
}
