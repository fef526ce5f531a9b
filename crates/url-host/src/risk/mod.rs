//! The risk that a request to a host reaches a private network (server-side request forgery, SSRF), for
//! programs that fetch URLs from untrusted input. The classification uses the IANA registries of addresses
//! and of special-use names, lists of names that systems give to their own machines, and the ways to embed an
//! IPv4 address in an IPv6 address (RFC 2765, RFC 3056, RFC 4291, RFC 4380, RFC 5214, RFC 6052, RFC 8215).

mod names;
mod registry;

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::{Host, whatwg};

pub use names::{ListedName, NamePurpose};
pub use registry::{Block, Purpose};

/// The addresses of the metadata services of clouds, from the providers' documents. These services give
/// machines secrets such as credentials. Only Azure's address is globally reachable.
#[rustfmt::skip]
const METADATA_SERVICES: [IpAddr; 12] = [
    // Nearly all providers: AWS, Azure, Google Cloud, Oracle Cloud, DigitalOcean, Hetzner, OpenStack.
    IpAddr::V4(Ipv4Addr::new(169, 254, 169, 254)),
    // AWS: instance metadata over IPv6; credentials of ECS tasks; EKS Pod Identity over IPv4 and IPv6.
    IpAddr::V6(Ipv6Addr::new(0xFD00, 0xEC2, 0, 0, 0, 0, 0, 0x254)),
    IpAddr::V4(Ipv4Addr::new(169, 254, 170, 2)),
    IpAddr::V4(Ipv4Addr::new(169, 254, 170, 23)),
    IpAddr::V6(Ipv6Addr::new(0xFD00, 0xEC2, 0, 0, 0, 0, 0, 0x23)),
    // Google Cloud over IPv6.
    IpAddr::V6(Ipv6Addr::new(0xFD20, 0xCE, 0, 0, 0, 0, 0, 0x254)),
    // OpenStack over IPv6.
    IpAddr::V6(Ipv6Addr::new(0xFE80, 0, 0, 0, 0, 0, 0xA9FE, 0xA9FE)),
    // Alibaba Cloud.
    IpAddr::V4(Ipv4Addr::new(100, 100, 100, 200)),
    // The Azure platform, which gives machines their state and certificates.
    IpAddr::V4(Ipv4Addr::new(168, 63, 129, 16)),
    // Oracle Cloud Infrastructure Classic.
    IpAddr::V4(Ipv4Addr::new(192, 0, 0, 192)),
    // Scaleway over IPv4 and IPv6.
    IpAddr::V4(Ipv4Addr::new(169, 254, 42, 42)),
    IpAddr::V6(Ipv6Addr::new(0xFD00, 0x42, 0, 0, 0, 0, 0, 0x42)),
];

/// The risk of a host, as [`classify`] returns it without resolving a name.
///
/// **A domain name is not safe by itself.** Its owner chooses the address that the name resolves to, and can
/// change that address a second later. The risk of a name is therefore [`HostRisk::UnknownUntilResolved`]. A
/// program that guards against SSRF resolves the name itself, checks each address with [`AddressRisk::of`],
/// and connects to a checked address, not to the name. It does the same for each redirect.
///
/// # Examples
/// A guard:
/// ```
/// use std::net::IpAddr;
/// use url_host::Host;
/// use url_host::risk::{AddressRisk, HostRisk, classify};
///
/// /// The addresses that may be connected to.
/// fn guard(host: Host<&str>, resolve: impl Fn(&str) -> Vec<IpAddr>) -> Vec<IpAddr> {
///     let addresses = match (classify(&host), host) {
///         (HostRisk::Address(risk), _) => vec![risk.address],
///         (HostRisk::UnknownUntilResolved, Host::Domain(name)) => resolve(name),
///         _ => Vec::new(),
///     };
///     let is_public = |address: &IpAddr| AddressRisk::of(*address).is_public();
///     // One bad address among good ones is a trap.
///     if addresses.iter().all(is_public) { addresses } else { Vec::new() }
/// }
///
/// let to_loopback = |_: &str| vec![[127, 0, 0, 1].into()];
/// assert_eq!(guard(Host::Ipv4([1, 1, 1, 1].into()), to_loopback).len(), 1);
/// assert!(guard(Host::Domain("trap.example"), to_loopback).is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HostRisk {
    /// A domain name that is in no list. Its risk is unknown, because [`classify`] does not resolve names.
    UnknownUntilResolved,
    /// A name of this machine: `localhost`, a synonym such as `ip6-localhost`, or a subdomain of such a name.
    Localhost,
    /// A special name such as `local`, or a subdomain of one. [`NamePurpose`] lists the kinds of such names.
    ListedName(ListedName),
    /// A name of one label, such as `wiki`. Resolvers look it up in the domains of the local network.
    SingleLabel,
    /// A domain name, such as `127.1`, that some resolvers parse as this IPv4 address (with `inet_aton`).
    ReadAsAddress(AddressRisk),
    /// A name such as `10.0.0.1.nip.io`, for which a DNS service returns the non-public address in the name.
    WildcardDns(AddressRisk),
    /// An IP address, with its risk.
    Address(AddressRisk),
    /// An opaque host. Its risk is unknown, because each program decides if the text is a name or an address.
    UnknownOpaque,
    /// No host, or the empty host. The resource is on this machine, or in the URL itself.
    NoHost,
}

impl HostRisk {
    /// Returns true if the host is a public IP address (see [`AddressRisk::is_public`]), false for a name.
    ///
    /// # Examples
    /// ```
    /// use url_host::{Host, risk::classify};
    /// assert!(classify(&Host::<&str>::Ipv4([8, 8, 8, 8].into())).is_public());
    /// assert!(!classify(&Host::Domain("example.com")).is_public());
    /// ```
    pub fn is_public(&self) -> bool {
        matches!(self, Self::Address(risk) if risk.is_public())
    }
}

/// Returns the risk of `host`. A domain name is looked up in lists, but not resolved.
///
/// # Examples
/// ```
/// use url_host::{Host, risk::{HostRisk, Purpose, classify}};
/// assert_eq!(classify(&Host::Domain("example.com")), HostRisk::UnknownUntilResolved);
/// assert_eq!(classify(&Host::Domain("LOCALHOST")), HostRisk::Localhost);
/// assert_eq!(classify(&Host::Domain("intranet-wiki")), HostRisk::SingleLabel);
/// let HostRisk::ListedName(listed) = classify(&Host::Domain("printer.local")) else { unreachable!() };
/// assert_eq!((listed.name, listed.reference), ("local", "RFC 6762"));
/// let HostRisk::ReadAsAddress(address) = classify(&Host::Domain("0x7f.1")) else { unreachable!() };
/// assert_eq!(address.block.purpose, Purpose::Loopback);
/// ```
pub fn classify<S: AsRef<str>>(host: &Host<S>) -> HostRisk {
    match host {
        Host::Domain(name) => risk_of_name(name.as_ref()),
        Host::Ipv4(address) => HostRisk::Address(AddressRisk::of(*address)),
        Host::Ipv6(address) => HostRisk::Address(AddressRisk::of(*address)),
        Host::Opaque(_) => HostRisk::UnknownOpaque,
        Host::Empty => HostRisk::NoHost,
    }
}

/// Returns the risk of a name, with or without a final dot.
fn risk_of_name(name: &str) -> HostRisk {
    match ListedName::of(name) {
        Some(ListedName { purpose: NamePurpose::ThisMachine, .. }) => return HostRisk::Localhost,
        Some(listed) => return HostRisk::ListedName(listed),
        None => {}
    }
    // `inet_aton` parses IPv4 numbers as the URL Standard does.
    if whatwg::ends_in_a_number(name)
        && let Ok(address) = whatwg::parse_ipv4(name)
    {
        return HostRisk::ReadAsAddress(AddressRisk::of(address));
    }
    if let Some(risk) = names::addresses_in(name).map(AddressRisk::of).find(|risk| !risk.is_public()) {
        return HostRisk::WildcardDns(risk);
    }
    let is_one_label = !name.strip_suffix('.').unwrap_or(name).contains('.');
    if is_one_label { HostRisk::SingleLabel } else { HostRisk::UnknownUntilResolved }
}

/// The risk of an IP address: the registered block of addresses that contains it.
///
/// # Examples
/// ```
/// use url_host::risk::{AddressRisk, Purpose};
/// let risk = AddressRisk::of("2002:7f00:1::".parse::<std::net::Ipv6Addr>().unwrap());
/// assert_eq!(risk.block.purpose, Purpose::SixToFour);
/// let inside = risk.embedded().next().unwrap().risk();
/// assert_eq!((inside.address, inside.block.purpose), ([127, 0, 0, 1].into(), Purpose::Loopback));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AddressRisk {
    /// The address.
    pub address: IpAddr,
    /// The smallest block of the IANA registries that contains the address.
    pub block: Block,
}

impl Embedded {
    /// Returns the risk of the embedded IPv4 address.
    pub fn risk(self) -> AddressRisk {
        AddressRisk::of(self.address)
    }
}

impl AddressRisk {
    /// Returns the risk of `address`.
    pub fn of(address: impl Into<IpAddr>) -> Self {
        let address = address.into();
        Self { address, block: Block::of(address) }
    }

    /// Returns the IPv4 addresses that are embedded in this IPv6 address, as in `::ffff:10.0.0.1`.
    pub fn embedded(&self) -> impl Iterator<Item = Embedded> + use<> {
        embedded_in(self.block.purpose, self.address)
    }

    /// Returns true if this address, or an address embedded in it, is that of a cloud provider's metadata
    /// service, which gives machines their secrets.
    ///
    /// # Examples
    /// ```
    /// use url_host::risk::AddressRisk;
    /// assert!(AddressRisk::of([169, 254, 169, 254]).is_metadata_service());
    /// assert!(AddressRisk::of("fd00:ec2::254".parse::<std::net::Ipv6Addr>()?).is_metadata_service());
    /// assert!(!AddressRisk::of([169, 254, 169, 253]).is_metadata_service());
    /// # Ok::<(), std::net::AddrParseError>(())
    /// ```
    pub fn is_metadata_service(&self) -> bool {
        METADATA_SERVICES.contains(&self.address)
            || self.embedded().any(|embedded| embedded.risk().is_metadata_service())
    }

    /// Returns true if the address is public: the IANA registries list its block as globally reachable, and
    /// the address is not that of a metadata service. For an IPv4-mapped or NAT64 (`64:ff9b::/96`) address,
    /// the block of the embedded IPv4 address is examined, because packets go to that address. All other
    /// addresses with an embedded IPv4 address are not public.
    ///
    /// A public address can still be the address of one of your own machines.
    ///
    /// # Examples
    /// ```
    /// use url_host::risk::AddressRisk;
    /// let is_public =
    ///     |address: &str| AddressRisk::of(address.parse::<std::net::IpAddr>().unwrap()).is_public();
    /// assert!(is_public("8.8.8.8") && is_public("2001:4860:4860::8888") && is_public("::ffff:8.8.8.8"));
    /// assert!(!is_public("100.64.0.1") && !is_public("fe80::1") && !is_public("::ffff:10.0.0.1"));
    /// ```
    pub fn is_public(&self) -> bool {
        let is_reachable = match self.block.purpose {
            Purpose::Ipv4Mapped | Purpose::Nat64 => {
                self.embedded().all(|embedded| embedded.risk().block.purpose.is_globally_reachable())
            }
            purpose => purpose.is_globally_reachable() && self.embedded().next().is_none(),
        };
        is_reachable && !self.is_metadata_service()
    }
}

/// The role of an IPv4 address that is embedded in an IPv6 address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Packets to the IPv6 address are delivered to this IPv4 address.
    Destination,
    /// Packets are tunnelled to this IPv4 address: a 6to4 router, the outer address of a Teredo client, or a
    /// host in an ISATAP site.
    Gateway,
    /// The Teredo server, which helps other machines to reach the Teredo client.
    Server,
}

/// An IPv4 address that is embedded in an IPv6 address. Returned by [`AddressRisk::embedded`].
///
/// # Examples
/// ```
/// use url_host::risk::{AddressRisk, Role};
/// // RFC 4380: the server as it is, the client with all bits inverted.
/// let teredo = AddressRisk::of("2001:0:c000:201:0:ffff:f5ff:fffe".parse::<std::net::Ipv6Addr>().unwrap());
/// let embedded: Vec<_> =
///     teredo.embedded().map(|inside| (inside.role, inside.address.to_string())).collect();
/// assert_eq!(embedded, [(Role::Server, "192.0.2.1".into()), (Role::Gateway, "10.0.0.1".into())]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Embedded {
    /// The role of the IPv4 address.
    pub role: Role,
    /// The IPv4 address.
    pub address: Ipv4Addr,
}

fn embedded_in(purpose: Purpose, address: IpAddr) -> impl Iterator<Item = Embedded> {
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
        // RFC 6052, section 2.2: the prefix of this block may have 48, 56, 64 or 96 bits. An address does not
        // show which length its network uses, so this branch returns the address for each length. The ninth
        // octet is not part of an IPv4 address.
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
