//! The checker of valid URL strings against the project's own vectors, and against the parser, which it knows nothing of.

use serde_json::{Value, json};
use url_facade::{Parser, Profile, Reason, Recorder, Span, Url, sections, whatwg::check_valid_url_string};
use url_testdata::{
    hostile::{BASES, Dice},
    json_lines_files, own_vectors, read_json_lines,
};

#[test]
fn own_vectors_pass() {
    let (mut failures, mut count) = (Vec::new(), 0);
    for record in read_json_lines(&own_vectors("whatwg").join("writing.jsonl")).unwrap() {
        let base = record["base"].as_str().map(|base| Url::parse(base).unwrap());
        let section = record["section"].as_str().unwrap();
        let got = match check_valid_url_string(record["input"].as_str().unwrap(), base.as_ref()) {
            Ok(()) => json!({"valid": true}),
            Err(breach) => {
                let span = breach.span();
                if breach.section().id() != section {
                    failures.push(format!("{}\n  breaks {}\n", record["id"], breach.section()));
                }
                json!({"valid": false, "reason": breach.reason().name(), "span": [span.start, span.end]})
            }
        };
        if got != record["expect"] {
            failures.push(format!("{}\n  got {got}\n", Value::from(record.clone())));
        }
        assert!(sections::find(section).is_some(), "{}: unknown section {section}", record["id"]);
        count += 1;
    }
    assert!(failures.is_empty(), "{}", failures.concat());
    assert_eq!(count, 109);
}

/// Whether the parser takes `input`, and the names and places of its validation errors.
fn parse(input: &str, base: Option<&str>) -> (bool, Vec<(&'static str, Span)>) {
    let mut recorder = Recorder::default();
    let parser = Parser::new(Profile::Whatwg);
    let base = base.map(|base| parser.parse_reference(base).unwrap());
    let url = parser.with_base(base.as_ref()).parse_traced(input, &mut recorder);
    (url.is_ok(), recorder.violations().map(|violation| (violation.name, violation.span)).collect())
}

/// Whether the parser takes `input` without a validation error.
fn parses_without_error(input: &str, base: Option<&str>) -> bool {
    let (parses, violations) = parse(input, base);
    parses && violations.is_empty()
}

/// What the Standard's two halves should agree on. They do not on a host that is not ASCII and becomes an IPv4 address: the
/// host parser reports nothing of it, and it is neither a valid domain (it ends in a number) nor a valid IPv4-address
/// string (whatwg#valid-domain-3, whatwg#valid-ipv4-address-string).
#[test]
fn valid_is_what_parses_without_error() {
    let bases: Vec<_> = BASES.map(|base| Url::parse(base).unwrap()).into();
    let mut seeds = Vec::new();
    for file in json_lines_files(&own_vectors("whatwg")).unwrap() {
        let records = read_json_lines(&file).unwrap();
        seeds.extend(records.iter().filter_map(|record| record.get("input")?.as_str().map(String::from)));
    }
    let mut dice = Dice::new(4);
    let (mut valid, mut gaps) = (0, 0);
    for turn in 0..100_000 {
        let input = match turn % 3 {
            0 => dice.url(),
            1 => {
                let seed = dice.roll(seeds.len());
                dice.mutate(&seeds[seed])
            }
            // Little that is no URL unit, so that most of it is nearly valid.
            _ => nearly_valid(&mut dice),
        };
        let base = bases.get(dice.roll(bases.len() + 3));
        let found = check_valid_url_string(&input, base);
        let (parses, violations) = parse(&input, base.map(Url::as_str));
        // What is not a URL unit is at the same place for both, if nothing else is wrong, and nothing is removed before.
        if let (true, Err(breach)) = (parses && !input.contains(['\t', '\n', '\r']), found)
            && matches!(breach.reason(), Reason::CharacterNotAllowed | Reason::PercentNotEscape)
            && violations.iter().all(|(name, _)| *name == "invalid-URL-unit")
        {
            let is_there = violations.iter().any(|(_, place)| place.start == breach.span().start);
            assert!(is_there, "{input:?}: {breach:?} {violations:?}");
        }
        let parses = parses && violations.is_empty();
        let is_gap = found.is_err_and(|breach| {
            breach.reason() == Reason::HostNotIpv4String && !breach.span().of(&input).is_ascii()
        });
        valid += usize::from(found.is_ok());
        gaps += usize::from(parses && is_gap);
        let base = base.map(Url::as_str);
        assert!(found.is_ok() == parses || parses && is_gap, "{input:?} against {base:?}: {found:?}");
    }
    assert!(valid > 10_000, "only {valid} of the strings are valid");
    assert!(gaps < 1000, "{gaps} strings in the gap");
    assert!(parses_without_error("https://\u{FF11}.2.3.4/", None));
}

#[rustfmt::skip]
fn nearly_valid(dice: &mut Dice) -> String {
    const PARTS: [&str; 32] = [
        "http:", "https:", "file:", "foo:", "//", "/", "//a.test", "//h", "//[::1]", "//1.2.3.4",
        "//\u{FF11}.2.3.4", ":80", ":", "a", "b.c", "..", ".", "%2E", "%41", "é", "C:", "c", "?", "q=1",
        "#", "f", "[::01]", "_", " ", "|", "@", "\\",
    ];
    (0..=dice.roll(6)).map(|_| dice.pick(&PARTS)).collect()
}
