//! Criterion target: the facade, and the libraries `url` and `ada-url`, on generated URLs and on the corpora
//! that are present.

use anyhow::Result;
use benches::criterion::{COUNT, corpora, each, generated, references, target};
use url_facade::Url;

fn main() -> Result<()> {
    let lists = [generated(), corpora()?].concat();
    target(|criterion| {
        for (name, urls) in &lists {
            let group = &mut criterion.benchmark_group(format!("facade-{name}"));
            each(group, ["parse", "url-facade"], urls, |url| Url::parse(url).is_ok());
            each(group, ["parse", "url"], urls, |url| url::Url::parse(url).is_ok());
            each(group, ["parse", "ada-url"], urls, |url| ada_url::Url::parse(url, None).is_ok());
            each(group, ["can_parse", "url-facade"], urls, |url| Url::can_parse(url));
            each(group, ["can_parse", "ada-url"], urls, |url| ada_url::Url::can_parse(url, None));
        }
        // All libraries parse the base each time.
        let (group, pairs) = (&mut criterion.benchmark_group("facade-resolve"), &references(COUNT));
        each(group, ["resolve", "url-facade"], pairs, |(base, input)| Url::parse(base)?.resolve(input));
        each(group, ["resolve", "url"], pairs, |(base, input)| url::Url::parse(base)?.join(input));
        each(group, ["resolve", "ada-url"], pairs, |(base, input)| {
            ada_url::Url::parse(input, Some(base)).is_ok()
        });
    });
    Ok(())
}
