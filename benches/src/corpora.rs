//! The inputs of benchmarks: URLs from shared files or, if a file is missing, generated URLs that resemble
//! those; references, hosts in fifteen scripts, values for setters, and queries. Every run generates equal
//! inputs.

use std::{env, fs, path::PathBuf};

use anyhow::{Context as _, Result};
use url_facade::api::Attribute;

pub(crate) struct SplitMix64(u64);

impl SplitMix64 {
    /// Returns a pseudorandom number that is less than `end`.
    fn up_to(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % end as u64).unwrap_or_default()
    }

    /// Returns a word of two to eleven letters.
    fn word(&mut self) -> String {
        self.word_of("abcdefghijklmnopqrstuvwxyz", 10)
    }

    /// Returns a word of two or more letters from `alphabet`, up to a length of `most + 1`.
    fn word_of(&mut self, alphabet: &str, most: usize) -> String {
        let letters: Vec<_> = alphabet.chars().collect();
        (0..2 + self.up_to(most)).map(|_| letters[self.up_to(letters.len())]).collect()
    }
}

pub(crate) struct Corpus {
    /// The name of the file that contains the URLs.
    pub(crate) name: String,
    /// The URLs. A byte order mark at the start of the file is part of the first URL.
    pub(crate) urls: Vec<String>,
    /// True if the file is missing, so that the URLs are generated.
    pub(crate) is_generated: bool,
}

type Generator = fn(&mut SplitMix64) -> String;

/// The name of each corpus (a file of URLs), and a function that generates a URL like those in the corpus.
const CORPORA: [(&str, Generator); 2] = [("kasztp.txt", web_url), ("node_files.txt", file_url)];

/// The number of URLs that are generated in place of a missing file.
const GENERATED: usize = 40_000;

/// Loads the files of URLs from the folder that `URLSPEC_CORPORA` names, or from `../shared/corpora` next to
/// the project. If a file is missing, generates its URLs and reports that on stderr.
pub(crate) fn load() -> Result<Vec<Corpus>> {
    let beside_the_project = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/corpora"));
    let folder = env::var_os("URLSPEC_CORPORA").map_or_else(beside_the_project, PathBuf::from);
    let corpus = |(name, url): (&str, Generator)| {
        let file = folder.join(name);
        if file.exists() {
            let text =
                fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            let urls = text.lines().map(String::from).collect();
            return Ok(Corpus { name: name.into(), urls, is_generated: false });
        }
        eprintln!("no {name} in {}: only generated URLs (set URLSPEC_CORPORA)", folder.display());
        let urls = generate(url, GENERATED);
        Ok(Corpus { name: format!("{name} (generated)"), urls, is_generated: true })
    };
    CORPORA.into_iter().map(corpus).collect()
}

pub(crate) fn generate(url: Generator, count: usize) -> Vec<String> {
    let mut dice = SplitMix64(0x5EED);
    (0..count).map(|_| url(&mut dice)).collect()
}

/// Returns a web URL. These URLs are longer than those of `kasztp.txt`: 61 bytes on average. 39 % have
/// `https`, 30 % have over 64 bytes, 10 % have a host of over 32 bytes, and 5.6 % lack the slash after the
/// host. Some have ports, escapes, queries of several pairs, and fragments.
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

/// Returns a URL without a path: it ends after the host, a port or a query. The parser adds a slash to it.
pub(crate) fn url_without_path(dice: &mut SplitMix64) -> String {
    let (host, kind) = (dice.word(), dice.up_to(4));
    match kind {
        0 => format!("http://{host}.com"),
        1 => format!("https://{host}.org:8080?{}", dice.word()),
        2 => format!("https://www.{host}.{}.de", dice.word()),
        _ => format!("http://{host}.test?{}={}", dice.word(), dice.word()),
    }
}

/// Returns a URL like the URLs in `kasztp.txt`: a host of two to four labels, up to four path segments, and
/// sometimes a query or a fragment.
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

/// Returns a URL like the URLs in `node_files.txt`: a `file:` URL of up to eight segments. Some segments have
/// escapes or are dot-segments.
pub(crate) fn file_url(dice: &mut SplitMix64) -> String {
    let mut url = String::from("file://");
    for _ in 0..=dice.up_to(7) {
        url += &dice.word();
        url += ["/", "/", "/", "/", "/", "/", "/../", "%20b/"][dice.up_to(8)];
    }
    url + &dice.word() + ".js"
}

const BASES: [&str; 4] = [
    "https://www.example.com/articles/2026/index.html?page=2",
    "http://user@shop.test:8080/a/b/",
    "file:///usr/share/doc/package/readme.html",
    "https://example.org/",
];

/// Returns `count` pairs of a base and a reference. There are twenty kinds of references.
pub fn references(count: usize) -> Vec<(&'static str, String)> {
    let mut dice = SplitMix64(0xBA5E);
    let pair = |i| {
        let base = BASES[dice.up_to(BASES.len())];
        (base, fill(REFERENCES, i % 20, &dice.word(), &dice.word()))
    };
    (0..count).map(pair).collect()
}

/// The patterns of references, for [`fill`].
const REFERENCES: &str = "A|./A|../A|../../A/B|/A/B|?A=B|#A||//A.test/B|A/B/index.html|A.html?B=1|A.html#B|/A/B.css?v=3#top|.|..|\
    A B/é|\\A\\B|%2e%2e/A/./B|https://A.test/B|https:A/B";

/// Returns the pattern with the index `kind`, or the last pattern if the index is too large. Replaces `A` by
/// the word `a`, and `B` by the word `b`.
fn fill(patterns: &str, kind: usize, a: &str, b: &str) -> String {
    let patterns: Vec<_> = patterns.split('|').collect();
    patterns[kind.min(patterns.len() - 1)].replace('A', a).replace('B', b)
}

/// Letters that domains may contain, one string for each script.
const SCRIPTS: [&str; 15] = [
    "abcdeéèüöäñçåøÉÜ",
    "αβγδεζηθικλμνξοπρστυφχψωΑΒΓ",
    "абвгдежзийклмнопрстуфхцчшщАБВ",
    "աբգդեզէըթժիլխծկհձղճմյնշ",
    "אבגדהוזחטיכלמנסעפצקרשת",
    "بتثجحخدذرزسشصضطظعغفقكلمنه",
    "कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह",
    "কখগঘচছজঝটঠডঢণতথদধনপফবভমযরলশষসহ",
    "கஙசஞடணதநனபமயரலவழளறஸஹ",
    "กขคงจฉชซญดตถทธนบปผพฟภมยรลวสหอ",
    "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ",
    "가나다라마바사아자차카타파하한국어",
    "あいうえおかきくけこさしすせそたちつてと",
    "アイウエオカキクケコサシスセソタチツテト",
    "中文网络域名测试日本国語漢字台灣香港",
];

pub(crate) fn idn_urls(count: usize) -> Vec<String> {
    let mut dice = SplitMix64(0x1D4A);
    let url = |i: usize| {
        let script = SCRIPTS[i % SCRIPTS.len()];
        let (label, path) = (dice.word_of(script, 7), dice.word());
        match dice.up_to(3) {
            0 => format!("https://{label}.test/{path}"),
            1 => format!("https://www.{label}.com/{path}"),
            _ => format!("http://{}.{label}.org/", dice.word_of(script, 5)),
        }
    };
    (0..count).map(url).collect()
}

pub(crate) fn urls_to_set(count: usize) -> Vec<String> {
    let mut dice = SplitMix64(0x5E7);
    let url = |_| {
        let (host, path, rest) = (dice.word(), dice.word(), dice.word());
        match dice.up_to(4) {
            0 => format!("https://{host}.test/"),
            1 => format!("https://{host}.test/{path}/{rest}.html?{rest}={path}#{host}"),
            2 => format!("http://{rest}@{host}.test:8080/{path}?{rest}"),
            _ => format!("https://www.{host}.example/{path}/{rest}"),
        }
    };
    (0..count).map(url).collect()
}

/// Returns values for the setter of `attribute`. Some values need escapes, some have another length than the
/// old value, and some remove the component.
pub(crate) fn values(attribute: Attribute, count: usize) -> Vec<String> {
    let mut dice = SplitMix64(attribute as u64);
    let value = |_| {
        let (a, b) = (dice.word(), dice.word());
        let patterns = match attribute {
            Attribute::Href => "https://A.test/B?A#B",
            Attribute::Protocol => "http|https|https:|ws|HTTP|wss:|ftp|1",
            Attribute::Username | Attribute::Password => "|A@B|A",
            Attribute::Host => "A.test:8080|127.0.0.1:81|A.test",
            Attribute::Hostname => "[::1]|WWW.A.test|A.B.test",
            Attribute::Port => "|80|443|8080|81|3000|65535|9000",
            Attribute::Pathname => "|/A B|/A/../B|/A/B.html",
            Attribute::Search => "|?A= B'|A=B|?A=B&B=A",
            Attribute::Hash => "|#A B|B|#A",
        };
        fill(patterns, dice.up_to(8), &a, &b)
    };
    (0..count).map(value).collect()
}

/// Returns the queries of `urls`, without the question mark before each query.
pub(crate) fn queries(urls: &[String]) -> Vec<String> {
    let query = |url: &String| Some(url.split('#').next()?.split_once('?')?.1.to_owned());
    urls.iter().filter_map(query).collect()
}

/// Returns `count` queries of up to nine pairs. Some pairs have escapes of one byte or of several bytes.
pub fn queries_of_pairs(count: usize) -> Vec<String> {
    let mut dice = SplitMix64(0xF0A);
    let query = |_| {
        let count = dice.up_to(8) + 1;
        let pair = |_| format!("{}={}", dice.word(), value_of_pair(&mut dice));
        (0..count).map(pair).collect::<Vec<_>>().join("&")
    };
    (0..count).map(query).collect()
}

fn value_of_pair(dice: &mut SplitMix64) -> String {
    match dice.up_to(8) {
        0 => String::new(),
        1 => format!("{}+{}", dice.word(), dice.word()),
        2 => format!("https%3A%2F%2F{}.test%2F{}", dice.word(), dice.word()),
        3 => format!("{}%20%D0%BF%D1%80%D0%B8", dice.word()),
        4 => dice.up_to(100_000).to_string(),
        _ => dice.word(),
    }
}

#[cfg(test)]
mod tests {
    use super::{generate, longer_url};

    const COUNT: usize = 12_000;

    #[test]
    fn longer_urls_have_the_documented_shares() {
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
