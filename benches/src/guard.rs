//! `cargo xtask bench --guard`: what it costs to ask the default guard about a URL, beside parsing it with the crate `url`.

use std::fmt::Write as _;

use anyhow::Result;
use url_guard::Guard;
use url_testdata::{own_vectors, read_json_lines};

use crate::{
    Run,
    corpora::{self, Corpus},
    paired::{TURN, Turn, time},
};

/// The table of it.
///
/// # Errors
/// When a file cannot be read.
pub fn table(rounds: usize) -> Result<String> {
    let mut inputs: Vec<_> =
        corpora::load()?.into_iter().take(1).map(|Corpus { name, urls }| (name, urls)).collect();
    let recorded = read_json_lines(&own_vectors("consumers").join("recorded.jsonl"))?;
    let hostile = recorded.iter().filter_map(|record| Some(record.get("input")?.as_str()?.to_owned()));
    inputs.push(("the inputs that are recorded of the consumers".into(), hostile.collect()));
    let mut table = String::from(
        "| input | URLs | permitted | ns/URL | `url` parses | ratio |\n|---|---:|---:|---:|---:|---:|\n",
    );
    let guard = Guard::default();
    let permits = |url: &str| guard.check(url, None).is_ok();
    for (name, urls) in &inputs {
        let turns: Vec<_> = urls
            .chunks(TURN)
            .map(|urls| Turn {
                urls: urls.len(),
                runs: vec![
                    Run::new("guard", urls.iter().map(String::as_str), permits),
                    Run::new("url", urls.iter().map(String::as_str), |url| url::Url::parse(url).is_ok()),
                ],
            })
            .collect();
        let times = time(&turns, rounds);
        let permitted = urls.iter().filter(|url| permits(url)).count();
        writeln!(
            table,
            "| {name} | {} | {permitted} | {:.0} | {:.0} | {:.1} |",
            urls.len(),
            times.nanoseconds(0),
            times.nanoseconds(1),
            times.ratio(0, 1)
        )?;
    }
    Ok(table)
}
