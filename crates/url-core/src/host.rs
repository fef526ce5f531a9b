//! What kinds of hosts there are.

use core::net::{Ipv4Addr, Ipv6Addr};

/// A host. `S` is the type of its text: `&str` where it is a part of a URL.
///
/// # Examples
/// ```
/// use url_core::Host;
/// let hosts = [Host::Domain("a.test"), Host::Ipv4([127, 0, 0, 1].into()), Host::Empty];
/// assert!(hosts.iter().any(|host| matches!(host, Host::Ipv4(address) if address.is_loopback())));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Host<S> {
    /// A name.
    Domain(S),
    /// An IPv4 address.
    Ipv4(Ipv4Addr),
    /// An IPv6 address.
    Ipv6(Ipv6Addr),
    /// What is neither a name nor an address of these kinds: the host of a URL whose scheme the URL Standard does not
    /// know, or in brackets an address of a future version.
    Opaque(S),
    /// The host of nothing, as in `file:///`.
    Empty,
}
