//! What programs in JavaScript share: functions and classes of characters of the language.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use url_core::{hex_octet, to_ascii_lower_case};

/// The greatest number that programs in JavaScript have in Punycode.
pub(crate) const MOST_OF_PUNYCODE: u64 = (1 << 31) - 1;

/// Whether `\s` of patterns matches `c`.
pub(crate) fn is_white_space(c: char) -> bool {
    c == '\u{FEFF}' || c != '\u{85}' && c.is_whitespace()
}

/// Whether `c` ends a line for the dot of patterns, besides the two line breaks of ASCII.
pub(crate) fn is_line_separator(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

/// `text` in lower case, by the Unicode of Node 20.20: 17.
pub(crate) fn to_lower_case(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { to_ascii_lower_case(text) } else { Cow::Owned(text.to_lowercase()) }
}

/// `text` with its escapes decoded; `None` if one is not of UTF-8, or none.
pub(crate) fn decode_uri_component(text: &str) -> Option<Cow<'_, str>> {
    let is_escape = |(at, _)| text.as_bytes().get(at + 1..at + 3).and_then(hex_octet).is_some();
    let are_escapes = text.match_indices('%').all(is_escape);
    // Escapes are of a character, or of a part of one, which no other character completes.
    percent_decode_str(text).decode_utf8().ok().filter(|_| are_escapes)
}
