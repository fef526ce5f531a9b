//! `yarl.URL.join` of yarl 1.25, and `str` of its result.
//!
//! Outside the specs: `read`.

use std::borrow::Cow;

use url_core::Reason;

use super::{
    parts::{Parts, Seen, authority_of},
    python_urlsplit::RELATIVE,
};
use crate::{
    Parsed, python,
    python_yarl::{encode_colon, remove_dot_segments},
    run::{Result, Run},
    sections::python_yarl as rules,
    text::{BLANKS, before_first, decode_characters},
};

/// The schemes with authorities whose references are not resolved.
const WITH_AUTHORITY: [&str; 6] = ["telnet", "snews", "rsync", "nfs", "git", "git+ssh"];

/// A URL as yarl stores it. Missing parts are empty strings.
#[derive(Clone, Default)]
struct Kept<'a> {
    scheme: &'a str,
    /// User-info and host.
    authority: String,
    port: &'a str,
    path: Cow<'a, str>,
    query: &'a str,
    fragment: &'a str,
}

/// Spec: python-yarl#join
pub(super) fn join([base_text, reference]: [&str; 2], seen: Seen<'_>, run: &mut Run<'_>) -> Result<String> {
    let [of_base, of_reference] = seen;
    let (of_base, of_reference) = (of_base?, of_reference?);
    let (base, mut url) = (read(base_text, &of_base), read(reference, &of_reference));
    // 1. Another scheme, or one without relative references: as it is
    let scheme = if url.scheme.is_empty() { base.scheme } else { url.scheme };
    if scheme != base.scheme || !(scheme.is_empty() || RELATIVE.contains(&scheme)) {
        run.step(rules::JOIN_1, reference, None);
        return Ok(write(url, run));
    }
    url.scheme = scheme;
    // 2. An authority leaves nothing of the base but the scheme
    if !url.authority.is_empty() || !url.port.is_empty() {
        run.step(rules::JOIN_2, reference, None);
        return write_again(url, reference, run);
    }
    (url.authority, url.port) = (base.authority, base.port);
    if url.path.is_empty() {
        // 3. No path: that of the base, and what is missing behind it
        url.path = run.make(rules::JOIN_3, reference, base.path);
        url.query = if url.query.is_empty() { base.query } else { url.query };
        url.fragment = if url.fragment.is_empty() { base.fragment } else { url.fragment };
        return write_again(url, reference, run);
    }
    if base.path.is_empty() && !url.path.starts_with('/') {
        // 4. A path without a slash gets one if the base has none
        run.step(rules::JOIN_4, reference, None);
        url.path = format!("/{}", url.path).into();
    } else if !url.path.starts_with('/') {
        let before = base.path.rfind('/').map_or("", |slash| base.path.split_at(slash + 1).0);
        // 5. Otherwise it follows the last slash, what is before decoded
        let unquote = |text| decode_characters(text, |octet| format!("%{octet:02X}"));
        let before = if before.len() == base.path.len() { before.into() } else { unquote(before) };
        let joined = format!("{before}{}", url.path);
        run.step_at(rules::JOIN_5, reference, &url.path, Some(&joined));
        url.path = joined.into();
    }
    if let Some(removed) = remove_dot_segments(&url.path, run) {
        url.path = removed.into();
    }
    write_again(url, reference, run)
}

/// Formats `url` after a join: yarl reads the port again, after the first colon of the authority.
///
/// Spec: python-yarl#str
fn write_again(mut url: Kept<'_>, reference: &str, run: &mut Run<'_>) -> Result<String> {
    let end = url.authority.rsplit_once('@').map_or(&*url.authority, |(_, end)| end);
    if let Some((_, port)) = end.split_once(':').filter(|_| !end.starts_with('[')) {
        // 4. A host of several colons that is no address has no port
        run.step_at(rules::STR_4, reference, port, None);
        let number = python::int(port).and_then(|number| number.parse::<u16>().ok());
        let is_one = number.is_some() && url.port.is_empty();
        let is_refused = !(is_one || port.is_empty() && url.port.is_empty());
        run.refuse_if(is_refused, Reason::PortNotNumber, rules::STR_4, reference)?;
        if is_one && port == python::default_port(url.scheme) {
            url.authority.truncate(url.authority.len() - port.len() - 1);
        }
    }
    Ok(write(url, run))
}

/// Returns the stored parts of `text`, whose parsed form is `url`.
fn read<'a>(text: &str, url: &'a Parsed<'_>) -> Kept<'a> {
    let get = |part: &'a Option<Cow<'_, str>>| part.as_deref().unwrap_or_default();
    let (scheme, host) = (get(&url.scheme), get(&url.host));
    let is_address = python::ipv6_address(host.split('%').next().unwrap_or_default()).is_some();
    let host = if is_address { format!("[{host}]") } else { host.into() };
    let authority = authority_of(url, Some(&host), None).unwrap_or_default();
    // An empty path after an authority is sent as a slash.
    let given = text.replace(BLANKS, "");
    let after = given.split_once("//").map_or("/", |(_, after)| before_first(after, ['/', '?', '#']).1);
    let port = url.port.as_deref().filter(|port| python::default_port(scheme) != *port).unwrap_or_default();
    let is_empty = !(after.starts_with('/') || authority.is_empty() && port.is_empty());
    let path = Cow::Borrowed(if is_empty { "" } else { get(&url.path) });
    let (query, fragment) = (get(&url.query), get(&url.fragment));
    Kept { scheme, authority, port, path, query, fragment }
}

/// Spec: python-yarl#str
fn write<'a>(url: Kept<'a>, run: &mut Run<'_>) -> String {
    let Kept { scheme, mut authority, port, mut path, query, fragment } = url;
    // 1. The port of the scheme is not written
    if !port.is_empty() && port != python::default_port(scheme) {
        authority = format!("{authority}:{port}");
    } else {
        run.step_at(rules::STR_1, "", port, None);
    }
    let has_authority = !authority.is_empty();
    // 2. An empty path is / in front of a query and a fragment
    if path.is_empty() && has_authority && !(query.is_empty() && fragment.is_empty()) {
        path = Cow::Borrowed(run.make_at(rules::STR_2, "", "", "/"));
    }
    if scheme.is_empty() && !has_authority {
        path = encode_colon(path);
    }
    let is_known = RELATIVE.contains(&scheme) || WITH_AUTHORITY.contains(&scheme);
    let has_slashes = has_authority || is_known || path.starts_with("//");
    let is_relative = !path.is_empty() && !path.starts_with('/');
    let has_colon = !scheme.is_empty() || has_slashes && is_relative;
    let has_slashes = has_slashes && !(scheme.is_empty() && is_relative);
    if has_slashes {
        // 3. Two slashes follow most schemes, also without an authority
        run.step_at(rules::STR_3, "", &path, None);
        if is_relative {
            path = Cow::Owned(format!("/{path}"));
        }
    }
    let part = |part: &'a str, is_there: bool| is_there.then_some(Cow::Borrowed(part));
    let authority = has_slashes.then_some(Cow::Owned(authority));
    let [query, fragment] = [query, fragment].map(|text| part(text, !text.is_empty()));
    Parts { scheme: part(scheme, has_colon), authority, path, query, fragment }.write()
}
