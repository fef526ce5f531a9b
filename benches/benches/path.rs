//! Criterion target: normalizing paths.

use benches::criterion::{each, generated, parts, target};
use url_facade::Component;
use url_path::{normalize_path, rfc3986};

fn main() {
    target(|criterion| {
        let group = &mut criterion.benchmark_group("path");
        for (name, urls) in &generated() {
            let paths = parts(urls, Component::Path);
            each(group, ["whatwg", name], &paths, |path| normalize_path(path).len());
            each(group, ["rfc3986", name], &paths, |path| rfc3986::normalize_path(path).len());
        }
    });
}
