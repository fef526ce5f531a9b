//! `URL.Parse` and `URL.ResolveReference` of Go's package `net/url`, and the method `String` of their result.
//!
//! Outside the specs: `read`, `escape`.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use url_core::{ByteSet, UNRESERVED, percent_encode_octets, to_ascii_lower_case};

use super::parts::{Parts, Seen};
use crate::{
    go_net_url::HOST,
    run::{Result, Run},
    sections::go_net_url as rules,
    text::divide_last,
};

/// The characters that are not escaped in the user-info, in a path, and in a fragment.
const USER_INFO: ByteSet = UNRESERVED.and(b"$&+,;=");
const PATH: ByteSet = USER_INFO.and(b"/:@");
const FRAGMENT: ByteSet = PATH.and(b"?!()*");
/// The characters that Go keeps if the given path or fragment has them unescaped.
const GIVEN_PATH: ByteSet = PATH.and(b"!'()*[]%");
const GIVEN_FRAGMENT: ByteSet = FRAGMENT.and(b"'[]%");

/// Spec: go-net-url#resolve-reference
pub(super) fn join(texts: [&str; 2], seen: Seen<'_>, run: &mut Run<'_>) -> Result<String> {
    let [of_base, of_reference] = seen;
    of_base?;
    of_reference?;
    let [(base, base_is_opaque), (mut url, is_opaque)] = texts.map(read);
    let [_, reference] = texts;
    let omits_host = url.scheme.is_some() && url.authority.is_none() && url.path.starts_with('/');
    let has_authority = url.authority.as_ref().is_some_and(|authority| !authority.is_empty());
    if url.scheme.is_some() || has_authority {
        // 1. A reference with a scheme or authority keeps all it has
        run.step(rules::RESOLVE_REFERENCE_1, reference, None);
        if !is_opaque {
            url.path = resolve_path(&url.path, "", run).into();
        }
        url.scheme = url.scheme.or(base.scheme);
        return Ok(write(url, is_opaque, omits_host, run));
    }
    url.scheme = base.scheme;
    if url.path.is_empty() && url.query.is_none() {
        // 2. Without path and query, it takes query and fragment
        run.step(rules::RESOLVE_REFERENCE_2, reference, None);
        url.query = base.query.filter(|query| !query.is_empty());
        url.fragment = url.fragment.or(base.fragment);
    }
    if url.path.is_empty() && base_is_opaque && !base.path.is_empty() && run.is_since((1, 27)) {
        // 3. Not in Go 1.19: without a path, it takes an opaque part
        url.path = run.make(rules::RESOLVE_REFERENCE_3, reference, base.path);
        return Ok(write(url, true, false, run));
    }
    // 4. It takes the authority, and both paths are one
    run.step(rules::RESOLVE_REFERENCE_4, reference, None);
    url.authority = base.authority;
    let base_path = if base_is_opaque { "" } else { &*base.path };
    url.path = resolve_path(base_path, &url.path, run).into();
    Ok(write(url, false, false, run))
}

/// Returns the parts of `text`, with their escapes unchanged, and true if the URL is opaque.
fn read(text: &str) -> (Parts<'_>, bool) {
    let mut url = Parts::of(text);
    if url.scheme.is_none() && text.starts_with("///") {
        url.authority = None;
        url.path = format!("//{}", url.path).into();
    }
    let is_opaque = url.scheme.is_some() && url.authority.is_none() && !url.path.starts_with('/');
    if !is_opaque && GIVEN_PATH.complement().find_in(url.path.as_bytes()).is_some() {
        url.path = escape(&url.path, &PATH).into();
    }
    url.scheme = url.scheme.map(|scheme| to_ascii_lower_case(&scheme).into_owned().into());
    let fragment = url.fragment.filter(|fragment| !fragment.is_empty());
    let is_escaped = |part: &Cow<'_, str>| GIVEN_FRAGMENT.complement().find_in(part.as_bytes()).is_none();
    url.fragment =
        fragment.map(|text| if is_escaped(&text) { text } else { escape(&text, &FRAGMENT).into() });
    url.authority = url.authority.map(|authority| {
        let (user_info, host) = divide_last(&authority, '@');
        let parts = user_info
            .map(|info| info.splitn(2, ':').map(|part| escape(part, &USER_INFO)).collect::<Vec<_>>());
        let before = parts.map(|parts| parts.join(":") + "@").unwrap_or_default();
        Cow::Owned(before + &escape(host, &HOST))
    });
    (url, is_opaque)
}

/// Decodes `text`, and then escapes the characters that are not in `kept`.
fn escape(text: &str, kept: &ByteSet) -> String {
    percent_encode_octets(&percent_decode_str(text).collect::<Vec<_>>(), &kept.complement())
}

/// Spec: go-net-url#resolve-path
fn resolve_path(base: &str, path: &str, run: &mut Run<'_>) -> String {
    // 1. A path that begins with no slash follows the last one
    let full = match path {
        "" => Cow::Borrowed(base),
        _ if path.starts_with('/') => Cow::Borrowed(path),
        _ => Cow::Owned(format!("{}{path}", base.rfind('/').map_or("", |at| base.split_at(at + 1).0))),
    };
    run.step_at(rules::RESOLVE_PATH_1, path, path, Some(&full));
    if full.is_empty() {
        return String::new();
    }
    let mut made = String::from("/");
    let mut is_first = true;
    for segment in full.split('/') {
        match segment {
            // 2. A segment . is dropped
            "." => {
                run.step_at(rules::RESOLVE_PATH_2, path, segment, None);
                is_first = false;
            }
            // 3. A segment .. is dropped with the one before it
            ".." => {
                run.step_at(rules::RESOLVE_PATH_3, path, segment, None);
                let slash = made.rfind('/').filter(|&at| at > 0);
                made.truncate(slash.unwrap_or(1));
                is_first |= slash.is_none();
                // 3.1. Not in Go 1.19: the next segment counts as the first again
                if run.is_since((1, 27)) && made.len() == 1 {
                    run.step_at(rules::RESOLVE_PATH_3_1, path, segment, None);
                    is_first = true;
                }
            }
            _ => {
                if !is_first {
                    made.push('/');
                }
                made.push_str(segment);
                is_first = false;
            }
        }
    }
    if matches!(full.rsplit('/').next(), Some("." | "..")) {
        made.push('/');
    }
    // 4. Two slashes in front become one
    if made.starts_with("//") {
        made.remove(0);
    }
    run.make_at(rules::RESOLVE_PATH_4, path, &full, made)
}

/// Spec: go-net-url#string
fn write(mut url: Parts<'_>, is_opaque: bool, omits_host: bool, run: &mut Run<'_>) -> String {
    let host = url.authority.take().filter(|authority| !authority.is_empty());
    if !is_opaque || url.path.is_empty() {
        let has_host = host.as_ref().is_some_and(|host| !host.ends_with('@'));
        if host.is_some() || url.scheme.is_some() && !omits_host && !url.path.is_empty() {
            // 1. Two slashes follow a scheme, also without a host
            run.step_at(rules::STRING_1, "", &url.path, None);
            url.authority = Some(host.unwrap_or_default());
        } else if omits_host && url.path.starts_with("//") && run.is_since((1, 27)) {
            // 2. Not in Go 1.19: no path becomes an authority
            url.path = run.make_at(rules::STRING_2, "", "", url.path.replacen('/', "%2F", 1)).into();
        }
        if has_host && !url.path.is_empty() && !url.path.starts_with('/') {
            url.path = format!("/{}", url.path).into();
        }
    }
    url.write()
}
