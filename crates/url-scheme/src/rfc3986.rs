//! Schemes in RFC 3986: the grammar of "Scheme", and their "Case Normalization".

use alloc::borrow::Cow;

use url_core::{NoTrace, Report, Span, Trace, sections::rfc3986, to_ascii_lower_case, whatwg::check_scheme};

use crate::{SchemeError, manakai::VALID_SCHEME_CHARACTERS};

/// Splits `s` at its first colon into the scheme and the rest. Returns `None` for a relative reference.
///
/// Spec: rfc3986#scheme-2.1
///
/// # Examples
/// ```
/// use url_scheme::rfc3986::split_scheme;
/// assert_eq!(["urn:a:b", "1a:b"].map(split_scheme), [Some(("urn", "a:b")), None]);
/// ```
pub fn split_scheme(s: &str) -> Option<(&str, &str)> {
    split_scheme_traced(s, &mut NoTrace)
}

/// Splits `s` as [`split_scheme`] does, and reports the step to `trace`.
///
/// Spec: rfc3986#scheme-2.1, connolly#parsing-urls-8.1
///
/// # Examples
/// ```
/// use url_scheme::rfc3986::split_scheme_traced;
/// assert_eq!(split_scheme_traced("urn:a:b", &mut url_core::NoTrace), Some(("urn", "a:b")));
/// ```
#[inline]
pub fn split_scheme_traced<'a, T: Trace>(s: &'a str, trace: &mut T) -> Option<(&'a str, &'a str)> {
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

/// Checks `scheme`, which has no colon, and converts it to lower case. The result is borrowed if nothing
/// changes.
///
/// # Errors
/// Returns the reasons of [`whatwg::normalize_scheme`](crate::whatwg::normalize_scheme), because the grammar
/// is the same.
///
/// Spec: rfc3986#case-normalization-2, rfc3986#scheme-2, rfc3986#scheme-2.1
///
/// # Examples
/// ```
/// use url_scheme::rfc3986::normalize_scheme;
/// assert_eq!(normalize_scheme("URN").as_deref(), Ok("urn"));
/// assert!(normalize_scheme("1a").is_err());
/// ```
pub fn normalize_scheme(scheme: &str) -> Result<Cow<'_, str>, SchemeError> {
    check_scheme(scheme, rfc3986::SCHEME_2_1)?;
    Ok(normalize_scheme_traced(scheme, &mut NoTrace))
}

/// Converts `scheme` to lower case without a check. The result is borrowed if nothing changes.
///
/// Spec: rfc3986#case-normalization-2, rfc3986#scheme-2
///
/// # Examples
/// ```
/// assert_eq!(url_scheme::rfc3986::normalize_scheme_traced("URN", &mut url_core::NoTrace), "urn");
/// ```
pub fn normalize_scheme_traced<'a, T: Trace>(scheme: impl Into<Cow<'a, str>>, trace: &mut T) -> Cow<'a, str> {
    let scheme = scheme.into();
    trace.rewrite(rfc3986::CASE_NORMALIZATION_2, Span::whole(&scheme), scheme, to_ascii_lower_case)
}
