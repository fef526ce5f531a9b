//! The serializer of URIs in RFC 3986. Implements rfc3986 "Component Recomposition".

use alloc::string::String;

use url_core::{
    ByteSet, Component, Components, NoTrace, PCHAR, Parsed, Reason, Rejection, Rfc3986, SUB_DELIMS, Section,
    Span, Trace, UNRESERVED, rfc3986::match_host, sections::rfc3986, whatwg::check_scheme,
};

use crate::{Parts, Result, SerializeError, Writer, has_authority, of, refuse, serialized_len};

const USERNAME: ByteSet = UNRESERVED.or(&SUB_DELIMS);
const PASSWORD: ByteSet = USERNAME.and(b":");
const PATH: ByteSet = PCHAR.and(b"/");
const QUERY: ByteSet = PCHAR.and(b"/?");

/// Checks that `text` consists of escapes and of characters in `allowed`.
///
/// Spec: rfc3986#percent-encoding-1.1
fn check(
    text: &str,
    allowed: &ByteSet,
    component: Component,
    section: Section,
) -> Result<(), SerializeError> {
    let unmatched = allowed.find_unmatched(text, |_| false);
    unmatched.map_or(Ok(()), |span| Err(of(component)(Rejection::of_character(text, section, span))))
}

/// Writes a URI, or a relative reference if the scheme is empty, that has the given parts by the grammar.
///
/// # Errors
/// Returns the part that does not match its production, with the span of the character in this part (for a
/// host in brackets, the whole host). A path after a host must be empty or start with `/`
/// ([`Reason::NotParsedBack`]), a path without a host cannot start with `//`, and without a scheme its first
/// segment has no colon. Credentials and ports need a host, which may be empty.
///
/// Spec: rfc3986#component-recomposition, rfc3986#authority-4, rfc3986#path-2, rfc3986#relative-reference-4
///
/// # Examples
/// ```
/// use url_serialize::{Parts, rfc3986::serialize};
/// let parts = Parts { path: "a", query: Some("b"), ..Parts::default() };
/// assert_eq!(serialize(&parts).as_deref(), Ok("a?b"));
/// assert_eq!(serialize(&Parts { scheme: "urn", ..parts }).as_deref(), Ok("urn:a?b"));
/// assert!(serialize(&Parts { path: "a:b", ..parts }).is_err());
/// ```
pub fn serialize(parts: &Parts<'_>) -> Result<String, SerializeError> {
    let Parts { scheme, username, host, path, .. } = *parts;
    if !scheme.is_empty() {
        check_scheme(scheme, rfc3986::SCHEME_2_1).map_err(of(Component::Scheme))?;
    }
    check(username, &USERNAME, Component::User, rfc3986::USER_INFORMATION_1_1)?;
    let password = parts.password.unwrap_or_default();
    check(password, &PASSWORD, Component::Password, rfc3986::USER_INFORMATION_1_1)?;
    if let Some(host) = host {
        match_host(Rfc3986, host, &mut NoTrace).map_err(of(Component::Host))?;
    } else if parts.has_credentials_or_port() {
        let (reason, section) = (Reason::NoCredentialsOrPort, rfc3986::AUTHORITY_2_1);
        return refuse(Component::Host, reason, section, Span::default());
    }
    check(path, &PATH, Component::Path, rfc3986::COMPONENT_RECOMPOSITION_1_4)?;
    let colon = path.split('/').next().and_then(|segment| segment.find(':'));
    let fault = match (host, colon) {
        (Some(_), _) if !path.is_empty() && !path.starts_with('/') => {
            Some((Reason::NotParsedBack, rfc3986::AUTHORITY_4, Span::new(0, 1)))
        }
        (None, _) if path.starts_with("//") => {
            Some((Reason::PathLikeAuthority, rfc3986::PATH_2, Span::new(0, 2)))
        }
        (None, Some(at)) if scheme.is_empty() => {
            Some((Reason::ColonInFirstSegment, rfc3986::RELATIVE_REFERENCE_4, Span::new(at, at + 1)))
        }
        _ => None,
    };
    if let Some((reason, section, span)) = fault {
        return refuse(Component::Path, reason, section, span);
    }
    check(parts.query.unwrap_or_default(), &QUERY, Component::Query, rfc3986::QUERY_1_1)?;
    check(parts.fragment.unwrap_or_default(), &QUERY, Component::Fragment, rfc3986::FRAGMENT_1_1)?;
    let mut result = String::new();
    recompose(&parts.to_parsed(), &mut result, &mut NoTrace).map_err(of(Component::Path))?;
    Ok(result)
}

/// Writes the components of `uri` into `out`, replacing its contents, and returns the span of each component.
/// Writes the user information as `user:password`.
///
/// # Errors
/// Returns the error in `uri.invalid` if that field is not `None`. Returns [`url_core::Reason::TooLong`] if
/// the result would have more than [`url_core::Span::LIMIT`] bytes.
///
/// Spec: rfc3986#component-recomposition, rfc3986#component-recomposition-2
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Parsed};
/// let (scheme, query) = (Some("urn".into()), Some("".into()));
/// let uri = Parsed { scheme, path: Some("a".into()), query, ..Parsed::default() };
/// let mut text = String::new();
/// url_serialize::rfc3986::recompose(&uri, &mut text, &mut NoTrace).unwrap();
/// assert_eq!(text, "urn:a?");
/// ```
pub fn recompose<T: Trace>(uri: &Parsed<'_>, out: &mut String, trace: &mut T) -> Result<Components> {
    if let Some(rejection) = uri.invalid {
        return Err(rejection);
    }
    // 1.1. result = ""
    let mut result = Writer::new(out, serialized_len(uri, rfc3986::COMPONENT_RECOMPOSITION_1_7)?, trace);
    result.visited(rfc3986::COMPONENT_RECOMPOSITION_1_1);
    // 1.2. if defined(scheme) then append scheme to result; append ":" to result;
    result.append_scheme(rfc3986::COMPONENT_RECOMPOSITION_1_2, uri.scheme.as_deref());
    // 1.3. if defined(authority) then append "//" to result; append authority to result;
    if has_authority(uri) {
        result.append_authority(rfc3986::COMPONENT_RECOMPOSITION_1_3, uri);
    }
    // 1.4. append path to result;
    result.append_some(rfc3986::COMPONENT_RECOMPOSITION_1_4, Component::Path, uri.path.as_deref());
    // 1.5. if defined(query) then append "?" to result; append query to result;
    result.append_after('?', rfc3986::COMPONENT_RECOMPOSITION_1_5, Component::Query, uri.query.as_deref());
    // 1.6. if defined(fragment) then append "#" to result; append fragment to result;
    let (section, fragment) = (rfc3986::COMPONENT_RECOMPOSITION_1_6, uri.fragment.as_deref());
    result.append_after('#', section, Component::Fragment, fragment);
    // 1.7. return result;
    Ok(result.returned(rfc3986::COMPONENT_RECOMPOSITION_1_7))
}
