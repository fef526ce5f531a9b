//! URL patterns: sets, order, generated texts, mismatches, hostile input.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "tests")]
#![cfg(all(feature = "regexp", feature = "serde", feature = "set"))]

use serde_json::Value;
use url_facade::Url;
use url_pattern::{
    ComponentName, LintKind, PatternReason, UrlPattern, UrlPatternInit, UrlPatternInput, UrlPatternOptions,
    UrlPatternSet, lint,
};
use url_testdata::{Record, public_cases};

fn parse(pattern: &str) -> UrlPattern {
    UrlPattern::parse(pattern, None).unwrap_or_else(|error| panic!("{pattern}: {error}"))
}

fn reason(pattern: &str) -> PatternReason {
    UrlPattern::parse(pattern, Some("https://a.test")).unwrap_err().reason()
}

fn pattern(value: &Value) -> Option<UrlPattern> {
    serde_json::from_value(value.clone()).ok()
}

fn component(case: &Record) -> Option<ComponentName> {
    ComponentName::ALL.into_iter().find(|name| case["component"] == name.name())
}

#[test]
fn public_cases_of_order_and_of_generated_texts_pass() {
    let cases = public_cases("ada-url", "urlpattern-compare-test-data.json").unwrap();
    let generated = public_cases("ada-url", "urlpattern-generate-test-data.json").unwrap();
    assert!(cases.len() > 20 && generated.len() > 15);
    for case in &cases {
        let (left, right) = (pattern(&case["left"]).unwrap(), pattern(&case["right"]).unwrap());
        let (name, expected) = (component(case).unwrap(), case["expected"].as_i64().unwrap().cmp(&0));
        let found = (left.compare_component(name, &right), right.compare_component(name, &left));
        assert_eq!(found, (expected, expected.reverse()), "{case:?}");
    }
    let [one, other] = ["https://a.test/:a", "https://a.test/:b"].map(parse);
    assert!(one != other && one.compare_component(ComponentName::Pathname, &other).is_eq());
    for case in &generated {
        let pattern = pattern(&case["pattern"]).unwrap();
        let generate = |name| pattern.generate(name, |group| case["groups"][group].as_str());
        assert_eq!(component(case).and_then(generate).as_deref(), case["expected"].as_str(), "{case:?}");
    }
}

/// All patterns of the public cases in one set find the same as each pattern alone.
#[test]
fn a_set_is_a_loop() {
    let cases = public_cases("ada-url", "urlpatterntestdata.json").unwrap();
    let mut patterns: Vec<UrlPattern> =
        cases.iter().filter_map(|case| pattern(case["pattern"].get(0)?)).collect();
    let more = "https://*.a.test/:x https://a.test/* https://a.test/b/:c *://*:*/*.png https://:h.a.test/b/c";
    patterns.extend(more.split(' ').map(parse));
    let ignored = UrlPatternOptions { ignore_case: true };
    patterns.push(UrlPattern::parse_with("https://a.test/B/:C", None, ignored).unwrap());
    // Each is the same after it was written and read.
    for pattern in &patterns {
        let written = serde_json::to_string(pattern).unwrap();
        assert_eq!(serde_json::from_str::<UrlPattern>(&written).unwrap(), *pattern, "{written}");
    }
    let pieces = [":N", "*", "b", "c", "/", "/", "{/b}?"];
    for numbers in url_testdata::hostile::short_strings("0123456", 4) {
        let piece = |(digit, name): (char, char)| {
            pieces[digit.to_digit(8).unwrap() as usize].replace('N', &name.to_string())
        };
        let path: String = numbers.chars().zip('m'..).map(piece).collect();
        patterns.extend(UrlPattern::parse(&format!("https://*.d.test/{path}"), None));
    }
    let set = UrlPatternSet::new(patterns.clone());
    let mut inputs: Vec<Value> = url_testdata::hostile::short_strings("b/c", 5)
        .into_iter()
        .map(|path| format!("https://x.d.test/{path}").into())
        .collect();
    for case in &cases {
        inputs.extend(case.get("inputs").and_then(|inputs| inputs.get(0)).cloned());
    }
    for path in ["", "b", "b/c", "B/c", "x/y.png", "b/b/b/b/b/c.png"] {
        for host in ["a.test", "b.a.test", "c.b.a.test", "b.test", "[::1]"] {
            inputs.push(format!("https://{host}/{path}").into());
        }
    }
    let mut found = 0;
    for input in &inputs {
        let parsed = match input.as_str() {
            Some(text) => UrlPatternInput::parse(text, None),
            None => UrlPatternInput::from_init(&serde_json::from_value(input.clone()).unwrap()),
        };
        let Some(parsed) = parsed else { continue };
        let one_by_one = patterns.iter().enumerate().filter(|(_, pattern)| pattern.exec(&parsed).is_some());
        let one_by_one: Vec<usize> = one_by_one.map(|(at, _)| at).collect();
        assert_eq!(set.all_of_input(&parsed), one_by_one, "{input}");
        found += one_by_one.len();
        if let Some(url) = input.as_str().and_then(|text| Url::parse(text).ok()) {
            assert_eq!(set.first(&url), one_by_one.first().copied());
            assert_eq!(set.first_captures(&url).map(|(at, _)| at), one_by_one.first().copied());
        }
    }
    assert!(patterns.len() > 250 && found > 1000, "{} {found}", patterns.len());
}

#[test]
fn mismatches_name_the_place() {
    let explain = |pattern: &str, url: &str| {
        parse(pattern).explain(&Url::parse(url).unwrap()).map(|mismatch| mismatch.to_string())
    };
    assert_eq!(explain("https://*.example.com", "https://a.example.com"), None);
    let cases = [
        ("https://*.b.test", "https://evil.c", r#"hostname: "evil.c" does not match "*.b.test" at 5"#),
        ("https://a.test/b/:id", "https://a.test/b/", r#"pathname: "/b/" does not match "/b/:id" at 3"#),
        ("https://a.test/b/:id", "https://a.test/c/1", r#"pathname: "/c/1" does not match "/b/:id" at 1"#),
        ("https://a.test/b", "http://a.test/b", r#"protocol: "http" does not match "https" at 4"#),
        ("https://a.test/(\\d+)", "https://a.test/x", r#"pathname: "/x" does not match "/(\\d+)""#),
    ];
    for (pattern, url, expected) in cases {
        assert_eq!(explain(pattern, url).as_deref(), Some(expected), "{pattern}");
    }
}

#[test]
fn useless_patterns_are_found() {
    let texts = "https://a.test/* https://a.test/b/:c http://a.test/* https://b.test/x https://*.b.test/:y/* https://b.test/x";
    let set: UrlPatternSet = texts.split(' ').map(parse).collect();
    let found: Vec<_> = lint(&set).iter().map(|lint| (lint.pattern, lint.kind)).collect();
    assert_eq!(found, [(1, LintKind::Shadowed(0)), (5, LintKind::Shadowed(3))]);
    let init = UrlPatternInit {
        protocol: Some("https".into()),
        pathname: Some("b".into()),
        ..UrlPatternInit::default()
    };
    let nothing = UrlPattern::from_init(&init, UrlPatternOptions::default()).unwrap();
    let found = lint(&UrlPatternSet::new(vec![nothing]));
    assert_eq!(found[0].kind, LintKind::MatchesNothing(ComponentName::Pathname));
}

#[test]
fn regular_expressions_are_those_of_ecmascript() {
    let accepted = r"[[a-z]--a] b a  [\d&&[0-4]] 4 5  [^\w\-] ! -  a{2,3}? aa a  \x41\u{42}\u0043 ABC abc  (?i:b) B c
        \p{Lu}|\p{Script=Latin}{2} Q q  [\q{a|b}] b q  []|z z y  (?<x>a)|(?<x>b) b c  \cA|\.|\/|q q x";
    let accepted: Vec<&str> = accepted.split_whitespace().collect();
    for [regexp, yes, no] in accepted.as_chunks().0 {
        let pattern = parse(&format!("https://a.test/({regexp})"));
        assert!(pattern.has_regexp_groups());
        let test = |text: &str| pattern.test_str(&format!("https://a.test/{text}"), None);
        assert!(test(yes) && !test(no), "{regexp}");
    }
    let unsupported = r"(?=a)a;look-ahead;(?!a)b;negative look-ahead;(?<=a)b;look-behind;(?<!a)b;negative look-behind
        (?<x>a)\1;back-reference;(?<x>a)\k<x>;back-reference;[\q{ab}];a class of strings;\p{RGI_Emoji};a property of strings";
    let unsupported: Vec<&str> = unsupported.split([';', '\n']).map(str::trim).collect();
    for [regexp, construct] in unsupported.as_chunks().0 {
        let error = UrlPattern::parse(&format!("https://a.test/x({regexp})"), None).unwrap_err();
        assert_eq!((error.reason(), error.detail()), (PatternReason::RegexpUnsupported, Some(*construct)));
    }
    let invalid = r"a** a{2,1} \m \- a|* [a--b&&c] [a-z--b] [z-a] [a&&&b] [!!] ] { \p{Greek} \p{lu} \2
        \u{110000} \x4 \c1 (?ii:a) (?-:a) (?<1>a) (?<x>a)(?<x>b) (?R) [b- [a";
    for regexp in invalid.split_whitespace() {
        let reason = UrlPattern::parse(&format!("https://a.test/x({regexp})"), None)
            .map(|_| ())
            .map_err(|error| error.reason());
        assert_eq!(reason, Err(PatternReason::RegexpInvalid), "{regexp}");
    }
}

#[test]
fn hostile_patterns_are_refused_or_take_linear_time() {
    assert_eq!(reason(&"{".repeat(1 << 20)), PatternReason::UnexpectedToken);
    assert_eq!(reason(&":a".repeat(1 << 19)), PatternReason::DuplicateGroup);
    assert_eq!(reason("/{a{b}}"), PatternReason::UnexpectedToken);
    assert_eq!(reason("/a)("), PatternReason::RegexpUnclosed);
    assert_eq!(reason("/(\u{0})(é)"), PatternReason::RegexpNotAscii);
    let groups = (0..100_000).map(|number| format!(":g{number}")).collect::<Vec<_>>().join("/");
    assert_eq!(reason(&groups), PatternReason::TooManyGroups);
    let url = Url::parse(&format!("https://a.test/{}", "a".repeat(1 << 18))).unwrap();
    for pattern in
        ["/*a*a*a*b", "/:x(a*)*b", "/{a}*{a}*b", "/{:x.}*b", "/*:y-*:z-c", "/(a|a)*b", "/(a*)*(a*)*b"]
    {
        let pattern = UrlPattern::parse(pattern, Some("https://a.test"));
        assert!(pattern.is_ok_and(|pattern| !pattern.matches(&url)));
    }
    let slashes = Url::parse(&format!("https://a.test/{}", "a/".repeat(1 << 17))).unwrap();
    assert!(!parse("https://a.test/*/:x/*/:y/b").matches(&slashes));
    let set: UrlPatternSet =
        ["/*a/*", "/*/a*", "/a/*b"].map(|path| parse(&format!("https://*:*{path}"))).into_iter().collect();
    assert_eq!(set.all(&slashes), [0, 1]);
}
