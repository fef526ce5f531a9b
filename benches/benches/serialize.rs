//! Criterion target: writing URLs from their parts.

use benches::criterion::{each, generated, parts, target};
use url_facade::Component;
use url_serialize::{Parts, rfc3986, serialize};

fn main() {
    target(|criterion| {
        let group = &mut criterion.benchmark_group("serialize");
        for (name, urls) in &generated() {
            let [hosts, paths] = [Component::Host, Component::Path].map(|part| parts(urls, part));
            let url = |(host, path)| Parts { scheme: "https", host: Some(host), path, ..Parts::default() };
            let texts = hosts.iter().map(String::as_str).zip(paths.iter().map(String::as_str));
            let urls: Vec<_> = texts.map(url).collect();
            each(group, ["whatwg", name], &urls, |url| serialize(url).is_ok());
            each(group, ["rfc3986", name], &urls, |url| rfc3986::serialize(url).is_ok());
        }
    });
}
