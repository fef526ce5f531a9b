//! What programs in JavaScript share: functions and classes of characters of the language.

use std::borrow::Cow;

use url_core::{hex_octet, to_ascii_lower_case};

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

/// `text` with its escapes decoded as UTF-8, each sequence of them on its own; `None` if one is not UTF-8, or no escape.
pub(crate) fn decode_uri_component(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let mut decoded = String::with_capacity(text.len());
    let mut left = text;
    while let Some((before, escapes)) = left.split_once('%') {
        decoded.push_str(before);
        let mut octets = Vec::new();
        let mut escapes = Some(escapes);
        while let Some(escape) = escapes {
            octets.push(escape.as_bytes().get(..2).and_then(hex_octet)?);
            left = escape.get(2..)?;
            escapes = left.strip_prefix('%');
        }
        decoded.push_str(&String::from_utf8(octets).ok()?);
    }
    decoded.push_str(left);
    Some(Cow::Owned(decoded))
}
