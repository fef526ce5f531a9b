//! The steps to canonicalize a URL. Implements manakai "Canonicalization".

use url_core::{Parsed, Report as _, Span, Text, Trace, sections::manakai};
use url_host::manakai::HostProfile;
use url_path::manakai::PathKind;
use url_query::Encoding;

use super::{hostpath, resolve::has_file_scheme};
use crate::{located_trace::LocatedTrace, spec::Result};

/// Spec: manakai#canonicalization
pub(super) fn canonicalize<'a, P: HostProfile, T: Trace>(
    profile: P,
    u: &mut Parsed<'a>,
    encoding: Encoding,
    trace: &mut LocatedTrace<'a, T>,
) -> Result<()> {
    // 1. If u is /invalid/, return u.
    if let Some(rejection) = u.invalid {
        trace.step(manakai::CANONICALIZATION_1, "", None);
        return Err(rejection);
    }
    // 2. If there is the scheme in u, replace it by the same string converted to ASCII lowercase.
    let lower =
        |scheme| trace.rewrite(scheme, |scheme, on| url_scheme::manakai::canonicalize_scheme(scheme, on));
    u.scheme = u.scheme.take().map(lower);
    // 3. If there is the user or the password in u: remove what is empty, percent-encode the rest.
    let (user, password) = (u.user.take(), u.password.take());
    if let Some(first) = user.as_ref().or(password.as_ref()) {
        let on = &mut trace.on(first);
        let [user, password] = [user, password].map(|part| part.map(Text::into_cow));
        let (user, password) = url_authority::manakai::canonicalize_user_info(user, password, on);
        (u.user, u.password) = (user.map(Text::from), password.map(Text::from));
    }
    let is_file = has_file_scheme(u);
    loop {
        let turns_skipped = if is_file { hostpath::skip_hosts(profile, u) } else { 0 };
        // 4. HOSTPATH: Let original-host be the host of u. Let original-path be the path of u.
        trace.visited(manakai::CANONICALIZATION_4, &u.path);
        let original = is_file.then(|| (u.host.clone(), u.path.clone()));
        // 5. If the scheme of u is "file":
        if is_file {
            hostpath::settle(u, turns_skipped, trace);
        }
        // 6. If there is the host, invoke the CanonicalizeHost algorithm with the host:
        if let Some(host) = u.host.take() {
            let scheme = u.scheme.as_deref().unwrap_or_default();
            u.host = Some(trace.try_rewrite(host, |host, on| {
                let span = Span::whole(&host);
                on.visited(manakai::CANONICALIZATION_6, span);
                let canonical = url_host::manakai::canonicalize_host(profile, host, scheme, on);
                on.visited(
                    match canonical {
                        // 6.1. If the algorithm returns a string, let the host be the string.
                        Ok(_) => manakai::CANONICALIZATION_6_1,
                        // 6.2. Otherwise, if the algorithm fails, u is invalid. Abort the entire steps.
                        Err(_) => manakai::CANONICALIZATION_6_2,
                    },
                    span,
                );
                canonical
            })?);
        }
        // 7. If there is the port in u: remove it, or write it in its shortest form, or fail.
        if let Some(port) = u.port.take() {
            let default_port = u.scheme.as_deref().and_then(url_scheme::manakai::default_port);
            let (given, on) = (port.clone().into_cow(), &mut trace.on(&port));
            let canonical = url_authority::manakai::canonicalize_port(given, default_port, on);
            u.port = canonical.map_err(|rejection| trace.place(&port, rejection))?.map(Text::from);
        }
        // 8, 9, 10. Give the path its slash, decode what is unreserved, percent-encode what is not allowed.
        if u.path.is_some() || u.hierarchical {
            let path = u.path.take().unwrap_or_default();
            let kind = match u.scheme.as_deref() {
                _ if u.hierarchical => PathKind::Hierarchical,
                Some("mailto") => PathKind::Mailto,
                _ => PathKind::Opaque,
            };
            u.path =
                Some(trace.rewrite(path, |path, on| url_path::manakai::canonicalize_path(path, kind, on)));
        }
        // 11. If the scheme is "file", and the host is different from original-host, or the path from original-path,
        // then go to the step labeled HOSTPATH.
        let Some((original_host, original_path)) = original else { break };
        if u.host == original_host && u.path == original_path {
            break;
        }
        hostpath::decode_ahead(profile, u, turns_skipped);
        trace.step(manakai::CANONICALIZATION_11, &u.path, None);
    }
    // 12. If the scheme of u is [not] "not hierarchical": keep a path that begins with "//" from becoming an authority.
    let is_guarded = u.path.as_deref().is_some_and(|path| path.starts_with("//"))
        && !u.scheme.as_deref().is_some_and(url_scheme::manakai::is_not_hierarchical);
    let is_bare = u.user.is_none()
        && u.password.is_none()
        && u.port.is_none()
        && u.host.as_deref().is_none_or(str::is_empty);
    if trace.decide(manakai::CANONICALIZATION_12, &u.path, is_guarded)
        && is_bare
        && let Some(path) = u.path.take()
    {
        u.path = Some(trace.rewrite(path, |path, on| url_path::manakai::guard_path(path, on)));
    }
    // 13. If the URL is hierarchical, let query-encoding be encoding. Otherwise, let query-encoding be UTF-8.
    let query_encoding = if u.hierarchical { encoding } else { Encoding::UTF_8 };
    // 14. Percent-encode the query, with query-encoding.
    if let Some(query) = u.query.take() {
        trace.decide(manakai::CANONICALIZATION_13, &query, u.hierarchical);
        u.query =
            Some(trace.rewrite(query, |query, on| {
                url_query::manakai::canonicalize_query(query, query_encoding, on)
            }));
    }
    // 15. Percent-encode the control characters of the fragment.
    u.fragment = u.fragment.take().map(|fragment| {
        trace.rewrite(fragment, |fragment, on| url_query::manakai::canonicalize_fragment(fragment, on))
    });
    Ok(())
}
