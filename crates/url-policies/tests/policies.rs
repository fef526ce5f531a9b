//! Tests every policy with published examples, with hostile input, and with random URLs.

// Clippy allows `unwrap` and `panic` only in functions that are marked as tests.
#![allow(clippy::unwrap_used, clippy::panic)]

use proptest::prelude::*;
use url_facade::{Parser, Profile, Url};
use url_policies::{Effect, Output, Policy, Rule};
use url_testdata::{Record, check_vectors, hostile::SHAPES};

fn policies() -> Vec<Policy> {
    Policy::NAMES.iter().map(|name| name.parse().unwrap()).collect()
}

fn text(policy: &str, url: &str) -> String {
    let url = Url::parse(url).unwrap_or_else(|error| panic!("{url}: {error}"));
    policy.parse::<Policy>().unwrap().apply(&url).into_string()
}

#[test]
fn names_are_those_of_the_policies() {
    for (policy, name) in policies().iter().zip(Policy::NAMES) {
        assert_eq!(policy.name(), *name);
    }
    let error = "surt-java".parse::<Policy>().unwrap_err().to_string();
    assert!(error.starts_with("there is no policy `surt-java`: the policies are rfc3986-simple-string, "));
}

/// The examples come from "URLs and Hashing" (Safe Browsing, v4 and v5) and from the tests of the packages
/// `surt`, webarchive-commons and pywb. Those for other policies are our own.
#[test]
fn published_examples() {
    let of = |example: &Record, key: &str| example[key].as_str().unwrap().to_owned();
    let run = |example: &Record| text(&of(example, "policy"), &of(example, "input")).into();
    check_vectors("policies/examples.jsonl", 95, run);
    // The URL Standard rejects these hosts (forbidden domain code points). A policy requires a URL.
    for url in [
        "http://host%23.com/%257Ea%2521b%2540c%2523d%2524e%25f%255E00%252611%252A22%252833%252944_55%252B",
        "http://\u{1}\u{80}.com/",
        "http:// leadingspace.com/",
        "http://%20leadingspace.com/",
    ] {
        let section = Url::parse(url).unwrap_err().section().id();
        assert!(section.starts_with("whatwg#concept-domain-to-ascii-"), "{url}: {section}");
    }
}

#[test]
fn each_rung_includes_those_below() {
    let parser = Parser::new(Profile::Rfc3986);
    let levels = |url: &str| {
        let url = parser.parse(url).unwrap();
        policies()[..5].iter().map(|policy| policy.apply(&url).into_string()).collect::<Vec<_>>()
    };
    let kept = "http://u@a.test:080?~";
    assert_eq!(levels("http://u@a.test:080?%7e"), [kept, kept, kept, kept, "http://u@a.test/?~"]);
    assert_eq!(levels("x://a.test:?#")[4], "x://a.test:?#");
    assert_eq!(levels("https://a.test:")[4], "https://a.test/");
    for (policy, url, expected) in [
        ("rfc3986-case", "x://A%c3.test/%c3?%c3#%c3", "x://a%C3.test/%C3?%C3#%C3"),
        ("rfc3986-percent-encoding", "http://a.test/%41%2f%7E?%2D#%5f", "http://a.test/A%2F~?-#_"),
        // A digit must not complete an escape, and a letter must not complete a drive specification.
        ("rfc3986-percent-encoding", "http://a.test/%%34%31", "http://a.test/%%341"),
        ("rfc3986-percent-encoding", "http://a.test/%4%31", "http://a.test/%4%31"),
        ("rfc3986-percent-encoding", "file:///%43|/x", "file:///%43|/x"),
        ("rfc3986-path-segment", "x:/.//a", "x:/.//a"),
    ] {
        assert_eq!(text(policy, url), expected);
    }
}

#[test]
fn a_receipt_names_rules_and_bytes() {
    let url = Url::parse("https://a.test/%7eu?b=%c3&a&gclid=1#x").unwrap();
    let applied = Policy::dedupe().apply(&url);
    let passes = applied.receipt().passes();
    let edits = passes.iter().flat_map(|pass| pass.edits().iter().map(|edit| (pass.rule(), edit)));
    let shown = edits.map(|(rule, edit)| format!("{rule} {} {}", edit.span(), edit.text()));
    let expected = [
        "percent-encoding 15..18 ~",
        "case 20..23 %C3",
        "fragment 33..35 ",
        "tracking-parameter 25..33 ",
        "parameter-order 18..25 a&b=%C3",
    ];
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    assert_eq!(applied.receipt().effect(), Effect::MayDiffer);
}

#[test]
fn every_rule_has_a_name_and_a_source() {
    let mut names: Vec<&str> = Rule::ALL.iter().map(|rule| rule.name()).collect();
    assert!(Rule::ALL.iter().all(|rule| !rule.source().is_empty()));
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Rule::ALL.len());
}

#[test]
fn receipts_of_hostile_urls_replay() {
    for url in SHAPES.iter().filter_map(|shape| Url::parse(&shape.of_len(20_000)).ok()) {
        for policy in policies() {
            let applied = policy.apply(&url);
            assert_eq!(applied.receipt().replay(url.as_str()), applied.as_str(), "{policy}");
        }
    }
}

fn urls() -> impl Strategy<Value = String> {
    const STARTS: &str = "http:// https://u:p@a.test:80 http://a.test/ http://a.test/? file:/// ftp://a.test:21/ x: x:// x:/.// \
        mailto: data:, http://[::1]/ wss://a.test:443";
    const PIECES: &str =
        "%,%2,%25,%41,%7e,%2e,%2F,%3f,%c3,/,//,.,..,a,B,4,1,|,:,;,=,&,utm_a=1,;jsessionid=1,?,#,@,é,^, ,www.";
    let start = prop::sample::select(STARTS.split(' ').collect::<Vec<_>>());
    let piece = prop::sample::select(PIECES.split(',').collect::<Vec<_>>());
    (start, prop::collection::vec(piece, 0..12))
        .prop_map(|(start, pieces)| start.to_owned() + &pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn receipts_replay(url in urls()) {
        for profile in [Profile::Whatwg, Profile::Rfc3986] {
            let Ok(url) = Parser::new(profile).parse(&url) else { continue };
            for policy in policies() {
                let applied = policy.apply(&url);
                prop_assert_eq!(applied.receipt().replay(url.as_str()), applied.as_str());
                // For a key, one rule may undo the change of another rule.
                prop_assert!(!applied.receipt().is_empty() || applied.as_str() == url.as_str());
                prop_assert_eq!(policy.text(&url), applied.as_str());
            }
        }
    }

    #[test]
    fn urls_are_canonical_and_stay(url in urls()) {
        for profile in [Profile::Whatwg, Profile::Rfc3986] {
            let parser = Parser::new(profile);
            let Ok(url) = parser.parse(&url) else { continue };
            for policy in policies() {
                let once = policy.text(&url).into_owned();
                let again = parser.parse(&once);
                match policy.output() {
                    Output::Url => {
                        let again = again.unwrap();
                        prop_assert_eq!(again.as_str(), &once, "{}", policy);
                        prop_assert_eq!(policy.text(&again), once, "{}", policy);
                    }
                    // The key is also a URL, and its host has no escapes.
                    _ => if policy == Policy::SafeBrowsing && profile == Profile::Whatwg && !once.contains(":///") && url.scheme().starts_with("http") && let Ok(again) = again {
                        prop_assert_eq!(policy.text(&again), once, "{}", policy);
                    },
                }
            }
        }
    }

    #[test]
    fn the_ladder_keeps_the_meaning(url in urls()) {
        let Ok(url) = Url::parse(&url) else { return Ok(()) };
        let policy: Policy = "rfc3986-scheme-based".parse().unwrap();
        let applied = policy.apply(&url);
        prop_assert!(applied.receipt().effect() <= Effect::SameByScheme);
        let other = Url::parse(applied.as_str()).unwrap();
        prop_assert!(url.query_pairs().eq(other.query_pairs()));
        prop_assert_eq!(url.port_or_known_default(), other.port_or_known_default());
        prop_assert_eq!(url.path_segments().map(Iterator::count), other.path_segments().map(Iterator::count));
    }
}
