//! The kind of a canonical host.

use crate::Host;

/// Returns the kind of the host `text`, which is canonical under some profile. `is_opaque` indicates whether hosts are
/// opaque under its scheme, as they are in the URL Standard for schemes that are not special.
///
/// Spec: whatwg#concept-host-serializer
///
/// # Examples
/// ```
/// use url_host::Host;
/// use url_host::kind_of_host;
/// assert_eq!(kind_of_host("[::1]", true), Host::Ipv6(1.into()));
/// assert_eq!(kind_of_host("127.0.0.1", false), Host::Ipv4([127, 0, 0, 1].into()));
/// assert_eq!((kind_of_host("127.0.0.1", true), kind_of_host("", true)), (Host::Opaque("127.0.0.1"), Host::Empty));
/// assert_eq!((kind_of_host("127.1", false), kind_of_host("[v1.x]", false)), (Host::Domain("127.1"), Host::Opaque("[v1.x]")));
/// ```
pub fn kind_of_host(text: &str, is_opaque: bool) -> Host<&str> {
    if text.is_empty() {
        return Host::Empty;
    }
    // NOTE: the inverse of the serializer's steps.
    // 2. IPv6 address: "[", the IPv6 serializer, "]".
    if let Some(address) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        return address.parse().map_or(Host::Opaque(text), Host::Ipv6);
    }
    // 1. IPv4 address: run the IPv4 serializer.
    // 3. Domain, opaque host or empty host: return host.
    if is_opaque {
        return Host::Opaque(text);
    }
    text.parse().map_or(Host::Domain(text), Host::Ipv4)
}
