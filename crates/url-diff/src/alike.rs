//! Checks whether two profiles see the same URL, for a client that connects.

use percent_encoding::percent_decode_str;
use url_facade::{Component, Host};

use crate::run::Product;

pub(crate) fn part(url: &Product, component: Component) -> &str {
    url.get(component).unwrap_or_default()
}

/// Returns the first component in which `a` and `b` differ for a client that connects.
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
    (!same_path(effective_path(a), effective_path(b), is_program(b))).then_some(Component::Path)
}

fn is_program(url: &Product) -> bool {
    matches!(url, Product::Reference(reference) if reference.profile().is_consumer())
}

/// Returns true if two paths are equal after decoding, segment by segment. If `of_program`, `b` is the path
/// that a program exposes, which may already be decoded as a whole: `%2520` is `%20` there.
fn same_path(a: &str, b: &str, of_program: bool) -> bool {
    let decoded = |path| percent_decode_str(path).decode_utf8_lossy();
    let is_same = |a, b| a == b || decoded(a) == decoded(b);
    let by_segments = || {
        a.split('/').count() == b.split('/').count()
            && a.split('/').zip(b.split('/')).all(|(a, b)| is_same(a, b))
    };
    a == b || if of_program { is_same(a, b) || decoded(a) == b } else { by_segments() }
}

pub(crate) fn effective_host(url: &Product) -> Option<Host<&str>> {
    url.host().filter(|host| !host.is_empty())
}

/// Returns true if two hosts are the same. A host that is a name under one profile may be opaque under a
/// profile without kinds of schemes; then their texts are compared.
pub(crate) fn same_host(a: Option<Host<&str>>, b: Option<Host<&str>>) -> bool {
    match (a, b) {
        (Some(Host::Domain(a) | Host::Opaque(a)), Some(Host::Domain(b) | Host::Opaque(b))) => {
            a.eq_ignore_ascii_case(b)
        }
        (a, b) => a == b,
    }
}

/// Returns the port to connect to, if any.
///
/// # Errors
/// If the port is not a number up to 65535.
pub(crate) fn effective_port(url: &Product) -> Result<Option<u16>, ()> {
    match url.port_or_known_default() {
        None if writes_port(url) => Err(()),
        port => Ok(port),
    }
}

/// Returns true if a port is written and not empty.
fn writes_port(url: &Product) -> bool {
    url.get(Component::Port).is_some_and(|port| !port.is_empty())
}

/// Returns true if two URLs of one scheme have the same port.
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
