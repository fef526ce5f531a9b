//! Whether two profiles see the same URL, for a client that connects.

use percent_encoding::percent_decode_str;
use url_facade::{Component, Host};

use crate::run::Product;

pub(crate) fn part(url: &Product, component: Component) -> &str {
    url.get(component).unwrap_or_default()
}

/// The first component in which `a` and `b` differ for a client that connects.
pub(crate) fn first_different(a: &Product, b: &Product) -> Option<Component> {
    if !part(a, Component::Scheme).eq_ignore_ascii_case(part(b, Component::Scheme)) {
        return Some(Component::Scheme);
    }
    if !same_host(effective_host(a), effective_host(b)) {
        return Some(Component::Host);
    }
    if !same_port(a, b) {
        return Some(Component::Port);
    }
    let [of_a, of_b] = [a, b].map(effective_path);
    (!same_path(of_a, of_b) && !is_decoded(of_a, of_b, b)).then_some(Component::Path)
}

/// Whether `seen` is `path` with other escapes, as some programs expose it.
fn is_decoded(path: &str, seen: &str, url: &Product) -> bool {
    let by_program = matches!(url, Product::Reference(reference) if reference.profile().is_consumer());
    by_program && percent_decode_str(path).decode_utf8_lossy() == percent_decode_str(seen).decode_utf8_lossy()
}

pub(crate) fn effective_host(url: &Product) -> Option<Host<&str>> {
    url.host().filter(|host| *host != Host::Empty)
}

/// Whether two hosts are the same. A host that is a name under one profile may be opaque under a profile without kinds of
/// schemes; then their texts are compared.
pub(crate) fn same_host(a: Option<Host<&str>>, b: Option<Host<&str>>) -> bool {
    match (a, b) {
        (Some(Host::Domain(a) | Host::Opaque(a)), Some(Host::Domain(b) | Host::Opaque(b))) => {
            a.eq_ignore_ascii_case(b)
        }
        (a, b) => a == b,
    }
}

/// The port to connect to, if any.
///
/// # Errors
/// If the port is not a number up to 65535.
pub(crate) fn effective_port(url: &Product) -> Result<Option<u16>, ()> {
    match url.port_or_known_default() {
        None if writes_port(url) => Err(()),
        port => Ok(port),
    }
}

/// Whether a port is written; an empty one is not.
fn writes_port(url: &Product) -> bool {
    url.get(Component::Port).is_some_and(|port| !port.is_empty())
}

/// Whether two URLs of one scheme have the same port.
fn same_port(a: &Product, b: &Product) -> bool {
    match (effective_port(a), effective_port(b)) {
        // A profile may not define the default port of a scheme.
        (Ok(one), Ok(other)) => one == other || !(writes_port(a) || writes_port(b)),
        _ => false,
    }
}

fn effective_path(url: &Product) -> &str {
    match part(url, Component::Path) {
        "" if effective_host(url).is_some() => "/",
        path => path,
    }
}

/// Whether two paths are equal, except for the case of hexadecimal digits in escapes.
fn same_path(a: &str, b: &str) -> bool {
    let escape_begins = |path: &str, at: usize| path.as_bytes().get(at) == Some(&b'%');
    let mut left_of_escape = 0;
    a.len() == b.len()
        && a.bytes().zip(b.bytes()).enumerate().all(|(at, (one, other))| {
            if escape_begins(a, at) {
                left_of_escape = 3;
            }
            let is_digit = left_of_escape > 0 && one.is_ascii_hexdigit();
            left_of_escape = usize::saturating_sub(left_of_escape, 1);
            one == other || (is_digit && one.eq_ignore_ascii_case(&other))
        })
}
