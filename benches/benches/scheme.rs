//! Criterion target: finding the scheme of a URL, and its default port.

use benches::criterion::{each, generated, target};
use url_scheme::{default_port, split_scheme};

fn main() {
    target(|criterion| {
        let group = &mut criterion.benchmark_group("scheme");
        for (name, urls) in &generated() {
            each(group, ["split", name], urls, |url| split_scheme(url).is_some());
        }
        let schemes = ["http", "https", "ws", "wss", "ftp", "file", "mailto", "urn", "gopher", "git+ssh"];
        each(group, ["default port", "schemes"], &schemes, |scheme| default_port(scheme));
    });
}
