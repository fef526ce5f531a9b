//! `yarl.URL` of yarl 1.25, which aiohttp uses, and the properties of its result that aiohttp sends. yarl has
//! its own parser, and falls back to IDNA2003 for names that IDNA2008 refuses.
//!
//! Outside the specs: `encode_colon`.

mod host;
mod idna_2003;
mod quoting;

use std::borrow::Cow;

use url_core::{Component, Reason};

use crate::{
    Parsed, python,
    run::{Result, Run},
    sections::python_yarl as rules,
    text::{ANY, before_first, divide, divide_last, is_ip_future, split_loose_scheme},
};

use self::{host::encode_host, quoting::requote};

/// Spec: python-yarl#split-url
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    python::clean(input, [rules::SPLIT_URL_1, rules::SPLIT_URL_2], run, split)
}

/// Spec: python-yarl#split-url-3..10, python-yarl#port
fn split<'a>(text: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    // 3. Letters, digits, +, - and . before a colon are a scheme
    let after = run.take_scheme(rules::SPLIT_URL_3, split_loose_scheme(text), &mut url);
    if after.is_none() {
        run.step(rules::SPLIT_URL_3, text, None);
    }
    let mut rest = after.unwrap_or(text);
    // 4. Two slashes begin the authority, which ends before / ? or #
    let mut authority = "";
    if let Some(after) = rest.strip_prefix("//") {
        (authority, rest) = before_first(after, ['/', '?', '#']);
        run.cut(rules::SPLIT_URL_4, after, authority);
        check_authority(authority, run)?;
    }
    // 9. The fragment follows the first #
    let (before, fragment) = divide(rest, '#');
    // 10. The query follows the first ?
    let (path, query) = divide(before, '?');
    let mut has_authority = false;
    if !authority.is_empty() {
        check_nfkc(authority, run)?;
        has_authority = split_authority(authority, &mut url, run)?;
    }
    url.path = Some(self::path(path, has_authority, url.scheme.is_some(), run));
    let query = run.find(rules::SPLIT_URL_10, Component::Query, query);
    url.query = query.map(|query| requote(query, &quoting::QUERY, run));
    let fragment = run.find(rules::SPLIT_URL_9, Component::Fragment, fragment);
    url.fragment = fragment.map(|fragment| requote(fragment, &quoting::FRAGMENT, run));
    // 1. Without a port, that of the scheme
    let default = python::default_port(url.scheme.as_deref().unwrap_or_default());
    if url.port.is_none() && !default.is_empty() {
        url.port = Some(Cow::Borrowed(run.make_at(rules::PORT_1, text, "", default)));
    }
    Ok(url)
}

/// Spec: python-yarl#split-url
fn check_authority(authority: &str, run: &mut Run<'_>) -> Result {
    // 5. A backslash in it is refused
    run.refuse(|c| c == '\\', authority, Reason::CharacterNotAllowed, rules::SPLIT_URL_5)?;
    run.step(rules::SPLIT_URL_5, authority, None);
    // 6. One kind of bracket without the other is refused
    let has_brackets = authority.contains('[');
    let is_open = has_brackets != authority.contains(']');
    run.refuse_if(is_open, Reason::HostIpLiteral, rules::SPLIT_URL_6, authority)?;
    if !has_brackets {
        return Ok(());
    }
    // 7. Brackets are refused but for one pair around the host
    let (_, after) = divide_last(authority, '@');
    let in_brackets = after.strip_prefix('[').unwrap_or("]]");
    let (host, after_host) = in_brackets.split_once(']').unwrap_or((in_brackets, ""));
    let is_end = after_host.is_empty() || after_host.starts_with(':');
    let is_pair = is_end && !in_brackets.contains('[') && !after_host.contains(']');
    run.refuse_if(!is_pair, Reason::HostIpLiteral, rules::SPLIT_URL_7, authority)?;
    run.cut(rules::SPLIT_URL_7, after, host);
    // 8. In them is a colon, or v, hexadecimal digits, a dot and more
    let is_future = |future| is_ip_future(future, &ANY);
    let is_host = host.strip_prefix('v').map_or_else(|| host.contains(':'), is_future);
    run.step(rules::SPLIT_URL_8, host, None);
    run.refuse_if(!is_host, Reason::HostIpLiteral, rules::SPLIT_URL_8, authority)
}

/// Spec: python-yarl#check-netloc
fn check_nfkc(authority: &str, run: &mut Run<'_>) -> Result {
    if authority.is_ascii() {
        return Ok(());
    }
    // 1. Refused if NFKC changes it to what holds / ? # @ : or %
    let makes_one = python::nfkc_makes(&['/', '?', '#', '@', ':', '%'], authority);
    run.check(!makes_one, Reason::HostForbidden, rules::CHECK_NETLOC_1, authority)
}

/// Divides `authority`. Returns false if it has no components, as `:` and `@` alone have none.
///
/// Spec: python-yarl#split-netloc
fn split_authority<'a>(authority: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result<bool> {
    let (user_info, rest) = divide_last(authority, '@');
    if let Some(user_info) = user_info {
        // 1. The user-info ends at the last @
        run.cut(rules::SPLIT_NETLOC_1, authority, user_info);
        // 2. Its first colon divides user and password
        let (user, password) = divide(user_info, ':');
        let user =
            run.find(rules::SPLIT_NETLOC_2, Component::User, Some(user).filter(|user| !user.is_empty()));
        url.user = user.map(|user| requote(user, &quoting::USER, run));
        let password = run.find(rules::SPLIT_NETLOC_2, Component::Password, password);
        url.password = password.map(|password| requote(password, &quoting::USER, run));
    }
    // 3. The host is in brackets, or ends before the first colon
    let in_brackets = rest.strip_prefix('[');
    let (host, after_host) = match in_brackets {
        Some(after) => after.split_once(']').unwrap_or((after, "")),
        None => before_first(rest, [':']),
    };
    let written = if in_brackets.is_some() { rest.strip_suffix(after_host).unwrap_or(rest) } else { host };
    run.announce(Component::Host, written);
    run.cut(rules::SPLIT_NETLOC_3, rest, host);
    let port = after_host.strip_prefix(':').unwrap_or_default();
    url.port = self::port(port, run)?;
    url.host = Some(self::host(host, url, run)?);
    Ok(!host.is_empty() || url.port.is_some() || url.user.is_some() || url.password.is_some())
}

/// Spec: python-yarl#split-netloc
fn port<'a>(text: &'a str, run: &mut Run<'_>) -> Result<Option<Cow<'a, str>>> {
    // 4. An empty port is none
    // 5. A port is what int() makes of it
    let port = python::port(text, [rules::SPLIT_NETLOC_4, rules::SPLIT_NETLOC_5], run)?;
    // 6. A port below 0 and above 65535 is refused
    let is_refused = port.as_ref().is_some_and(|port| port.parse::<u16>().is_err());
    run.refuse_if(is_refused, Reason::PortOutOfRange, rules::SPLIT_NETLOC_6, text)?;
    Ok(port)
}

/// Spec: python-yarl#encode-url
fn host<'a>(host: &'a str, url: &Parsed<'_>, run: &mut Run<'_>) -> Result<Cow<'a, str>> {
    // 1. No host with http, https, ws, wss and ftp is refused
    if host.is_empty() {
        let needs_host = matches!(url.scheme.as_deref(), Some("http" | "https" | "ws" | "wss" | "ftp"));
        run.check(!needs_host, Reason::HostEmpty, rules::ENCODE_URL_1, host)?;
        return Ok(Cow::Borrowed(host));
    }
    let encoded = encode_host(host, run)?;
    // 5. A host with [ loses its ends, which are not always brackets
    if encoded.contains('[') {
        let inside = encoded.get(1..encoded.len() - 1).unwrap_or_default();
        return Ok(Cow::Owned(run.make_at(rules::ENCODE_URL_5, host, &encoded, inside).into()));
    }
    Ok(encoded)
}

/// Spec: python-yarl#encode-url
fn path<'a>(text: &'a str, has_authority: bool, has_scheme: bool, run: &mut Run<'_>) -> Cow<'a, str> {
    run.announce(Component::Path, text);
    let mut path = requote(text, &quoting::PATH, run);
    if has_authority {
        // 2. After an authority, dot-segments are removed, ...
        if let Some(removed) = remove_dot_segments(&path, run) {
            path = Cow::Owned(run.make_at(rules::ENCODE_URL_2, text, &path, removed));
        }
        // 3. ... and an empty path is /
        if path.is_empty() {
            path = Cow::Borrowed(run.make(rules::ENCODE_URL_3, text, "/"));
        }
    } else if !has_scheme {
        // 4. Without a scheme and authority, no colon makes a scheme
        let escaped = encode_colon(path.clone());
        if escaped != path {
            path = run.make_at(rules::ENCODE_URL_4, text, &path, escaped);
        }
    }
    path
}

/// Removes the dot-segments of `path`; `None` if it contains no dot.
///
/// Spec: python-yarl#normalize-path
pub(crate) fn remove_dot_segments(path: &str, run: &mut Run<'_>) -> Option<String> {
    if !path.contains('.') {
        return None;
    }
    let relative = path.strip_prefix('/').unwrap_or(path);
    // 1. A segment . is dropped
    // 2. A segment .. is dropped with the one before it
    let sections = [rules::NORMALIZE_PATH_1, rules::NORMALIZE_PATH_2];
    let mut output = run.drop_dots(relative.split('/'), sections, |_| Some(1));
    // 3. A slash replaces a dot-segment at the end
    if matches!(relative.rsplit('/').next(), Some("." | "..")) {
        run.step(rules::NORMALIZE_PATH_3, path, None);
        output.push("");
    }
    Some(String::from(&path[..path.len() - relative.len()]) + &output.join("/"))
}

/// Escapes the first colon of `path` if the text before it could be read as a scheme.
pub(crate) fn encode_colon(path: Cow<'_, str>) -> Cow<'_, str> {
    match split_loose_scheme(&path) {
        Some((before, after)) => Cow::Owned(format!("{before}%3A{after}")),
        None => path,
    }
}
