//! Functions and character classes of JavaScript, shared by the programs written in it.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use url_core::{hex_octet, to_ascii_lower_case};

/// The greatest number that JavaScript implementations of Punycode accept in a calculation.
pub(crate) const MOST_OF_PUNYCODE: u64 = (1 << 31) - 1;

/// Returns true if `\s` of regular expressions matches `c`.
pub(crate) fn is_white_space(c: char) -> bool {
    c == '\u{FEFF}' || c != '\u{85}' && c.is_whitespace()
}

/// Returns true if `c` is one of the non-ASCII line breaks that `.` of regular expressions does not match.
pub(crate) fn is_line_separator(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

/// Returns `text` in lower case by Unicode 17, as in Node 20.20.
pub(crate) fn to_lower_case(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { to_ascii_lower_case(text) } else { Cow::Owned(text.to_lowercase()) }
}

/// Decodes the escapes of `text`; `None` if a `%` does not begin an escape, or the octets are not UTF-8.
pub(crate) fn decode_uri_component(text: &str) -> Option<Cow<'_, str>> {
    let is_escape = |(at, _)| text.as_bytes().get(at + 1..at + 3).and_then(hex_octet).is_some();
    let are_escapes = text.match_indices('%').all(is_escape);
    // Decode all of `text` at once: an unescaped character cannot complete one that is escaped in part.
    percent_decode_str(text).decode_utf8().ok().filter(|_| are_escapes)
}
