//! `URI.join` of Ruby 3.1 and 4.0, and `to_s` of its result.

use std::borrow::Cow;

use url_core::Reason;

use super::parts::{Parts, Seen, authority_of, one_but_dots};
use crate::{
    Parsed,
    ruby_uri::default_port,
    run::{Result, Run},
    sections::ruby_uri as rules,
};

/// Spec: ruby-uri#merge
pub(super) fn join([base, reference]: [&str; 2], seen: Seen<'_>, run: &mut Run<'_>) -> Result<String> {
    let [of_base, of_reference] = seen;
    let (mut url, other) = (of_base?, of_reference?);
    let is_new = run.is_since((4, 0));
    let is_ftp = url.scheme.as_deref() == Some("ftp");
    // 1. A reference with a scheme: as it is
    if other.scheme.is_some() {
        run.step(rules::MERGE_1, reference, None);
        run.refuse_if(is_ftp, Reason::SlashesMissing, rules::MERGE_2, reference)?;
        return Ok(write(reference, other, run));
    }
    // 3. A base without a scheme is refused
    run.refuse_if(url.scheme.is_none(), Reason::MissingScheme, rules::MERGE_3, reference)?;
    let host = other.host.filter(|host| !host.is_empty());
    let user = other.user.filter(|user| !user.is_empty() || other.password.is_some());
    let has_authority = host.is_some() || user.is_some() || other.port.is_some();
    let path = other.path.unwrap_or_default();
    // 4. Nothing but a fragment replaces that of the base
    if path.is_empty() && !has_authority && other.query.is_none() {
        run.step(rules::MERGE_4, reference, None);
        url.fragment = other.fragment.or(url.fragment);
        return Ok(write(base, url, run));
    }
    let before = url.path.clone();
    if has_authority && url.hierarchical {
        // 5. An authority replaces that of the base
        run.step(rules::MERGE_5, reference, host.as_deref());
        if is_new {
            let default = default_port(url.scheme.as_deref().unwrap_or_default(), run);
            (url.user, url.password, url.host) = (user, other.password, host);
            url.port = other.port.or(default.map(Cow::Borrowed));
        } else {
            // 5.1. In Ruby 3.1, only its parts that are there
            run.step(rules::MERGE_5_1, reference, host.as_deref());
            if url.scheme.as_deref() != Some("file") {
                (url.user, url.password) = (user.or(url.user), other.password.or(url.password));
                url.port = other.port.or(url.port);
            }
            url.host = host.or(url.host);
        }
        url.path = Some(path);
    } else if url.hierarchical {
        let made = merge_path(url.path.as_deref().unwrap_or_default(), &path, run);
        url.path = Some(Cow::Owned(run.make(rules::MERGE_PATH_1, reference, made)));
    }
    // 2. With a base of ftp, what changes it is refused
    let is_root = |path: &Option<Cow<'_, str>>| matches!(path.as_deref(), None | Some("" | "/"));
    let is_same = url.path == before || is_root(&url.path) && is_root(&before);
    let is_changed = has_authority || !is_same;
    run.refuse_if(is_ftp && is_changed, Reason::SlashesMissing, rules::MERGE_2, reference)?;
    // 6. A query with an opaque base is refused
    let is_refused = other.query.is_some() && !url.hierarchical;
    run.refuse_if(is_refused, Reason::SlashesMissing, rules::MERGE_6, reference)?;
    (url.query, url.fragment) = (other.query, other.fragment);
    Ok(write(base, url, run))
}

/// Spec: ruby-uri#merge-path
fn merge_path(base: &str, path: &str, run: &mut Run<'_>) -> String {
    let mut of_base: Vec<&str> = Vec::new();
    // 1. Each segment .. of the base takes the one before it along
    let segments = base.split('/').take(if base.is_empty() { 0 } else { usize::MAX });
    for segment in segments.chain((base.rsplit('/').next() == Some("..")).then_some("")) {
        if segment != ".." {
            of_base.push(segment);
        } else if of_base.pop().is_none() {
            break;
        }
    }
    let mut rest = path;
    // 2. A path that begins with a slash leaves nothing of the base
    if let Some(after) = path.strip_prefix('/') {
        run.step(rules::MERGE_PATH_2, path, None);
        of_base.clear();
        rest = after;
    }
    // 3. A segment . is dropped
    // 4. A segment .. is dropped with the one before it, if any
    let segments = rest.split('/').take(if path.is_empty() { 0 } else { usize::MAX });
    let mut kept = run.drop_dots(segments, [rules::MERGE_PATH_3, rules::MERGE_PATH_4], one_but_dots);
    if matches!(rest.rsplit('/').next(), Some("." | "..")) {
        kept.push("");
    }
    let mut ends_open = !kept.is_empty();
    if of_base.is_empty() {
        of_base = vec![""];
    } else if ends_open {
        of_base.pop();
    }
    let up = kept.iter().take_while(|segment| **segment == "..").count();
    // 5. Those in front take segments of the base along
    for segment in kept.drain(..up) {
        run.step(rules::MERGE_PATH_5, segment, None);
        if of_base.len() > 1 {
            of_base.pop();
        }
    }
    ends_open = ends_open && kept.is_empty();
    of_base.append(&mut kept);
    if ends_open {
        of_base.push("");
    }
    of_base.join("/")
}

/// Formats `url`, which was parsed from `text`, as `to_s` does.
///
/// Spec: ruby-uri#to-s
fn write(text: &str, mut url: Parsed<'_>, run: &mut Run<'_>) -> String {
    let is_new = run.is_since((4, 0));
    let has_password = url.password.is_some();
    url.user = url.user.filter(|user| has_password || !user.is_empty());
    let scheme = url.scheme.as_deref().unwrap_or_default();
    // 1. The port of the scheme is not written
    let default = default_port(scheme, run);
    let port = url.port.as_deref().filter(|port| Some(*port) != default);
    let host = url.host.as_deref().filter(|host| is_new || !host.is_empty());
    run.step_at(rules::TO_S_1, "", url.port.as_deref().unwrap_or_default(), port);
    let has_slashes = host.is_some() || url.hierarchical && matches!(scheme, "file" | "postgres");
    let mut authority = authority_of(&url, host, port);
    let mut path = Cow::Borrowed(url.path.as_deref().unwrap_or_default());
    if scheme == "ftp" {
        // 4. ftp: a slash in front, %2F for another one; then the type
        let given = Parts::of(text).path;
        let kind = given.split_once(";type=").map(|(_, kind)| format!(";type={kind}")).unwrap_or_default();
        let second = path.strip_prefix('/').map(|rest| format!("%2F{rest}"));
        path = format!("/{}{kind}", second.as_deref().unwrap_or(&path)).into();
        run.step_at(rules::TO_S_4, "", &given, Some(&path));
    } else if is_new && url.host.is_some() && !path.is_empty() && !path.starts_with('/') {
        // 2. Not in Ruby 3.1: a slash is between host and path
        run.step_at(rules::TO_S_2, "", &path, None);
        path = format!("/{path}").into();
    }
    if has_slashes {
        authority = Some(authority.unwrap_or_default());
    } else {
        // 3. Without a host, no slashes are in front
        path = format!("{}{path}", authority.take().unwrap_or_default()).into();
        run.step_at(rules::TO_S_3, "", &path, None);
    }
    let Parsed { scheme, query, fragment, .. } = url;
    Parts { scheme, authority: authority.map(Cow::Owned), path, query, fragment }.write()
}
