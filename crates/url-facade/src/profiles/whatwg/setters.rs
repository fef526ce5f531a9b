//! The setters of the `URL` class without a trace: each edits its component in the string of the URL, in place. They leave
//! rare cases and most refusals to the state machine.
//!
//! Outside the specs: `set_in_place`, `remove`.

use url_authority::whatwg::{parse_port, percent_encode_credential, scan_port};
use url_core::{
    Component, NoTrace, Reason, Rejection, Span,
    sections::whatwg,
    to_ascii_lower_case,
    whatwg::{Edition, SchemeKind},
};
use url_host::whatwg::{parse_host, scan_host, serialize_host};
use url_path::whatwg::write_path;
use url_preprocess::whatwg::has_tab_or_newline;
use url_query::{
    Encoding,
    whatwg::{encode_fragment, encode_query},
};
use url_scheme::whatwg::{default_port, is_special_scheme, scan_scheme, scheme_kind};

use super::canonical::scan_canonical;
use crate::{Change, Url, api::Attribute};

/// Sets `attribute` of `url` to `value`, or refuses it; `None` leaves the case to the state machine.
///
/// FAST: a state with a state override changes one component, and serializing writes the others as they stand.
pub(super) fn set_in_place(
    url: &mut Url,
    attribute: Attribute,
    value: &str,
    edition: Edition,
) -> Option<Result<Change, Rejection>> {
    // Each byte becomes three at most.
    if value.len().checked_mul(3)?.checked_add(url.href.len())? >= Span::LIMIT {
        return None;
    }
    let change = match attribute {
        Attribute::Href => set_href(url, value, edition),
        Attribute::Username => set_username(url, value),
        Attribute::Password => set_password(url, value),
        _ if has_tab_or_newline(value) => None,
        Attribute::Protocol => return set_protocol(url, value),
        Attribute::Host | Attribute::Hostname => {
            set_host(url, value, attribute == Attribute::Hostname, edition)
        }
        Attribute::Port => set_port(url, value),
        Attribute::Pathname => set_pathname(url, value),
        Attribute::Search => set_search(url, value),
        Attribute::Hash => Some(set_hash(url, value)),
    };
    change.map(Ok)
}

/// Spec: whatwg#href-setter
fn set_href(url: &mut Url, value: &str, edition: Edition) -> Option<Change> {
    // FAST: a canonical URL stays unchanged.
    let sight = scan_canonical(value, edition).filter(|sight| sight.has_slash)?;
    if url.href == value {
        return Some(Change::Unchanged);
    }
    url.href.clear();
    url.href.push_str(value);
    (url.shape.components, url.shape.hierarchical) = (sight.components(value.len()), true);
    Some(Change::Changed)
}

/// The place of a refusal is all of `value`, because the parser works on another string, with a colon after it.
///
/// Spec: whatwg#protocol-setter, whatwg#scheme-start-state, whatwg#scheme-state
fn set_protocol(url: &mut Url, value: &str) -> Option<Result<Change, Rejection>> {
    let refuse = |section, reason| Some(Err(Rejection::new(reason, section, Span::whole(value))));
    // Scheme start state 3. Otherwise, return failure.
    if !value.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return refuse(whatwg::SCHEME_START_STATE_3, Reason::SetterRefused);
    }
    let (buffer, rest) = value.split_at_checked(scan_scheme(value))?;
    // Scheme state 4. Otherwise, return failure.
    if !rest.is_empty() && !rest.starts_with(':') {
        return refuse(whatwg::SCHEME_STATE_4, Reason::SetterRefused);
    }
    let (buffer, scheme) = (to_ascii_lower_case(buffer), url.scheme());
    if buffer == scheme {
        return Some(Ok(Change::Unchanged));
    }
    match (is_special_scheme(scheme), is_special_scheme(&buffer)) {
        // 2.1.1. url special, buffer not: return.
        (true, false) => return refuse(whatwg::SCHEME_STATE_2_1_1, Reason::SpecialSchemeExchanged),
        // 2.1.2. url not special, buffer special: return.
        (false, true) => return refuse(whatwg::SCHEME_STATE_2_1_2, Reason::SpecialSchemeExchanged),
        _ if scheme == "file" || buffer == "file" => return None,
        _ => {}
    }
    let place = url.place(Component::Scheme)?;
    url.replace(Component::Scheme, place, ["", &buffer, ""]);
    // 2.3.1. The scheme's default port: set url's port to null.
    if url.get(Component::Port).is_some_and(|port| default_port(&buffer) == Some(port)) {
        set_port_to(url, "");
    }
    Some(Ok(Change::Changed))
}

/// Whether `url` cannot have a username, a password or a port.
///
/// Spec: whatwg#cannot-have-a-username-password-port
fn cannot_have_credentials_or_port(url: &Url) -> bool {
    url.get(Component::Host).is_none_or(str::is_empty) || url.scheme() == "file"
}

/// Spec: whatwg#username-setter, whatwg#set-the-username
fn set_username(url: &mut Url, value: &str) -> Option<Change> {
    if cannot_have_credentials_or_port(url) {
        return None;
    }
    let username = percent_encode_credential(value);
    let (_, scheme_end) = url.place(Component::Scheme)?;
    let (host, _) = url.place(Component::Host)?;
    let start = scheme_end + "://".len();
    match (url.place(Component::User), url.place(Component::Password)) {
        (None, _) if username.is_empty() => return Some(Change::Unchanged),
        (Some(user), Some(_)) if username.is_empty() => url.remove(Component::User, user),
        // With its "@".
        (Some((start, _)), None) if username.is_empty() => url.remove(Component::User, (start, host)),
        (Some(_), _) if url.get(Component::User) == Some(&*username) => return Some(Change::Unchanged),
        (Some(user), _) => url.replace(Component::User, user, ["", &username, ""]),
        (None, Some(_)) => url.replace(Component::User, (start, start), ["", &username, ""]),
        (None, None) => url.replace(Component::User, (start, start), ["", &username, "@"]),
    }
    Some(Change::Changed)
}

/// Spec: whatwg#password-setter, whatwg#set-the-password
fn set_password(url: &mut Url, value: &str) -> Option<Change> {
    if cannot_have_credentials_or_port(url) {
        return None;
    }
    let password = percent_encode_credential(value);
    let (host, _) = url.place(Component::Host)?;
    match (url.place(Component::User), url.place(Component::Password)) {
        (_, None) if password.is_empty() => return Some(Change::Unchanged),
        // With its ":".
        (Some((_, user_end)), Some((_, end))) if password.is_empty() => {
            url.remove(Component::Password, (user_end, end));
        }
        // With its ":" and "@".
        (None, Some((start, _))) if password.is_empty() => {
            url.remove(Component::Password, (start - 1, host));
        }
        (_, Some(_)) if url.get(Component::Password) == Some(&*password) => return Some(Change::Unchanged),
        (_, Some(place)) => url.replace(Component::Password, place, ["", &password, ""]),
        (Some((_, end)), None) => url.replace(Component::Password, (end, end), [":", &password, ""]),
        (None, None) => url.replace(Component::Password, (host, host), [":", &password, "@"]),
    }
    Some(Change::Changed)
}

/// Spec: whatwg#host-setter, whatwg#hostname-setter, whatwg#host-state
fn set_host(url: &mut Url, value: &str, is_hostname: bool, edition: Edition) -> Option<Change> {
    if !is_special_scheme(url.scheme()) || url.scheme() == "file" {
        return None;
    }
    let (buffer, rest) = value.split_at_checked(scan_host(value, SchemeKind::Special, &mut NoTrace))?;
    let port = match rest.strip_prefix(':') {
        Some(_) if is_hostname => return None,
        Some(rest) => Some(buffered_port(url, rest)?),
        None => None,
    };
    let host =
        serialize_host(parse_host(buffer, SchemeKind::Special, edition, &mut NoTrace).ok()?, &mut NoTrace);
    let mut change = Change::Unchanged;
    if url.get(Component::Host) != Some(&*host) {
        let place = url.place(Component::Host)?;
        url.replace(Component::Host, place, ["", &host, ""]);
        change = Change::Changed;
    }
    match port.map(|port| set_port_to(url, port)) {
        Some(Change::Changed) => Some(Change::Changed),
        _ => Some(change),
    }
}

/// The port at the start of `value`, or the empty string for the default port.
///
/// Spec: whatwg#port-state
fn buffered_port<'v>(url: &Url, value: &'v str) -> Option<&'v str> {
    // 1. Append ASCII digits to buffer.
    let buffer = value.get(..scan_port(value)).filter(|buffer| !buffer.is_empty())?;
    // 2.1.3. Set url's port to null if it is the default one, else to port.
    let port = parse_port(buffer, &mut NoTrace).ok()?;
    Some(if default_port(url.scheme()) == Some(port) { "" } else { port })
}

/// Spec: whatwg#port-setter
fn set_port(url: &mut Url, value: &str) -> Option<Change> {
    if cannot_have_credentials_or_port(url) {
        return None;
    }
    let port = if value.is_empty() { "" } else { buffered_port(url, value)? };
    Some(set_port_to(url, port))
}

/// Sets the port to `port`, or to null if that is empty.
///
/// Spec: whatwg#port-state-2.1.3
fn set_port_to(url: &mut Url, port: &str) -> Change {
    if url.get(Component::Port).unwrap_or_default() == port {
        return Change::Unchanged;
    }
    let host_end = url.place(Component::Host).map_or(0, |(_, end)| end);
    // With its ":".
    let place = (host_end, url.place(Component::Port).map_or(host_end, |(_, end)| end));
    if port.is_empty() {
        url.remove(Component::Port, place);
    } else {
        url.replace(Component::Port, place, [":", port, ""]);
    }
    Change::Changed
}

/// Spec: whatwg#pathname-setter, whatwg#path-start-state
fn set_pathname(url: &mut Url, value: &str) -> Option<Change> {
    // A URL without a host may need "/." before its path.
    url.place(Component::Host)?;
    let kind = scheme_kind(url.scheme());
    let rest = match value.strip_prefix('/') {
        Some(rest) => rest,
        None if kind.is_special() => value.strip_prefix('\\').unwrap_or(value),
        None => return None,
    };
    let mut path = String::with_capacity(value.len() + 16);
    write_path(rest, kind, 0, &mut path);
    if url.path() == path {
        return Some(Change::Unchanged);
    }
    let place = url.place(Component::Path)?;
    url.replace(Component::Path, place, ["", &path, ""]);
    Some(Change::Changed)
}

/// Spec: whatwg#search-setter
fn set_search(url: &mut Url, value: &str) -> Option<Change> {
    let (_, path_end) = url.place(Component::Path)?;
    // With its "?".
    let place = (path_end, url.place(Component::Query).map_or(path_end, |(_, end)| end));
    // 2. If the value is the empty string, set the query to null and return.
    if value.is_empty() {
        return Some(remove(url, Component::Query, place));
    }
    // 3. Let input be the value without a leading "?".
    let input = value.strip_prefix('?').unwrap_or(value);
    let query = encode_query(input, scheme_kind(url.scheme()), Encoding::UTF_8, &mut NoTrace);
    if url.query() == Some(&*query) {
        return Some(Change::Unchanged);
    }
    url.replace(Component::Query, place, ["?", &query, ""]);
    Some(Change::Changed)
}

/// Spec: whatwg#hash-setter
fn set_hash(url: &mut Url, value: &str) -> Change {
    let len = url.href.len();
    // With its "#".
    let place = (url.place(Component::Fragment).map_or(len, |(start, _)| start - 1), len);
    // 1. If the value is the empty string, set the fragment to null and return.
    if value.is_empty() {
        return remove(url, Component::Fragment, place);
    }
    // 2. Let input be the value without a leading "#".
    let fragment = encode_fragment(value.strip_prefix('#').unwrap_or(value), &mut NoTrace);
    if url.fragment() == Some(&*fragment) {
        return Change::Unchanged;
    }
    url.replace(Component::Fragment, place, ["#", &fragment, ""]);
    Change::Changed
}

/// Removes `component` at `place`, if the URL has it.
fn remove(url: &mut Url, component: Component, place: (usize, usize)) -> Change {
    if url.place(component).is_none() {
        return Change::Unchanged;
    }
    url.remove(component, place);
    Change::Changed
}
