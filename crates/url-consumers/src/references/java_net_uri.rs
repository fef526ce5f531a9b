//! `URI.resolve` of Java 25.
//!
//! Outside the specs: `parts`.

use std::borrow::Cow;

use url_core::Span;

use super::parts::{Parts, Seen, authority_of, one_but_dots};
use crate::{
    Parsed,
    run::{Result, Run},
    sections::java_net_uri as rules,
};

/// Spec: java-net-uri#resolve
pub(super) fn join([base, reference]: [&str; 2], seen: Seen<'_>, run: &mut Run<'_>) -> Result<String> {
    let [of_base, of_reference] = seen;
    let (of_base, of_reference) = (of_base?, of_reference?);
    // 1. If one of them is opaque: the reference
    if of_base.path.is_none() || of_reference.path.is_none() {
        run.step(rules::RESOLVE_1, reference, None);
        return Ok(reference.into());
    }
    // 3. A reference with a scheme: as it is
    if of_reference.scheme.is_some() {
        run.step(rules::RESOLVE_3, reference, None);
        return Ok(reference.into());
    }
    let (base, mut url) = (parts(base, &of_base), parts(reference, &of_reference));
    url.scheme = base.scheme;
    if url.authority.is_some() {
        // 4. With an authority, its path is as it is
        run.step(rules::RESOLVE_4, reference, None);
        return Ok(url.write());
    }
    url.authority = base.authority;
    if url.path.is_empty() && url.query.is_none() && url.fragment.is_some() {
        // 2. A fragment alone replaces that of the base
        run.step(rules::RESOLVE_2, reference, None);
        (url.path, url.query) = (base.path, base.query);
    } else if !url.path.starts_with('/') {
        // 5. A path without a slash follows the last one of the base
        let before = base.path.rfind('/').map_or("", |slash| base.path.split_at(slash + 1).0);
        // 5.1. In Java 25, it gets one if there is none
        let is_bare = before.is_empty() && url.scheme.is_some() && !url.path.is_empty();
        let path = format!("{}{}", if is_bare { "/" } else { before }, url.path);
        run.step(if is_bare { rules::RESOLVE_5_1 } else { rules::RESOLVE_5 }, reference, Some(&path));
        let normal = normalize(&path, run);
        url.path = run.make_at(rules::RESOLVE_5, reference, &path, normal).into();
    }
    Ok(url.write())
}

/// Returns the parts of `text`, whose parsed form is `seen`. An empty authority counts as missing, and the
/// port of a server is normalized as a number.
fn parts<'a>(text: &'a str, seen: &Parsed<'_>) -> Parts<'a> {
    let mut parts = Parts::of(text);
    parts.authority = parts.authority.filter(|authority| !authority.is_empty());
    if seen.host.is_some() {
        parts.authority = authority_of(seen, seen.host.as_deref(), seen.port.as_deref()).map(Cow::Owned);
    }
    parts
}

/// Spec: java-net-uri#normalize
fn normalize(path: &str, run: &mut Run<'_>) -> String {
    let is_absolute = path.starts_with('/');
    // 1. Empty segments are dropped
    let segments = path.split('/').filter(|segment| !segment.is_empty());
    // 2. A segment . is dropped
    // 3. A segment .. is dropped with the one before it, if any
    let kept = run.drop_dots(segments, [rules::NORMALIZE_2, rules::NORMALIZE_3], one_but_dots);
    kept.iter()
        .filter(|segment| **segment == "..")
        .for_each(|left| run.step(rules::NORMALIZE_3, left, Some(left)));
    let mut made = String::from(if is_absolute { "/" } else { "" });
    let place = |segment: &&str| Span::locate(segment, path).unwrap_or_default();
    // 4. A path that begins with a new segment with a colon: after ./
    let first = kept.first().filter(|first| !is_absolute && place(first).start > 0 && first.contains(':'));
    if let Some(first) = first {
        run.step(rules::NORMALIZE_4, first, None);
        made.push_str("./");
    }
    made.push_str(&kept.join("/"));
    // The last segment keeps the slash after it, unless it was at the end of the path.
    if kept.last().is_some_and(|last| place(last).end < Span::whole(path).end) {
        made.push('/');
    }
    run.make_at(rules::NORMALIZE_1, "", path, made)
}
