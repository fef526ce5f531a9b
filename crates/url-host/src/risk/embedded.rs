//! The IPv4 addresses that an IPv6 address holds: RFC 4291, RFC 6052, RFC 8215, RFC 3056, RFC 4380.

use core::net::{IpAddr, Ipv4Addr};

use super::registry::Purpose;

/// What an embedded IPv4 address is to the address that it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Packets go to it: the address is another way to write it.
    Destination,
    /// Packets go to it in tunnels, and what is behind it gets them: a 6to4 router, or the outer address of a Teredo
    /// client.
    Gateway,
    /// The Teredo server that helps to reach the client.
    Server,
}

/// An IPv4 address that an IPv6 address holds; from [`super::AddressRisk::embedded`].
///
/// # Examples
/// ```
/// use url_host::risk::{AddressRisk, Role};
/// // RFC 4380: the server as it is, the client with all bits inverted.
/// let teredo = AddressRisk::of("2001:0:c000:201:0:ffff:f5ff:fffe".parse::<std::net::Ipv6Addr>()?);
/// let embedded: Vec<_> = teredo.embedded().map(|inside| (inside.role, inside.address.to_string())).collect();
/// assert_eq!(embedded, [(Role::Server, "192.0.2.1".into()), (Role::Gateway, "10.0.0.1".into())]);
/// # Ok::<(), std::net::AddrParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Embedded {
    /// What it is there.
    pub role: Role,
    /// The IPv4 address.
    pub address: Ipv4Addr,
}

/// The IPv4 addresses that `address`, which is for `purpose`, holds.
pub(super) fn embedded(purpose: Purpose, address: IpAddr) -> impl Iterator<Item = Embedded> {
    let octets = match address {
        IpAddr::V6(address) => address.octets(),
        // No block of IPv4 addresses is for one of these purposes.
        IpAddr::V4(_) => [0; 16],
    };
    let at = |role, places: [usize; 4], mask: u8| {
        let [a, b, c, d] = places.map(|place| octets[place] ^ mask);
        Some(Embedded { role, address: Ipv4Addr::new(a, b, c, d) })
    };
    let destination = |places| at(Role::Destination, places, 0);
    let last = [12, 13, 14, 15];
    match purpose {
        Purpose::Ipv4Mapped | Purpose::Ipv4Compatible | Purpose::Nat64 => {
            [destination(last), None, None, None]
        }
        // RFC 6052, section 2.2, for the lengths that a prefix in this block can have: 48, 56, 64 and 96. Which one a network
        // has chosen, an address does not tell. The ninth octet is none of an IPv4 address's.
        Purpose::LocalNat64 => [[6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12], last].map(destination),
        Purpose::SixToFour => [at(Role::Gateway, [2, 3, 4, 5], 0), None, None, None],
        Purpose::Teredo => [at(Role::Server, [4, 5, 6, 7], 0), at(Role::Gateway, last, 0xFF), None, None],
        _ => [None; 4],
    }
    .into_iter()
    .flatten()
}
