//! Where clients connected, and what `connects_to` says.
#![cfg(feature = "consumers")]
// The lint knows only functions that are marked as tests.
#![allow(clippy::unwrap_used)]

use std::net::IpAddr;

use url_diff::connects_to;
use url_facade::{
    Component, Host, Parser, Profile,
    host::{AddressRisk, HostRisk, classify},
};
use url_testdata::{own_vectors, read_json_lines};

/// What a client connected to, a name or an address. Numbers are left to the resolver of Go.
fn host_of(to: &str) -> Host<String> {
    let bare = to.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(to);
    match bare.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V4(address)) => Host::Ipv4(address),
        Ok(IpAddr::V6(address)) => Host::Ipv6(address),
        Err(_) if bare.is_empty() => Host::Empty,
        Err(_) => match classify(&Host::Domain(bare)) {
            HostRisk::ReadAsAddress(AddressRisk { address: IpAddr::V4(address), .. })
                if !bare.ends_with('.') =>
            {
                Host::Ipv4(address)
            }
            _ => Host::Domain(bare.to_ascii_lowercase()),
        },
    }
}

/// Whether `host` is what a client connected to.
fn is_connected(host: Host<String>, to: &str) -> bool {
    match (host, host_of(to)) {
        (Host::Domain(name), Host::Domain(to)) => name.eq_ignore_ascii_case(&to),
        (Host::Domain(name), Host::Ipv4(to)) => name == "localhost" && to.is_loopback(),
        (Host::Domain(name), Host::Ipv6(to)) => name == "localhost" && to.is_loopback(),
        (host, to) => host == to,
    }
}

/// Where what a consumer exposes does not show where its client connects.
const NOT_SHOWN: [(&str, &str); 0] = [];

#[test]
fn clients_connect_where_they_were_seen_to() {
    let records = read_json_lines(&own_vectors("consumers").join("connections.jsonl")).unwrap();
    let (mut count, mut wrong) = (0, Vec::new());
    for record in &records {
        let input = record["input"].as_str().unwrap();
        let refuse = record["refuse"].as_array().unwrap();
        for profile in Profile::ALL.iter().filter(|profile| profile.is_consumer()) {
            let reference =
                Parser::new(*profile).parse_reference(input).ok().filter(|one| one.invalid().is_none());
            let Some(reference) = reference else { continue };
            let parts =
                [Component::User, Component::Host].map(|part| reference.get(part).unwrap_or_default());
            // What clients convert names to is not simulated.
            if !parts.iter().all(|part| part.is_ascii()) || refuse.iter().any(|name| name == profile.name()) {
                continue;
            }
            let to = record["connects_to"].get(profile.name()).map_or(parts[1], |to| to.as_str().unwrap());
            let host = connects_to(&reference);
            let is_right = host.clone().is_some_and(|host| is_connected(host, to));
            count += 1;
            if is_right == NOT_SHOWN.contains(&(profile.name(), input)) {
                wrong.push(format!("{profile} {input:?}: {to:?}, not {host:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 5000, "{count}");
}
