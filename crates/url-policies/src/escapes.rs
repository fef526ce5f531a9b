//! Percent-encoding: single escapes, unescaping until nothing is escaped, and escaping once.

use std::borrow::Cow;

use memchr::memchr_iter;
use url_core::fast::{Ranges, any_is_in};
use url_core::{ByteSet, SIMPLE_ENCODE_SET, hex_octet, percent_encode_octets};

/// What is escaped once nothing else is: what is not a printable ASCII character, the space, `#` and `%`.
const ESCAPED: ByteSet = SIMPLE_ENCODE_SET.and(b" #%");

/// The byte that the escape at `at` stands for, if there is one.
pub(crate) fn escaped_at(text: &[u8], at: usize) -> Option<u8> {
    match text.get(at..at + 3)? {
        [b'%', digits @ ..] => hex_octet(digits),
        _ => None,
    }
}

/// The escapes of `text`: the place of each, and its byte.
pub(crate) fn escapes(text: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    memchr_iter(b'%', text).filter_map(|at| Some((at, escaped_at(text, at)?)))
}

/// Unescapes `text` until nothing in it is escaped, and escapes once what is in [`ESCAPED`].
///
/// Unescaping has one result, in whatever order it is done: two escapes never overlap. So one run over the text
/// does it, which looks back at what it has written.
pub(crate) fn unescape_fully(text: &str) -> Cow<'_, str> {
    // FAST: nothing is, and nothing will be.
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

    /// A run for each layer of escapes would take as many runs as there are layers.
    #[test]
    fn many_layers_take_one_run() {
        let text = format!("%{}41", "25".repeat(500_000));
        assert_eq!(unescape_fully(&text), "A");
    }
}
