//! The profile `rfc3986` against the project's own vectors and section 5.4's examples, and what holds of every string.

use proptest::prelude::*;
use url_facade::{Component, NoTrace, Parser, Profile, Reason, Recorder, Reference, rfc3986, sections};
use url_testdata::{Record, json_lines_files, own_vectors, read_json_lines};

use crate::cases::{Case, mismatch};

/// What `record` gives: as [`Case::run`] has it, or whether it is an IRI reference.
fn run(record: &Record) -> Record {
    if record["op"] == "iri" {
        let valid = rfc3986::check_iri_reference(record["input"].as_str().unwrap()).is_ok();
        return Record::from_iter([("valid".into(), valid.into())]);
    }
    Case::new(record).run(Profile::Rfc3986)
}

#[test]
fn own_vectors_pass() {
    let mut failures = String::new();
    let mut count = 0;
    for file in json_lines_files(&own_vectors("rfc3986")).unwrap() {
        for record in read_json_lines(&file).unwrap() {
            let expect = record["expect"].as_object().unwrap();
            let got = run(&record);
            if &got != expect {
                failures += &mismatch(&record, expect, &got);
            }
            let section = record["section"].as_str().unwrap();
            assert!(sections::find(section).is_some(), "{}: unknown section {section}", record["id"]);
            count += 1;
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(count >= 435, "only {count} vectors found");
}

/// Of a string that is a URI reference [`rfc3986::check_uri_reference`] says so, and that it is an IRI reference.
#[test]
fn checks_agree_with_parsing() {
    for file in json_lines_files(&own_vectors("rfc3986")).unwrap() {
        for record in read_json_lines(&file).unwrap() {
            let input = record["input"].as_str().unwrap();
            let parsed = Parser::new(Profile::Rfc3986).parse_reference(input).unwrap();
            let check = rfc3986::check_uri_reference(input);
            assert_eq!(check.err(), parsed.invalid(), "{input:?}");
            assert!(check.is_err() || rfc3986::check_iri_reference(input).is_ok(), "{input:?}");
        }
    }
}

/// What references are made of, and what their parsers stumble over.
const TOKENS: &[&str] = &[
    "http:", "a:", "1:", "/", "//", "?", "#", "@", ":", ".", "..", "%2e", "%2F", "%c3", "%", "%4", "%41",
    "[", "]", "[::1]", "[v1.a]", "1.2.3.4", "80", "a", "B", "~", "é", " ", "\\", "|", "\u{E000}",
];

fn reference() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(TOKENS), 0..10).prop_map(|tokens| tokens.concat())
}

fn parts(reference: &Reference) -> Vec<Option<&str>> {
    Component::ALL.iter().map(|&component| reference.get(component)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4_000) })]

    /// The components of a reference, put together, are the reference.
    #[test]
    fn nothing_is_lost(input in reference()) {
        let parsed = Parser::new(Profile::Rfc3986).parse_reference(&input).unwrap();
        if parsed.invalid().is_none() {
            prop_assert_eq!(parsed.as_str(), input);
        }
    }

    /// Normalizing a URI again changes nothing, and its components are those of its string.
    #[test]
    fn normalization_is_idempotent(input in reference(), base in reference()) {
        let parser = Parser::new(Profile::Rfc3986);
        let base = parser.parse_reference(&base).unwrap();
        if let Ok(uri) = parser.with_base(&base).parse(&input) {
            let again = parser.parse_reference(uri.as_str()).unwrap();
            prop_assert_eq!(again.invalid(), None);
            for component in Component::ALL {
                prop_assert_eq!(uri.get(component), again.get(component));
            }
            prop_assert_eq!(parser.parse(uri.as_str()).unwrap(), uri);
        }
    }

    /// What is resolved is a URI.
    #[test]
    fn resolved_is_a_uri(input in reference(), base in reference()) {
        let parser = Parser::new(Profile::Rfc3986);
        let resolved = parser.with_base(&parser.parse_reference(&base).unwrap()).resolve_reference(&input).unwrap();
        if resolved.invalid().is_none() {
            let again = parser.parse_reference(resolved.as_str()).unwrap();
            prop_assert_eq!(again.invalid(), None);
            prop_assert!(again.get(Component::Scheme).is_some());
            prop_assert_eq!(parts(&again), parts(&resolved));
        }
    }

    /// A trace changes nothing.
    #[test]
    fn traced_is_untraced(input in reference(), base in reference()) {
        let parser = Parser::new(Profile::Rfc3986);
        let base = parser.parse_reference(&base).unwrap();
        let traced = parser.with_base(&base).parse_traced(&input, &mut Recorder::default());
        prop_assert_eq!(traced, parser.with_base(&base).parse_traced(&input, &mut NoTrace));
    }
}

/// Spec: rfc3986#host-3.1
#[test]
fn zones_are_an_option() {
    use url_facade::{
        Host, Url,
        rfc3986::{parse_with_zone_id, zone_id},
    };

    for (input, parsed, zone) in [
        ("a://[fe80::1%25en0]/", "a://[fe80::1%25en0]/", Some("en0")),
        ("A://[FE80::A%25En%2d0%c3%a9]:1/b", "a://[fe80::a%25En-0%C3%A9]:1/b", Some("En-0%C3%A9")),
        ("a://[fe80::1%251]", "a://[fe80::1%251]", Some("1")),
        ("a://[fe80::1]", "a://[fe80::1]", None),
        ("a://HOST%25x/", "a://host%25x/", None),
    ] {
        let url = parse_with_zone_id(input).unwrap();
        assert_eq!(url, parsed);
        assert_eq!(url.host_str().and_then(zone_id).map(|found| found.1), zone);
        assert_eq!(parse_with_zone_id(url.as_str()).as_ref().map(Url::components), Ok(url.components()));
        assert_eq!(url.resolve("c").unwrap().host_str(), url.host_str());
        assert_eq!(zone.is_some(), matches!(url.host(), Some(Host::Opaque(text)) if text.starts_with('[')));
        // Elsewhere a zone is refused, with a reason of its own.
        for profile in [Profile::Rfc3986, Profile::Whatwg, Profile::Whatwg202602] {
            if let Err(error) = Parser::new(profile).parse(input) {
                assert_eq!((zone.is_some(), error.reason()), (true, Reason::Ipv6ZoneId), "{profile} {input}");
            }
        }
    }
    for input in [
        "a://[fe80::1%25]/",
        "a://[fe80::1%en0]/",
        "a://[%25en0]/",
        "a://[1.2.3.4%25en0]",
        "a://[fe80::1%25a/b]",
        "a://[v1.a%25b]",
    ] {
        assert_eq!(
            parse_with_zone_id(input).map_err(|error| error.reason()),
            Err(Reason::HostIpLiteral),
            "{input}"
        );
    }
    assert_eq!(parse_with_zone_id("//[fe80::1%25en0]/").unwrap_err().reason(), Reason::MissingScheme);
}
