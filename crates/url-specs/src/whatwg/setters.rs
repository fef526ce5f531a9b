//! Fast setters of the `URL` class, used without a trace: each edits its component in the string of the URL.
//! In rare cases, and for most refused values, the setter that uses the state machine runs instead.
//!
//! Helpers, not in a spec: `set_in_place`.

use url_authority::whatwg::{parse_port_traced, scan_port, write_credential};
use url_core::{
    Component, NoTrace, Reason, Rejection, Span, append_ascii_lower_case,
    fast::{PaddedStr, Padding},
    sections::whatwg,
    to_ascii_lower_case,
    whatwg::{Edition, SchemeKind},
};
use url_host::{
    fast::scan_host_in_any_case,
    whatwg::{scan_host, write_host},
};
use url_path::whatwg::write_path;
use url_preprocess::whatwg::has_tab_or_newline;
use url_query::{
    Encoding,
    whatwg::{write_fragment, write_query},
};
use url_scheme::whatwg::{default_port, scan_scheme, scheme_kind};

use super::canonical::scan_canonical;
use crate::{Attribute, Change, Result, Serialized};

type Url<G> = Serialized<String, G>;

/// Sets `attribute` of `url` to `value`, or refuses the value. Returns `None` if the state machine must run.
///
/// FAST: a setter changes one component, and serializing would write the other components unchanged.
pub(super) fn set_in_place<G>(
    url: &mut Url<G>,
    attribute: Attribute,
    value: &str,
    edition: Edition,
) -> Option<Result<Change>> {
    // Percent-encoding triples the length at most. Candidates (proposed changes) have no fast setters.
    if edition.is_candidate() || value.len().checked_mul(3)?.checked_add(url.href.len())? >= Span::LIMIT {
        return None;
    }
    let change = match attribute {
        Attribute::Href => set_href(url, value, edition),
        Attribute::Username | Attribute::Password | Attribute::Port
            if cannot_have_credentials_or_port(url) =>
        {
            None
        }
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
fn set_href<G>(url: &mut Url<G>, value: &str, edition: Edition) -> Option<Change> {
    // FAST: parsing would not change a canonical URL.
    let scan = scan_canonical(value, edition).filter(|scan| scan.has_slash())?;
    if url.href == value {
        return Some(Change::Unchanged);
    }
    url.href.clear();
    url.href.push_str(value);
    (url.components, url.hierarchical) = (scan.components(value.len()), true);
    Some(Change::Changed)
}

/// Sets the scheme. The span of an error is all of `value`, because the parser would receive a changed copy.
///
/// Spec: whatwg#protocol-setter, whatwg#scheme-start-state, whatwg#scheme-state
fn set_protocol<G>(url: &mut Url<G>, value: &str) -> Option<Result<Change>> {
    let refuse = |section, reason| Some(Err(Rejection::new(reason, section, Span::whole(value))));
    // Scheme start state 3. Otherwise, return failure.
    if !value.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return refuse(whatwg::SCHEME_START_STATE_3, Reason::SchemeCharacter);
    }
    let (buffer, rest) = value.split_at_checked(scan_scheme(value))?;
    // Scheme state 4. Otherwise, return failure.
    if !rest.is_empty() && !rest.starts_with(':') {
        return refuse(whatwg::SCHEME_STATE_4, Reason::SchemeCharacter);
    }
    let (buffer, scheme) = (to_ascii_lower_case(buffer), url.view().scheme());
    if buffer == scheme {
        return Some(Ok(Change::Unchanged));
    }
    match (scheme_kind(scheme).is_special(), scheme_kind(&buffer).is_special()) {
        // 2.1.1. url special, buffer not: return.
        (true, false) => return refuse(whatwg::SCHEME_STATE_2_1_1, Reason::SpecialSchemeExchanged),
        // 2.1.2. url not special, buffer special: return.
        (false, true) => return refuse(whatwg::SCHEME_STATE_2_1_2, Reason::SpecialSchemeExchanged),
        _ if scheme == "file" || buffer == "file" => return None,
        _ => {}
    }
    let end = scheme.len();
    url.href.replace_range(..end, &buffer);
    url.components.replace(Component::Scheme, Some(Span::new(0, buffer.len())), end, buffer.len());
    // 2.3.1. The scheme's default port: set url's port to null.
    let port = url.view().get(Component::Port).and_then(|port| port.parse().ok());
    if port.is_some() && port == default_port(&buffer) {
        set_port_to(url, "");
    }
    Some(Ok(Change::Changed))
}

/// Spec: whatwg#cannot-have-a-username-password-port
fn cannot_have_credentials_or_port<G>(url: &Url<G>) -> bool {
    url.place(Component::Host).is_none_or(|(start, end)| start == end) || url.href.starts_with("file:")
}

/// Spec: whatwg#username-setter, whatwg#set-the-username
fn set_username<G>(url: &mut Url<G>, value: &str) -> Option<Change> {
    let (_, scheme_end) = url.place(Component::Scheme)?;
    let (host, _) = url.place(Component::Host)?;
    let (user, has_password) = (url.place(Component::User), url.place(Component::Password).is_some());
    let start = scheme_end + "://".len();
    let place = user.unwrap_or((start, start));
    if value.is_empty() {
        // The "@" is also removed, unless there is a password.
        return Some(url.remove(Component::User, if has_password { place } else { (place.0, host) }));
    }
    let after = if user.is_some() || has_password { "" } else { "@" };
    Some(url.replace(Component::User, place, ["", after], |href| write_credential(value, href)))
}

/// Spec: whatwg#password-setter, whatwg#set-the-password
fn set_password<G>(url: &mut Url<G>, value: &str) -> Option<Change> {
    let (host, _) = url.place(Component::Host)?;
    let (user, password) = (url.place(Component::User), url.place(Component::Password));
    // The removed bytes include the ":" before the password.
    let place =
        password.map_or(user.map_or((host, host), |(_, end)| (end, end)), |(start, end)| (start - 1, end));
    if value.is_empty() {
        // The "@" is also removed, unless there is a username.
        return Some(url.remove(Component::Password, if user.is_some() { place } else { (place.0, host) }));
    }
    let after = if user.is_some() || password.is_some() { "" } else { "@" };
    Some(url.replace(Component::Password, place, [":", after], |href| write_credential(value, href)))
}

/// Spec: whatwg#host-setter, whatwg#hostname-setter, whatwg#host-state
fn set_host<G>(url: &mut Url<G>, value: &str, is_hostname: bool, edition: Edition) -> Option<Change> {
    if !scheme_kind(url.view().scheme()).is_special() || url.view().scheme() == "file" {
        return None;
    }
    let (place, len) = (url.place(Component::Host)?, url.href.len());
    // FAST: the host parser changes only the case of a usual host.
    url.href.push_str(value);
    let mut padding = Padding::default();
    let end = scan_host_in_any_case(&PaddedStr::new(&url.href, &mut padding), len, edition);
    url.href.truncate(len);
    let usual = end.and_then(|end| value.split_at_checked(end - len));
    let usual = usual.filter(|(_, rest)| rest.is_empty() || rest.starts_with(':'));
    let scan = || value.split_at_checked(scan_host(value, SchemeKind::Special, &mut NoTrace));
    let (buffer, rest) = usual.or_else(scan)?;
    let port = match rest.strip_prefix(':') {
        Some(_) if is_hostname => return None,
        Some(rest) => Some(buffered_port(url, rest)?),
        None => None,
    };
    if usual.is_some() {
        append_ascii_lower_case(buffer, &mut url.href);
    } else if write_host(buffer, SchemeKind::Special, edition, &mut url.href).is_err() {
        url.href.truncate(len);
        return None;
    }
    let change = url.put(Component::Host, place, len, [0, 0]);
    match port.map(|port| set_port_to(url, port)) {
        Some(Change::Changed) => Some(Change::Changed),
        _ => Some(change),
    }
}

/// Returns the port at the start of `value`, or the empty string if this is the default port of the scheme.
///
/// Spec: whatwg#port-state
fn buffered_port<'v, G>(url: &Url<G>, value: &'v str) -> Option<&'v str> {
    // 1. Append ASCII digits to buffer.
    let buffer = value.get(..scan_port(value)).filter(|buffer| !buffer.is_empty())?;
    // 2.1.3. Set url's port to null if it is the default one, else to port.
    let (port, number) = parse_port_traced(buffer, &mut NoTrace).ok()?;
    Some(if default_port(url.view().scheme()) == Some(number) { "" } else { port })
}

/// Spec: whatwg#port-setter
fn set_port<G>(url: &mut Url<G>, value: &str) -> Option<Change> {
    let port = if value.is_empty() { "" } else { buffered_port(url, value)? };
    Some(set_port_to(url, port))
}

/// Spec: whatwg#port-state-2.1.3
fn set_port_to<G>(url: &mut Url<G>, port: &str) -> Change {
    let host_end = url.place(Component::Host).map_or(0, |(_, end)| end);
    // The replaced bytes include the ":" before the port.
    let place = (host_end, url.place(Component::Port).map_or(host_end, |(_, end)| end));
    if port.is_empty() {
        return url.remove(Component::Port, place);
    }
    url.replace(Component::Port, place, [":", ""], |href| href.push_str(port))
}

/// Spec: whatwg#pathname-setter, whatwg#path-start-state
fn set_pathname<G>(url: &mut Url<G>, value: &str) -> Option<Change> {
    // If the URL has no host, "/." may have to precede the new path.
    url.place(Component::Host)?;
    let kind = scheme_kind(url.view().scheme());
    let rest = match value.strip_prefix('/') {
        Some(rest) => rest,
        None if kind.is_special() => value.strip_prefix('\\').unwrap_or(value),
        None => return None,
    };
    let (place, start) = (url.place(Component::Path)?, url.href.len());
    Some(url.replace(Component::Path, place, ["", ""], |href| write_path(rest, kind, start, href)))
}

/// Spec: whatwg#search-setter
fn set_search<G>(url: &mut Url<G>, value: &str) -> Option<Change> {
    let (_, path_end) = url.place(Component::Path)?;
    // The replaced bytes include the "?" before the query.
    let place = (path_end, url.place(Component::Query).map_or(path_end, |(_, end)| end));
    // 2. If the value is the empty string, set the query to null and return.
    if value.is_empty() {
        return Some(url.remove(Component::Query, place));
    }
    // 3. Let input be the value without a leading "?".
    let (input, kind) = (value.strip_prefix('?').unwrap_or(value), scheme_kind(url.view().scheme()));
    Some(url.replace(Component::Query, place, ["?", ""], |href| {
        write_query(input, kind, Encoding::UTF_8, href);
    }))
}

/// Spec: whatwg#hash-setter
fn set_hash<G>(url: &mut Url<G>, value: &str) -> Change {
    let len = url.href.len();
    // The replaced bytes include the "#" before the fragment.
    let place = (url.place(Component::Fragment).map_or(len, |(start, _)| start - 1), len);
    // 1. If the value is the empty string, set the fragment to null and return.
    if value.is_empty() {
        return url.remove(Component::Fragment, place);
    }
    // 2. Let input be the value without a leading "#".
    let input = value.strip_prefix('#').unwrap_or(value);
    url.replace(Component::Fragment, place, ["#", ""], |href| write_fragment(input, href))
}
