//! Criterion target: parsing authorities and ports.

use benches::criterion::{each, generated, target};
use url_authority::{parse_authority, parse_port, rfc3986};

fn main() {
    target(|criterion| {
        let group = &mut criterion.benchmark_group("authority");
        for (name, urls) in &generated() {
            let texts: Vec<_> = urls.iter().filter_map(|url| url.split(['/', '?', '#']).nth(2)).collect();
            each(group, ["whatwg", name], &texts, |text| parse_authority(text).is_ok());
            each(group, ["rfc3986", name], &texts, |text| rfc3986::parse_authority(text).is_ok());
        }
        let ports = ["80", "443", "8080", "0", "65535", "00080", "65536"];
        each(group, ["port", "ports"], &ports, |port| parse_port(port).is_ok());
    });
}
