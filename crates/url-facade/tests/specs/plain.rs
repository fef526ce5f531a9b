//! The scan for URLs that RFC 3986 leaves unchanged, held to its steps, which every traced run takes.

use proptest::{prelude::*, test_runner::RngSeed};
use url_facade::{Base, Encoding, Event, Parser, Profile, Trace, fast};

/// A trace that nobody reads: with it, every step is taken.
struct EveryStep;

impl Trace for EveryStep {
    fn record(&mut self, _: Event<'_>) {}
}

/// Asserts that `input`, if the scan knows it, is what the steps return; whether it does.
fn check(input: &str) -> bool {
    check_in(&Parser::new(Profile::Rfc3986), input)
}

fn check_in(parser: &Parser<'_>, input: &str) -> bool {
    match fast::scan(parser, input) {
        Some(has_slash) => assert!(has_slash, "{input:?}"),
        None => return false,
    }
    let literal = parser.parse_traced(input, &mut EveryStep);
    assert_eq!(parser.parse(input), literal, "{parser:?}: {input:?}");
    let fast = parser.parse_ref(input).unwrap();
    assert!(fast.is_borrowed() && fast.as_str() == input, "{parser:?}: {input:?}");
    let literal = literal.as_ref().map(|url| (url.as_str(), url.components()));
    assert_eq!(Ok((input, fast.components())), literal, "{parser:?}: {input:?}");
    assert!(parser.can_parse(input), "{parser:?}: {input:?}");
    true
}

/// Every ASCII byte, and some that are not, in every place of a URL.
#[test]
fn every_byte_in_every_place() {
    let heads = ["http://", "https://", "ws://", "ftp://", "file://", "file:///", "HTTP://", "httpx://"];
    let middles = ["", "a", "a.", "a-", "1", "a/", "a//", "a/b/", "a/?b", "a/b?c/", "a:", "c:/", "c/"];
    let tails = ["", "/", "a/", ".b/", "-b/", "/c?d", "?e", "2e/", "1/", "/c:/d", "/d:e", "//f"];
    let mut taken = 0;
    for head in heads {
        for middle in middles {
            for c in (0..=0xFF).chain([0x3002, 0xFFFD, 0xFFFF, 0x1_0000]).filter_map(char::from_u32) {
                for tail in tails {
                    taken += u32::from(check(&format!("{head}{middle}{c}{tail}")));
                }
            }
        }
    }
    assert!(taken > 10_000, "only {taken} are taken at sight");
}

/// Hosts of every shape, short and long.
#[test]
fn hosts() {
    let labels = [
        "a",
        "1",
        "12",
        "a1",
        "1a",
        "08",
        "0x",
        "0x1",
        "a-b",
        "a--b",
        "xn--a",
        "-",
        "localhost",
        "jp",
        "com",
    ];
    let long = ["a".repeat(40), "a".repeat(64), "a-".repeat(20), "a.".repeat(30)];
    let addresses = ["1.2.3.4", "127.0.0.1", "255.255.255.255", "0.0.0.0", "1.2.3.04", "1.2.3.4.5", "1.2.3"];
    let mut hosts: Vec<String> = addresses.into_iter().map(String::from).chain(long).collect();
    for first in labels {
        hosts.extend([format!("{first}."), format!(".{first}"), first.to_owned()]);
        for second in labels {
            hosts.push(format!("{first}.{second}"));
            hosts.extend(labels.map(|third| format!("{first}.{second}.{third}")));
            hosts.push(format!("{first}.{second}.{}", "a".repeat(30)));
        }
    }
    let mut taken = 0;
    for host in hosts {
        for scheme in ["http", "https", "file"] {
            for rest in ["/", "/a/b", "/c:/", "/c:", "//a", ":80/", ":8080/", "?a", ""] {
                taken += u32::from(check(&format!("{scheme}://{host}{rest}")));
            }
        }
    }
    assert!(taken > 5_000, "only {taken} are taken at sight");
}

/// All short paths of what is special in some spec.
#[test]
fn paths() {
    let pieces = [".", "..", "/", ";", ":", "a", "?", "@", "~", "c:", "&", "="];
    let mut paths = vec![String::new()];
    let mut taken = 0;
    for _ in 0..4 {
        paths = paths.iter().flat_map(|path| pieces.map(|piece| format!("{path}{piece}"))).collect();
        for path in &paths {
            for head in ["http://a.test/", "file:///", "file://a/"] {
                taken += u32::from(check(&format!("{head}{path}")));
            }
        }
    }
    assert!(taken > 20_000, "only {taken} are taken at sight");
}

/// A URL that is taken at sight is taken so whatever it is resolved against, unless the base is the fault.
#[test]
fn bases_and_encodings() {
    let bases = [
        "http://b.test/c/d?e#f",
        "https://u:p@b.test:81/c",
        "HTTP://B.test",
        "file:///c/d",
        "file:c|/d",
        "mailto:a",
        "foo:a",
        "foo:/a",
        "a/b",
        "//a",
        "",
        "?a",
        "http://[",
        "http:",
        "1:",
    ];
    for label in ["utf-8", "shift_jis", "iso-2022-jp", "gb18030"] {
        let parser = Parser::new(Profile::Rfc3986).with_encoding(Encoding::for_label(label).unwrap());
        for base in bases {
            let reference = parser.parse_reference(base).unwrap();
            let url = parser.parse(base).ok();
            for base in [Base::from(&reference), Base::from(url.as_ref())] {
                let parser = parser.with_base(base);
                for input in ["http://a.test/b?c=~", "https://a.test/", "file:///a", "file://a/b"] {
                    let literal = parser.parse_traced(input, &mut EveryStep);
                    assert_eq!(parser.parse(input), literal, "{input} against {base:?}");
                    check_in(&parser, input);
                }
            }
        }
    }
}

/// What plain URLs are made of, and a little that keeps them from being so.
fn pieces() -> impl Strategy<Value = String> {
    let heads = prop::sample::select(vec!["http://", "https://", "https://", "file://", "file:///"]);
    let host = prop::sample::select(vec![
        "a.test",
        "www.example.org",
        "1.example",
        "127.0.0.1",
        "a.b-c.d",
        "a.0x1",
        "localhost",
        "a_b",
        "A",
        "a:81",
        "a-very-long-name.of-many-labels.that-reaches-into-a-second-stretch.and-a-third.example",
    ]);
    let rest = prop::collection::vec(
        prop::sample::select(vec![
            "/",
            "/",
            "/a",
            "/index.html",
            "/.b",
            "/..",
            "c:",
            "//",
            "?",
            "a=b&c",
            "'",
            "!$()*+,;=:@~_-",
            "%20",
            "#",
            "[",
            "é",
            "somewhat-longer-segment",
            "/of-a-path-that-has-quite-a-few-characters-in-it",
        ]),
        0..8,
    );
    (heads, host, rest).prop_map(|(head, host, rest)| format!("{head}{host}/{}", rest.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x5EED),
        ..ProptestConfig::default()
    })]

    #[test]
    fn pieces_of_urls(input in pieces()) {
        check(&input);
    }

    #[test]
    fn mutated_urls(mut input in pieces(), at in any::<prop::sample::Index>(), with in any::<char>()) {
        let places: Vec<_> = input.char_indices().map(|(at, _)| at).collect();
        let at = places[at.index(places.len())];
        input.insert(at, with);
        check(&input);
    }
}
