//! The steps to canonicalize a URL. Implements "Canonicalizing a URL" of draft-abarth-url-01.

use url_core::{NoTrace, Parsed, Text, Trace, sections::barth_01};
use url_query::Encoding;

use crate::{located_trace::LocatedTrace, spec::Result};

/// Spec: barth-01#canonicalizing-a-url
pub(super) fn canonicalize<'a, T: Trace>(
    original_url: Parsed<'a>,
    encoding: Encoding,
    trace: &mut LocatedTrace<'a, T>,
) -> Result<Parsed<'a>> {
    let mut url = original_url;
    // 1. This section describes how to construct a canonical version of a parsed URL string.
    // 2. Given parsed URL original-url, if original-url is invalid:
    if let Some(rejection) = url.invalid {
        // 2.1. Abort these steps.
        trace.step(barth_01::CANONICALIZING_A_URL_2_1, "", None);
        return Err(rejection);
    }
    trace.decide(barth_01::CANONICALIZING_A_URL_2, "", false);
    let default_port = url.scheme.as_deref().and_then(url_scheme::manakai::default_port);
    // 3. Open: Handle file URLs.
    if let Some(scheme) = url.scheme.as_ref().filter(|scheme| scheme.eq_ignore_ascii_case("file")) {
        trace.step_by_reading("B7", barth_01::CANONICALIZING_A_URL_3, scheme, Some(scheme));
    }
    // 4.1. Output the canonicalized scheme.
    url.scheme = url
        .scheme
        .map(|scheme| trace.rewrite(scheme, |scheme, on| url_scheme::barth::canonicalize_scheme(scheme, on)));
    // 4. If the scheme is hierarchical:
    if url.hierarchical {
        let is_file = url.scheme.as_deref() == Some("file");
        if is_file {
            move_drive_from_host(&mut url, trace);
        }
        canonicalize_authority(&mut url, default_port, trace)?;
        // 4.7. Output the canonicalized path.
        // NOTE: a missing path would begin where the authority ends.
        let path = url.path.unwrap_or_else(|| {
            let end_of = |authority: &Text<'a>| authority.slice(authority.len()..authority.len());
            url.authority.as_ref().map(end_of).unwrap_or_default()
        });
        url.path = Some(trace.rewrite(path, |path, on| url_path::barth::canonicalize_path(path, on)));
        if is_file {
            settle_localhost_and_drive(&mut url, trace);
        }
    } else if let Some(path) = url.path {
        url.path = Some(trace.rewrite(path, |path, on| url_path::barth::canonicalize_opaque_path(path, on)));
    }
    // 4.8. Let the canonicalized-query be the canonicalized query.
    // 4.9. If the canonicalized-query is non-empty (Open: Distinguish between empty and non-existent queries):
    if let Some(query) = url.query {
        trace.visited(barth_01::CANONICALIZING_A_URL_4_8, &query);
        let encoding = if url.hierarchical { encoding } else { Encoding::UTF_8 };
        url.query =
            Some(trace.rewrite(query, |query, on| url_query::barth::canonicalize_query(query, encoding, on)));
    }
    // 4.10. Let the canonicalized-fragment be the canonicalized fragment.
    // 4.11. If the canonicalized-fragment is non-empty (Open: Distinguish between empty and non-existent fragments):
    if let Some(fragment) = url.fragment {
        trace.visited(barth_01::CANONICALIZING_A_URL_4_10, &fragment);
        url.fragment = Some(
            trace.rewrite(fragment, |fragment, on| url_query::barth::canonicalize_fragment(fragment, on)),
        );
    }
    Ok(url)
}

/// Spec: barth-01#canonicalizing-a-url-4.3, barth-01#canonicalizing-a-url-4.4, barth-01#canonicalizing-a-url-4.5, barth-01#canonicalizing-a-url-4.6
fn canonicalize_authority<T: Trace>(
    url: &mut Parsed<'_>,
    default_port: Option<u16>,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<()> {
    // 4.3. If the user-info is non-empty:
    // 4.3.1. Output the canonicalized user-info.
    if let Some(user) = url.user.take() {
        let (of_user, of_password) = (user.origin(), url.password.as_ref().map_or("", Text::origin));
        let (on, password) = (&mut trace.on(&user), url.password.take().map(Text::into_cow));
        let (user, password) = url_authority::barth::canonicalize_user_info(user.into_cow(), password, on);
        url.user = user.map(|user| Text::built(user, of_user));
        url.password = password.map(|password| Text::built(password, of_password));
    }
    // 4.4. Output the canonicalized host.
    if let Some(host) = url.host.take() {
        let canonical = trace.try_rewrite(host, |host, on| url_host::barth::canonicalize_host(host, on));
        url.host = Some(canonical?);
    }
    // 4.5. Let the canonicalized-port be the canonicalized port.
    // 4.6. If the canonicalized-port is non-empty and is not the default port for the scheme:
    if let Some(port) = url.port.take() {
        let (origin, on) = (port.origin(), &mut trace.on(&port));
        let canonical = url_authority::barth::canonicalize_port(port.into_cow(), default_port, on);
        url.port = canonical.map(|port| Text::built(port, origin));
    }
    Ok(())
}

/// Reading B7.
///
/// Spec: barth-01#canonicalizing-a-url-3
fn move_drive_from_host<'a, T: Trace>(url: &mut Parsed<'a>, trace: &mut LocatedTrace<'a, T>) {
    if let Some(host) = url.host.take_if(|host| url_path::manakai::is_drive_specification(host)) {
        let path = url_path::manakai::path_from_drive_host(&host, url.path.as_deref(), &mut NoTrace);
        trace.step_by_reading("B7", barth_01::CANONICALIZING_A_URL_3, &host, Some(&path));
        let origin_of_path = url.path.as_ref().map_or(host.origin(), Text::origin);
        url.path = Some(Text::built(path, trace.through(host.origin(), origin_of_path)));
        url.host = Some(Text::built("", host.origin()));
    }
}

/// Reading B7. Host and path are canonical in all other respects.
///
/// Spec: barth-01#canonicalizing-a-url-3
fn settle_localhost_and_drive<T: Trace>(url: &mut Parsed<'_>, trace: &mut LocatedTrace<'_, T>) {
    let section = barth_01::CANONICALIZING_A_URL_3;
    if let Some(host) = url.host.as_ref().filter(|&host| host == "localhost") {
        trace.step_by_reading("B7", section, host, Some(""));
        url.host = Some(Text::built("", host.origin()));
    }
    let path = url.path.as_deref().unwrap_or_default();
    if let Some(settled) = url_path::manakai::path_with_drive(path).filter(|settled| settled != path) {
        trace.step_by_reading("B7", section, &url.path, Some(&settled));
        url.path = Some(Text::built(settled, url.path.as_ref().map_or("", Text::origin)));
    }
}
