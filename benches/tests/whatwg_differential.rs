//! The profile `whatwg` against ada, another implementation of the Standard, on random strings of a fixed seed: parsing
//! against several bases, and every setter.
//!
//! `URLSPEC_DIFFERENTIAL` sets how many strings are tried.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::env;

use url_facade::{Profile, Url, WebUrl, api::Attribute};

/// What URLs are made of, and what their parsers stumble over.
const TOKENS: [&str; 108] = [
    "http:",
    "https:",
    "HTTP:",
    "file:",
    "File:",
    "ws:",
    "wss:",
    "ftp:",
    "foo:",
    "web+x:",
    "mailto:",
    "data:",
    "blob:",
    "javascript:",
    "//",
    "/",
    "///",
    "\\",
    "\\\\",
    "?",
    "??",
    "#",
    "##",
    "@",
    "@@",
    ":",
    "::",
    ".",
    "..",
    "/.",
    "/..",
    "/./",
    "/../",
    "%2e",
    "%2E",
    "%2e%2e",
    ".%2E",
    "%",
    "%4",
    "%41",
    "%zz",
    "%00",
    "%2F",
    "%5C",
    "%23",
    "%C3%BC",
    "%FF",
    "%F0%9F",
    "c:",
    "C|",
    "/c:",
    "/C|/",
    "c|",
    "localhost",
    "LOCALHOST",
    "a",
    "b",
    "A",
    "Z",
    "example.com",
    "EXAMPLE.com",
    "a.b",
    "a..b",
    "a.",
    "-",
    "_",
    "~",
    "!",
    "$",
    "&",
    "'",
    "(",
    "*",
    "+",
    ",",
    ";",
    "=",
    "^",
    "`",
    "{",
    "|",
    "}",
    "<",
    ">",
    "\"",
    " ",
    "  ",
    "\t",
    "\n",
    "\r",
    "\u{0}",
    "\u{1}",
    "\u{1F}",
    "\u{7F}",
    "\u{80}",
    "é",
    "ß",
    "日本",
    "。",
    "．",
    "\u{AD}",
    "\u{200D}",
    "\u{FEFF}",
    "\u{FFFD}",
    "\u{FFFE}",
    "🏳",
    "xn--",
    "xn--bcher-kva",
];

/// Numbers and addresses, which random tokens seldom make.
const NUMBERS: [&str; 30] = [
    "0",
    "1",
    "9",
    "08",
    "0x",
    "0xF",
    "0x7f",
    "007",
    "255",
    "256",
    "65535",
    "65536",
    "4294967295",
    "4294967296",
    "1.2",
    "127.0.0.1",
    "0.0.0.0.0",
    "1.2.3.4.",
    "[",
    "]",
    "[::]",
    "[::1]",
    "[1:2:3:4:5:6:7:8]",
    "[::1.2.3.4]",
    "[1::0:0:2]",
    "[0:0:1::0]",
    ":80",
    ":443",
    ":0",
    ":00080",
];

const BASES: [&str; 11] = [
    "http://a.test/b/c?d#e",
    "https://u:p@a.test:8080/b/../c/",
    "file:///C:/a/b",
    "file://host/a/b?c",
    "file:///",
    "mailto:x",
    "foo:bar?q#f",
    "foo://h/p/q?r",
    "foo:/p//q",
    "foo:/.//p",
    "about:blank",
];

/// A small generator of numbers, so that a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        // The constants of xorshift64*.
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        usize::try_from(self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33).unwrap() % sides
    }

    fn text(&mut self, most: usize) -> String {
        let count = self.roll(most) + 1;
        (0..count)
            .map(|_| {
                if self.roll(5) == 0 {
                    NUMBERS[self.roll(NUMBERS.len())]
                } else {
                    TOKENS[self.roll(TOKENS.len())]
                }
            })
            .collect()
    }

    /// A string that begins as a URL does, mostly.
    fn url(&mut self) -> String {
        let start = ["", "http://", "https://", "file://", "foo://", "foo:", "ws://u@"][self.roll(7)];
        format!("{start}{}", self.text(7))
    }
}

/// How many strings are tried.
fn count() -> usize {
    env::var("URLSPEC_DIFFERENTIAL").map_or(30_000, |count| count.parse().unwrap())
}

/// Reports of differences, of which the first few are enough.
fn assert_none(differences: &[String]) {
    let shown = differences.iter().take(20).cloned().collect::<String>();
    assert!(differences.is_empty(), "{} differences\n{shown}", differences.len());
}

/// Also: what is a URL parses to itself.
#[test]
fn parses_as_ada_does() {
    let mut dice = Dice(0x5EED);
    let (mut differences, mut urls) = (Vec::new(), 0);
    for _ in 0..count() {
        let input = dice.url();
        let base = match dice.roll(3) {
            0 => None,
            _ => Some(BASES[dice.roll(BASES.len())]),
        };
        let ours = match base {
            None => Url::parse(&input).ok(),
            Some(base) => Url::parse(base).unwrap().resolve(&input).ok(),
        };
        let object = WebUrl::new(Profile::Whatwg, &input, base).ok();
        assert_eq!(
            object.as_ref().map(WebUrl::href),
            ours.as_ref().map(Url::as_str),
            "{input:?} against {base:?}"
        );
        let theirs = ada_url::Url::parse(input.as_str(), base).ok();
        urls += usize::from(ours.is_some());
        if let Some(url) = &ours {
            let again = Url::parse(url.as_str()).unwrap();
            assert_eq!(again.as_str(), url.as_str(), "{input:?} against {base:?}");
            assert_eq!(again.components(), url.components(), "{input:?} against {base:?}");
        }
        let (ours, theirs) = (ours.as_ref().map(Url::as_str), theirs.as_ref().map(ada_url::Url::href));
        if ours != theirs {
            differences.push(format!("{input:?} against {base:?}\n  ours   {ours:?}\n  theirs {theirs:?}\n"));
        }
    }
    println!("{} strings, {urls} of them URLs, {} differences", count(), differences.len());
    assert!(urls * 5 > count(), "too few of the strings are URLs");
    assert_none(&differences);
}

fn set_theirs(url: &mut ada_url::Url, attribute: Attribute, value: &str) {
    // Whether it was set shows in the href.
    match attribute {
        Attribute::Href => drop(url.set_href(value)),
        Attribute::Protocol => drop(url.set_protocol(value)),
        Attribute::Username => drop(url.set_username(Some(value))),
        Attribute::Password => drop(url.set_password(Some(value))),
        Attribute::Host => drop(url.set_host(Some(value))),
        Attribute::Hostname => drop(url.set_hostname(Some(value))),
        Attribute::Port => drop(url.set_port(Some(value))),
        Attribute::Pathname => drop(url.set_pathname(Some(value))),
        Attribute::Search => url.set_search(Some(value)),
        Attribute::Hash => url.set_hash(Some(value)),
    }
}

/// Also: what setters leave is a URL that parses as it stands.
#[test]
fn sets_as_ada_does() {
    let mut dice = Dice(0xB0B);
    let mut differences = Vec::new();
    for _ in 0..count() {
        let start = BASES[dice.roll(BASES.len())];
        let mut ours = Url::parse(start).unwrap();
        let mut object = WebUrl::new(Profile::Whatwg, start, None).unwrap();
        let mut theirs = ada_url::Url::parse(start, None).unwrap();
        let mut story = vec![format!("{start:?}")];
        for _ in 0..=dice.roll(4) {
            let attribute = Attribute::ALL[dice.roll(Attribute::ALL.len())];
            let value = if dice.roll(8) == 0 { String::new() } else { dice.text(4) };
            story.push(format!("{}={value:?}", attribute.name()));
            // A setter that throws changes nothing.
            let _ = ours.set(attribute, &value);
            let _ = object.set(attribute, &value);
            assert_eq!(object.href(), ours.as_str(), "{}", story.join(" "));
            set_theirs(&mut theirs, attribute, &value);
            if ours.as_str() != theirs.href() {
                let (ours, theirs) = (ours.as_str(), theirs.href());
                differences.push(format!("{}\n  ours   {ours}\n  theirs {theirs}\n", story.join(" ")));
                break;
            }
            let again = Url::parse(ours.as_str()).unwrap();
            assert_eq!(again.as_str(), ours.as_str(), "{}", story.join(" "));
            assert_eq!(again.components(), ours.components(), "{}", story.join(" "));
        }
    }
    println!("{} stories, {} differences", count(), differences.len());
    assert_none(&differences);
}
