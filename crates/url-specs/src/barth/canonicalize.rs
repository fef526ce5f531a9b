//! The steps to canonicalize a URL. Implements "Canonicalizing a URL" of draft-abarth-url-01.

use std::borrow::Cow;

use url_core::{NoTrace, Parsed, Place, Trace, sections::barth_01};
use url_query::Encoding;

use crate::{located_trace::LocatedTrace, spec::Result};

/// Runs the steps to canonicalize a URL, without serializing the result.
///
/// Spec: barth-01#canonicalizing-a-url
pub(super) fn canonicalize<'a, T: Trace>(
    original_url: Parsed<'a>,
    encoding: Encoding,
    trace: &mut LocatedTrace<'_, T>,
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
    if let Some(scheme) = url.scheme.as_deref().filter(|scheme| scheme.eq_ignore_ascii_case("file")) {
        trace.show_at(trace.place_of_made_scheme(false), |trace| {
            trace.step_by_reading("B7", barth_01::CANONICALIZING_A_URL_3, scheme, Some(scheme));
        });
    }
    // 4.1. Output the canonicalized scheme.
    if let Some(scheme) = url.scheme {
        url.scheme = Some(trace.at(trace.place_of_made_scheme(false), |trace| {
            let on = &mut trace.on(&scheme);
            url_scheme::barth::canonicalize_scheme(scheme, on)
        }));
    }
    // 4. If the scheme is hierarchical:
    if url.hierarchical {
        let is_file = url.scheme.as_deref() == Some("file");
        let host_place = trace.whole_of(url.host.as_deref().unwrap_or_default());
        if is_file {
            move_drive_from_host(&mut url, host_place, trace);
        }
        canonicalize_authority(&mut url, default_port, host_place, trace)?;
        // 4.7. Output the canonicalized path.
        // NOTE: a missing path would begin where the authority ends.
        let path = url.path.unwrap_or_else(|| match &url.authority {
            Some(Cow::Borrowed(authority)) => Cow::Borrowed(&authority[authority.len()..]),
            _ => Cow::Borrowed(""),
        });
        trace.rebuild(&path);
        let on = &mut trace.on(&path);
        url.path = Some(url_path::barth::canonicalize_path(path, on));
        if is_file {
            settle_localhost_and_drive(&mut url, host_place, trace);
        }
    } else if let Some(path) = url.path {
        let on = &mut trace.on(&path);
        url.path = Some(url_path::barth::canonicalize_opaque_path(path, on));
    }
    // 4.8. Let the canonicalized-query be the canonicalized query.
    // 4.9. If the canonicalized-query is non-empty (Open: Distinguish between empty and non-existent queries):
    if let Some(query) = url.query {
        trace.visited(barth_01::CANONICALIZING_A_URL_4_8, &query);
        let encoding = if url.hierarchical { encoding } else { Encoding::UTF_8 };
        let on = &mut trace.on(&query);
        url.query = Some(url_query::barth::canonicalize_query(query, encoding, on));
    }
    // 4.10. Let the canonicalized-fragment be the canonicalized fragment.
    // 4.11. If the canonicalized-fragment is non-empty (Open: Distinguish between empty and non-existent fragments):
    if let Some(fragment) = url.fragment {
        trace.visited(barth_01::CANONICALIZING_A_URL_4_10, &fragment);
        let on = &mut trace.on(&fragment);
        url.fragment = Some(url_query::barth::canonicalize_fragment(fragment, on));
    }
    Ok(url)
}

/// Canonicalizes the user-info, the host and the port.
///
/// Spec: barth-01#canonicalizing-a-url-4.3, barth-01#canonicalizing-a-url-4.4, barth-01#canonicalizing-a-url-4.5, barth-01#canonicalizing-a-url-4.6
fn canonicalize_authority<T: Trace>(
    url: &mut Parsed<'_>,
    default_port: Option<u16>,
    host_place: Place<'static>,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<()> {
    // 4.3. If the user-info is non-empty:
    // 4.3.1. Output the canonicalized user-info.
    if let Some(user) = url.user.take() {
        let on = &mut trace.on(&user);
        (url.user, url.password) =
            url_authority::barth::canonicalize_user_info(user, url.password.take(), on);
    }
    // 4.4. Output the canonicalized host.
    if let Some(host) = url.host.take() {
        let given = host.clone();
        url.host = Some(trace.at(host_place, |trace| {
            let canonical = url_host::barth::canonicalize_host(host, &mut trace.on(&given));
            canonical.map_err(|rejection| trace.place(&given, rejection))
        })?);
    }
    // 4.5. Let the canonicalized-port be the canonicalized port.
    // 4.6. If the canonicalized-port is non-empty and is not the default port for the scheme:
    if let Some(port) = url.port.take() {
        let on = &mut trace.on(&port);
        url.port = url_authority::barth::canonicalize_port(port, default_port, on);
    }
    Ok(())
}

/// Moves a drive from the host of a `file:` URL, which is at `host_place`, to the start of the path (reading
/// B7).
///
/// Spec: barth-01#canonicalizing-a-url-3
fn move_drive_from_host<T: Trace>(
    url: &mut Parsed<'_>,
    host_place: Place<'static>,
    trace: &mut LocatedTrace<'_, T>,
) {
    if let Some(host) = url.host.as_deref().filter(|host| url_path::manakai::is_drive_specification(host)) {
        let path = url_path::manakai::path_from_drive_host(host, url.path.as_deref(), &mut NoTrace);
        trace.step_by_reading("B7", barth_01::CANONICALIZING_A_URL_3, host, Some(&path));
        let path_place = url.path.as_deref().map_or(host_place, |path| trace.whole_of(path));
        trace.rebuild_at(host_place.through(path_place));
        url.path = Some(Cow::Owned(path));
        url.host = Some(Cow::Borrowed(""));
    }
}

/// Empties the host `localhost` of a `file:` URL, and writes the drive at the start of its path as `/X:/`
/// (reading B7). Host and path are otherwise canonical; the host is at `host_place`.
///
/// Spec: barth-01#canonicalizing-a-url-3
fn settle_localhost_and_drive<T: Trace>(
    url: &mut Parsed<'_>,
    host_place: Place<'static>,
    trace: &mut LocatedTrace<'_, T>,
) {
    let section = barth_01::CANONICALIZING_A_URL_3;
    if let Some(host) = url.host.as_deref().filter(|&host| host == "localhost") {
        trace.at(host_place, |trace| trace.step_by_reading("B7", section, host, Some("")));
        url.host = Some(Cow::Borrowed(""));
    }
    let path = url.path.as_deref().unwrap_or_default();
    if let Some(settled) = url_path::manakai::path_with_drive(path).filter(|settled| settled != path) {
        trace.step_by_reading("B7", section, path, Some(&settled));
        url.path = Some(Cow::Owned(settled));
    }
}
