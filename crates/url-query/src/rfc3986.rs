//! Queries and fragments in RFC 3986, and the normalization of percent-encoded octets in all components.

use alloc::borrow::Cow;

use url_core::{
    ByteSet, NoTrace, PCHAR, Rejection, Repertoire, Report, Rfc3986, Section, Span, Trace, UNRESERVED,
    decode_escapes, sections::rfc3986,
};

use crate::QueryError;

/// The ASCII characters of `query` and `fragment`, without `%`, which starts a percent-encoded octet.
const QUERY: ByteSet = PCHAR.and(b"/?");

/// Checks `query`, and returns its normalized form: decodes escapes of unreserved characters, and writes the
/// digits of other escapes in upper case. Borrows if nothing changes.
///
/// # Errors
/// Returns the first character that a query cannot contain, or a `%` that does not start an escape.
///
/// Spec: rfc3986#query, rfc3986#percent-encoding-normalization, rfc3986#case-normalization
///
/// # Examples
/// ```
/// use url_core::Span;
/// use url_query::rfc3986::normalize_query;
/// assert_eq!(normalize_query("a=%7e%c3%a9&b")?, "a=~%C3%A9&b");
/// assert_eq!(normalize_query("a=é").unwrap_err().span(), Span::new(2, 4));
/// # Ok::<(), url_query::QueryError>(())
/// ```
pub fn normalize_query(query: &str) -> Result<Cow<'_, str>, QueryError> {
    match_query(Rfc3986, query, &mut NoTrace)?;
    Ok(upper_case_escapes(decode_unreserved(query, &mut NoTrace), &mut NoTrace))
}

/// Checks that `query` matches the production `query` of RFC 3986, to which `R` may add characters.
///
/// # Errors
/// Returns [`url_core::Reason::CharacterNotAllowed`] or [`url_core::Reason::PercentNotEscape`].
///
/// Spec: rfc3986#query-1.1, connolly#parsing-urls-8.6
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Rfc3986, Rfc3987};
/// use url_query::rfc3986::match_query;
/// assert!(match_query(Rfc3986, "é", &mut NoTrace).is_err());
/// assert!(match_query(Rfc3987, "é\u{E000}", &mut NoTrace).is_ok());
/// ```
#[inline]
pub fn match_query<R: Repertoire, T: Trace>(_: R, query: &str, trace: &mut T) -> Result<(), Rejection> {
    // query = *( pchar / "/" / "?" )
    match_text::<R, T>(query, rfc3986::QUERY_1_1, |c| R::is_ucschar(c) || R::is_iprivate(c), trace)
}

/// Checks that `fragment` matches the production `fragment` of RFC 3986, to which `R` may add characters.
///
/// # Errors
/// Returns [`url_core::Reason::CharacterNotAllowed`] or [`url_core::Reason::PercentNotEscape`].
///
/// Spec: rfc3986#fragment-1.1, connolly#parsing-urls-8.7
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Reason, Rfc3986};
/// use url_query::rfc3986::match_fragment;
/// assert!(match_fragment(Rfc3986, "a?/", &mut NoTrace).is_ok());
/// assert_eq!(match_fragment(Rfc3986, "%", &mut NoTrace).unwrap_err().reason, Reason::PercentNotEscape);
/// ```
#[inline]
pub fn match_fragment<R: Repertoire, T: Trace>(_: R, fragment: &str, trace: &mut T) -> Result<(), Rejection> {
    // fragment = *( pchar / "/" / "?" )
    match_text::<R, T>(fragment, rfc3986::FRAGMENT_1_1, R::is_ucschar, trace)
}

/// Spec: rfc3986#query-1.1, rfc3986#fragment-1.1
fn match_text<R: Repertoire, T: Trace>(
    text: &str,
    section: Section,
    also: impl Fn(char) -> bool,
    trace: &mut T,
) -> Result<(), Rejection> {
    let unmatched = const { &QUERY.or(&R::AFTER_AUTHORITY) }.find_unmatched(text, also);
    trace.step(section, Span::whole(text), text, unmatched.is_none().then_some(text));
    unmatched.map_or(Ok(()), |span| Err(Rejection::of_character(text, section, span)))
}

/// Decodes every percent-encoded unreserved character of a URI component, such as `%7E` to `~`.
///
/// Spec: rfc3986#percent-encoding-normalization-1, rfc3986#unreserved-characters-2
/// Spec: rfc3986#reserved-characters-2
///
/// # Examples
/// ```
/// assert_eq!(url_query::rfc3986::decode_unreserved("%7Ea%2F", &mut url_core::NoTrace), "~a%2F");
/// ```
pub fn decode_unreserved<'a, T: Trace>(component: impl Into<Cow<'a, str>>, trace: &mut T) -> Cow<'a, str> {
    let component = component.into();
    let span = Span::whole(&component);
    trace.rewrite(rfc3986::PERCENT_ENCODING_NORMALIZATION_1, span, component, |component| {
        decode_escapes(component, |octet| UNRESERVED.contains(octet).then_some(octet.into()))
    })
}

/// Converts the digits of all percent-encoded octets of a URI component to upper case.
///
/// Spec: rfc3986#case-normalization-1
///
/// # Examples
/// ```
/// assert_eq!(url_query::rfc3986::upper_case_escapes("%c3%A9%zz", &mut url_core::NoTrace), "%C3%A9%zz");
/// ```
pub fn upper_case_escapes<'a, T: Trace>(component: impl Into<Cow<'a, str>>, trace: &mut T) -> Cow<'a, str> {
    let component = component.into();
    trace.rewrite(
        rfc3986::CASE_NORMALIZATION_1,
        Span::whole(&component),
        component,
        url_core::upper_case_escapes,
    )
}
