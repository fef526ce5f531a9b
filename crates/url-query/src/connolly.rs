//! Queries in "Web addresses in HTML 5". Each character is encoded and escaped separately.

use alloc::{borrow::Cow, string::String};

use percent_encoding::percent_encode_byte;
use url_core::{ByteSet, NoTrace, PCHAR, Report, Span, Trace, sections::connolly};

use crate::encoding::{Encoding, OctetsOfCharacter};

const IN_QUERY: ByteSet = PCHAR.and(b"/?%");

/// Percent-encodes each character of `query` that RFC 3986 does not allow in a query, except `%`, in UTF-8.
/// Borrows if nothing changes.
///
/// Spec: connolly#absolute-url-15
///
/// # Examples
/// ```
/// assert_eq!(url_query::connolly::encode_query("%é ["), "%%C3%A9%20%5B");
/// ```
pub fn encode_query(query: &str) -> Cow<'_, str> {
    escape_query(query, Encoding::UTF_8, &mut NoTrace)
}

/// Percent-encodes each character of `query` that RFC 3986 does not allow in a query, except `%`. Encodes the
/// character in `encoding`, and escapes every octet, even if it is ASCII (our interpretation C4). A character
/// that `encoding` lacks becomes `?`. Borrows `query` if nothing changes.
///
/// Spec: connolly#absolute-url-15
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// use url_query::{Encoding, connolly::escape_query};
/// assert_eq!(escape_query("%é [", Encoding::UTF_8, &mut NoTrace), "%%C3%A9%20%5B");
/// # #[cfg(feature = "encoding")]
/// assert_eq!(escape_query("表☺", Encoding::for_label("shift_jis")?, &mut NoTrace), "%95%5C?");
/// # Ok::<(), url_query::UnknownEncoding>(())
/// ```
pub fn escape_query<'a, T: Trace>(
    query: impl Into<Cow<'a, str>>,
    encoding: Encoding,
    trace: &mut T,
) -> Cow<'a, str> {
    let query = query.into();
    let span = Span::whole(&query);
    if IN_QUERY.contains_all(query.as_bytes()) {
        trace.change(connolly::ABSOLUTE_URL_15, span, &query, &query);
        return query;
    }
    let escaped = Cow::Owned(escape(&query, encoding, trace));
    if T::ENABLED && escaped != query && !encoding.is_utf_8_or_utf_16() {
        trace.step_by_reading("C4", connolly::ABSOLUTE_URL_15, span, &query, Some(&escaped));
    } else {
        trace.change(connolly::ABSOLUTE_URL_15, span, &query, &escaped);
    }
    escaped
}

/// Spec: connolly#absolute-url-15
fn escape<T: Trace>(query: &str, encoding: Encoding, trace: &mut T) -> String {
    let mut escaped = String::with_capacity(query.len() + 16);
    let mut rest = query;
    while let Some(at) = rest.bytes().position(|byte| !IN_QUERY.contains(byte)) {
        let (clean, from_here) = rest.split_at(at);
        escaped.push_str(clean);
        let mut chars = from_here.chars();
        let Some(c) = chars.next() else { break };
        let end = query.len() - chars.as_str().len();
        let span = Span::new(end - c.len_utf8(), end);
        rest = chars.as_str();
        let mut buffer = OctetsOfCharacter::default();
        if let Some(octets) = encoding.encode_character(c, &mut buffer) {
            // 15.2. Encode the character into a sequence of octets as defined by the encoding.
            trace.visited(connolly::ABSOLUTE_URL_15_2, span);
            // 15.3. Replace the character with the percent-encoded form of those octets.
            trace.visited(connolly::ABSOLUTE_URL_15_3, span);
            escaped.extend(octets.iter().map(|&octet| percent_encode_byte(octet)));
        } else {
            // 15.1. If the character cannot be expressed in the encoding, replace it with an ASCII question
            // mark.
            trace.visited(connolly::ABSOLUTE_URL_15_1, span);
            escaped.push('?');
        }
    }
    escaped.push_str(rest);
    escaped
}
