//! Blocks of IP addresses and their purposes, from IANA's special-purpose registries (newest row: October
//! 2025). The tables also have larger blocks from RFCs, so that each address is in a block. A test compares
//! the tables with a copy of the registries (`tests/special-purpose.tsv`).

use core::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use Purpose::{
    Benchmarking, Broadcast, Documentation, Global, Ipv4Compatible, Ipv4Mapped, Ipv4Translated, LinkLocal,
    LocalNat64, Loopback, Multicast, Nat64, Private, ProtocolAssignment, Reserved, Service,
    SharedAddressSpace, SiteLocal, SixToFour, SixToFourRelay, Teredo, ThisNetwork, UniqueLocal, Unspecified,
};

/// The purpose of a block of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Purpose {
    /// Public unicast addresses.
    Global,
    /// The anycast address of a service, or identifiers that do not locate a machine.
    Service,
    /// The unspecified address, `0.0.0.0` or `::`. On many systems, packets to it reach this machine.
    Unspecified,
    /// The block `0.0.0.0/8`, "this network". On some systems, packets to its addresses reach this machine.
    ThisNetwork,
    /// The loopback addresses, `127.0.0.0/8` and `::1`. Packets to them reach this machine.
    Loopback,
    /// A private IPv4 network, such as `10.0.0.0/8`.
    Private,
    /// Addresses that a carrier shares with its customers (CGNAT).
    SharedAddressSpace,
    /// Addresses that are valid on one network link only, such as `169.254.0.0/16`.
    LinkLocal,
    /// A private IPv6 network, `fc00::/7`.
    UniqueLocal,
    /// A private IPv6 network of a deprecated kind, `fec0::/10`.
    SiteLocal,
    /// Multicast addresses. Packets to such an address reach a group of machines.
    Multicast,
    /// The broadcast address. Packets to it reach every machine of the local network.
    Broadcast,
    /// Reserved addresses, which have no use yet.
    Reserved,
    /// Examples in documentation.
    Documentation,
    /// Benchmarking of network devices.
    Benchmarking,
    /// A block reserved for IETF protocols, such as 192.0.0.0/24.
    ProtocolAssignment,
    /// A relay to 6to4 networks, `192.88.99.0/24`. Deprecated.
    SixToFourRelay,
    /// IPv4-mapped addresses, `::ffff:0:0/96`. A connection to one goes to the embedded IPv4 address.
    Ipv4Mapped,
    /// IPv6 addresses that translators between IPv4 and IPv6 (SIIT) use for IPv4 machines. Deprecated.
    Ipv4Translated,
    /// An IPv4-compatible address, such as `::192.0.2.1`. Deprecated.
    Ipv4Compatible,
    /// IPv6 addresses that a translator (NAT64) maps to IPv4 addresses, `64:ff9b::/96`.
    Nat64,
    /// IPv6 addresses that a translator of the local network maps to IPv4 addresses, `64:ff9b:1::/48`.
    LocalNat64,
    /// 6to4 addresses, `2002::/16`. Packets are tunnelled to the router at the embedded IPv4 address.
    SixToFour,
    /// Teredo addresses, `2001::/32`. Packets are tunnelled to the client at the embedded IPv4 address.
    Teredo,
}

impl Purpose {
    /// Returns true for public unicast addresses, and for blocks that the IANA registries list as globally
    /// reachable. For blocks that the registries list as "N/A", returns false.
    pub const fn is_globally_reachable(self) -> bool {
        matches!(self, Global | Service | Nat64)
    }
}

/// A block of IP addresses. [`Display`](fmt::Display) writes it with its prefix length, as `10.0.0.0/8`.
///
/// # Examples
/// ```
/// let block = url_host::risk::AddressRisk::of([172, 16, 0, 1]).block;
/// assert_eq!(block.to_string(), "172.16.0.0/12");
/// assert_eq!((block.name, block.reference), ("Private-Use", "RFC 1918"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Block {
    /// The first address of the block.
    pub first: IpAddr,
    /// The length of the block's prefix in bits, such as 12 for `172.16.0.0/12`.
    pub prefix_len: u8,
    /// The purpose of the block.
    pub purpose: Purpose,
    /// The name of the block in the registry, such as `Private-Use`.
    pub name: &'static str,
    /// The document that defines the block.
    pub reference: &'static str,
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.first, self.prefix_len)
    }
}

impl Block {
    const fn new(first: IpAddr, prefix_len: u8, purpose: Purpose, texts: [&'static str; 2]) -> Self {
        Self { first, prefix_len, purpose, name: texts[0], reference: texts[1] }
    }

    pub(super) fn of(address: IpAddr) -> Self {
        let blocks = match address {
            IpAddr::V4(_) => IPV4.as_slice(),
            IpAddr::V6(_) => IPV6.as_slice(),
        };
        let around = blocks.iter().filter(|block| block.contains(address));
        // The first row of each table contains all addresses, so one row always matches.
        around.max_by_key(|block| block.prefix_len).copied().unwrap_or(blocks[0])
    }

    fn contains(&self, address: IpAddr) -> bool {
        let differing_bits = match (self.first, address) {
            (IpAddr::V4(first), IpAddr::V4(address)) => (first.to_bits() ^ address.to_bits()).leading_zeros(),
            (IpAddr::V6(first), IpAddr::V6(address)) => (first.to_bits() ^ address.to_bits()).leading_zeros(),
            _ => return false,
        };
        differing_bits >= u32::from(self.prefix_len)
    }
}

const fn v4(a: [u8; 4], prefix_len: u8, purpose: Purpose, texts: [&'static str; 2]) -> Block {
    Block::new(IpAddr::V4(Ipv4Addr::new(a[0], a[1], a[2], a[3])), prefix_len, purpose, texts)
}

const fn v6(p: [u16; 8], prefix_len: u8, purpose: Purpose, texts: [&'static str; 2]) -> Block {
    let address = Ipv6Addr::new(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]);
    Block::new(IpAddr::V6(address), prefix_len, purpose, texts)
}

/// The IANA IPv4 Special-Purpose Address Registry, with blocks for all IPv4 addresses and for multicast.
#[rustfmt::skip]
const IPV4: [Block; 28] = [
    v4([0, 0, 0, 0], 0, Global, ["IPv4", "RFC 791"]),
    v4([0, 0, 0, 0], 8, ThisNetwork, ["\"This network\"", "RFC 791, section 3.2"]),
    v4([0, 0, 0, 0], 32, Unspecified, ["\"This host on this network\"", "RFC 1122, section 3.2.1.3"]),
    v4([10, 0, 0, 0], 8, Private, ["Private-Use", "RFC 1918"]),
    v4([100, 64, 0, 0], 10, SharedAddressSpace, ["Shared Address Space", "RFC 6598"]),
    v4([127, 0, 0, 0], 8, Loopback, ["Loopback", "RFC 1122, section 3.2.1.3"]),
    v4([169, 254, 0, 0], 16, LinkLocal, ["Link Local", "RFC 3927"]),
    v4([172, 16, 0, 0], 12, Private, ["Private-Use", "RFC 1918"]),
    v4([192, 0, 0, 0], 24, ProtocolAssignment, ["IETF Protocol Assignments", "RFC 6890, section 2.1"]),
    v4([192, 0, 0, 0], 29, ProtocolAssignment, ["IPv4 Service Continuity Prefix", "RFC 7335"]),
    v4([192, 0, 0, 8], 32, ProtocolAssignment, ["IPv4 dummy address", "RFC 7600"]),
    v4([192, 0, 0, 9], 32, Service, ["Port Control Protocol Anycast", "RFC 7723"]),
    v4([192, 0, 0, 10], 32, Service, ["Traversal Using Relays around NAT Anycast", "RFC 8155"]),
    v4([192, 0, 0, 170], 32, ProtocolAssignment, ["NAT64/DNS64 Discovery", "RFC 8880"]),
    v4([192, 0, 0, 171], 32, ProtocolAssignment, ["NAT64/DNS64 Discovery", "RFC 8880"]),
    v4([192, 0, 2, 0], 24, Documentation, ["Documentation (TEST-NET-1)", "RFC 5737"]),
    v4([192, 31, 196, 0], 24, Service, ["AS112-v4", "RFC 7535"]),
    v4([192, 52, 193, 0], 24, Service, ["AMT", "RFC 7450"]),
    v4([192, 88, 99, 0], 24, SixToFourRelay, ["Deprecated (6to4 Relay Anycast)", "RFC 7526"]),
    v4([192, 88, 99, 2], 32, SixToFourRelay, ["6a44-relay anycast address", "RFC 6751"]),
    v4([192, 168, 0, 0], 16, Private, ["Private-Use", "RFC 1918"]),
    v4([192, 175, 48, 0], 24, Service, ["Direct Delegation AS112 Service", "RFC 7534"]),
    v4([198, 18, 0, 0], 15, Benchmarking, ["Benchmarking", "RFC 2544"]),
    v4([198, 51, 100, 0], 24, Documentation, ["Documentation (TEST-NET-2)", "RFC 5737"]),
    v4([203, 0, 113, 0], 24, Documentation, ["Documentation (TEST-NET-3)", "RFC 5737"]),
    v4([224, 0, 0, 0], 4, Multicast, ["Multicast", "RFC 5771"]),
    v4([240, 0, 0, 0], 4, Reserved, ["Reserved", "RFC 1112, section 4"]),
    v4([255, 255, 255, 255], 32, Broadcast, ["Limited Broadcast", "RFC 919, section 7"]),
];

/// The IANA IPv6 Special-Purpose Address Registry, with a block for all IPv6 addresses and the blocks that
/// RFC 4291 and its predecessors define.
#[rustfmt::skip]
const IPV6: [Block; 31] = [
    v6([0, 0, 0, 0, 0, 0, 0, 0], 0, Reserved, ["Reserved by IETF", "RFC 4291, section 2.4"]),
    v6([0x2000, 0, 0, 0, 0, 0, 0, 0], 3, Global, ["Global Unicast", "RFC 4291, section 2.5.4"]),
    v6([0, 0, 0, 0, 0, 0, 0, 0], 96, Ipv4Compatible, ["IPv4-Compatible Address", "RFC 4291, section 2.5.5.1"]),
    v6([0, 0, 0, 0, 0, 0, 0, 1], 128, Loopback, ["Loopback Address", "RFC 4291"]),
    v6([0, 0, 0, 0, 0, 0, 0, 0], 128, Unspecified, ["Unspecified Address", "RFC 4291"]),
    v6([0, 0, 0, 0, 0, 0xFFFF, 0, 0], 96, Ipv4Mapped, ["IPv4-mapped Address", "RFC 4291"]),
    v6([0, 0, 0, 0, 0xFFFF, 0, 0, 0], 96, Ipv4Translated, ["IPv4-translated Address", "RFC 2765, section 2.1"]),
    v6([0x64, 0xFF9B, 0, 0, 0, 0, 0, 0], 96, Nat64, ["IPv4-IPv6 Translat.", "RFC 6052"]),
    v6([0x64, 0xFF9B, 1, 0, 0, 0, 0, 0], 48, LocalNat64, ["IPv4-IPv6 Translat.", "RFC 8215"]),
    v6([0x100, 0, 0, 0, 0, 0, 0, 0], 64, ProtocolAssignment, ["Discard-Only Address Block", "RFC 6666"]),
    v6([0x100, 0, 0, 1, 0, 0, 0, 0], 64, ProtocolAssignment, ["Dummy IPv6 Prefix", "RFC 9780"]),
    v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 23, ProtocolAssignment, ["IETF Protocol Assignments", "RFC 2928"]),
    v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 32, Teredo, ["TEREDO", "RFC 4380"]),
    v6([0x2001, 1, 0, 0, 0, 0, 0, 1], 128, Service, ["Port Control Protocol Anycast", "RFC 7723"]),
    v6([0x2001, 1, 0, 0, 0, 0, 0, 2], 128, Service, ["Traversal Using Relays around NAT Anycast", "RFC 8155"]),
    v6([0x2001, 1, 0, 0, 0, 0, 0, 3], 128, Service, ["DNS-SD Service Registration Protocol Anycast", "RFC 9665"]),
    v6([0x2001, 2, 0, 0, 0, 0, 0, 0], 48, Benchmarking, ["Benchmarking", "RFC 5180, erratum 1752"]),
    v6([0x2001, 3, 0, 0, 0, 0, 0, 0], 32, Service, ["AMT", "RFC 7450"]),
    v6([0x2001, 4, 0x112, 0, 0, 0, 0, 0], 48, Service, ["AS112-v6", "RFC 7535"]),
    v6([0x2001, 0x10, 0, 0, 0, 0, 0, 0], 28, ProtocolAssignment, ["Deprecated (previously ORCHID)", "RFC 4843"]),
    v6([0x2001, 0x20, 0, 0, 0, 0, 0, 0], 28, Service, ["ORCHIDv2", "RFC 7343"]),
    v6([0x2001, 0x30, 0, 0, 0, 0, 0, 0], 28, Service, ["Drone Remote ID Protocol Entity Tags (DETs) Prefix", "RFC 9374"]),
    v6([0x2001, 0xDB8, 0, 0, 0, 0, 0, 0], 32, Documentation, ["Documentation", "RFC 3849"]),
    v6([0x2002, 0, 0, 0, 0, 0, 0, 0], 16, SixToFour, ["6to4", "RFC 3056"]),
    v6([0x2620, 0x4F, 0x8000, 0, 0, 0, 0, 0], 48, Service, ["Direct Delegation AS112 Service", "RFC 7534"]),
    v6([0x3FFF, 0, 0, 0, 0, 0, 0, 0], 20, Documentation, ["Documentation", "RFC 9637"]),
    v6([0x5F00, 0, 0, 0, 0, 0, 0, 0], 16, ProtocolAssignment, ["Segment Routing (SRv6) SIDs", "RFC 9602"]),
    v6([0xFC00, 0, 0, 0, 0, 0, 0, 0], 7, UniqueLocal, ["Unique-Local", "RFC 4193"]),
    v6([0xFE80, 0, 0, 0, 0, 0, 0, 0], 10, LinkLocal, ["Link-Local Unicast", "RFC 4291"]),
    v6([0xFEC0, 0, 0, 0, 0, 0, 0, 0], 10, SiteLocal, ["Site-Local Unicast", "RFC 3879"]),
    v6([0xFF00, 0, 0, 0, 0, 0, 0, 0], 8, Multicast, ["Multicast", "RFC 4291, section 2.7"]),
];
