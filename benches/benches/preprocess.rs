//! Criterion target: preprocessing of whole URLs, some of which contain tabs and newlines.

use benches::criterion::{each, generated, target};
use url_preprocess::{clean, manakai};

fn main() {
    target(|criterion| {
        let group = &mut criterion.benchmark_group("preprocess");
        for (name, urls) in &generated() {
            let dirty: Vec<_> = urls.iter().map(|url| format!(" {}\n", url.replace('/', "/\t"))).collect();
            each(group, ["whatwg", name], urls, |url| clean(url).len());
            each(group, ["whatwg, tabs", name], &dirty, |url| clean(url).len());
            each(group, ["manakai", name], urls, |url| manakai::clean(url).len());
        }
    });
}
