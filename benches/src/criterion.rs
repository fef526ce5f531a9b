//! The inputs of the criterion targets in `benches/`, and a function that measures one operation.

use std::{hint::black_box, time::Duration};

use anyhow::Result;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, measurement::WallTime};
use url_facade::{Component, Parser, Profile};

use crate::corpora::{self, file_url, generate, longer_url, web_url};
pub use crate::corpora::{queries_of_pairs, references};

/// The number of inputs that one iteration of most benchmarks processes.
pub const COUNT: usize = 1000;

/// Runs the benchmarks of one target, with the arguments of the program.
pub fn target(bench: impl FnOnce(&mut Criterion)) {
    // The defaults of criterion would take a quarter of an hour.
    let short = Criterion::default().warm_up_time(Duration::from_millis(300)).sample_size(40);
    let mut criterion = short.measurement_time(Duration::from_millis(1500)).configure_from_args();
    bench(&mut criterion);
    criterion.final_summary();
}

/// Measures `go`, called once for each of `inputs`. `names` are those of the function and of the inputs.
///
/// # Panics
/// Panics if there are no inputs.
pub fn each<I, R>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    names: [&str; 2],
    inputs: &[I],
    go: impl Fn(&I) -> R,
) {
    assert!(!inputs.is_empty(), "{names:?}: no inputs");
    group.throughput(Throughput::Elements(inputs.len() as u64));
    let all = || inputs.iter().for_each(|input| drop(black_box(go(black_box(input)))));
    group.bench_function(BenchmarkId::new(names[0], names[1]), |bencher| bencher.iter(all));
}

/// Lists of URLs, each with a name.
pub type Lists = Vec<(String, Vec<String>)>;

/// Returns the generated lists.
pub fn generated() -> Lists {
    let lists = [("web", generate(web_url, COUNT)), ("longer", generate(longer_url, COUNT))];
    let others = [("file", generate(file_url, COUNT)), ("idn", corpora::idn_urls(COUNT))];
    lists.into_iter().chain(others).map(|(name, urls)| (name.into(), urls)).collect()
}

/// Returns the corpora that are present. Reports the missing ones on stderr.
pub fn corpora() -> Result<Lists> {
    let present = corpora::load()?.into_iter().filter(|corpus| !corpus.is_generated);
    Ok(present.map(|corpus| (corpus.name, corpus.urls)).collect())
}

/// Returns `component` of the `urls` that have it, as it is written there. Repeats them to [`COUNT`] texts.
pub fn parts(urls: &[String], component: Component) -> Vec<String> {
    let parser = Parser::new(Profile::Manakai);
    let part = |url: &String| Some(parser.parse_reference(url).ok()?.get(component)?.to_owned());
    let parts: Vec<_> = urls.iter().filter_map(part).filter(|part| !part.is_empty()).collect();
    parts.iter().cloned().cycle().take(COUNT).collect()
}
