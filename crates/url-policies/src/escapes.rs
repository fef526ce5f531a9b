//! Percent-encoding: single escapes, unescaping until nothing is escaped, and escaping once.

use memchr::memchr_iter;

/// The byte that two hexadecimal digits stand for.
fn byte_of(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    Some(digit(high)? << 4 | digit(low)?)
}

/// The byte that the escape at `at` stands for, if there is one.
pub(crate) fn escaped_at(text: &[u8], at: usize) -> Option<u8> {
    match text.get(at..at + 3)? {
        &[b'%', high, low] => byte_of(high, low),
        _ => None,
    }
}

/// The escapes of `text`: the place of each, and its byte.
pub(crate) fn escapes(text: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    memchr_iter(b'%', text).filter_map(|at| Some((at, escaped_at(text, at)?)))
}

/// Whether `byte` is unreserved.
///
/// Source: RFC 3986, section 2.3.
pub(crate) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Unescapes `text` until nothing in it is escaped, and escapes once what is not a printable ASCII character, the space, `#` and `%`.
///
/// Unescaping has one result, in whatever order it is done: two escapes never overlap. So one run over the text
/// does it, which looks back at what it has written.
pub(crate) fn unescape_fully(text: &str) -> String {
    let is_escaped = |byte: u8| byte <= b' ' || byte >= 0x7f || matches!(byte, b'#' | b'%');
    // FAST: nothing is, and nothing will be.
    if !text.bytes().any(is_escaped) {
        return text.into();
    }
    let mut bytes = Vec::with_capacity(text.len());
    for byte in text.bytes() {
        bytes.push(byte);
        while let [.., b'%', high, low] = bytes[..]
            && let Some(byte) = byte_of(high, low)
        {
            bytes.truncate(bytes.len() - 3);
            bytes.push(byte);
        }
    }
    let mut out = String::with_capacity(bytes.len());
    for byte in bytes {
        if is_escaped(byte) {
            push_escape(&mut out, byte);
        } else {
            out.push(char::from(byte));
        }
    }
    out
}

/// Appends the escape of `byte`.
fn push_escape(out: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.push('%');
    for digit in [byte >> 4, byte & 15] {
        out.push(char::from(DIGITS[usize::from(digit)]));
    }
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
