//! Compares all parsing methods with a traced parse, which does every literal step of the spec. Each method
//! must return the same string, the same spans of components, and the same error.

use url_facade::{Base, Encoding, Parser, Profile, Reference, Url, fast, trace::Event};
use url_testdata::hostile::{BASES, CHARACTERS, Dice, STARTS, short_strings};

use crate::runs::agree;

/// Three numbers of inputs: those for which `scan` returns `Some(true)`, those for which `scan` returns
/// `Some(false)`, and those for which `is_url` returns true.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Taken(usize, usize, usize);

impl Taken {
    /// Counts `input` for each spec. Calls [`agree`] if `scan` returns true, and always for the URL Standard.
    fn count(&mut self, input: &str) {
        for &profile in Profile::available().iter().filter(|profile| !profile.is_consumer()) {
            let parser = Parser::new(profile);
            let known = fast::scan(&parser, input);
            if known == Some(true) || profile == Profile::Whatwg {
                let _ = agree(parser, input);
            }
            self.0 += usize::from(known == Some(true));
            self.1 += usize::from(known == Some(false));
            self.2 += usize::from(fast::is_url(&parser, input));
        }
    }
}

/// Checks each short string after each prefix in `STARTS`. Strings of more than two bytes have fewer checks.
#[test]
fn every_short_string() {
    let base = Url::parse("http://u:p@a.test:8080/b/c?d#e").unwrap();
    let file = Url::parse("file:///c:/a").unwrap();
    let mut taken = Taken::default();
    for text in short_strings(CHARACTERS, 3) {
        for input in STARTS.map(|start| format!("{start}{text}")) {
            taken.count(&input);
            for base in [&base, &file] {
                let _ = agree(Parser::default().with_base(base), &input);
            }
            for &profile in Profile::available().iter().filter(|_| text.len() <= 2) {
                let parser = Parser::new(profile);
                let _ = agree(parser, &input);
                let reference = parser.parse_reference(&input).unwrap();
                let _ = agree(parser.with_base(&reference), &text);
            }
        }
    }
    // The numbers change if a fast path changes.
    assert_eq!(taken, Taken(44_853, 12_092, 86_673));
}

#[test]
fn every_character_in_every_place() {
    let heads = ["http://", "https://", "ws://", "ftp://", "file://", "file:///", "foo://", "HTTP://"];
    // The scan reads blocks of bytes. The longest texts end in the second or third block.
    let (long, longer) = ("abcdefghijklmnopqrstuvwxyz0123456789".repeat(2), "x/".repeat(70));
    let (long_host, long_path) = (format!("{long}.test/"), format!("a/{long}?{long}#"));
    let middles = [
        "", "a", "a.", "a-", "1", "a/", "a//", "a/b/", "a/?b", "a/#b", "a/?#", "a:", "c:/", "/", "//",
        &long_host, &long_path,
    ];
    let tails = ["", "/", "a", ".b/", "/?c#d", "?e", "2e/", "1/", "/c:/d", &longer];
    let mut taken = Taken::default();
    for head in heads {
        for middle in middles {
            for c in (0..=0xFF).chain([0x3002, 0xFFFD, 0xFFFF, 0x1_0000]).filter_map(char::from_u32) {
                for tail in tails {
                    taken.count(&format!("{head}{middle}{c}{tail}"));
                }
            }
        }
    }
    assert_eq!(taken, Taken(306_346, 19_566, 566_010));
}

#[test]
fn hosts_and_ports() {
    #[rustfmt::skip]
    let labels = ["a", "1", "12", "a1", "1a", "08", "0x", "0x1", "0xg", "a-b", "a--b", "xn--a", "XN--A", "-", "localhost", "com"];
    #[rustfmt::skip]
    let hosts = [
        "", "c", "c|", "a_b", "a`{b}", ".", "..", "a..", "a.1a", "1.2.3.4", "1.2.3.4.", "127.0.0.1", "255.255.255.255", "0.0.0.0",
        "1.2.3", "01.2.3.4", "1.2.3.04", "256.0.0.1", "1.2.3.0x4", "1.2.3.4a", "1.2.3.4.5",
    ];
    let mut hosts: Vec<_> = hosts.into_iter().map(String::from).collect();
    hosts.extend(["a".repeat(40), "a".repeat(64), "a-".repeat(20), "a.".repeat(30)]);
    for label in labels {
        hosts.extend([label.to_owned(), format!("{label}."), format!("a.{label}.{}", "b".repeat(30))]);
        hosts.extend(labels.map(|other| format!("{label}.{other}")));
    }
    let ports = ["", ":", ":0", ":80", ":443", ":080", ":8080", ":65536", ":81@"];
    let paths = ["", "/", "/c|/", "/c:", "//a", "/..", "/%2ea", "?a"];
    let mut taken = Taken::default();
    for host in hosts {
        for scheme in ["http", "https", "wss", "file"] {
            for port in ports {
                for path in paths {
                    taken.count(&format!("{scheme}://{host}{port}{path}"));
                }
            }
        }
    }
    assert_eq!(taken, Taken(37_824, 20_118, 101_120));
}

#[rustfmt::skip]
fn usual_url(dice: &mut Dice) -> String {
    let start = dice.pick(&["http://", "https://", "https://", "file://", "file:///", "wss://", "HTTP://", " http://", "http:/", "a://"]);
    let host = dice.pick(&[
        "a", "www.example.org", "b_c.test", "1.example", "127.0.0.1", "127.1", "a.0x1", "localhost", "", "A", "é", "a%41", "u@a",
        "u:p@a", "a:81", "a:80", "[::1]", "xn--a", "a.b.",
        "a-very-long-name.of-many-labels.that-reaches-into-a-second-stretch.and-a-third.example",
    ]);
    let rest = [
        "/", "/", "/a", "/index.html", "/.", "/..", "/.b", "/%2e", "/%2", "/c|", "/c:", "//", "?", "#", "a=b&c", "'", "!$()*+,;=:@~_-",
        "%20", "^", "é", "[", "somewhat-longer-segment", "/of-a-path-that-has-quite-a-few-characters-in-it",
    ];
    let count = dice.roll(8);
    format!("{start}{host}{}", (0..count).map(|_| dice.pick(&rest)).collect::<String>())
}

/// Returns the profiles that share the module `usual.rs`: all but those of the URL Standard and the
/// consumers.
fn documents() -> impl Iterator<Item = Profile> {
    let is_other = |profile: &Profile| !matches!(profile, Profile::Whatwg | Profile::Whatwg202602);
    Profile::available().iter().copied().filter(move |profile| is_other(profile) && !profile.is_consumer())
}

/// Parses, and resolves against `bases`, which are URLs or not, by all documents.
fn agree_on_usual(input: &str, bases: &[&str]) {
    for parser in documents().map(Parser::new) {
        let reference = parser.parse_reference(input);
        assert_eq!(reference, parser.parse_reference_traced(input, &mut |_: Event<'_>| {}), "{input:?}");
        let _ = agree(parser, input);
        for url in bases.iter().filter_map(|base| parser.parse(base).ok()) {
            let _ = agree(parser.with_base(&url), input);
        }
    }
}

#[rustfmt::skip]
const USUAL_BASES: [&str; 24] = [
    "http://a.test/b/c?d#e", "https://u:p@A.test:8080/b/../c/", "file:///C:/a/b", "file:///a/b/", "file://h/a?b", "http://a", "ftp://a.b/",
    "http://a/b//c/d", "http://a/%41/b", "http://a/b?%41", "mailto:x", "foo://h/p/q?r", "HTTP://A/b", "http://1.2.3.4/x", "http://[::1]/a",
    "ws://a.test/?", "http://a/b#", "http:///a/b", "http://a:80/b", "http://a.test/a.b/.c/d", "http://u@a/b/c/d/e", "wss://:p@a/b",
    "http://a/b|c/d^", "http://a//",
];

#[rustfmt::skip]
const USUAL_STARTS: [&str; 26] = [
    "", "a", "a/", "/a", "/", "./", "../", ".", "?", "#", "//b", "//b/", "//b:8", "HTTP://b", "http://b/c", "http://b.c:8", "https:", "http:",
    "../../", "/a/b?c", "a#", "a?", "ftp://", "file:", "file:///", "file://h",
];

#[test]
fn usual_references() {
    for text in short_strings("/.:?#%aZ@\\ -!0[é", 1) {
        for start in USUAL_STARTS {
            agree_on_usual(&format!("{start}{text}"), &USUAL_BASES);
        }
    }
    #[rustfmt::skip]
    let tokens = ["a", "Bc", "/", "/", "..", ".", "?", "#", ":", "-", "index.html", "~", "%41", "*", "_", "\\", " ", "%2e", "é", "|", "%2F", "\u{7F}"];
    let mut dice = Dice::new(2);
    for _ in 0..2_000 {
        let count = dice.roll(8);
        let rest: String = (0..count).map(|_| dice.pick(&tokens)).collect();
        let input = format!("{}{rest}", dice.pick(&USUAL_STARTS));
        let base = match dice.roll(3) {
            0 => usual_url(&mut dice),
            1 => dice.url(),
            _ => dice.pick(&USUAL_BASES).to_owned(),
        };
        agree_on_usual(&input, &[&base]);
        agree_on_usual(&usual_url(&mut dice), &[&base]);
    }
}

#[rustfmt::skip]
const TOKENS: &[&str] = &[
    "http:", "file:", "FILE:", "mailto:", "data:", "foo:", "c:", "C|", "/", "//", "///", "\\", "\\\\", "?",
    "#", "@", ":", ".", "..", "%2e", "%2E", "%2F", "%5c", "%", "%4", "%41", "%34", "%63", "%7C", "%3F",
    "%3f", "%5B", "%00", "localhost", "LOCALHOST", "%6cocalhost", "a", "B", "xn--", "1", "0", "0x", "08",
    "256", "80", "65536", "[", "]", "::1", " ", "\t", "\n", "\u{B}", "\u{FFFF}", "\u{85}", "é", "É", "ａ",
    "．", "。", "㏇", "％", "％AD", "％6c", "xn--bcher-kva", "一", "jp", ".jp", "\u{9C7}\u{301}", "\u{9BE}",
    "\u{1100}\u{1161}\u{301}", "\u{11A8}", "loc", "alhost", "ß", "\u{AD}", "א", "ا", "\u{E000}",
    "\u{1E049}", "<", "'", "{", "~", "%7e", "%e9", "%C3%A9", ";", ",", "=",
];

pub(crate) fn any_string(dice: &mut Dice) -> String {
    let url = match dice.roll(4) {
        0 => usual_url(dice),
        1 => dice.hostile_url(),
        2 => dice.url(),
        _ => (0..dice.roll(12)).map(|_| dice.pick(TOKENS)).collect(),
    };
    if dice.roll(3) == 0 { dice.mutate(&url) } else { url }
}

pub(crate) fn any_parser(dice: &mut Dice) -> Parser<'static> {
    let profile = match dice.roll(2 * Profile::available().len()) {
        at if at < Profile::available().len() => Profile::available()[at],
        _ => Profile::Whatwg,
    };
    let labels = ["utf-8", "utf-8", "windows-1252", "shift_jis", "iso-2022-jp", "gb18030", "utf-16"];
    Parser::new(profile).with_encoding(Encoding::for_label(dice.pick(&labels)).unwrap())
}

#[test]
fn random_strings() {
    let mut dice = Dice::new(1);
    for _ in 0..40_000 {
        let (parser, input) = (any_parser(&mut dice), any_string(&mut dice));
        let base = if dice.roll(2) == 0 { any_string(&mut dice) } else { dice.pick(&BASES).to_owned() };
        if let Ok(url) = agree(parser, &input) {
            assert_eq!(parser.parse_ref(&input).unwrap().is_borrowed(), url.as_str() == input, "{input:?}");
        }
        let reference: Reference = parser.parse_reference(&base).unwrap();
        let _ = agree(parser.with_base(&reference), &input);
        if let Ok(url) = parser.parse(&base) {
            let of_url = agree(parser.with_base(&url), &input);
            if parser.encoding() == Encoding::UTF_8 {
                let of_both = [url.resolve(&input), url.view().resolve(&input)];
                assert_eq!(of_both, [of_url.clone(), of_url.clone()]);
            }
            // Under other specs, parsing a URL again may return another URL.
            if matches!(parser.profile(), Profile::Whatwg | Profile::Whatwg202602) {
                let reference = parser.parse_reference(url.as_str()).unwrap();
                let of_string = agree(parser.with_base(&reference), &input);
                assert_eq!(of_url, of_string, "{input:?} against {base:?}");
            }
        }
        let other = Url::parse(&base).ok();
        let _ = agree(parser.with_base(Base::from(other.as_ref())), &input);
    }
}
