//! `urllib.parse.urljoin` of Python 3.11 and 3.14.
//!
//! Outside the specs: `split`, `take_parameters`.

use std::borrow::Cow;

use url_core::to_ascii_lower_case;

use super::parts::{Parts, Seen};
use crate::{
    run::{Result, Run},
    sections::python_urlsplit as rules,
    text::BLANKS,
};

/// The schemes for which references are resolved. All of them may have an authority (network location).
pub(super) const RELATIVE: [&str; 19] = [
    "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms", "prospero", "rtsp",
    "rtsps", "rtspu", "sftp", "svn", "svn+ssh", "ws", "wss",
];
/// The schemes of `RELATIVE` whose paths have parameters, before Python 3.14.
const WITH_PARAMETERS: [&str; 11] =
    ["ftp", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtsps", "rtspu", "mms", "sftp"];

/// Spec: python-urlsplit#urljoin
pub(super) fn join([base, reference]: [&str; 2], seen: Seen<'_>, run: &mut Run<'_>) -> Result<String> {
    // 1. Of an empty base and reference, the result is the other
    if base.is_empty() || reference.is_empty() {
        let other = run.make(rules::URLJOIN_1, reference, if base.is_empty() { reference } else { base });
        return Ok(other.into());
    }
    // `urljoin` does not read the port, so an invalid port is not an error here.
    if let Some(rejection) = seen.into_iter().filter_map(Result::err).find(|error| !error.reason.is_port()) {
        return Err(rejection);
    }
    let is_new = run.is_since((3, 14));
    let cleaned = [base, reference].map(|text| text.trim_start_matches(|c| c <= ' ').replace(BLANKS, ""));
    let [mut of_base, mut url] = cleaned.each_ref().map(|text| split(text, is_new));
    let scheme = url.scheme.take().or_else(|| of_base.scheme.clone());
    // 2. Another scheme, or one without relative references: as it is
    let is_relative = scheme.as_deref().is_none_or(|scheme| RELATIVE.contains(&scheme));
    if scheme != of_base.scheme || !is_relative {
        run.step(rules::URLJOIN_2, reference, None);
        return Ok(reference.into());
    }
    url.scheme = scheme;
    let has_parameters =
        !is_new && url.scheme.as_deref().is_none_or(|scheme| WITH_PARAMETERS.contains(&scheme));
    let parameters = [&mut of_base, &mut url].map(|url| take_parameters(&mut url.path, has_parameters));
    let [base_parameters, parameters] = parameters;
    // 3. A network location leaves nothing of the base but the scheme
    if url.authority.as_ref().is_some_and(|authority| !authority.is_empty()) {
        run.step(rules::URLJOIN_3, reference, None);
        url.path += parameters.as_str();
        return Ok(write(url, is_new, run));
    }
    url.authority = of_base.authority;
    // 4. No path: that of the base, and its query and fragment
    if url.path.is_empty() && parameters.is_empty() {
        run.step(rules::URLJOIN_4, reference, Some(&of_base.path));
        url.path = of_base.path + base_parameters.as_str();
        if url.query.is_none() {
            url.query = of_base.query;
            if is_new && url.fragment.is_none() {
                url.fragment = of_base.fragment;
            }
        }
        return Ok(write(url, is_new, run));
    }
    let mut segments: Vec<&str> = Vec::new();
    let last = url.path.rsplit('/').next().unwrap_or_default();
    if url.path.starts_with('/') {
        segments.extend(url.path.split('/'));
    } else {
        // 5. It replaces the last segment, and empty ones go
        run.step_at(rules::URLJOIN_5, reference, &of_base.path, None);
        segments.extend(of_base.path.split('/'));
        if segments.last().is_some_and(|last| !last.is_empty()) {
            segments.pop();
        }
        segments.extend(url.path.split('/'));
        let (end, mut at) = (segments.len() - 1, 0);
        segments.retain(|segment| {
            at += 1;
            at == 1 || at > end || !segment.is_empty()
        });
    }
    // 6. A segment .. is dropped with the one before it
    // 7. A segment . is dropped
    let sections = [rules::URLJOIN_7, rules::URLJOIN_6];
    let mut kept = run.at(reference).drop_dots(segments.into_iter(), sections, |_| Some(1));
    if matches!(last, "." | "..") {
        kept.push("");
    }
    let joined = kept.join("/");
    url.path = Cow::Owned(if joined.is_empty() { "/".into() } else { joined } + &parameters);
    Ok(write(url, is_new, run))
}

/// Splits `text` into its parts. Before Python 3.14, empty parts count as missing.
fn split(text: &str, is_new: bool) -> Parts<'_> {
    let mut url = Parts::of(text);
    // The network location also ends at ? and #, as here; no scheme is looked for after them.
    url.scheme = url.scheme.map(|scheme| to_ascii_lower_case(&scheme).into_owned().into());
    url.query = url.query.filter(|query| is_new || !query.is_empty());
    url.fragment = url.fragment.filter(|fragment| is_new || !fragment.is_empty());
    url
}

/// Removes the first `;` of the last segment and the text after it from `path`, and returns them.
fn take_parameters(path: &mut Cow<'_, str>, has_parameters: bool) -> String {
    let slash = path.rfind('/').unwrap_or_default();
    let at = path.get(slash..).and_then(|last| last.find(';')).filter(|_| has_parameters);
    let (kept, taken) = path.split_at(at.map_or(path.len(), |at| slash + at));
    // A `;` with nothing after it is dropped.
    let taken = if taken == ";" { String::new() } else { taken.into() };
    *path = Cow::Owned(kept.into());
    taken
}

/// Spec: python-urlsplit#urlunsplit
fn write(mut url: Parts<'_>, is_new: bool, run: &mut Run<'_>) -> String {
    let is_located = url.authority.as_ref().is_some_and(|authority| is_new || !authority.is_empty());
    let begins_with_two = url.path.starts_with("//");
    // 1. Before Python 3.14, a network location without anything
    if is_located || !is_new && url.scheme.is_some() && !begins_with_two {
        if !is_located {
            run.step_at(rules::URLUNSPLIT_1, "", &url.path, None);
        }
        url.authority = Some(url.authority.unwrap_or_default());
        if !url.path.is_empty() && !url.path.starts_with('/') {
            // 2. A slash is between the location and a path
            run.step_at(rules::URLUNSPLIT_2, "", &url.path, None);
            url.path = format!("/{}", url.path).into();
        }
    } else {
        url.authority = None;
        if is_new && begins_with_two {
            // 3. In Python 3.14, no path becomes a network location
            run.step_at(rules::URLUNSPLIT_3, "", &url.path, None);
            url.path = format!("//{}", url.path).into();
        }
    }
    url.write()
}
