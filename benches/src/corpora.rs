//! The URLs that are measured: the shared corpora, or generated ones like them.

use std::{env, fs, path::PathBuf};

use anyhow::{Context as _, Result};

use crate::split_mix::SplitMix64;

/// URLs, one a line.
pub(crate) struct Corpus {
    /// The name of its file, or of the missing file.
    pub(crate) name: String,
    /// Its URLs. A byte order mark before the first belongs to it.
    pub(crate) urls: Vec<String>,
}

/// Makes one URL.
type Generator = fn(&mut SplitMix64) -> String;

/// Each corpus: the name of its file, and the generator of URLs like those in it.
const CORPORA: [(&str, Generator); 2] = [("kasztp.txt", web_url), ("node_files.txt", file_url)];

/// The number of URLs that are generated if the file is missing.
const GENERATED: usize = 40_000;

/// Loads the corpora.
///
/// They are in the folder `URLSPEC_CORPORA`, or in `../shared/corpora` from the project's root. A missing
/// corpus is replaced by a generated one, which is always the same and is reported on stderr.
pub(crate) fn load() -> Result<Vec<Corpus>> {
    let beside_the_project = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/corpora"));
    let folder = env::var_os("URLSPEC_CORPORA").map_or_else(beside_the_project, PathBuf::from);
    let corpus = |(name, url): (&str, Generator)| {
        let file = folder.join(name);
        if file.exists() {
            let text =
                fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            return Ok(Corpus { name: name.into(), urls: text.lines().map(String::from).collect() });
        }
        eprintln!("no {name} in {}: generated URLs instead (set URLSPEC_CORPORA)", folder.display());
        Ok(Corpus { name: format!("{name} (generated)"), urls: generate(url, GENERATED) })
    };
    CORPORA.into_iter().map(corpus).collect()
}

/// Returns `count` URLs that `url` makes, always the same.
pub(crate) fn generate(url: Generator, count: usize) -> Vec<String> {
    let mut dice = SplitMix64(0x5EED);
    (0..count).map(|_| url(&mut dice)).collect()
}

/// Returns a web URL. On average these are longer and messier than those of `kasztp.txt`: 61 bytes, 39 % of
/// them `https`, 30 % over 64 bytes, 10 % with a host of more than 32, 5.6 % without a slash after the host;
/// some have ports, escapes, queries of several pairs, and fragments.
pub(crate) fn longer_url(dice: &mut SplitMix64) -> String {
    let mut url = String::from(if dice.up_to(100) < 39 { "https://" } else { "http://" });
    if dice.up_to(10) == 0 {
        for _ in 0..5 {
            url = url + &dice.word() + "-";
        }
        url += "a.";
    } else {
        url += ["", "www."][dice.up_to(2)];
        for _ in 0..=dice.up_to(2) {
            url = url + &dice.word() + ".";
        }
    }
    url += ["com", "org", "co.uk", "de"][dice.up_to(4)];
    if dice.up_to(40) == 0 {
        url += ":8080";
    }
    match dice.up_to(1000) {
        0..36 => return url,
        36..56 => return url + "?" + &dice.word() + "=" + &dice.word(),
        _ => url += "/",
    }
    for _ in 0..dice.up_to(5) {
        url = url + &dice.word() + "/";
    }
    match dice.up_to(8) {
        0 => url = url + &dice.word() + "%20" + &dice.word(),
        1 => url = url + &dice.word() + "_" + &dice.word() + ".html",
        2 | 3 => url = url + &dice.word() + ".php",
        _ => {}
    }
    if dice.up_to(6) == 0 {
        for i in 0..=dice.up_to(9) {
            url = url + ["?", "&"][i.min(1)] + &dice.word() + "=" + &dice.word();
        }
    }
    if dice.up_to(12) == 0 { url + "#" + &dice.word() } else { url }
}

/// Returns a URL of a host, and perhaps a port and a query: the parser adds the slash.
pub(crate) fn url_without_path(dice: &mut SplitMix64) -> String {
    let (host, kind) = (dice.word(), dice.up_to(4));
    match kind {
        0 => format!("http://{host}.com"),
        1 => format!("https://{host}.org:8080?{}", dice.word()),
        2 => format!("https://www.{host}.{}.de", dice.word()),
        _ => format!("http://{host}.test?{}={}", dice.word(), dice.word()),
    }
}

/// Returns a URL like those of `kasztp.txt`: a host of two to four labels, up to four segments, sometimes a
/// query or a fragment.
pub(crate) fn web_url(dice: &mut SplitMix64) -> String {
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

/// Returns a URL like those of `node_files.txt`: `file:` with up to eight segments, some with escapes and
/// some of dots.
pub(crate) fn file_url(dice: &mut SplitMix64) -> String {
    let mut url = String::from("file://");
    for _ in 0..=dice.up_to(7) {
        url += &dice.word();
        url += ["/", "/", "/", "/", "/", "/", "/../", "%20b/"][dice.up_to(8)];
    }
    url + &dice.word() + ".js"
}

#[cfg(test)]
mod tests {
    use super::{generate, longer_url};

    const COUNT: usize = 12_000;

    /// Checks the shares in the description of `longer_url`.
    #[test]
    fn shares_of_longer_urls() {
        let urls = generate(longer_url, COUNT);
        let share = |is: &dyn Fn(&str) -> bool| urls.iter().filter(|url| is(url)).count() * 1000 / COUNT;
        let host = |url: &str| url.split(['/', '?', ':']).nth(3).unwrap_or_default().len();
        assert_eq!(urls.iter().map(String::len).sum::<usize>() / COUNT, 61);
        assert!((375..405).contains(&share(&|url| url.starts_with("https:"))));
        assert!((285..345).contains(&share(&|url| url.len() > 64)), "{}", share(&|url| url.len() > 64));
        assert!((85..115).contains(&share(&|url| host(url) > 32)));
        assert!((50..62).contains(&share(&|url| !url["https://".len()..].contains('/'))));
    }
}
