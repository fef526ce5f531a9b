//! Which URLs are measured: the shared corpora, or generated ones like them.

use std::{env, fs, path::PathBuf};

use anyhow::{Context as _, Result};

use crate::dice::Dice;

/// URLs, one a line.
pub struct Corpus {
    /// The name of the file that it stands in, or would stand in.
    pub name: String,
    text: String,
}

impl Corpus {
    /// The URLs. A byte order mark before the first is a part of it.
    pub fn urls(&self) -> Vec<&str> {
        self.text.lines().collect()
    }
}

/// Makes one URL.
type Generator = fn(&mut Dice) -> String;

/// A corpus by the name of its file, and how to make one URL like those in it.
const CORPORA: [(&str, Generator); 2] = [("kasztp.txt", web_url), ("node_files.txt", file_url)];

/// How many URLs are generated where there is no file.
const GENERATED: usize = 40_000;

/// The corpora as they stand, and then each with its schemes in capitals.
///
/// They are in the folder `URLSPEC_CORPORA`, else in `../shared/corpora` from the project's root. For each one that
/// is not there, one is generated, always the same, and standard error says so.
///
/// # Errors
/// When a file is there and cannot be read.
pub fn load() -> Result<Vec<Corpus>> {
    let beside_the_project = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/corpora"));
    let folder = env::var_os("URLSPEC_CORPORA").map_or_else(beside_the_project, PathBuf::from);
    let corpus = |(name, url): (&str, Generator)| {
        let file = folder.join(name);
        if file.exists() {
            let text =
                fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            return Ok(Corpus { name: name.into(), text });
        }
        eprintln!("no {name} in {}: generated URLs instead (set URLSPEC_CORPORA)", folder.display());
        Ok(Corpus { name: format!("{name} (generated)"), text: generate(url, GENERATED).join("\n") })
    };
    let mut corpora = CORPORA.into_iter().map(corpus).collect::<Result<Vec<_>>>()?;
    let shouted = corpora.iter().map(in_capitals).collect::<Vec<_>>();
    corpora.extend(shouted);
    Ok(corpora)
}

/// `corpus` with its schemes in capitals: no URL is canonical, so that every one takes every step.
fn in_capitals(corpus: &Corpus) -> Corpus {
    let line = |url: &str| match url.split_once(':') {
        Some((scheme, rest)) => format!("{}:{rest}\n", scheme.to_ascii_uppercase()),
        None => format!("{url}\n"),
    };
    let text = corpus.text.lines().map(line).collect();
    Corpus { name: format!("{}, schemes in capitals", corpus.name), text }
}

fn generate(url: Generator, count: usize) -> Vec<String> {
    let mut dice = Dice(0x5EED);
    (0..count).map(|_| url(&mut dice)).collect()
}

/// URLs like those of `kasztp.txt`.
pub(crate) fn web_urls(count: usize) -> Vec<String> {
    generate(web_url, count)
}

/// URLs like those of `node_files.txt`.
pub(crate) fn file_urls(count: usize) -> Vec<String> {
    generate(file_url, count)
}

/// An https URL: a host of two to four labels, up to four segments, sometimes a query or a fragment.
fn web_url(dice: &mut Dice) -> String {
    let mut url = String::from("https://www");
    for _ in 0..dice.up_to(3) {
        url += ".";
        url += &dice.word();
    }
    url += [".com", ".org", ".co.uk", ".test"][dice.up_to(4)];
    url += "/";
    for _ in 0..dice.up_to(4) {
        url += &dice.word();
        url += "/";
    }
    match dice.up_to(10) {
        0 => url + "?" + &dice.word() + "=" + &dice.word(),
        1 => url + "#" + &dice.word(),
        2 => url + "~" + &dice.word() + "%20a.html",
        3 => url + "index.htm",
        _ => url,
    }
}

/// A `file:` URL of up to eight segments, some with escapes and some of dots.
fn file_url(dice: &mut Dice) -> String {
    let mut url = String::from("file://");
    for _ in 0..=dice.up_to(7) {
        url += &dice.word();
        url += ["/", "/", "/", "/", "/", "/", "/../", "%20b/"][dice.up_to(8)];
    }
    url + &dice.word() + ".js"
}
