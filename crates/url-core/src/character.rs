//! Functions for characters, upper and lower case, and escapes (`%` and two hexadecimal digits).
//!
//! Helpers, not in a spec: `is_noncharacter`, `to_ascii_lower_case`, `append_ascii_lower_case`,
//! `replace_escapes`.

use alloc::{borrow::Cow, string::String};

use percent_encoding::percent_encode_byte;

use crate::Output;

/// Returns true if `c` is a noncharacter: U+FDD0 to U+FDEF, and the last two code points of each plane.
///
/// # Examples
/// ```
/// assert!(url_core::is_noncharacter('\u{FDD0}') && url_core::is_noncharacter('\u{1FFFE}'));
/// assert!(!url_core::is_noncharacter('\u{FFFD}'));
/// ```
#[inline]
pub const fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{FDD0}'..='\u{FDEF}') || c as u32 & 0xFFFE == 0xFFFE
}

/// Returns the decomposition that `c` had in Unicode 3.2, if `c` is one of the five ideographs whose
/// decomposition Unicode's Corrigendum 4 changed later. Otherwise, returns `c`.
///
/// Source: `NormalizationCorrections.txt` of the Unicode Character Database, field "original (erroneous)
/// decomposition". No further step of normalization changes the result.
///
/// Spec: manakai#nameprep-7.3, manakai#nameprep-7.4
///
/// # Examples
/// ```
/// assert_eq!(url_core::before_corrigendum_4('\u{2F868}'), '\u{2136A}');
/// ```
pub const fn before_corrigendum_4(c: char) -> char {
    match c {
        '\u{2F868}' => '\u{2136A}',
        '\u{2F874}' => '\u{5F33}',
        '\u{2F91F}' => '\u{43AB}',
        '\u{2F95F}' => '\u{7AAE}',
        '\u{2F9BF}' => '\u{4D57}',
        _ => c,
    }
}

/// Converts the ASCII letters of `text` to lower case. Returns `text` itself if no letter is in upper case.
///
/// # Examples
/// ```
/// assert_eq!(url_core::to_ascii_lower_case("HTTP"), "http");
/// ```
#[inline]
pub fn to_ascii_lower_case(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(text.to_ascii_lowercase())
    } else {
        Cow::Borrowed(text)
    }
}

/// Appends `text` to `out`, with its ASCII letters in lower case.
///
/// # Examples
/// ```
/// let mut out = String::from("a");
/// url_core::append_ascii_lower_case("Bc", &mut out);
/// assert_eq!(out, "abc");
/// ```
#[inline]
pub fn append_ascii_lower_case<O: Output>(text: &str, out: &mut O) {
    let start = out.len();
    out.push_str(text);
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        out.make_ascii_lowercase(start);
    }
}

/// Returns the octet that two hexadecimal digits, in upper or lower case, represent. Returns `None` if
/// `digits` is not exactly two hexadecimal digits.
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

/// Converts the digits of all percent-encoded octets of `text` to upper case. Borrows if nothing changes.
///
/// Spec: rfc3986#case-normalization-1
///
/// # Examples
/// ```
/// assert_eq!(url_core::upper_case_escapes("%c3%A9%zz"), "%C3%A9%zz");
/// ```
pub fn upper_case_escapes(text: &str) -> Cow<'_, str> {
    replace_escapes(text, |octet, escape| {
        let upper = percent_encode_byte(octet);
        (escape != upper).then(|| upper.chars())
    })
}

/// Replaces each percent-encoded octet of `text` with the character that `decode` returns for the octet. If
/// `decode` returns `None`, keeps the escape. Does not decode the result again. Returns `text` itself if
/// nothing is replaced.
///
/// The crate `percent-encoding` decodes all escapes or none, so it cannot be used here.
///
/// Spec: rfc3986#percent-encoding-1.1
///
/// # Examples
/// ```
/// let tilde = |octet| (octet == b'~').then_some('~');
/// assert_eq!(url_core::decode_escapes("/%7Ea%257E%", tilde), "/~a%257E%");
/// ```
pub fn decode_escapes(text: &str, decode: impl Fn(u8) -> Option<char>) -> Cow<'_, str> {
    replace_escapes(text, |octet, _| decode(octet).map(|c| [c]))
}

/// Replaces each escape of `text` with the characters that `replace` returns for its octet and its text.
fn replace_escapes<C: IntoIterator<Item = char>>(
    text: &str,
    replace: impl Fn(u8, &str) -> Option<C>,
) -> Cow<'_, str> {
    let mut replaced = String::new();
    let mut copied = 0;
    for (at, _) in text.match_indices('%') {
        // Escapes cannot overlap: "%4%41" contains one escape, "%41".
        let octet = text.as_bytes().get(at + 1..at + 3).and_then(hex_octet);
        if let Some(chars) = octet.and_then(|octet| replace(octet, &text[at..at + 3])) {
            replaced.push_str(&text[copied..at]);
            replaced.extend(chars);
            copied = at + 3;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    replaced.push_str(&text[copied..]);
    Cow::Owned(replaced)
}
