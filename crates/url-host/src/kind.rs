//! Classification of canonical hosts.

use crate::Host;

/// Classifies `text`, a canonical host under a profile whose hosts are domains and addresses.
///
/// Spec: whatwg#concept-host-serializer
///
/// # Examples
/// ```
/// use url_host::{Host, kind_of_host};
/// assert_eq!((kind_of_host("127.0.0.1"), kind_of_host("127.1")), (Host::Ipv4([127, 0, 0, 1].into()), Host::Domain("127.1")));
/// assert_eq!((kind_of_host("[::1]"), kind_of_host("[v1.x]")), (Host::Ipv6(1.into()), Host::Opaque("[v1.x]")));
/// ```
pub fn kind_of_host(text: &str) -> Host<&str> {
    match kind_of_opaque_host(text) {
        Host::Opaque(name) if !name.starts_with('[') => name.parse().map_or(Host::Domain(name), Host::Ipv4),
        other => other,
    }
}

/// Classifies `text`, a canonical host under a profile whose hosts are opaque, like the hosts of non-special
/// URLs in the URL Standard.
///
/// Spec: whatwg#concept-host-serializer
///
/// # Examples
/// ```
/// use url_host::{Host, kind_of_opaque_host};
/// assert_eq!((kind_of_opaque_host("127.0.0.1"), kind_of_opaque_host("")), (Host::Opaque("127.0.0.1"), Host::Empty));
/// assert_eq!(kind_of_opaque_host("[::1]"), Host::<&str>::Ipv6(1.into()));
/// ```
pub fn kind_of_opaque_host(text: &str) -> Host<&str> {
    if text.is_empty() {
        return Host::Empty;
    }
    // NOTE: this inverts the serializer's steps.
    // 2. IPv6 address: "[", the IPv6 serializer, "]".
    let address = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    // 3. Domain, opaque host or empty host: return host.
    address.and_then(|address| address.parse().ok()).map_or(Host::Opaque(text), Host::Ipv6)
}
