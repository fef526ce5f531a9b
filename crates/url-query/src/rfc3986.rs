//! Queries and fragments in RFC 3986, and the normalization of percent-encoded octets in all components.

use alloc::{borrow::Cow, string::String};

use url_core::{
    ByteSet, PCHAR, Rejection, Repertoire, Report, Section, Span, Trace, UNRESERVED, decode_escapes,
    hex_octet, sections::rfc3986,
};

/// The ASCII characters of `query` and `fragment`, without `%`, which starts a percent-encoded octet.
const QUERY: ByteSet = PCHAR.and(b"/?");

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
    trace.rewrite(rfc3986::CASE_NORMALIZATION_1, Span::whole(&component), component, |component| {
        let mut upper = String::new();
        let mut copied = 0;
        for (at, _) in component.match_indices('%') {
            if let Some(digits) = component.get(at + 1..at + 3)
                && hex_octet(digits.as_bytes()).is_some()
                && digits.bytes().any(|digit| digit.is_ascii_lowercase())
            {
                upper.push_str(&component[copied..=at]);
                upper.extend(digits.chars().map(|digit| digit.to_ascii_uppercase()));
                copied = at + 3;
            }
        }
        if copied == 0 {
            return Cow::Borrowed(component);
        }
        upper.push_str(&component[copied..]);
        Cow::Owned(upper)
    })
}
