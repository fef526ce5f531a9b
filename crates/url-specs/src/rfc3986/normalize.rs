//! Syntax-based normalization. Implements rfc3986 "Case Normalization", "Percent-Encoding Normalization" and
//! "Path Segment Normalization".

use url_core::{Parsed, Text, Trace};

use super::resolve::keep_path_apart;
use crate::{located_trace::LocatedTrace, spec::Result};

/// Escapes of unreserved characters are decoded first, so that the normalization is idempotent.
///
/// Spec: rfc3986#case-normalization, rfc3986#percent-encoding-normalization, rfc3986#path-segment-normalization
pub(super) fn normalize<'a, T: Trace>(
    mut uri: Parsed<'a>,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<Parsed<'a>> {
    if let Some(rejection) = uri.invalid {
        return Err(rejection);
    }
    // "The scheme and host are case-insensitive and therefore should be normalized to lowercase."
    uri.scheme = uri
        .scheme
        .map(|scheme| trace.rewrite(scheme, |scheme, on| url_scheme::rfc3986::normalize_scheme(scheme, on)));
    uri.host = uri.host.map(|host| {
        let host = trace.rewrite(host, |host, on| url_query::rfc3986::decode_unreserved(host, on));
        let host = trace.rewrite(host, |host, on| url_host::rfc3986::normalize_host(host, on));
        trace.rewrite(host, |host, on| url_query::rfc3986::upper_case_escapes(host, on))
    });
    uri.user = uri.user.map(|user| normalize_escapes(user, trace));
    uri.password = uri.password.map(|password| normalize_escapes(password, trace));
    uri.path = uri.path.map(|path| {
        let path = normalize_escapes(path, trace);
        // "The complete path segments "." and ".." [...] should be removed by applying the remove_dot_segments algorithm".
        trace.rewrite(path, |path, on| url_path::rfc3986::normalize_path_segments(path, on))
    });
    uri.query = uri.query.map(|query| normalize_escapes(query, trace));
    uri.fragment = uri.fragment.map(|fragment| normalize_escapes(fragment, trace));
    keep_path_apart(&mut uri, trace);
    // Decoding dots may have left a slash at the start.
    uri.hierarchical = uri.host.is_some() || uri.path.as_deref().is_some_and(|path| path.starts_with('/'));
    Ok(uri)
}

/// Spec: rfc3986#case-normalization, rfc3986#percent-encoding-normalization
fn normalize_escapes<'a, T: Trace>(component: Text<'a>, trace: &mut LocatedTrace<'_, T>) -> Text<'a> {
    // FAST: most components have no escapes.
    if !T::ENABLED && !component.contains('%') {
        return component;
    }
    let component = trace.rewrite(component, |text, on| url_query::rfc3986::decode_unreserved(text, on));
    trace.rewrite(component, |text, on| url_query::rfc3986::upper_case_escapes(text, on))
}
