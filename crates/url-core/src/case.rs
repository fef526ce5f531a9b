//! Conversion of ASCII letters to lower case.

use alloc::borrow::Cow;

use crate::Output;

/// Converts the ASCII letters of `text` to lower case; borrows when there are no upper-case ones.
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
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte.is_ascii_uppercase()) {
        let (run, upper) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(run);
        let mut chars = upper.chars();
        out.push(chars.next().unwrap_or_default().to_ascii_lowercase());
        rest = chars.as_str();
    }
    out.push_str(rest);
}
