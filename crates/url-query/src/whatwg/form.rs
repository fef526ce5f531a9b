//! Parsing and serializing forms. Implements whatwg "application/x-www-form-urlencoded".
//!
//! Outside the specs: `parse_form_from`, `decode_from`, `encode_query_value`, `decode_query_value`.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::str;

use url_core::{ByteSet, hex_octet, in_bounds, whatwg::FORM_PERCENT_ENCODE_SET};

use super::percent_encode_after_encoding;
use crate::Encoding;

const ESCAPES: ByteSet = ByteSet::of(b"+%");

/// Parses the names and values in `input`, one pair at a time; text that needs no decoding is borrowed.
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

/// Like [`parse_form`], for text that is percent-encoded in `encoding`.
pub fn parse_form_from(
    encoding: Encoding,
    input: &str,
) -> impl DoubleEndedIterator<Item = (Cow<'_, str>, Cow<'_, str>)> + Clone {
    let decode = move |half| decode_from(encoding, half);
    input.split('&').filter_map(split_pair).map(move |(name, value)| (decode(name), decode(value)))
}

/// Spec: whatwg#concept-urlencoded-parser-3.1..3
#[inline]
pub(crate) fn split_pair(bytes: &str) -> Option<(&str, &str)> {
    // 3.1. Skip what is empty.
    // 3.2. The first equals sign ends the name.
    // 3.3. Without one there is no value.
    (!bytes.is_empty()).then(|| bytes.split_once('=').unwrap_or((bytes, "")))
}

/// Spec: whatwg#concept-urlencoded-parser-3.4..5
pub(crate) fn decode(half: &str) -> Cow<'_, str> {
    if ESCAPES.find_in(half.as_bytes()).is_none() {
        return Cow::Borrowed(half);
    }
    // Decoded text is never longer.
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

/// Returns the rest of `text`, which starts with a plus sign, a percent sign, or the bytes of one character.
///
/// Spec: whatwg#concept-urlencoded-parser-3.4..5
#[inline]
pub(crate) fn append_decoded_escape<'a>(text: &'a str, decoded: &mut String) -> &'a str {
    // FAST: unescaped text consists of whole characters, so a character that starts with an escape ends
    // within the same run of escapes. Each run can therefore be decoded separately, and so can each character
    // of a run.
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
                // Decodes the rest of the run, with U+FFFD for invalid sequences.
                let octets: Vec<u8> = (0..).map_while(octet).collect();
                decoded.push_str(&String::from_utf8_lossy(&octets));
                3 * octets.len()
            }
        }
    };
    in_bounds(text.get(len..))
}

impl Encoding {
    /// Percent-encodes `text` as a name or value of a query, as in a form: a space becomes `+`, and a
    /// character that the encoding lacks becomes a numeric character reference.
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

    /// Decodes a name or a value of a query, with U+FFFD for invalid sequences; also returns `false` if there
    /// were any. See [`Encoding::encode_query_value`] for an example.
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
pub(crate) fn decode_from(encoding: Encoding, half: &str) -> Cow<'_, str> {
    if encoding.is_utf_8() { decode(half) } else { encoding.decode_query_value(half).0 }
}

/// Serializes `tuples` of names and values as a form, in `encoding`.
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
pub(crate) fn append_encoded(encoding: Encoding, text: &str, output: &mut String) {
    if !encoding.is_utf_8() {
        return output.push_str(&encoding.encode_query_value(text));
    }
    // FAST: UTF-8 can represent every character, so the loop of step 7 runs once, over the string itself;
    // bytes outside the set are ASCII, and are copied in runs.
    let mut start = 0;
    for (at, &byte) in text.as_bytes().iter().enumerate() {
        if FORM_PERCENT_ENCODE_SET.contains(byte) {
            // Inside a character `get` returns `None`, and there is nothing to copy.
            output.push_str(text.get(start..at).unwrap_or_default());
            output.push_str(encoded_byte(byte));
            start = at + 1;
        }
    }
    output.push_str(in_bounds(text.get(start..)));
}

/// Returns the encoded form of `byte`, which is in the form percent-encode set.
///
/// Spec: whatwg#string-percent-encode-after-encoding
#[inline]
pub(crate) fn encoded_byte(byte: u8) -> &'static str {
    // 7.3.1. With spaceAsPlus, a space becomes a plus sign.
    // 7.3.5. Otherwise, percent-encode byte.
    if byte == b' ' { "+" } else { percent_encoding::percent_encode_byte(byte) }
}
