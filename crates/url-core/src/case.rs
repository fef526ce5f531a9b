//! The case of ASCII letters.

use alloc::borrow::Cow;

/// `text` with its ASCII letters in lower case; borrows when they are.
///
/// Spec: none (string handling)
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
