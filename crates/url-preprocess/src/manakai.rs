//! Preprocessing of a string in the manakai document. Implements manakai "Preprocessing".
//!
//! Helpers, not in a spec: `replace`.

use alloc::borrow::Cow;

use url_core::{
    ByteSet, NoTrace, Report, Span, Trace,
    fast::{Ranges, any_is_in},
    is_noncharacter,
    sections::manakai,
};

/// The bytes that step 3 of [`preprocess`] removes, or that may start a noncharacter in UTF-8. FAST: with the
/// other controls before CR, these are one range of signed bytes.
const CHANGED: ByteSet = ByteSet::of(b"").and_range(0x00, b'\r').and_range(0xEF, 0xFF);
const CHANGED_RANGES: Ranges<{ Ranges::count(&CHANGED) }> = Ranges::new(&CHANGED);

/// Prepares `input` for the parser of the document, by the steps of [`preprocess`].
///
/// Spec: manakai#preprocessing
///
/// # Examples
/// ```
/// assert_eq!(url_preprocess::manakai::clean(" ht\ntp://a/\u{FFFE} "), "http://a/\u{FFFD}");
/// ```
pub fn clean(input: &str) -> Cow<'_, str> {
    preprocess(input, &mut NoTrace)
}

/// Replaces noncharacters by U+FFFD, removes tabs, LF and CR everywhere, and removes VT, FF and spaces at the
/// ends of `input`. Borrows the result if only VT, FF and spaces at the ends are removed.
///
/// A `str` contains no surrogates. For other strings, call [`crate::from_utf16`], [`crate::from_bytes`] or
/// [`crate::from_code_points`] first, which replace surrogates by U+FFFD (step 2).
///
/// Spec: manakai#preprocessing
///
/// # Examples
/// ```
/// let s = url_preprocess::manakai::preprocess(" ht\ntp://a.test/\u{FFFE} ", &mut url_core::NoTrace);
/// assert_eq!(s, "http://a.test/\u{FFFD}");
/// ```
pub fn preprocess<'a, T: Trace>(input: &'a str, trace: &mut T) -> Cow<'a, str> {
    // FAST: one scan without branches finds the strings that steps 2 and 3 do not change.
    if !T::ENABLED && !any_is_in(input, &CHANGED_RANGES) {
        return Cow::Borrowed(crate::trim(input, is_trimmed));
    }

    // 1. Let s be the given string.
    let span = Span::whole(input);
    trace.visited(manakai::PREPROCESSING_1, span);
    let s = Cow::Borrowed(input);
    // 2. Scan s and replace any surrogate, noncharacter, and non-Unicode code point by U+FFFD.
    let s = trace.rewrite(manakai::PREPROCESSING_2, span, s, |s| replace(s, is_noncharacter, "\u{FFFD}"));
    // 3. Remove U+0009, U+000A, and U+000D from s.
    let s = trace.rewrite(manakai::PREPROCESSING_3, span, s, |s| replace(s, is_removed, ""));
    // 4. Remove U+000B, U+000C, and U+0020 from the beginning and the end of s.
    trace.rewrite(manakai::PREPROCESSING_4, span, s, |s| Cow::Borrowed(s.trim_matches(is_trimmed)))
}

/// Spec: manakai#preprocessing-3
pub(crate) fn is_removed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}

/// Spec: manakai#preprocessing-4
pub(crate) fn is_trimmed(c: char) -> bool {
    matches!(c, '\u{B}' | '\u{C}' | ' ')
}

fn replace<'a>(text: &'a str, pattern: fn(char) -> bool, by: &str) -> Cow<'a, str> {
    if text.contains(pattern) { Cow::Owned(text.replace(pattern, by)) } else { Cow::Borrowed(text) }
}
