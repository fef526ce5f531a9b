//! Checks whether a string is a URI reference (RFC 3986) or an IRI reference (RFC 3987).
//!
//! Outside the specs: `check_iri_reference`.

use url_core::{NoTrace, Reason, Rejection, Repertoire, Rfc3986, Rfc3987, Span, sections::rfc3986};

use crate::{
    ParseError,
    profiles::rfc3986::parse::parse_uri_reference,
    watch::{Given, Watch},
};

/// Checks that `input` matches `URI-reference` of RFC 3986.
///
/// # Errors
/// If it does not match; the error has the production and the place.
///
/// Spec: rfc3986#uri-reference
///
/// # Examples
/// ```
/// use url_facade::{Span, rfc3986::check_uri_reference};
/// assert!(check_uri_reference("../a?b#c").is_ok());
/// let error = check_uri_reference("http://h/a b").unwrap_err();
/// assert_eq!((error.section().id(), error.span()), ("rfc3986#path-2.3", Span::new(10, 11)));
/// ```
pub fn check_uri_reference(input: &str) -> Result<(), ParseError> {
    check_reference::<Rfc3986>(input)
}

/// Checks that `input` matches `IRI-reference` of RFC 3987. The rules for bidirectional text are not checked.
///
/// # Errors
/// If it does not match; the error has the place, and the production of RFC 3986 that RFC 3987 extends.
///
/// # Examples
/// ```
/// use url_facade::rfc3986::check_iri_reference;
/// assert!(check_iri_reference("http://é/é?\u{E000}#é").is_ok());
/// assert!(check_iri_reference("http://h/\u{E000}").is_err());
/// ```
pub fn check_iri_reference(input: &str) -> Result<(), ParseError> {
    check_reference::<Rfc3987>(input)
}

/// Spec: rfc3986#uri-reference
fn check_reference<R: Repertoire>(input: &str) -> Result<(), ParseError> {
    if input.len() > Span::LIMIT {
        let span = Span::new(0, Span::LIMIT);
        return Err(Rejection::new(Reason::TooLong, rfc3986::URI_REFERENCE, span).into());
    }
    let given = Given::unchanged(input);
    parse_uri_reference::<R, _>(input, &mut Watch::new(&mut NoTrace, &given, None))?;
    Ok(())
}
