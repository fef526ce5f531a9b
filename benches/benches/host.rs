//! Criterion target: parsing hosts, which are domains, IPv4 addresses or IPv6 addresses.

use benches::criterion::{each, generated, parts, target};
use url_facade::Component;
use url_host::Host;

const ADDRESSES: [&str; 7] =
    ["127.0.0.1", "0x7F.1", "1.2.3", "3232235777", "[::1]", "[2001:db8::ff00:42:8329]", "[::ffff:1.2.3.4]"];

fn main() {
    target(|criterion| {
        let group = &mut criterion.benchmark_group("host");
        let mut lists = vec![("addresses".to_owned(), ADDRESSES.map(String::from).into())];
        lists.extend(generated().into_iter().map(|(name, urls)| (name, parts(&urls, Component::Host))));
        for (name, hosts) in &lists {
            each(group, ["url-host", name], hosts, |host| Host::parse(host).is_ok());
            each(group, ["url", name], hosts, |host| url::Host::parse(host).is_ok());
        }
    });
}
