//! IPv4 addresses embedded in an IPv6 address: RFC 4291, RFC 6052, RFC 8215, RFC 3056, RFC 4380, RFC 2765,
//! RFC 5214.

use core::net::{IpAddr, Ipv4Addr};

use super::registry::Purpose;

/// The role of an embedded IPv4 address in the address that contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Packets are delivered to this address: the IPv6 address is another way to write it.
    Destination,
    /// Packets are tunnelled to this address: a 6to4 router, the outer address of a Teredo client, or a host
    /// in an ISATAP site.
    Gateway,
    /// The Teredo server, which helps to reach the client.
    Server,
}

/// An IPv4 address that is embedded in an IPv6 address, as [`super::AddressRisk::embedded`] returns it.
///
/// # Examples
/// ```
/// use url_host::risk::{AddressRisk, Role};
/// // RFC 4380: the server as it is, the client with all bits inverted.
/// let teredo = AddressRisk::of("2001:0:c000:201:0:ffff:f5ff:fffe".parse::<std::net::Ipv6Addr>()?);
/// let embedded: Vec<_> =
///     teredo.embedded().map(|inside| (inside.role, inside.address.to_string())).collect();
/// assert_eq!(embedded, [(Role::Server, "192.0.2.1".into()), (Role::Gateway, "10.0.0.1".into())]);
/// # Ok::<(), std::net::AddrParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Embedded {
    /// The role of the address.
    pub role: Role,
    /// The IPv4 address.
    pub address: Ipv4Addr,
}

pub(super) fn embedded(purpose: Purpose, address: IpAddr) -> impl Iterator<Item = Embedded> {
    let octets = match address {
        IpAddr::V6(address) => address.octets(),
        // No address is embedded in an IPv4 address.
        IpAddr::V4(_) => [0; 16],
    };
    let at = |role, places: [usize; 4], mask: u8| {
        let [a, b, c, d] = places.map(|place| octets[place] ^ mask);
        Some(Embedded { role, address: Ipv4Addr::new(a, b, c, d) })
    };
    let destination = |places| at(Role::Destination, places, 0);
    let last = [12, 13, 14, 15];
    match purpose {
        Purpose::Ipv4Mapped | Purpose::Ipv4Translated | Purpose::Ipv4Compatible | Purpose::Nat64 => {
            [destination(last), None, None, None]
        }
        // RFC 6052, section 2.2, for the possible lengths of a prefix in this block: 48, 56, 64 and 96. An
        // address does not show the length that its network uses, so this returns a result for each. The
        // ninth octet is not part of the IPv4 address.
        Purpose::LocalNat64 => [[6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12], last].map(destination),
        Purpose::SixToFour => [at(Role::Gateway, [2, 3, 4, 5], 0), None, None, None],
        Purpose::Teredo => [at(Role::Server, [4, 5, 6, 7], 0), at(Role::Gateway, last, 0xFF), None, None],
        // RFC 5214, section 6.1: an interface identifier that contains an IPv4 address, under any prefix.
        _ if matches!(octets[8..12], [0 | 2, 0, 0x5E, 0xFE]) => {
            [at(Role::Gateway, last, 0), None, None, None]
        }
        _ => [None; 4],
    }
    .into_iter()
    .flatten()
}
