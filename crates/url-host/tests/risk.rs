//! Every row of the registries at both edges, the addresses inside others, and names.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url_host::{
    Host,
    risk::{AddressRisk, HostRisk, NamePurpose, Purpose, Role, classify},
};

/// The registries as they are published.
const REGISTRIES: &str = include_str!("special-purpose.tsv");

/// A row of them.
struct Row {
    block: &'static str,
    first: IpAddr,
    last: IpAddr,
    prefix_len: u8,
    name: &'static str,
    reference: &'static str,
    globally_reachable: &'static str,
}

fn rows() -> Vec<Row> {
    let row = |line: &'static str| {
        let fields: Vec<_> = line.split('\t').collect();
        let [block, name, reference, globally_reachable] = fields[..] else { unreachable!("{line}") };
        let (first, prefix_len) = block.split_once('/').unwrap();
        let (first, prefix_len): (IpAddr, u8) = (first.parse().unwrap(), prefix_len.parse().unwrap());
        let width: u8 = if first.is_ipv4() { 32 } else { 128 };
        let last = at(first, (1 << (width - prefix_len)) - 1).unwrap();
        Row { block, first, last, prefix_len, name, reference, globally_reachable }
    };
    REGISTRIES.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

fn of(address: &str) -> AddressRisk {
    AddressRisk::of(address.parse::<IpAddr>().unwrap())
}

/// The address `by` places from `address`.
fn at(address: IpAddr, by: i128) -> Option<IpAddr> {
    match address {
        IpAddr::V4(address) => u32::try_from(i128::from(address.to_bits()) + by)
            .ok()
            .map(|bits| Ipv4Addr::from_bits(bits).into()),
        IpAddr::V6(address) => {
            address.to_bits().checked_add_signed(by).map(|bits| Ipv6Addr::from_bits(bits).into())
        }
    }
}

#[test]
fn every_row_holds_at_both_edges() {
    let rows = rows();
    assert_eq!(rows.len(), 56);
    for row in &rows {
        let mut found = false;
        for edge in [row.first, row.last] {
            let block = AddressRisk::of(edge).block;
            // A smaller block may begin or end where this one does.
            assert!(block.prefix_len >= row.prefix_len, "{edge} is in {block}, not in {}", row.block);
            if block.prefix_len == row.prefix_len {
                found = true;
                assert_eq!((block.first, block.name, block.reference), (row.first, row.name, row.reference));
                let is_reachable = block.purpose.is_globally_reachable();
                assert_eq!(is_reachable, row.globally_reachable == "True", "{}", row.block);
            } else {
                let listed = |other: &Row| (other.first, other.prefix_len) == (block.first, block.prefix_len);
                assert!(rows.iter().any(listed), "{block} is not in the registries");
            }
        }
        // No block begins and ends with smaller ones.
        assert!(found, "no edge of {} is in it", row.block);
        let outside = [at(row.first, -1), at(row.last, 1)];
        for address in outside.into_iter().flatten() {
            let block = AddressRisk::of(address).block;
            assert_ne!((block.first, block.prefix_len), (row.first, row.prefix_len), "{address}");
        }
    }
}

/// The purposes that a guard asks for, at the edges of what they are for.
#[test]
fn purposes() {
    use Purpose::*;
    for (purpose, addresses) in [
        (
            Global,
            "1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 172.15.255.255",
        ),
        (
            Global,
            "172.32.0.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255 169.255.0.0",
        ),
        (
            Global,
            "2000:: 2001:200:: 2003:: 3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff 3fff:1000:: 2620:4f:8001::",
        ),
        (Unspecified, "0.0.0.0 ::"),
        (ThisNetwork, "0.0.0.1 0.255.255.255"),
        (Loopback, "127.0.0.0 127.0.0.1 127.255.255.255 ::1"),
        (Private, "10.0.0.0 10.255.255.255 172.16.0.0 172.31.255.255 192.168.0.0 192.168.255.255"),
        (SharedAddressSpace, "100.64.0.0 100.127.255.255"),
        (LinkLocal, "169.254.0.0 169.254.255.255 fe80:: febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        (UniqueLocal, "fc00:: fd00::1 fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        (SiteLocal, "fec0:: feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        (Multicast, "224.0.0.0 239.255.255.255 ff00:: ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        (Broadcast, "255.255.255.255"),
        (
            Reserved,
            "240.0.0.0 255.255.255.254 ::1:0:0 64:ff9c:: 200:: 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 4000:: 5eff:: ",
        ),
        (
            Reserved,
            "5f01:: fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fe00:: fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        ),
        (
            Documentation,
            "192.0.2.0 192.0.2.255 198.51.100.0 203.0.113.255 2001:db8:: 2001:db8:ffff:: 3fff:fff::",
        ),
        (Benchmarking, "198.18.0.0 198.19.255.255 2001:2:: 2001:2:0:ffff:ffff:ffff:ffff:ffff"),
        (
            ProtocolAssignment,
            "192.0.0.0 192.0.0.8 192.0.0.11 192.0.0.255 100:: 100::1:0:0:0:0 2001:2:1:: 2001:1ff:: 5f00::1",
        ),
        (
            Service,
            "192.0.0.9 192.0.0.10 192.31.196.1 192.52.193.1 192.175.48.6 2001:1::1 2001:1::3 2001:4:112::1 2620:4f:8000::6",
        ),
        (SixToFourRelay, "192.88.99.0 192.88.99.2 192.88.99.255"),
        (Ipv4Mapped, "::ffff:0:0 ::ffff:ffff:ffff"),
        (Ipv4Translated, "::ffff:0:0:0 ::ffff:0:ffff:ffff"),
        (Ipv4Compatible, "::2 ::7f00:1 ::ffff:ffff"),
        (Nat64, "64:ff9b:: 64:ff9b::ffff:ffff"),
        (LocalNat64, "64:ff9b:1:: 64:ff9b:1:ffff:ffff:ffff:ffff:ffff"),
        (SixToFour, "2002:: 2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        (Teredo, "2001:: 2001:0:ffff:ffff:ffff:ffff:ffff:ffff"),
    ] {
        for address in addresses.split_whitespace() {
            assert_eq!(of(address).block.purpose, purpose, "{address}");
        }
    }
}

#[test]
fn addresses_inside_others() {
    use Role::{Destination, Gateway, Server};
    let inside = |address: &str| -> Vec<_> {
        of(address).embedded().map(|embedded| (embedded.role, embedded.address.octets())).collect()
    };
    assert_eq!(inside("::ffff:127.0.0.1"), [(Destination, [127, 0, 0, 1])]);
    assert_eq!(inside("::10.1.2.3"), [(Destination, [10, 1, 2, 3])]);
    // RFC 6052, section 2.4: 192.0.2.33 under the well-known prefix, and under one of each other length.
    assert_eq!(inside("64:ff9b::192.0.2.33"), [(Destination, [192, 0, 2, 33])]);
    let (expected, local) = ((Destination, [192, 0, 2, 33]), |address: &str| inside(address));
    assert_eq!(local("64:ff9b:1:c000:2:2100::")[0], expected);
    assert_eq!(local("64:ff9b:1:aac0:0:221::")[1], expected);
    assert_eq!(local("64:ff9b:1:aabb:c0:2:2100::")[2], expected);
    assert_eq!(local("64:ff9b:1:aabb::192.0.2.33")[3], expected);
    assert_eq!(inside("2002:c0a8:0101::1"), [(Gateway, [192, 168, 1, 1])]);
    // RFC 4380, section 5.2.2 (server 0102:0304, client port and address inverted).
    assert_eq!(
        inside("2001:0:102:304:8000:63bf:3fff:fdd2"),
        [(Server, [1, 2, 3, 4]), (Gateway, [192, 0, 2, 45])]
    );
    // RFC 2765, section 2.1; RFC 5214, section 6.1.
    assert_eq!(inside("::ffff:0:10.1.2.3"), [(Destination, [10, 1, 2, 3])]);
    assert_eq!(inside("fe80::5efe:10.1.2.3"), [(Gateway, [10, 1, 2, 3])]);
    assert_eq!(inside("2606:4700:0:1:200:5efe:10.1.2.3"), [(Gateway, [10, 1, 2, 3])]);
    for none in [
        "127.0.0.1",
        "::1",
        "::",
        "2001:db8::7f00:1",
        "fe80::a9fe:a9fe",
        "2001:1::1",
        "2606:4700::100:5efe:a01:203",
        "::ffff:1:a01:203",
    ] {
        assert_eq!(inside(none), [], "{none}");
    }
}

#[test]
fn metadata_services() {
    let addresses = "169.254.169.254 169.254.170.2 169.254.170.23 100.100.100.200 168.63.129.16 192.0.0.192 169.254.42.42 \
        fd00:ec2::254 fd00:ec2::23 fd20:ce::254 fe80::a9fe:a9fe fd00:42::42 ::ffff:169.254.169.254 64:ff9b::168.63.129.16 \
        ::100.100.100.200 2002:a9fe:a9fe:: ::ffff:0:169.254.169.254 2606:4700::5efe:169.254.169.254 64:ff9b:1::169.254.169.254 2001::5601:5601";
    for address in addresses.split_whitespace() {
        assert!(of(address).is_metadata_service() && !of(address).is_public(), "{address}");
    }
    for address in ["169.254.169.253", "168.63.129.15", "fd00:ec2::253", "64:ff9b::8.8.8.8", "::a9fe:a9ff"] {
        assert!(!of(address).is_metadata_service(), "{address}");
    }
}

#[test]
fn only_what_the_world_reaches_is_public() {
    let public = "8.8.8.8 192.0.0.9 2606:4700:4700::1111 ::ffff:8.8.8.8 64:ff9b::8.8.8.8 2001:20::1";
    for address in public.split_whitespace() {
        assert!(of(address).is_public(), "{address}");
    }
    let others = "0.0.0.0 127.0.0.1 10.0.0.1 100.64.0.1 169.254.1.1 192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 224.0.0.1 \
        240.0.0.1 255.255.255.255 :: ::1 ::8.8.8.8 ::ffff:10.0.0.1 ::ffff:168.63.129.16 64:ff9b::127.0.0.1 64:ff9b:1::8.8.8.8 \
        2002:808:808:: 2001::f7f7:f7f7 100::1 2001:db8::1 4000::1 5f00::1 fc00::1 fe80::1 fec0::1 ff02::1 \
        ::ffff:0:8.8.8.8 2606:4700::5efe:8.8.8.8 2606:4700::200:5efe:10.0.0.1";
    for address in others.split_whitespace() {
        assert!(!of(address).is_public(), "{address}");
    }
}

#[test]
fn names_are_unknown_but_for_those_known() {
    let localhost = "localhost LocalHost localhost. a.localhost a.b.LOCALHOST. localhost.localdomain x.localhost.localdomain \
        localhost6 localhost6.localdomain6 ip6-localhost ip6-loopback localhost4. _localdnsstub";
    for name in localhost.split_whitespace() {
        assert_eq!(classify(&Host::Domain(name)), HostRisk::Localhost, "{name}");
    }
    let others = "example.com www.example.test.com localhost.com local.com alocalhost.net example.net. a.localhost.. xinternal.com \
        metadata.google.internal.example.com 1.2.3.4.5 08.1 1.2.3.256 1.256.1.1 4294967296.com 0x7g.1 127.0.0.1.. é.fr internal..";
    for name in others.split_whitespace() {
        assert_eq!(classify(&Host::Domain(name)), HostRisk::UnknownUntilResolved, "{name}");
        assert!(!classify(&Host::Domain(name)).is_public());
    }
    for name in ["wiki", "wiki.", "a", "4294967296", "example", "é", "", "."] {
        assert_eq!(classify(&Host::Domain(name)), HostRisk::SingleLabel, "{name}");
    }
    assert_eq!(classify(&Host::Opaque("127.0.0.1")), HostRisk::UnknownOpaque);
    assert_eq!(classify(&Host::<&str>::Empty), HostRisk::NoHost);
    assert!(classify(&Host::<&str>::Ipv4([8, 8, 8, 8].into())).is_public());
}

#[test]
fn listed_names() {
    use NamePurpose::*;
    for (purpose, names) in [
        (LocalNetwork, "printer.local LOCAL. home.arpa nas.home.arpa _gateway x.service.arpa"),
        (
            Private,
            "internal vault.internal ip-10-0-0-1.ec2.internal a.lan wiki.corp router.home x.intranet x.private a.localdomain",
        ),
        (
            Metadata,
            "metadata.google.internal METADATA.goog metadata instance-data metadata.tencentyun.com api.metadata.cloud.ibm.com \
             metadata.exoscale.com",
        ),
        (
            ContainerHost,
            "host.docker.internal gateway.docker.internal. host.containers.internal host.lima.internal host.k3d.internal",
        ),
        (
            Cluster,
            "kubernetes.default.svc.cluster.local kubernetes.default.svc kubernetes.default vault.service.consul",
        ),
        (OtherSystem, "x.onion x.alt"),
        (Testing, "a.test"),
        (Invalid, "a.invalid"),
        (Infrastructure, "1.0.0.10.in-addr.arpa ipv4only.arpa _dns.resolver.arpa"),
    ] {
        for name in names.split_whitespace() {
            let HostRisk::ListedName(listed) = classify(&Host::Domain(name)) else { unreachable!("{name}") };
            assert_eq!(listed.purpose, purpose, "{name}");
            assert!(!HostRisk::ListedName(listed).is_public());
        }
    }
}

/// The names of the registry, and names under each, are listed with the registry's reference.
#[test]
fn special_use_names_are_those_of_the_registry() {
    let rows: Vec<_> =
        include_str!("special-use.tsv").lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(rows.len(), 42);
    for row in rows {
        let (name, reference) = row.split_once('\t').unwrap();
        for inside in [name.to_owned(), format!("a.{name}."), format!("a.b.{}", name.to_uppercase())] {
            match classify(&Host::Domain(&inside)) {
                HostRisk::ListedName(listed) => {
                    assert_eq!((listed.name, listed.reference), (name, reference));
                }
                HostRisk::Localhost => assert_eq!(name, "localhost"),
                // RFC 6761, section 6.5: names like others.
                HostRisk::UnknownUntilResolved | HostRisk::SingleLabel => {
                    assert!(
                        ["example", "example.com", "example.net", "example.org"].contains(&name),
                        "{name}"
                    );
                }
                other => unreachable!("{inside}: {other:?}"),
            }
        }
    }
}

/// A name that is not of the registry has a public page beside it, or is said to have none.
#[test]
fn other_listed_names_have_a_page() {
    let rows: Vec<_> =
        include_str!("listed-names.tsv").lines().filter(|line| !line.starts_with('#')).collect();
    let source = include_str!("../src/risk/names.rs");
    let listed = source.lines().filter_map(|line| line.strip_prefix("    (\"")?.split('"').next());
    let of_registry = include_str!("special-use.tsv");
    let is_of_registry = |name: &&str| of_registry.lines().any(|row| row.split('\t').next() == Some(name));
    let others: Vec<_> = listed.filter(|name| !is_of_registry(name)).collect();
    assert_eq!(rows.iter().filter_map(|row| row.split('\t').next()).collect::<Vec<_>>(), others);
    let without = rows.iter().filter(|row| row.contains("\t-\tin lists only")).count();
    assert_eq!(rows.iter().filter(|row| row.contains("\thttps://")).count() + without, others.len());
    assert!(without <= 3 && others.len() >= 40, "{without} of {}", others.len());
}

/// What `inet_aton` reads as an address, each beside what it is.
#[test]
fn names_that_resolvers_read_as_addresses() {
    for (name, address) in [
        ("127.1", [127, 0, 0, 1]),
        ("127.0.0.1.", [127, 0, 0, 1]),
        ("0x7f000001", [127, 0, 0, 1]),
        ("2130706433", [127, 0, 0, 1]),
        ("0177.0.0.1", [127, 0, 0, 1]),
        ("0", [0, 0, 0, 0]),
        ("0xA9.0xfe.43518", [169, 254, 169, 254]),
        ("10.65793", [10, 1, 1, 1]),
    ] {
        let HostRisk::ReadAsAddress(read) = classify(&Host::Domain(name)) else { unreachable!("{name}") };
        assert_eq!(read, AddressRisk::of(address), "{name}");
    }
    assert!(!classify(&Host::Domain("8.8.2056")).is_public());
}

/// Of the standard library's questions, those that are stable.
#[test]
fn agrees_with_the_standard_library() {
    for start in 0..=u16::MAX {
        let [first, second] = start.to_be_bytes();
        let four = Ipv4Addr::new(first, second, 1, 2);
        let purpose = AddressRisk::of(four).block.purpose;
        assert_eq!(four.is_private(), purpose == Purpose::Private, "{four}");
        assert_eq!(four.is_multicast(), purpose == Purpose::Multicast, "{four}");
        assert_eq!(four.is_link_local(), purpose == Purpose::LinkLocal, "{four}");
        let six = Ipv6Addr::new(start, 1, 2, 3, 4, 5, 6, 7);
        let purpose = AddressRisk::of(six).block.purpose;
        assert_eq!(six.is_unique_local(), purpose == Purpose::UniqueLocal, "{six}");
        assert_eq!(six.is_unicast_link_local(), purpose == Purpose::LinkLocal, "{six}");
        assert_eq!(six.is_multicast(), purpose == Purpose::Multicast, "{six}");
        // An address written in another is as public as it is by itself.
        let mapped = AddressRisk::of(four.to_ipv6_mapped());
        assert_eq!(mapped.is_public(), AddressRisk::of(four).is_public(), "{four}");
    }
}
