//! Tests the risk of the first and the last address of every registered block, of embedded addresses, and of
//! names.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url_host::{
    Host,
    risk::{AddressRisk, HostRisk, Purpose, classify},
};
use url_testdata::{Record, check_vectors, text};

const REGISTRIES: &str = include_str!("special-purpose.tsv");

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

fn at(address: IpAddr, by: i128) -> Option<IpAddr> {
    Some(match address {
        IpAddr::V4(four) => Ipv4Addr::from_bits(u32::try_from(i128::from(four.to_bits()) + by).ok()?).into(),
        IpAddr::V6(six) => Ipv6Addr::from_bits(six.to_bits().checked_add_signed(by)?).into(),
    })
}

#[test]
fn every_row_holds_at_both_edges() {
    let rows = rows();
    assert_eq!(rows.len(), 56);
    for row in &rows {
        let mut found = false;
        for edge in [row.first, row.last] {
            let block = AddressRisk::of(edge).block;
            // A smaller block may begin or end at this address.
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
        // At least one end is in no smaller block.
        assert!(found, "no edge of {} is in it", row.block);
        let outside = [at(row.first, -1), at(row.last, 1)];
        for address in outside.into_iter().flatten() {
            let block = AddressRisk::of(address).block;
            assert_ne!((block.first, block.prefix_len), (row.first, row.prefix_len), "{address}");
        }
    }
}

#[test]
fn addresses() {
    check_vectors("risk/addresses.jsonl", 176, |record| {
        let risk = of(text(record, "address").unwrap());
        let told = |key: &String| match key.as_str() {
            "purpose" => format!("{:?}", risk.block.purpose).into(),
            "embedded" => inside(&risk).into(),
            "public" => risk.is_public().into(),
            "metadata" => risk.is_metadata_service().into(),
            _ => unreachable!("{key}"),
        };
        let asked = record["expect"].as_object().unwrap().keys();
        asked.map(|key| (key.clone(), told(key))).collect::<Record>().into()
    });
}

fn inside(risk: &AddressRisk) -> Vec<String> {
    risk.embedded().map(|embedded| format!("{:?} {}", embedded.role, embedded.address)).collect()
}

/// RFC 6052, section 2.4, has examples with 192.0.2.33 embedded after prefixes of several lengths.
#[test]
fn addresses_behind_local_prefixes() {
    let local = "64:ff9b:1:c000:2:2100:: 64:ff9b:1:aac0:0:221:: 64:ff9b:1:aabb:c0:2:2100:: 64:ff9b:1:aabb::192.0.2.33";
    for (at, address) in local.split(' ').enumerate() {
        assert_eq!(inside(&of(address))[at], "Destination 192.0.2.33", "{address}");
    }
}

#[test]
fn names() {
    check_vectors("risk/names.jsonl", 105, |record| {
        let risk = classify(&Host::Domain(text(record, "name").unwrap()));
        assert!(!risk.is_public(), "{record:?}");
        let found = match risk {
            HostRisk::ListedName(listed) => format!("ListedName {:?}", listed.purpose),
            HostRisk::ReadAsAddress(read) => {
                assert_eq!(read, AddressRisk::of(read.address));
                format!("ReadAsAddress {}", read.address)
            }
            HostRisk::WildcardDns(inside) => format!("WildcardDns {}", inside.address),
            other => format!("{other:?}"),
        };
        found.into()
    });
}

#[test]
fn hosts_that_are_not_names() {
    assert_eq!(classify(&Host::Opaque("127.0.0.1")), HostRisk::UnknownOpaque);
    assert_eq!(classify(&Host::<&str>::Empty), HostRisk::NoHost);
    assert!(classify(&Host::<&str>::Ipv4([8, 8, 8, 8].into())).is_public());
}

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
                // RFC 6761, section 6.5: programs treat the example names like any other name.
                HostRisk::UnknownUntilResolved | HostRisk::SingleLabel => {
                    let like_others = ["example", "example.com", "example.net", "example.org"];
                    assert!(like_others.contains(&name), "{name}");
                }
                other => unreachable!("{inside}: {other:?}"),
            }
        }
    }
}

/// For each name outside the registry, `listed-names.tsv` has the URL of a page, or says "in lists only".
#[test]
fn other_listed_names_have_a_page() {
    let rows: Vec<_> =
        include_str!("listed-names.tsv").lines().filter(|line| !line.starts_with('#')).collect();
    let (_, table) = include_str!("../src/risk/names.rs").split_once("listed! {\n").unwrap();
    let names = table.split('[').filter_map(|row| row.split(']').next());
    let listed = names.flat_map(|names| names.split('"').skip(1).step_by(2));
    let of_registry = include_str!("special-use.tsv");
    let is_of_registry = |name: &&str| of_registry.lines().any(|row| row.split('\t').next() == Some(name));
    let others: Vec<_> = listed.filter(|name| !is_of_registry(name)).collect();
    assert_eq!(rows.iter().filter_map(|row| row.split('\t').next()).collect::<Vec<_>>(), others);
    let without = rows.iter().filter(|row| row.contains("\t-\tin lists only")).count();
    assert_eq!(rows.iter().filter(|row| row.contains("\thttps://")).count() + without, others.len());
    assert!(without <= 4 && others.len() >= 40, "{without} of {}", others.len());
}

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
        // An IPv4-mapped address is public if the IPv4 address is.
        let mapped = AddressRisk::of(four.to_ipv6_mapped());
        assert_eq!(mapped.is_public(), AddressRisk::of(four).is_public(), "{four}");
    }
}
