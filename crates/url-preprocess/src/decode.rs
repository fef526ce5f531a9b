//! Decoding of strings that may not be Unicode: a part of step 2 of manakai "Preprocessing".
//!
//! Helpers, not in a spec: `non_unicode_len`.

use alloc::{borrow::Cow, string::String};

/// Decodes UTF-16. A surrogate pair becomes one character, and a lone surrogate becomes U+FFFD.
///
/// Spec: manakai#preprocessing-2
///
/// # Examples
/// ```
/// assert_eq!(url_preprocess::from_utf16(&[0x61, 0xD800, 0xD83D, 0xDE00]), "a\u{FFFD}\u{1F600}");
/// ```
pub fn from_utf16(units: &[u16]) -> String {
    String::from_utf16_lossy(units)
}

/// Decodes code points. Each surrogate, and each number above 0x10FFFF, becomes U+FFFD. A pair of surrogates
/// becomes two characters U+FFFD, unlike in [`from_utf16`].
///
/// Spec: manakai#preprocessing-2
///
/// # Examples
/// ```
/// let text = url_preprocess::from_code_points([0x61, 0xD83D, 0xDE00, 0x11_0000]);
/// assert_eq!(text, "a\u{FFFD}\u{FFFD}\u{FFFD}");
/// ```
pub fn from_code_points(code_points: impl IntoIterator<Item = u32>) -> String {
    code_points.into_iter().map(|n| char::from_u32(n).unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// Decodes bytes as UTF-8. The result is borrowed if `bytes` is valid UTF-8. Each surrogate in three bytes
/// (as in WTF-8 and CESU-8), and each code point above U+10FFFF in four bytes, becomes one U+FFFD. All other
/// invalid bytes become U+FFFD as in [`String::from_utf8_lossy`].
///
/// Spec: manakai#preprocessing-2
///
/// # Examples
/// ```
/// let text = url_preprocess::from_bytes(b"a\xED\xA0\x80b\xF4\x90\x80\x80c\xFFd");
/// assert_eq!(text, "a\u{FFFD}b\u{FFFD}c\u{FFFD}d");
/// ```
pub fn from_bytes(bytes: &[u8]) -> Cow<'_, str> {
    let mut rest = match str::from_utf8(bytes) {
        Ok(text) => return Cow::Borrowed(text),
        Err(_) => bytes,
    };
    let mut out = String::with_capacity(bytes.len());
    while let Some(chunk) = rest.utf8_chunks().next() {
        out.push_str(chunk.valid());
        rest = &rest[chunk.valid().len()..];
        if !chunk.invalid().is_empty() {
            out.push(char::REPLACEMENT_CHARACTER);
            rest = &rest[non_unicode_len(rest).unwrap_or(chunk.invalid().len())..];
        }
    }
    Cow::Owned(out)
}

/// Returns the length of a surrogate, or a code point above U+10FFFF, at the start of `bytes`.
fn non_unicode_len(bytes: &[u8]) -> Option<usize> {
    match *bytes {
        [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => Some(3),
        [0xF4, 0x90..=0xBF, 0x80..=0xBF, 0x80..=0xBF, ..]
        | [0xF5..=0xF7, 0x80..=0xBF, 0x80..=0xBF, 0x80..=0xBF, ..] => Some(4),
        _ => None,
    }
}
