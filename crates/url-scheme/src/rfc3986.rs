//! Schemes in RFC 3986: the grammar of "Scheme", and their "Case Normalization".

use alloc::borrow::Cow;

use url_core::{Report, Span, Trace, sections::rfc3986, to_ascii_lower_case};

use crate::manakai::VALID_SCHEME_CHARACTERS;

/// Splits `s` at its first colon into the scheme and the rest. Returns `None` for a relative reference.
///
/// Spec: rfc3986#scheme-2.1, connolly#parsing-urls-8.1
///
/// # Examples
/// ```
/// let scan = |text| url_scheme::rfc3986::scan_scheme(text, &mut url_core::NoTrace);
/// assert_eq!((scan("urn:a:b"), scan("1a:b")), (Some(("urn", "a:b")), None));
/// ```
#[inline]
pub fn scan_scheme<'a, T: Trace>(s: &'a str, trace: &mut T) -> Option<(&'a str, &'a str)> {
    // scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
    let end = s.bytes().position(|byte| !VALID_SCHEME_CHARACTERS.contains(byte))?;
    let (scheme, after) = s.split_at(end);
    let after_colon = after.strip_prefix(':')?;
    if !scheme.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) {
        return None;
    }
    trace.step(rfc3986::SCHEME_2_1, Span::whole(scheme), s, Some(scheme));
    Some((scheme, after_colon))
}

/// Converts `scheme` to lower case. The result is borrowed if nothing changes.
///
/// Spec: rfc3986#case-normalization-2, rfc3986#scheme-2
///
/// # Examples
/// ```
/// assert_eq!(url_scheme::rfc3986::normalize_scheme("URN", &mut url_core::NoTrace), "urn");
/// ```
pub fn normalize_scheme<'a, T: Trace>(scheme: impl Into<Cow<'a, str>>, trace: &mut T) -> Cow<'a, str> {
    let scheme = scheme.into();
    trace.rewrite(rfc3986::CASE_NORMALIZATION_2, Span::whole(&scheme), scheme, to_ascii_lower_case)
}
