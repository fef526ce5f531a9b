//! The steps to canonicalize a URL. Implements "Canonicalizing a URL" of draft-abarth-url-01.

use std::borrow::Cow;

use url_core::{NoTrace, Parsed, Place, Trace, sections::barth_01};
use url_query::Encoding;

use crate::{spec::Result, watch::Watch};

/// Runs the steps to canonicalize a URL, without serializing the result.
///
/// Spec: barth-01#canonicalizing-a-url
pub(super) fn canonicalize<'a, T: Trace>(
    original_url: Parsed<'a>,
    encoding: Encoding,
    watch: &mut Watch<'_, T>,
) -> Result<Parsed<'a>> {
    let mut url = original_url;
    // 1. This section describes how to construct a canonical version of a parsed URL string.
    // 2. Given parsed URL original-url, if original-url is invalid:
    if let Some(rejection) = url.invalid {
        // 2.1. Abort these steps.
        watch.step(barth_01::CANONICALIZING_A_URL_2_1, "", None);
        return Err(rejection);
    }
    watch.decide(barth_01::CANONICALIZING_A_URL_2, "", false);
    let default_port = url.scheme.as_deref().and_then(url_scheme::manakai::default_port);
    // 3. Open: Handle file URLs.
    if let Some(scheme) = url.scheme.as_deref().filter(|scheme| scheme.eq_ignore_ascii_case("file")) {
        watch.show_at(watch.place_of_made_scheme(false), |watch| {
            watch.step_by_reading("B7", barth_01::CANONICALIZING_A_URL_3, scheme, Some(scheme));
        });
    }
    // 4.1. Output the canonicalized scheme.
    if let Some(scheme) = url.scheme {
        url.scheme = Some(watch.at(watch.place_of_made_scheme(false), |watch| {
            let on = &mut watch.on(&scheme);
            url_scheme::barth::canonicalize_scheme(scheme, on)
        }));
    }
    // 4. If the scheme is hierarchical:
    if url.hierarchical {
        let is_file = url.scheme.as_deref() == Some("file");
        let host_place = watch.whole_of(url.host.as_deref().unwrap_or_default());
        if is_file {
            move_drive_from_host(&mut url, host_place, watch);
        }
        canonicalize_authority(&mut url, default_port, host_place, watch)?;
        // 4.7. Output the canonicalized path.
        // NOTE: a missing path would begin where the authority ends.
        let path = url.path.unwrap_or_else(|| match &url.authority {
            Some(Cow::Borrowed(authority)) => Cow::Borrowed(&authority[authority.len()..]),
            _ => Cow::Borrowed(""),
        });
        watch.rebuild(&path);
        let on = &mut watch.on(&path);
        url.path = Some(url_path::barth::canonicalize_path(path, on));
        if is_file {
            settle_localhost_and_drive(&mut url, host_place, watch);
        }
    } else if let Some(path) = url.path {
        let on = &mut watch.on(&path);
        url.path = Some(url_path::barth::canonicalize_opaque_path(path, on));
    }
    // 4.8. Let the canonicalized-query be the canonicalized query.
    // 4.9. If the canonicalized-query is non-empty (Open: Distinguish between empty and non-existent queries):
    if let Some(query) = url.query {
        watch.took(barth_01::CANONICALIZING_A_URL_4_8, &query);
        let encoding = if url.hierarchical { encoding } else { Encoding::UTF_8 };
        let on = &mut watch.on(&query);
        url.query = Some(url_query::barth::canonicalize_query(query, encoding, on));
    }
    // 4.10. Let the canonicalized-fragment be the canonicalized fragment.
    // 4.11. If the canonicalized-fragment is non-empty (Open: Distinguish between empty and non-existent fragments):
    if let Some(fragment) = url.fragment {
        watch.took(barth_01::CANONICALIZING_A_URL_4_10, &fragment);
        let on = &mut watch.on(&fragment);
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
    watch: &mut Watch<'_, T>,
) -> Result<()> {
    // 4.3. If the user-info is non-empty:
    // 4.3.1. Output the canonicalized user-info.
    if let Some(user) = url.user.take() {
        let on = &mut watch.on(&user);
        (url.user, url.password) =
            url_authority::barth::canonicalize_user_info(user, url.password.take(), on);
    }
    // 4.4. Output the canonicalized host.
    if let Some(host) = url.host.take() {
        let given = host.clone();
        url.host = Some(watch.at(host_place, |watch| {
            let canonical = url_host::barth::canonicalize_host(host, &mut watch.on(&given));
            canonical.map_err(|rejection| watch.place(&given, rejection))
        })?);
    }
    // 4.5. Let the canonicalized-port be the canonicalized port.
    // 4.6. If the canonicalized-port is non-empty and is not the default port for the scheme:
    if let Some(port) = url.port.take() {
        let on = &mut watch.on(&port);
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
    watch: &mut Watch<'_, T>,
) {
    if let Some(host) = url.host.as_deref().filter(|host| url_path::manakai::is_drive_specification(host)) {
        let path = url_path::manakai::path_from_drive_host(host, url.path.as_deref(), &mut NoTrace);
        watch.step_by_reading("B7", barth_01::CANONICALIZING_A_URL_3, host, Some(&path));
        let path_place = url.path.as_deref().map_or(host_place, |path| watch.whole_of(path));
        watch.rebuild_at(host_place.through(path_place));
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
    watch: &mut Watch<'_, T>,
) {
    let section = barth_01::CANONICALIZING_A_URL_3;
    if let Some(host) = url.host.as_deref().filter(|&host| host == "localhost") {
        watch.at(host_place, |watch| watch.step_by_reading("B7", section, host, Some("")));
        url.host = Some(Cow::Borrowed(""));
    }
    let path = url.path.as_deref().unwrap_or_default();
    if let Some(settled) = url_path::manakai::path_with_drive(path).filter(|settled| settled != path) {
        watch.step_by_reading("B7", section, path, Some(&settled));
        url.path = Some(Cow::Owned(settled));
    }
}
