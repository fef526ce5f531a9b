//! The steps to canonicalize a URL. Implements manakai "Canonicalization".
//!
//! # The loop HOSTPATH of `file:` URLs ends, after a bounded number of iterations
//! - Step 5.2.2.1 moves the start of the path to the host if the host is empty or `localhost`. Each time, the
//!   path becomes at least three bytes shorter. [`skip_hosts`] replaces all these iterations but the last.
//! - Steps 5.1 and 5.2.2.2 move a drive to the front of the path, which happens once: the host is then empty,
//!   and the path begins with `/C:/`. That prefix never changes, and step 5.2.2.1 does not apply to such a
//!   path.
//! - In all other cases, step 5 does not change the host, which is a result of CanonicalizeHost. In the
//!   profile `manakai`, CanonicalizeHost leaves its own results unchanged. In the profiles of browsers, it
//!   may change them, but only a few times: a result contains no escapes that CanonicalizeHost decodes,
//!   except escapes that it writes again (and in CHROME, once, raw U+0080 to U+00FF). In GECKO, a syllable of
//!   Hangul absorbs at most one more of its three parts.
//! - When the host no longer changes, only step 9.1 changes the path, and makes the path shorter.
//!   [`decode_ahead`] replaces all these iterations.

use std::borrow::Cow;

use url_core::{NoTrace, Parsed, Report, Span, Text, Trace, sections::manakai};
use url_host::manakai::{HostProfile, canonical_host};
use url_path::manakai::PathKind;
use url_query::Encoding;

use super::has_file_scheme;
use crate::{LocatedTrace, Result};

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
    trace.rewrite_part(&mut u.scheme, |scheme, on| url_scheme::manakai::canonicalize_scheme(scheme, on));
    // 3. If there is the user or the password in u: remove what is empty, percent-encode the rest.
    if let Some(first) = u.user.as_ref().or(u.password.as_ref()) {
        let on = &mut trace.on(first);
        let [user, password] = [u.user.take(), u.password.take()].map(|part| part.map(Text::into_cow));
        let (user, password) = url_authority::manakai::canonicalize_user_info(user, password, on);
        (u.user, u.password) = (user.map(Text::from), password.map(Text::from));
    }
    let is_file = has_file_scheme(u);
    loop {
        let turns_skipped = if is_file { skip_hosts(profile, u) } else { 0 };
        // 4. HOSTPATH: Let original-host be the host of u. Let original-path be the path of u.
        trace.visited(manakai::CANONICALIZATION_4, &u.path);
        let original = is_file.then(|| (u.host.clone(), u.path.clone()));
        // 5. If the scheme of u is "file":
        if is_file {
            settle(u, turns_skipped, trace);
        }
        // 6. If there is the host, invoke the CanonicalizeHost algorithm with the host:
        if let Some(host) = &mut u.host {
            let scheme = u.scheme.as_deref().unwrap_or_default();
            trace.try_rewrite(host, |host, on| {
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
            })?;
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
            let kind = match u.scheme.as_deref() {
                _ if u.hierarchical => PathKind::Hierarchical,
                Some("mailto") => PathKind::Mailto,
                _ => PathKind::Opaque,
            };
            let path = u.path.get_or_insert_default();
            trace.rewrite(path, |path, on| url_path::manakai::canonicalize_path(path, kind, on));
        }
        // 11. If the scheme is "file", and the host is different from original-host, or the path from
        // original-path, then go to the step labeled HOSTPATH.
        let Some((original_host, original_path)) = original else { break };
        if u.host == original_host && u.path == original_path {
            break;
        }
        decode_ahead(profile, u, turns_skipped);
        trace.step(manakai::CANONICALIZATION_11, &u.path, None);
    }
    // 12. If the scheme of u is [not] "not hierarchical": keep a path that begins with "//" from becoming an
    // authority.
    let is_guarded = u.path.as_deref().is_some_and(|path| matches!(path.as_bytes(), [b'/', b'/', ..]))
        && !u.scheme.as_deref().is_some_and(url_scheme::manakai::is_not_hierarchical);
    let is_bare = u.user.is_none()
        && u.password.is_none()
        && u.port.is_none()
        && u.host.as_deref().is_none_or(str::is_empty);
    if trace.decide(manakai::CANONICALIZATION_12, &u.path, is_guarded) && is_bare {
        trace.rewrite_part(&mut u.path, |path, on| url_path::manakai::guard_path(path, on));
    }
    // 13. If the URL is hierarchical, let query-encoding be encoding. Otherwise, let query-encoding be UTF-8.
    let query_encoding = if u.hierarchical { encoding } else { Encoding::UTF_8 };
    if let Some(query) = &u.query {
        trace.decide(manakai::CANONICALIZATION_13, query, u.hierarchical);
    }
    // 14. Percent-encode the query, with query-encoding.
    trace.rewrite_part(&mut u.query, |query, on| {
        url_query::manakai::canonicalize_query(query, query_encoding, on)
    });
    // 15. Percent-encode the control characters of the fragment.
    trace.rewrite_part(&mut u.fragment, |text, on| url_query::manakai::canonicalize_fragment(text, on));
    Ok(())
}

/// Runs step 5. Applies step 9 of the `turns_skipped` skipped iterations to a host taken from the path.
///
/// Spec: manakai#canonicalization
fn settle<'a, T: Trace>(u: &mut Parsed<'a>, turns_skipped: u32, trace: &mut LocatedTrace<'a, T>) {
    // 5.1. If the host is a drive specification:
    if let Some(host) = u.host.take_if(|host| url_path::manakai::is_drive_specification(host)) {
        // 5.1.1. Let the path be "/", the host, "/" if the path does not begin with one, and the path.
        let path = url_path::manakai::path_from_drive_host(&host, u.path.as_deref(), &mut trace.on(&host));
        let origin_of_path = u.path.as_ref().map_or(host.origin(), Text::origin);
        u.path = Some(Text::built(path, trace.through(host.origin(), origin_of_path)));
        // 5.1.2. Let the host be the empty string.
        trace.step(manakai::CANONICALIZATION_5_1_2, &host, Some(""));
        u.host = Some(Text::built("", host.origin()));
        return;
    }
    // 5.2. Otherwise:
    // 5.2.1. If there is no host or the host is equal to "localhost", let the host be the empty string.
    if u.host.as_deref().is_none_or(|host| host == "localhost") {
        let empty = empty_host(u);
        trace.step(manakai::CANONICALIZATION_5_2_1, u.host.as_ref().unwrap_or(&empty), Some(""));
        u.host = Some(empty);
    }
    // 5.2.2. If there is the path:
    let Some(mut path) = u.path.take() else { return };
    // 5.2.2.1. If the host is the empty string and the path begins with three or more slash characters: take
    // the host from the path.
    if u.host.as_deref() == Some("")
        && let Some((host, rest)) = url_path::manakai::host_from_path(&path, &mut trace.on(&path))
    {
        let (start, end) = (path.len() - rest.len() - host.len(), path.len() - rest.len());
        let mut host = path.slice(start..end);
        host.rewrite(|host| match host {
            Cow::Borrowed(host) => after_turns(host, turns_skipped),
            Cow::Owned(host) => Cow::Owned(after_turns(&host, turns_skipped).into_owned()),
        });
        u.host = Some(host);
        path = path.slice(end..path.len());
    }
    // 5.2.2.2. If the path begins with an optional slash character followed by a drive specification followed
    // by a slash character or the end of the string:
    // 5.2.2.2.1. Replace them by "/", the decoded drive letter, ":", and "/".
    if let Some(settled) = url_path::manakai::path_with_drive(&path) {
        let span = Span::whole(&path);
        trace.on(&path).change(manakai::CANONICALIZATION_5_2_2_2_1, span, &path, &settled);
        path = Text::built(settled, path.origin());
        // 5.2.2.2.2. If the host is equal to "%3F", let the host be the empty string.
        if let Some(host) = u.host.as_ref().filter(|&host| host == "%3F") {
            trace.step(manakai::CANONICALIZATION_5_2_2_2_2, host, Some(""));
            u.host = Some(Text::built("", host.origin()));
        }
    }
    u.path = Some(path);
}

/// Spec: manakai#canonicalization-5.2.1
fn empty_host<'a>(u: &Parsed<'a>) -> Text<'a> {
    let before_path = u.path.as_ref().map_or("", |path| &path.origin()[..0]);
    Text::built("", u.host.as_ref().map_or(before_path, Text::origin))
}

/// Skips the iterations of HOSTPATH that take a host from the path, if a later iteration discards this host.
/// Returns their number. [`settle`] and [`decode_ahead`] run step 9 of these iterations later.
///
/// Spec: manakai#canonicalization-5.2.1, manakai#canonicalization-5.2.2.1
fn skip_hosts(profile: impl HostProfile, u: &mut Parsed<'_>) -> u32 {
    let Some(path) = &u.path else { return 0 };
    // Step 9.2 escapes a backslash, which then no longer separates segments. If the path contains a
    // backslash, the first iteration is not skipped.
    if !gives_host(u.host.as_deref(), path) || path.contains('\\') {
        return 0;
    }
    let (mut rest, mut turns) = (&**path, 0);
    while let Some((host, behind)) = url_path::manakai::host_from_path(rest, &mut NoTrace)
        && let Some(more) = turns_until_dropped(profile, after_turns(host, turns), behind)
    {
        (rest, turns) = (behind, turns + more);
    }
    if turns > 0 {
        let start = path.len() - rest.len();
        let rest = path.slice(start..path.len());
        u.host = Some(empty_host(u));
        u.path = Some(rest);
    }
    turns
}

/// Step 5 takes `host` from the path, and step 6 canonicalizes it; `behind` is the rest of the path. Returns
/// the number of times that this repeats until step 5 discards the host. Returns `None` if it never does, or
/// if the host becomes a drive, such as `c:`, first.
///
/// Spec: manakai#canonicalization-5.1, manakai#canonicalization-5.2.1, manakai#canonicalization-6
fn turns_until_dropped(profile: impl HostProfile, mut host: Cow<'_, str>, behind: &str) -> Option<u32> {
    for turns in 1.. {
        let canonical = canonical_host(profile, &*host, "file").ok()?;
        if gives_host(Some(&canonical), behind) {
            return Some(turns);
        }
        if canonical == host || url_path::manakai::is_drive_specification(&canonical) {
            break;
        }
        host = Cow::Owned(canonical.into_owned());
    }
    None
}

/// Spec: manakai#canonicalization-9.1, manakai#canonicalization-9.2
fn after_turns(text: &str, turns: u32) -> Cow<'_, str> {
    // 9.2 never escapes an unreserved character, so decoding and encoding commute. The path kind `Mailto`
    // skips step 8.
    let Some(but_one) = turns.checked_sub(1) else { return Cow::Borrowed(text) };
    url_path::manakai::canonicalize_path(
        url_path::manakai::decode_unreserved(text, but_one),
        PathKind::Mailto,
        &mut NoTrace,
    )
}

/// Decodes the path as often as step 9.1 of the skipped and of all remaining iterations would decode it. If a
/// later iteration may change the host, decodes only as often as the skipped iterations would.
///
/// Spec: manakai#canonicalization-9.1
fn decode_ahead(profile: impl HostProfile, u: &mut Parsed<'_>, turns_skipped: u32) {
    let Some(path) = &u.path else { return };
    // A host that may be taken from the path must not be decoded more often than in the skipped iterations.
    let host = u.host.as_deref();
    let settled = host
        .is_none_or(|host| canonical_host(profile, host, "file").is_ok_and(|canonical| canonical == host));
    let times = if gives_host(host, path) || !settled { turns_skipped } else { u32::MAX };
    if let Cow::Owned(decoded) = url_path::manakai::decode_unreserved(path, times) {
        u.path = Some(Text::built(decoded, path.origin()));
    }
}

/// Spec: manakai#canonicalization-5.2.1, manakai#canonicalization-5.2.2.1
fn gives_host(host: Option<&str>, path: &str) -> bool {
    host.is_none_or(|host| host.is_empty() || host == "localhost") && path.starts_with("///")
}
