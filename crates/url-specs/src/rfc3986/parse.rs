//! The grammar of a URI reference. Implements rfc3986 "Syntax Components", "URI Reference", "Relative
//! Reference" and "Absolute URI".

use url_core::{Component, Parsed, Repertoire, Text, Trace, sections::rfc3986};
use url_path::rfc3986::{Before, PathForm, match_path};

use crate::{located_trace::LocatedTrace, spec::Result};

/// Also returns the production that the path matched. Only one division into components can match the
/// productions, so `s` is divided first, and each component is matched afterwards.
///
/// Spec: rfc3986#uri-reference, rfc3986#uri-reference-1.1, rfc3986#syntax-components, rfc3986#syntax-components-1.1, rfc3986#syntax-components-1.2, rfc3986#syntax-components-2, rfc3986#relative-reference
pub(crate) fn parse_uri_reference<'a, R: Repertoire, T: Trace>(
    repertoire: R,
    s: &'a str,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<(Parsed<'a>, PathForm)> {
    // URI-reference = URI / relative-ref
    trace.visited(rfc3986::URI_REFERENCE_1_1, s);
    // URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
    // "A URI-reference is either a URI or a relative reference. If the URI-reference's prefix does not match the syntax of
    // a scheme followed by its colon separator, then the URI-reference is a relative reference."
    let scanned = url_scheme::rfc3986::scan_scheme(s, &mut trace.on(s));
    let (scheme, after_scheme) = if let Some((scheme, after_scheme)) = scanned {
        trace.found(Component::Scheme, scheme);
        trace.step(rfc3986::SYNTAX_COMPONENTS_1_1, s, None);
        (Some(scheme), after_scheme)
    } else {
        // relative-ref = relative-part [ "?" query ] [ "#" fragment ]
        trace.step(rfc3986::URI_REFERENCE_2, s, None);
        trace.step(rfc3986::RELATIVE_REFERENCE_1_1, s, None);
        (None, s)
    };
    // hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty
    // relative-part = "//" authority path-abempty / path-absolute / path-noscheme / path-empty
    let section =
        if scheme.is_some() { rfc3986::SYNTAX_COMPONENTS_1_2 } else { rfc3986::RELATIVE_REFERENCE_1_2 };
    trace.step(section, after_scheme, None);
    let found = url_authority::rfc3986::split_reference(after_scheme, &mut trace.on(after_scheme));
    let path = found.path.unwrap_or_default();
    let mut reference = Parsed {
        scheme: scheme.map(Text::from),
        path: Some(path.into()),
        query: found.query.map(Text::from),
        fragment: found.fragment.map(Text::from),
        hierarchical: found.authority.is_some() || path.starts_with('/'),
        ..Parsed::default()
    };
    if let Some(authority) = found.authority {
        let parts = url_authority::rfc3986::parse_authority(repertoire, authority, &mut trace.on(authority))
            .map_err(|rejection| trace.place(authority, rejection))?;
        url_host::rfc3986::match_host(repertoire, parts.host, &mut trace.on(parts.host))
            .map_err(|rejection| trace.place(parts.host, rejection))?;
        trace.step_on(rfc3986::PORT_1_1, parts.port.map(Text::from).as_ref());
        reference.authority = Some(authority.into());
        reference.host = Some(parts.host.into());
        reference.port = parts.port.map(Text::from);
        if let Some(user_info) = parts.user_info {
            let (user, password) = url_authority::manakai::split_user_info(user_info);
            reference.user = Some(user.into());
            reference.password = password.map(Text::from);
        }
    }
    trace.found(Component::Path, path);
    let before = match (found.authority, scheme) {
        (Some(_), _) => Before::Authority,
        (None, Some(_)) => Before::Scheme,
        (None, None) => Before::Nothing,
    };
    let form = match_path(repertoire, path, before, &mut trace.on(path))
        .map_err(|rejection| trace.place(path, rejection))?;
    if let Some(query) = found.query {
        trace.found(Component::Query, query);
        url_query::rfc3986::match_query(repertoire, query, &mut trace.on(query))
            .map_err(|rejection| trace.place(query, rejection))?;
    }
    if let Some(fragment) = found.fragment {
        trace.found(Component::Fragment, fragment);
        url_query::rfc3986::match_fragment(repertoire, fragment, &mut trace.on(fragment))
            .map_err(|rejection| trace.place(fragment, rejection))?;
    }
    Ok((reference, form))
}
