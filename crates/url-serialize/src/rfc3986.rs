//! The serializer of URIs in RFC 3986. Implements rfc3986 "Component Recomposition".

use alloc::string::String;

use url_core::{Component, Components, Parsed, Trace, sections::rfc3986};

use crate::{Result, Writer, has_authority, serialized_len};

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
