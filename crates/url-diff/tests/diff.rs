//! Tests the rules by which profiles differ: for vectors checked by hand, and for arbitrary input.

use serde_json::{Value, json};
use url_diff::{Difference, Divergence, Outcome, diff, differ, divergences, minimize};
use url_facade::{Component, Parser, Profile, Reason, consumers::Consumer, sections, trace::Recorded};
use url_testdata::{check_vectors, own_vectors, read_json_lines, text};

fn divergence(input: &str, base: Option<&str>, a: Profile, b: Profile) -> Option<Divergence> {
    diff(input, base, Parser::new(a), Parser::new(b)).divergence
}

/// Returns the difference of two profiles. Checks that there is a divergence if and only if their results
/// differ, and that the step of each side is by the rule of that side.
fn checked(input: &str, base: Option<&str>, a: Profile, b: Profile) -> Difference {
    let (parser_a, parser_b) = (Parser::new(a), Parser::new(b));
    let found = diff(input, base, parser_a, parser_b);
    let what = || format!("{input:?}, {base:?}, {a} and {b}: {:?}", found.divergence);
    assert_eq!(found.divergence.is_some(), differ(input, base, parser_a, parser_b), "{}", what());
    if let Some(divergence) = &found.divergence {
        for (side, run) in [(&divergence.a, &found.a), (&divergence.b, &found.b)] {
            let is_rejection = matches!(side.outcome, Outcome::Rejected(_));
            assert!(run.result.is_err() || !is_rejection, "{}", what());
            let step = side.step.and_then(|step| run.trace.events().nth(step)).map(Recorded::section);
            assert!(step == Some(side.section) || step.is_none() && is_rejection, "{}", what());
        }
        let given = [input, base.unwrap_or_default()][divergence.source as usize];
        assert!(
            given.get(divergence.span.start as usize..divergence.span.end as usize).is_some(),
            "{}",
            what()
        );
        assert!(!divergence.to_string().is_empty());
    }
    found
}

#[test]
fn whatwg_and_rfc3986_differ_at_the_expected_rules() {
    let cases = read_json_lines(&own_vectors("differential").join("parsers.jsonl")).unwrap();
    let (mut divergence_cases, mut wrong) = (0, Vec::new());
    for case in &cases {
        let input = case["input"].as_str().unwrap();
        let found = divergence(input, None, Profile::Whatwg, Profile::Rfc3986);
        let expected = case.get("parts");
        divergence_cases += usize::from(expected.is_some());
        let found = found.map(|Divergence { component, span, a, b, .. }| {
            let component = component.map(Component::name);
            serde_json::json!({
                "component": component, "a": a.section.id(), "b": b.section.id(), "span": [span.start, span.end],
            })
        });
        if found.as_ref() != expected {
            wrong.push(format!("{}: {found:?}, not {expected:?}", case["id"]));
        }
        assert!(
            expected.is_none() || case["why"].as_str().is_some_and(|why| why.len() > 20),
            "{}",
            case["id"]
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!((cases.len(), divergence_cases), (70, 46));
}

/// For every pair of profiles and every input, there is a divergence if and only if the results differ. The
/// rules are the same if the profiles are swapped, and each rule is that of a step of the trace.
#[test]
fn every_pair_of_profiles_has_consistent_differences() {
    let cases = read_json_lines(&own_vectors("differential").join("parsers.jsonl")).unwrap();
    let inputs = cases.iter().filter_map(|case| case.get("input").and_then(Value::as_str));
    let mut parted = 0;
    for (input, &a, &b) in inputs.flat_map(|input| {
        Profile::available().iter().flat_map(move |a| Profile::available().iter().map(move |b| (input, a, b)))
    }) {
        let found = checked(input, None, a, b).divergence;
        let Some(Divergence { span, a: side_a, b: side_b, .. }) = found else { continue };
        parted += 1;
        assert!(span.end as usize <= input.len(), "{input:?}, {a} and {b}: {span}");
        let back = divergence(input, None, b, a).unwrap();
        assert_eq!(
            (back.a.section, back.b.section),
            (side_b.section, side_a.section),
            "{input:?}, {a} and {b}"
        );
    }
    assert!(parted > 1000, "only {parted}");
}

#[test]
fn divergences_equal_those_of_diff() {
    let cases = read_json_lines(&own_vectors("differential").join("parsers.jsonl")).unwrap();
    let others: Vec<Parser> = Profile::available().iter().map(|&profile| Parser::new(profile)).collect();
    let (mut parted, mut agreed) = (0, 0);
    // A third of the inputs parts thousands of pairs.
    for input in cases.iter().step_by(3).filter_map(|case| case.get("input").and_then(Value::as_str)) {
        for (&first, base) in others.iter().flat_map(|first| [(first, None), (first, Some("http://127.1/a"))])
        {
            let found: Vec<_> = divergences(input, base, first, &others).collect();
            let each: Vec<_> =
                others.iter().map(|&other| diff(input, base, first, other).divergence).collect();
            assert_eq!(found, each, "{input:?}, {base:?}, {}", first.profile());
            parted += found.iter().flatten().count();
            agreed += found.iter().filter(|divergence| divergence.is_none()).count();
        }
    }
    assert!(parted > 1000 && agreed > 1000, "{parted}, {agreed}");
}

/// The rules and the places of the differences, as sentences. If there is none, the results agree.
#[test]
fn divergences_are_formatted_as_sentences() {
    check_vectors("differential/sentences.jsonl", 15, |record| {
        let profile = |at: usize| record["profiles"][at].as_str().unwrap().parse().unwrap();
        let found = checked(text(record, "input").unwrap(), text(record, "base"), profile(0), profile(1));
        let divergence = found.divergence;
        divergence.map(|found| json!([found.component.map(Component::name), found.to_string()])).into()
    });
}

#[test]
fn parse_only_profiles_only_parse() {
    let [first, second, whatwg] = [Profile::Barth2010, Profile::Barth01, Profile::Whatwg].map(Parser::new);
    let difference = diff("http://A.test/", None, first, second);
    assert!(difference.a.parse_only && !difference.b.parse_only);
    let difference = diff("x", None, first, whatwg);
    assert!(difference.a.result.is_err_and(|error| error.reason() != Reason::NotInThisSpec));
}

/// Every indented word of the list of subjects is the id of a section or of a rule of a program.
#[test]
fn every_subject_belongs_to_a_rule() {
    let rules: Vec<_> = Consumer::ALL.iter().flat_map(|program| program.rules()).collect();
    let lines = include_str!("../src/subjects.txt").lines().filter_map(|line| line.strip_prefix("  "));
    let ids: Vec<&str> = lines.flat_map(|ids| ids.split(' ')).collect();
    for id in &ids {
        assert!(sections::find(id).is_some() || rules.iter().any(|rule| rule.id() == *id), "{id}");
    }
    assert!(ids.len() > 150);
}

/// On long inputs of hostile shapes, the work stays linear, and nothing panics.
#[test]
fn long_inputs_take_linear_time() {
    for piece in ["a/", "../", "%2f", "a@", "é", "\t", ".", "[", ":", "?#"] {
        let input = format!("http://a.test/{}", piece.repeat(100_000));
        let host = format!("http://{}", piece.repeat(100_000));
        for (a, b) in [(Profile::Whatwg, Profile::Rfc3986), (Profile::Manakai, Profile::Webspecs)] {
            checked(&input, None, a, b);
            checked(&host, None, a, b);
        }
    }
    checked(&format!("http:{}a", "\t".repeat(100_000)), None, Profile::Manakai, Profile::Webspecs);
    for (piece, of_base) in [("?q", "a"), ("../", "b/"), ("%2e%2e/", "%2e/"), ("\\x", "c|"), ("#", "./")] {
        let (input, base) = (piece.repeat(20_000), format!("http://h/{}", of_base.repeat(20_000)));
        for (a, b) in [(Profile::Whatwg, Profile::Connolly), (Profile::Barth01, Profile::Rfc3986)] {
            checked(&input, Some(&base), a, b);
        }
    }
}

/// If any code point of a minimal input is removed, the profiles differ by other rules or for other reasons,
/// or agree.
#[test]
fn minimal_inputs_cannot_be_shortened() {
    let cases = read_json_lines(&own_vectors("differential").join("parsers.jsonl")).unwrap();
    let (a, b) = (Parser::new(Profile::Whatwg), Parser::new(Profile::Rfc3986));
    let rules = |input: &str| {
        diff(input, None, a, b).divergence.map(|divergence| {
            [divergence.a, divergence.b].map(|side| match side.outcome {
                Outcome::Rejected(reason) => (side.section, Some(reason)),
                _ => (side.section, None),
            })
        })
    };
    for case in cases.iter().filter(|case| case.contains_key("parts")) {
        let input = case["input"].as_str().unwrap();
        let minimal = minimize(input, None, a, b).unwrap();
        assert!(minimal.input.len() <= input.len() && !minimal.gave_up, "{input:?}: {minimal:?}");
        assert_eq!(rules(&minimal.input), rules(input), "{input:?}: {:?}", minimal.input);
        let shorter = minimal
            .input
            .char_indices()
            .map(|(at, c)| [&minimal.input[..at], &minimal.input[at + c.len_utf8()..]].concat());
        for shorter in shorter {
            assert_ne!(rules(&shorter), rules(input), "{input:?}: {shorter:?} is shorter");
        }
        assert_eq!(minimize(input, None, a, b).unwrap().input, minimal.input);
    }
    assert!(minimize("http://a.test/", None, a, b).is_none());
}

/// A long input is minimized quickly, or the result records that the search stopped at its limit.
#[test]
fn minimize_stops_at_its_limit() {
    let input = format!("http://a.test/{}|", "ab/".repeat(50_000));
    let (a, b) = (Parser::new(Profile::Whatwg), Parser::new(Profile::Rfc3986));
    let minimal = minimize(&input, None, a, b).unwrap();
    assert!(minimal.input.len() < input.len());
    let input = format!("http://127.1/{}", "%2f".repeat(1_000_000));
    let minimal = minimize(&input, None, a, b).unwrap();
    assert!(minimal.gave_up || minimal.input.len() < 20, "{}", minimal.input.len());
}

mod random {
    use proptest::prelude::*;
    use url_facade::Profile;

    use super::checked;

    fn hostile() -> impl Strategy<Value = String> {
        const TOKENS: &str = "http:,file:,a:,//,/,\\,@,:,?,#,.,..,%2e,%,%C3%A9,é,127.1,0x7f,[::1],[,80,\t, ,\0,C|,a.test,ß,xn--a,\
            localhost,A,<,\u{202e}";
        let token = prop::sample::select(TOKENS.split(',').collect::<Vec<_>>());
        prop::collection::vec(token, 0..10).prop_map(|tokens| tokens.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: proptest::test_runner::RngSeed::Fixed(5), ..ProptestConfig::with_cases(2000) })]

        #[test]
        fn a_divergence_is_found_where_results_differ(
            input in hostile(),
            base in prop::option::of(hostile()),
            a in prop::sample::select(Profile::available()),
            b in prop::sample::select(Profile::available()),
        ) {
            checked(&input, base.as_deref(), a, b);
        }
    }
}
