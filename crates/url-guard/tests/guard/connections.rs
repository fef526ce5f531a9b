//! Compares the hosts that clients connected to with the results of `connects_to`.

use std::{collections::BTreeSet, net::IpAddr};

use url_facade::{
    Component, Host, Parser, Profile,
    host::{AddressRisk, HostRisk, classify},
};
use url_guard::connects_to;
use url_testdata::{own_vectors, read_json_lines};

/// Returns the host that a client connected to. Converts a name that consists of numbers to an address.
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

fn is_connected(host: Host<String>, to: &str) -> bool {
    match (host, host_of(to)) {
        (Host::Domain(name), Host::Domain(to)) => name.eq_ignore_ascii_case(&to),
        (Host::Domain(name), Host::Ipv4(to)) => name == "localhost" && to.is_loopback(),
        (Host::Domain(name), Host::Ipv6(to)) => {
            (name == "localhost" && to.is_loopback()) || name.split('%').next() == Some(&to.to_string())
        }
        // An unspecified address means this machine, with any of its addresses and names.
        (Host::Ipv4(address), _) if address.is_unspecified() => true,
        (Host::Ipv6(address), _) if address.is_unspecified() => true,
        (host, to) => host == to,
    }
}

#[test]
fn connects_to_matches_recorded_connections() {
    let records = read_json_lines(&own_vectors("consumers").join("connections.jsonl")).unwrap();
    let clients: BTreeSet<&String> = records
        .iter()
        .filter_map(|record| record["connects_to"].as_object())
        .flat_map(|to| to.keys())
        .collect();
    let (mut count, mut wrong) = (0, Vec::new());
    for record in &records {
        let input = record["input"].as_str().unwrap();
        let names = |key| record.get(key).and_then(|names| names.as_array()).map_or(&[][..], Vec::as_slice);
        let [refuse, not_shown] = ["refuse", "not_shown"].map(names);
        for profile in clients.iter().map(|client| client.parse::<Profile>().unwrap()) {
            let reference =
                Parser::new(profile).parse_reference(input).ok().filter(|one| one.invalid().is_none());
            let Some(reference) = reference else { continue };
            let parts =
                [Component::User, Component::Host].map(|part| reference.get(part).unwrap_or_default());
            // The conversion of names by clients is not simulated.
            if !parts.iter().all(|part| part.is_ascii()) || refuse.iter().any(|name| name == profile.name()) {
                continue;
            }
            let to = record["connects_to"].get(profile.name()).map_or(parts[1], |to| to.as_str().unwrap());
            let host = connects_to(&reference);
            let is_right = host.clone().is_some_and(|host| is_connected(host, to));
            count += 1;
            if is_right == not_shown.iter().any(|name| name == profile.name()) {
                wrong.push(format!("{profile} {input:?}: {to:?}, not {host:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 3000, "{count}");
}
