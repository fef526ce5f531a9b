//! The profiles of the URL Standard: what is written straight into the result, by the parser and by setters, held to the
//! state machine, which every traced run takes.

use proptest::{prelude::*, test_runner::RngSeed};
use url_facade::{Encoding, Event, Parser, Profile, Trace, Url, api::Attribute};
use url_testdata::hostile::short_strings;

/// A trace that nobody reads: with it, every step is taken.
struct EveryStep;

impl Trace for EveryStep {
    fn record(&mut self, _: Event<'_>) {}
}

const PROFILES: [Profile; 2] = [Profile::Whatwg, Profile::Whatwg202602];

/// What inputs are made of, after a start.
#[rustfmt::skip]
const TOKENS: &[&str] = &[
    "/", "/", "/", "//", "\\", "?", "#", "@", ":", ":", ".", "..", "/.", "/..", "%2e", "%2E%2e", ".%2e",
    "%", "%4", "%41", "a", "b", "Z", "a.test", "A.test", "localhost", "c:", "C|", "/c|", "/d:/", "80",
    "443", "8080", "0080", "65536", "1", "0x7f", "1.2.3", "[::1]", "[", "]", "xn--a", "xn--53h", "é", "日本",
    "\u{FEFF}", "\u{AD}", " ", "\t", "\n", "\u{0}", "\u{1F}", "\u{7F}", "'", "\"", "<", ">", "^", "`", "{",
    "|", "}", "~", "!", "&", "=", "+", "-", "_", "u:p@", "u@", ":@", "@@",
];

const STARTS: &[&str] = &[
    "", "", "", "", "", "http:", "http://", "HTTP://", "https://", "ws://", "wss:", "ftp://a/", "file:",
    "file:/", "file://", "file:///", "foo:", "foo:/", "foo://", "foo://h/", "mailto:", "http://a", "//", "/",
    "\\\\", "?", "#",
];

#[rustfmt::skip]
const BASES: &[&str] = &[
    "http://a.test/b/c?d#e", "http://a.test", "https://u:p@a.test:8080/b/c/", "ws://a/?b",
    "wss://:p@a/b/c/d", "file:///C:/a/b?c", "file://host/a/b#c", "file:///", "file:///c:", "file:///a/../b",
    "mailto:x?y#z", "data:a b", "foo:bar#f", "foo://h/p/q?r#s", "foo://h", "foo://h?q", "foo:///p",
    "foo:/p//q", "foo:/.//p/q", "foo:/", "foo://u@h:1/", "about:blank",
];

fn inputs() -> impl Strategy<Value = String> {
    let tokens = prop::collection::vec(prop::sample::select(TOKENS), 0..8);
    (prop::sample::select(STARTS), tokens).prop_map(|(start, tokens)| format!("{start}{}", tokens.concat()))
}

/// What attributes are set to.
fn values() -> impl Strategy<Value = String> {
    let starts = [
        "",
        "",
        "",
        "http",
        "HTTPS:",
        "ws:",
        "foo:",
        "file",
        "b.test",
        "B.test:81",
        "1.2",
        "8080",
        "080",
        "/p/q",
        "?q",
        "#f",
        "u",
    ];
    let tokens = prop::collection::vec(prop::sample::select(TOKENS), 0..4);
    let any = (prop::sample::select(starts.to_vec()), tokens)
        .prop_map(|(start, tokens)| format!("{start}{}", tokens.concat()));
    prop_oneof![1 => Just(String::new()), 8 => any]
}

fn settings() -> impl Strategy<Value = Vec<(Attribute, String)>> {
    prop::collection::vec((prop::sample::select(Attribute::ALL), values()), 1..6)
}

/// Asserts that the same comes of setting attributes with and without a trace.
fn check_setters(profile: Profile, url: &str, settings: &[(Attribute, String)]) {
    let Ok(mut in_place) = Parser::new(profile).parse(url) else { return };
    let mut literal = in_place.clone();
    for (attribute, value) in settings {
        let before = in_place.as_str().to_owned();
        let outcome = in_place.set_attribute(*attribute, value);
        let what = format!("{attribute:?} of {before:?} to {value:?}");
        assert_eq!(outcome, literal.set_attribute_traced(*attribute, value, &mut EveryStep), "{what}");
        assert_eq!(in_place, literal, "{what}");
        assert_eq!(in_place.components(), literal.components(), "{what}");
        assert_eq!(in_place.resolve("x").ok(), literal.resolve("x").ok(), "{what}");
    }
}

/// Asserts that `input` has the same outcome with and without a trace.
fn check(profile: Profile, input: &str, base: Option<&Url>, encoding: Encoding) {
    let parser = Parser::new(profile).with_encoding(encoding);
    let reference = base.map(|base| parser.parse_reference(base.as_str()).unwrap());
    let literal = parser.with_base(reference.as_ref()).parse_traced(input, &mut EveryStep);
    let direct = parser.with_base(base).parse(input);
    let base_href = base.map(Url::as_str);
    assert_eq!(direct, literal, "{input:?} against {base_href:?}");
    assert_eq!(parser.with_base(base).can_parse(input), direct.is_ok(), "{input:?} against {base_href:?}");
    let (Ok(direct), Ok(literal)) = (direct, literal) else { return };
    assert_eq!(direct.components(), literal.components(), "{input:?} against {base_href:?}");
    // Whether the path is a list shows in what is resolved against it.
    assert_eq!(direct.resolve("x").ok(), literal.resolve("x").ok(), "{input:?} against {base_href:?}");
}

/// Every string of up to three characters that mean something somewhere, behind every start.
#[test]
fn every_short_string() {
    let starts = [
        "",
        "http:",
        "http://",
        "http://a",
        "http://a/",
        "http://[",
        "file:",
        "file://",
        "foo:",
        "foo://",
        "foo:/",
        "?",
    ];
    let base = Url::parse("http://u:p@a.test:8080/b/c?d#e").unwrap();
    let file = Url::parse("file:///c:/a").unwrap();
    for text in short_strings("/\\.:@?#%2eA[]|\t 0x", 3) {
        for start in starts {
            let input = format!("{start}{text}");
            for base in [None, Some(&base), Some(&file)] {
                check(Profile::Whatwg, &input, base, Encoding::UTF_8);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 30_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0xD1EC7),
        ..ProptestConfig::default()
    })]

    #[test]
    fn without_a_base(profile in prop::sample::select(&PROFILES[..]), input in inputs()) {
        check(profile, &input, None, Encoding::UTF_8);
    }

    #[test]
    fn against_bases(profile in prop::sample::select(&PROFILES[..]), input in inputs(), base in prop::sample::select(BASES)) {
        let base = Parser::new(profile).parse(base).unwrap();
        check(profile, &input, Some(&base), Encoding::UTF_8);
    }

    #[test]
    fn setters_of_bases(profile in prop::sample::select(&PROFILES[..]), url in prop::sample::select(BASES), settings in settings()) {
        check_setters(profile, url, &settings);
    }

    #[test]
    fn setters_of_any(profile in prop::sample::select(&PROFILES[..]), url in inputs(), settings in settings()) {
        check_setters(profile, &url, &settings);
    }

    #[test]
    fn against_any_base(input in inputs(), base in inputs(), label in prop::sample::select(vec!["utf-8", "latin1", "iso-2022-jp"])) {
        if let Ok(base) = Url::parse(&base) {
            check(Profile::Whatwg, &input, Some(&base), Encoding::for_label(label).unwrap());
        }
    }
}
