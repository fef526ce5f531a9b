//! Percent-encoded octets: `%` and two hexadecimal digits.

use alloc::{borrow::Cow, string::String};

/// Returns the octet that two hexadecimal digits of either case represent; `None` if `digits` is anything
/// else.
///
/// Spec: rfc3986#percent-encoding-1.1, rfc3986#percent-encoding-2
///
/// # Examples
/// ```
/// assert_eq!(url_core::hex_octet(b"7e"), Some(b'~'));
/// assert_eq!(url_core::hex_octet(b"7"), None);
/// ```
#[inline]
pub fn hex_octet(digits: &[u8]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let [high, low] = *digits else { return None };
    u8::try_from(digit(high)? << 4 | digit(low)?).ok()
}

/// Replaces each percent-encoded octet for which `decode` returns a character, in one pass; borrows if there
/// are none.
///
/// Spec: rfc3986#percent-encoding-1.1
///
/// # Examples
/// ```
/// let tilde = |octet| (octet == b'~').then_some('~');
/// assert_eq!(url_core::decode_escapes("/%7Ea%257E%", tilde), "/~a%257E%");
/// ```
pub fn decode_escapes(text: &str, decode: impl Fn(u8) -> Option<char>) -> Cow<'_, str> {
    let mut decoded = String::new();
    let mut copied = 0;
    for (at, _) in text.match_indices('%') {
        // An escape cannot overlap the one before it: "%4%41" contains one escape.
        let octet = text.as_bytes().get(at + 1..at + 3).and_then(hex_octet);
        if let Some(c) = octet.and_then(&decode) {
            decoded.push_str(&text[copied..at]);
            decoded.push(c);
            copied = at + 3;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    decoded.push_str(&text[copied..]);
    Cow::Owned(decoded)
}
