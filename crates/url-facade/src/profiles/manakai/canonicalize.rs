//! The steps to canonicalize a URL. Holds manakai "Canonicalization".

use std::borrow::Cow;

use url_core::{Parsed, Rejection, Span, Trace, sections::manakai};
use url_host::HostProfile;
use url_query::Encoding;

use super::resolve::has_file_scheme;
use crate::watch::Watch;

/// The steps to canonicalize a URL, under one of the profiles that share them.
///
/// Spec: manakai#canonicalization
pub(super) fn canonicalize<'a, P: HostProfile, T: Trace>(
    mut u: Parsed<'a>,
    encoding: Encoding,
    watch: &mut Watch<'_, T>,
) -> Result<Parsed<'a>, Rejection> {
    // 1. If u is /invalid/, return u.
    if let Some(rejection) = u.invalid {
        watch.step(manakai::CANONICALIZATION_1, "", None);
        return Err(rejection);
    }
    // 2. If there is the scheme in u, replace it by the same string converted to ASCII lowercase.
    let default_port = u.scheme.as_deref().and_then(url_scheme::default_port);
    if let Some(scheme) = u.scheme {
        let on = &mut watch.on(&scheme);
        u.scheme = Some(url_scheme::canonicalize_scheme(scheme, on));
    }
    // 3. If there is the user or the password in u: remove what is empty, percent-encode the rest.
    if u.user.is_some() || u.password.is_some() {
        let on = &mut watch.on(u.user.as_deref().unwrap_or_default());
        (u.user, u.password) = url_authority::canonicalize_user_info(u.user, u.password, on);
    }
    let is_file = has_file_scheme(&u);
    // The HOSTPATH loop ends. Step 5.2.2.1 is the only one that makes a host out of a path, and takes three bytes and
    // more from the path each time; once it does not run, a drive (5.1, 5.2.2.2) can at most move to the front of the
    // path, where a path of its form stays; the host is then the result of CanonicalizeHost, which CanonicalizeHost
    // leaves as it is, or empty; and what is left to change is the path in step 9.1, which gets shorter whenever it
    // changes (9.2 finds nothing to encode after the first time).
    loop {
        // 4. HOSTPATH: Let original-host be the host of u. Let original-path be the path of u.
        let original = is_file.then(|| (u.host.clone(), u.path.clone()));
        // 5. If the scheme of u is "file":
        if is_file {
            settle_file_host_and_path(&mut u, watch);
        }
        // 6. If there is the host, invoke the CanonicalizeHost algorithm with the host:
        if let Some(host) = u.host.take() {
            // 6.1. If the algorithm returns a string, let the host be the string.
            // 6.2. Otherwise, if the algorithm fails, u is invalid. Abort the entire steps.
            let given = host.clone();
            let canonical = url_host::canonicalize_host::<P, _>(host, is_file, &mut watch.on(&given));
            u.host = Some(canonical.map_err(|rejection| watch.place(&given, rejection))?);
        }
        // 7. If there is the port in u: remove it, or write it in its shortest form, or fail.
        if let Some(port) = u.port.take() {
            let given = port.clone();
            let canonical = url_authority::canonicalize_port(port, default_port, &mut watch.on(&given));
            u.port = canonical.map_err(|rejection| watch.place(&given, rejection))?;
        }
        // 8, 9, 10. Give the path its slash, decode what is unreserved, percent-encode what is not allowed.
        if u.path.is_some() || u.hierarchical {
            let path = u.path.unwrap_or_default();
            let decodes = u.hierarchical || u.scheme.as_deref() == Some("mailto");
            let on = &mut watch.on(&path);
            u.path = Some(url_path::canonicalize_path(path, u.hierarchical, decodes, on));
        }

        // 11. If the scheme is "file", and the host is different from original-host, or the path from original-path,
        // then go to the step labeled HOSTPATH.
        let Some((original_host, original_path)) = original else { break };
        if u.host == original_host && u.path == original_path {
            break;
        }
        watch.step(manakai::CANONICALIZATION_11, u.path.as_deref().unwrap_or_default(), None);
    }
    // 12. If the scheme of u is [not] "not hierarchical": keep a path that begins with "//" from becoming an authority.
    if !u.scheme.as_deref().is_some_and(url_scheme::is_not_hierarchical)
        && let Some(path) = u.path
    {
        let is_absent = |part: &Option<Cow<'_, str>>| part.as_deref().is_none_or(str::is_empty);
        let bare = u.user.is_none() && u.password.is_none() && u.port.is_none() && is_absent(&u.host);
        let on = &mut watch.on(&path);
        u.path = Some(url_path::guard_path(path, bare, on));
    }
    // 13, 14. Percent-encode the query, in encoding if u is hierarchical.
    if let Some(query) = u.query {
        let on = &mut watch.on(&query);
        u.query = Some(url_query::canonicalize_query(query, u.hierarchical, encoding, on));
    }
    // 15. Percent-encode the control characters of the fragment.
    if let Some(fragment) = u.fragment {
        let on = &mut watch.on(&fragment);
        u.fragment = Some(url_query::canonicalize_fragment(fragment, on));
    }
    Ok(u)
}

/// Lets the host and the path of a `file:` URL trade places where one stands in the other's.
///
/// Spec: manakai#canonicalization
fn settle_file_host_and_path<T: Trace>(u: &mut Parsed<'_>, watch: &mut Watch<'_, T>) {
    // 5.1. If the host is a drive specification:
    if let Some(host) = u.host.as_deref().filter(|host| is_drive_specification(host)) {
        // 5.1.1. Let the path be "/", the host, "/" if the path does not begin with one, and the path.
        let path = url_path::path_from_drive_host(host, u.path.as_deref(), &mut watch.on(host));
        u.path = Some(Cow::Owned(path));
        // 5.1.2. Let the host be the empty string.
        watch.step(manakai::CANONICALIZATION_5_1_2, host, Some(""));
        u.host = Some(Cow::Borrowed(""));
        return;
    }
    // 5.2. Otherwise:
    // 5.2.1. If there is no host or the host is equal to "localhost", let the host be the empty string.
    if u.host.as_deref().is_none_or(|host| host == "localhost") {
        watch.step(manakai::CANONICALIZATION_5_2_1, u.host.as_deref().unwrap_or_default(), Some(""));
        u.host = Some(Cow::Borrowed(""));
    }
    // 5.2.2. If there is the path:
    let Some(mut path) = u.path.take() else { return };
    // 5.2.2.1. If the host is the empty string and the path begins with three or more slash characters: take the host
    // from the path.
    if u.host.as_deref() == Some("") {
        (u.host, path) = match path {
            Cow::Borrowed(text) => match url_path::host_from_path(text, &mut watch.on(text)) {
                Some((host, path)) => (Some(Cow::Borrowed(host)), Cow::Borrowed(path)),
                None => (u.host.take(), path),
            },
            Cow::Owned(ref text) => match url_path::host_from_path(text, &mut watch.on(text)) {
                Some((host, path)) => (Some(Cow::Owned(host.into())), Cow::Owned(path.into())),
                None => (u.host.take(), path),
            },
        };
    }
    // 5.2.2.2. If the path begins with an optional slash character followed by a drive specification followed by a
    // slash character or the end of the string:
    let after_slash = url_path::after_optional_slash(&path);
    if let Some(drive) = url_host::scan_drive_specification(after_slash)
        && let rest = &after_slash[drive.len..]
        && url_path::ends_segment(rest)
    {
        // 5.2.2.2.1. Replace them by "/", the decoded drive letter, ":", and "/".
        let settled = url_path::path_with_drive(drive.letter, rest);
        let span = Span::whole(&path);
        watch.on(&path).change(manakai::CANONICALIZATION_5_2_2_2_1, span, &path, &settled);
        path = Cow::Owned(settled);
        // 5.2.2.2.2. If the host is equal to "%3F", let the host be the empty string.
        if let Some(host) = u.host.as_deref().filter(|&host| host == "%3F") {
            watch.step(manakai::CANONICALIZATION_5_2_2_2_2, host, Some(""));
            u.host = Some(Cow::Borrowed(""));
        }
    }
    u.path = Some(path);
}

/// Whether all of `host` is a drive specification.
///
/// Spec: manakai#canonicalization-5.1
fn is_drive_specification(host: &str) -> bool {
    url_host::scan_drive_specification(host).is_some_and(|drive| drive.len == host.len())
}
