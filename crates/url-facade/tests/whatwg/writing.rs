//! Checks the checker of valid URL strings with vectors, and against the parser, whose code is independent.

use serde_json::json;
use url_facade::{Parser, Profile, Reason, Span, Url, trace::Recorder, whatwg::check_valid_url_string};
use url_testdata::{
    check_vectors,
    hostile::{BASES, Dice},
    read_vectors,
};

#[test]
fn own_vectors_pass() {
    check_vectors("whatwg/writing.jsonl", 114, |record| {
        let base = record["base"].as_str().map(|base| Url::parse(base).unwrap());
        let Err(breach) = check_valid_url_string(record["input"].as_str().unwrap(), base.as_ref()) else {
            return json!({"valid": true});
        };
        assert_eq!(breach.section().id(), record["section"], "{}", record["id"]);
        json!({"valid": false, "reason": breach.reason().name(), "span": [breach.span().start, breach.span().end]})
    });
}

fn parse(input: &str, base: Option<&str>) -> (bool, Vec<(&'static str, Span)>) {
    let mut recorder = Recorder::default();
    let parser = Parser::new(Profile::Whatwg);
    let base = base.map(|base| parser.parse_reference(base).unwrap());
    let url = parser.with_base(base.as_ref()).parse_traced(input, &mut recorder);
    (url.is_ok(), recorder.violations().map(|violation| (violation.name, violation.span)).collect())
}

/// A string is valid if and only if it parses without a validation error. There is one exception in the
/// Standard: a non-ASCII host that becomes an IPv4 address parses without an error, but is neither a valid
/// domain nor a valid IPv4-address string (whatwg#valid-domain-3, whatwg#valid-ipv4-address-string).
#[test]
fn valid_strings_parse_without_errors() {
    let bases: Vec<_> = BASES.map(|base| Url::parse(base).unwrap()).into();
    let vectors = read_vectors("whatwg").unwrap();
    let seeds: Vec<_> = vectors.iter().filter_map(|record| record.get("input")?.as_str()).collect();
    let mut dice = Dice::new(4);
    let (mut valid, mut gaps) = (0, 0);
    for turn in 0..100_000 {
        let input = match turn % 3 {
            0 => dice.url(),
            1 => {
                let seed = dice.pick(&seeds);
                dice.mutate(seed)
            }
            // Most of the random strings are nearly valid, because few of the characters are not URL units.
            _ => nearly_valid(&mut dice),
        };
        let base = bases.get(dice.roll(bases.len() + 3));
        let found = check_valid_url_string(&input, base);
        let (parses, violations) = parse(&input, base.map(Url::as_str));
        // The parser and the checker report a character that is not a URL unit at the same place.
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
    assert_eq!(parse("https://\u{FF11}.2.3.4/", None), (true, Vec::new()));
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
