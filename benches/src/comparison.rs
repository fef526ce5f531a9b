//! Writes the tables of `docs/comparison.md`, which compare the profile `whatwg` with the libraries `ada-url`
//! and `url`. All numbers in the tables, counts and times, are measured here.

use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path};

use anyhow::{Context as _, Result};
use url_facade::WebUrl;
use url_testdata::registry_crate;
use walkdir::WalkDir;

use crate::{
    Run,
    reach::Row,
    time,
    url_class::{PublicData, UrlClass},
};

/// The lines of the page before and after the tables.
pub const MARKERS: [&str; 2] =
    ["<!-- cargo xtask bench --comparison -->\n", "<!-- end of the comparison -->\n"];

pub fn counts() -> Result<String> {
    let data = PublicData::load()?;
    let [url, ada] = [registry_crate("url")?, registry_crate("ada-url")?];
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let failed = [data.failed::<WebUrl>(), data.failed::<url::Url>(), data.failed::<ada_url::Url>()];
    let breaches = [breaches::<WebUrl>(&data), breaches::<url::Url>(&data), breaches::<ada_url::Url>(&data)];

    let mut table = format!("| | `whatwg` | {} | {} |\n|---|---:|---:|---:|\n", name(&url)?, name(&ada)?);
    let mut row =
        |head: &str, [ours, url, ada]: [String; 3]| writeln!(table, "| {head} | {ours} | {url} | {ada} |");
    let (parsing, setting) = (data.parsing.len(), data.setting.len());
    let head = format!("of the Standard's {parsing} public tests of parsing, of URL and origin, failed");
    row(&head, failed.map(|[parsing, _]| parsing.to_string()))?;
    let head = format!("of its {setting} public tests of setters, failed");
    row(&head, failed.map(|[_, setting]| setting.to_string()))?;
    row("written in", [language(&ours)?, language(&url)?, language(&ada)?])?;
    let uses = [count_unsafe(&ours)?, count_unsafe(&url)?, count_unsafe(&ada)?];
    row("`unsafe` in its own Rust", uses.map(|uses| uses.to_string()))?;
    let [ours, url, ada] = breaches;
    let kinds =
        [format!("{ours}, each with its place"), format!("{url}, no places"), format!("{ada}, no place")];
    row("kinds of errors distinguished in those tests", kinds)?;
    Ok(table)
}

/// Returns the table of speeds relative to `ada-url`, for the work that all three libraries are measured on.
pub fn speed(rows: &[Row<'_>], rounds: usize) -> Result<String> {
    let mut table =
        String::from("| times as fast as `ada-url` | `whatwg` | `url` | `ada-url` |\n|---|---:|---:|---:|\n");
    for row in rows {
        let runs: &[Run<'_>] = row.turns.first().map_or(&[], |turn| &turn.runs);
        let at = |name| runs.iter().position(|run| run.name == name);
        let (Some(ours), Some(url), Some(ada)) = (at("ours"), at("url"), at("ada")) else { continue };
        let times = time(&row.turns, rounds.max(rounds * 40 / row.turns.len().max(1)));
        let [ours, url] = [times.ratio(ada, ours), times.ratio(ada, url)];
        writeln!(table, "| {} | {ours:.2} | {url:.2} | 1 |", row.work)?;
    }
    Ok(table)
}

pub fn write_into(page: &str, tables: &str) -> Result<String> {
    let [begin, end] = MARKERS;
    let (before, rest) = page.split_once(begin).context("the page has no tables")?;
    let (_, after) = rest.split_once(end).context("the page's tables do not end")?;
    Ok(format!("{before}{begin}\n{tables}\n{end}{after}"))
}

/// Counts the different kinds of validation errors that `U` reports for the test data.
fn breaches<U: UrlClass>(data: &PublicData) -> usize {
    data.inputs().flat_map(|(input, base)| U::breaches(input, base)).collect::<BTreeSet<_>>().len()
}

fn name(folder: &Path) -> Result<String> {
    let name = folder.file_name().and_then(|name| name.to_str()).context("no name")?;
    let (name, version) = name.rsplit_once('-').context("no version")?;
    Ok(format!("`{name}` {version}"))
}

fn language(folder: &Path) -> Result<String> {
    let is_cpp = !sources(folder, "cpp")?.is_empty();
    Ok(if is_cpp { "C++, called from Rust" } else { "Rust" }.into())
}

/// Counts the uses of `unsafe` in the Rust sources in `folder`. Skips comments, and the crates of urlspec's
/// programs, which use `unsafe` only to run code before `main`.
fn count_unsafe(folder: &Path) -> Result<usize> {
    const UNSAFE: [&str; 4] = ["unsafe {", "unsafe fn ", "unsafe impl", "unsafe extern"];
    let count = |line: &str| {
        let code = line.split("//").next().unwrap_or_default();
        UNSAFE.iter().map(|start| code.matches(start).count()).sum::<usize>()
    };
    let files = sources(folder, "rs")?;
    let in_src = files.iter().filter(|(path, _)| path.contains("/src/") && !path.contains("/crates/urlspec"));
    Ok(in_src.flat_map(|(_, text)| text.lines()).map(count).sum())
}

fn sources(folder: &Path, extension: &str) -> Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(folder) {
        let path = entry?.into_path();
        if path.extension().is_some_and(|found| found == extension) {
            files.push((path.to_string_lossy().replace('\\', "/"), fs::read_to_string(&path)?));
        }
    }
    Ok(files)
}
