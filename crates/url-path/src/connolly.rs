//! Paths in "Web addresses in HTML 5". Implements the path step of connolly "Resolving Web addresses".

use alloc::borrow::Cow;

use url_core::{ByteSet, PCHAR, Report, Span, Trace, percent_encode, sections::connolly};

const NOT_IN_PATH: ByteSet = PCHAR.and(b"/%").complement();

/// Percent-encodes the characters of `path` that RFC 3986 does not allow in a path, except `%`.
///
/// Spec: connolly#absolute-url-14
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_path::connolly::escape_path("/a^b☺c%FFd%z/", &mut NoTrace), "/a%5Eb%E2%98%BAc%FFd%z/");
/// ```
#[inline]
pub fn escape_path<'a, T: Trace>(path: impl Into<Cow<'a, str>>, trace: &mut T) -> Cow<'a, str> {
    let path = path.into();
    let (span, len) = (Span::whole(&path), path.len());
    let escaped =
        trace.rewrite(connolly::ABSOLUTE_URL_14, span, path, |path| percent_encode(path, &NOT_IN_PATH));
    if escaped.len() > len {
        // 14.1. Encode the character into a sequence of octets as defined by UTF-8.
        trace.visited(connolly::ABSOLUTE_URL_14_1, span);
        // 14.2. Replace the character with the percent-encoded form of those octets.
        trace.visited(connolly::ABSOLUTE_URL_14_2, span);
    }
    escaped
}
