//! Percent-encoding: single escapes, repeated unescaping, and escaping once.

use std::borrow::Cow;

use memchr::memchr_iter;
use url_core::fast::{Ranges, any_is_in};
use url_core::{ByteSet, SIMPLE_ENCODE_SET, hex_octet, percent_encode_octets};

/// The bytes that are escaped after full unescaping: non-printable and non-ASCII characters, the space, `#`
/// and `%`.
const ESCAPED: ByteSet = SIMPLE_ENCODE_SET.and(b" #%");

/// Returns the byte that the escape at `at` encodes, if there is one.
pub(crate) fn escaped_at(text: &[u8], at: usize) -> Option<u8> {
    match text.get(at..at + 3)? {
        [b'%', digits @ ..] => hex_octet(digits),
        _ => None,
    }
}

/// Returns the escapes of `text`: the place and the byte of each.
pub(crate) fn escapes(text: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    memchr_iter(b'%', text).filter_map(|at| Some((at, escaped_at(text, at)?)))
}

/// Unescapes `text` until it has no escapes, and then escapes the bytes of [`ESCAPED`] once.
///
/// The order of unescaping does not matter: two escapes never overlap. So one run over the text suffices,
/// which looks back at the text that it has written.
pub(crate) fn unescape_fully(text: &str) -> Cow<'_, str> {
    // FAST: there is nothing to unescape or escape.
    if !any_is_in(text, &const { Ranges::<{ Ranges::count(&ESCAPED) }>::new(&ESCAPED) }) {
        return text.into();
    }
    let mut bytes = Vec::with_capacity(text.len());
    for byte in text.bytes() {
        bytes.push(byte);
        while let [.., b'%', high, low] = bytes[..]
            && let Some(byte) = hex_octet(&[high, low])
        {
            bytes.truncate(bytes.len() - 3);
            bytes.push(byte);
        }
    }
    percent_encode_octets(&bytes, &ESCAPED).into()
}

#[cfg(test)]
mod tests {
    use super::unescape_fully;

    /// One run for each layer of escapes would be quadratic.
    #[test]
    fn many_layers_of_escapes_take_linear_time() {
        let text = format!("%{}41", "25".repeat(500_000));
        assert_eq!(unescape_fully(&text), "A");
    }
}
