//! The profile `whatwg`: what is told at first sight, held to the state machine, which every traced run takes.

use proptest::{prelude::*, test_runner::RngSeed};
use url_facade::{Event, Parser, Profile, Trace, fast};

/// A trace that nobody reads: with it, every step is taken.
struct EveryStep;

impl Trace for EveryStep {
    fn record(&mut self, _: Event<'_>) {}
}

/// Asserts that `input` has the same outcome with and without a trace in both editions, and says whether it is canonical
/// in the newest.
fn check(input: &str) -> bool {
    check_in(Profile::Whatwg202602, input);
    check_in(Profile::Whatwg, input)
}

fn check_in(profile: Profile, input: &str) -> bool {
    let parser = Parser::new(profile);
    let literal = parser.parse_traced(input, &mut EveryStep);
    let fast = parser.parse(input);
    assert_eq!(fast, literal, "{input:?}");
    assert_eq!(parser.can_parse(input), literal.is_ok(), "{input:?}");
    let is_known_canonical = fast::scan(&parser, input) == Some(true);
    let (Ok(fast), Ok(literal)) = (fast, literal) else {
        assert!(!is_known_canonical, "{input:?}");
        return false;
    };
    assert!(fast.as_str() == input || !is_known_canonical, "{input:?}");
    assert_eq!(fast.components(), literal.components(), "{input:?}");
    fast.as_str() == input
}

#[test]
fn every_byte_in_every_place() {
    let heads = ["http://", "https://", "ws://", "wss://", "ftp://", "file://", "foo://", "HTTP://"];
    // The longest reach into a second and a third stretch.
    let (long, longer) = ("abcdefghijklmnopqrstuvwxyz0123456789".repeat(2), "x/".repeat(70));
    let long_host = format!("{long}.test/");
    let long_path = format!("a/{long}?{long}#");
    let middles =
        ["", "a", "a.", "a/", "a/b/", "a/?b", "a/#b", "a/?#", "a:", "/", "//", &long_host, &long_path];
    let tails = ["", "/", "a", ".b/", "/?c#d", "2e/", "1/", &longer];
    let mut canonical = 0;
    for head in heads {
        for middle in middles {
            for c in (0..=255).map(char::from) {
                for tail in tails {
                    canonical += u32::from(check(&format!("{head}{middle}{c}{tail}")));
                }
            }
        }
    }
    assert!(canonical > 40_000, "only {canonical} are canonical");
}

#[test]
fn last_labels_ports_and_drive_letters() {
    let hosts = [
        "1.2.3.4",
        "1.2.3.4.",
        "1.2.3",
        "01.2.3.4",
        "256.0.0.1",
        "1.2.3.0x4",
        "1.2.3.4a",
        "0x7f",
        "a.0",
        "a.0x",
        "a.0xg",
        "a.",
        ".",
        "..",
        "a..",
        "xn--a",
        "a.xn--",
        "XN--A",
        "a--b",
        "localhost",
        "localhost.",
        "1a",
        "a.1a",
        "c",
        "c|",
        "a_b",
        "a`{b}",
    ];
    let ports = [
        "", ":", ":0", ":00", ":80", ":443", ":21", ":080", ":8080", ":65535", ":65536", ":8a", ":80:80",
        ":81@",
    ];
    let paths = [
        "", "/", "/c|", "/c|/", "/c|a", "/c:/", "//c|/", "/.", "/..", "/.a", "/...", "/%2e", "/%2E./",
        "/%2ea", "?", "#",
    ];
    let mut canonical = 0;
    for scheme in ["http", "https", "ws", "wss", "ftp", "file"] {
        for host in hosts.iter().chain(&[""]) {
            for port in ports {
                for path in paths {
                    canonical += u32::from(check(&format!("{scheme}://{host}{port}{path}")));
                }
            }
        }
    }
    assert!(canonical > 2_000, "only {canonical} are canonical");
}

/// What canonical URLs are made of, and a little that keeps them from being so.
fn pieces() -> impl Strategy<Value = String> {
    let heads = prop::sample::select(vec![
        "http://", "https://", "https://", "file://", "file:///", "ws://", "wss://", "ftp://", "HTTP://",
        " http://", "http:/", "http:///", "a://",
    ]);
    let host = prop::sample::select(vec![
        "a",
        "example.com",
        "www.example.org",
        "b_c.test",
        "127.0.0.1",
        "127.1",
        "a.0x1",
        "localhost",
        "",
        "A",
        "é",
        "a%41",
        "u@a",
        "u:p@a",
        "a:81",
        "a:80",
        "a:443",
        "[::1]",
        "xn--a",
        "a.b.",
        "a-very-long-name.of-many-labels.that-reaches-into-a-second-stretch.and-a-third.example",
    ]);
    let rest = prop::collection::vec(
        prop::sample::select(vec![
            "/",
            "/",
            "/a",
            "/index.html",
            "/.",
            "/..",
            "/.b",
            "/%2e",
            "/%2",
            "/c|",
            "/c:",
            "//",
            "\\",
            "?",
            "#",
            "a=b&c",
            "'",
            "\"",
            "<",
            ">",
            "`",
            "{",
            "}",
            "^",
            "|",
            "~",
            "%",
            "%20",
            " ",
            "\t",
            "\n",
            "\u{1F}",
            "\u{7F}",
            "é",
            "@",
            ":",
            "[",
            "]",
            "somewhat-longer-segment",
            "/of-a-path-that-has-quite-a-few-characters-in-it",
        ]),
        0..8,
    );
    (heads, host, rest).prop_map(|(head, host, rest)| format!("{head}{host}{}", rest.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 50_000,
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
        input.remove(at);
        input.remove(at);
        check(&input);
    }
}
