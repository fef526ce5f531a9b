//! The profile `webspecs` against the project's own vectors and, where they are at hand, what the implementation of 2014
//! gave.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{collections::BTreeMap, time::Instant};

use proptest::prelude::*;
use serde_json::Value;
use url_facade::{
    NoTrace, Parser, Profile, Recorder, Source, WebUrl,
    api::{self, Attribute, Failure, Fields},
};
use url_testdata::{Record, json_lines_files, own_vectors, read_json_lines, shared_suites};

/// Recorded results that the readings decide otherwise, with the reason and its section.
const EXPECTED_FAILURES: [(&str, &str); 2] = [
    (
        "ws-c-253",
        "conformance error: the host changes (webspecs#host-6); the implementation loses the flag (reading 17)",
    ),
    (
        "ws-x-136",
        "conformance error: a lone surrogate is U+FFFD before the parser runs (reading 16), a URL code point \
         (webspecs#url-writing-22)",
    ),
];

/// The attributes and whether there was a conformance error, in the words of the suites.
fn outcome(result: Result<Fields, Failure>, expect: &Record) -> (Record, bool) {
    let fields = match result {
        Ok(fields) => fields,
        Err(_) => return (Record::from_iter([("failure".into(), true.into())]), false),
    };
    // The suites tell of the URL's violations, not of the base's.
    let is_flagged = fields.violations.iter().any(|violation| violation.source == Source::Input);
    let of_fields = |name: &str| match name {
        "href" => fields.href.clone(),
        "protocol" => fields.protocol.clone(),
        "username" => fields.username.clone(),
        "password" => fields.password.clone(),
        "host" => fields.host.clone(),
        "hostname" => fields.hostname.clone(),
        "port" => fields.port.clone(),
        "pathname" => fields.pathname.clone(),
        "search" => fields.search.clone(),
        _ => fields.hash.clone(),
    };
    let names: Vec<String> =
        if expect.contains_key("failure") { vec!["href".into()] } else { expect.keys().cloned().collect() };
    (names.into_iter().map(|name| (name.clone(), of_fields(&name).into())).collect(), is_flagged)
}

fn run(record: &Record, expect: &Record) -> (Record, bool) {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    let result = match text("attr") {
        Some(attribute) => {
            let mut url = WebUrl::new(Profile::Webspecs, text("url").unwrap(), None).unwrap();
            // A setter that throws changes nothing, and the suite lists what is then there.
            let _ = url.set(attribute.parse().unwrap(), text("value").unwrap());
            Ok(url.into_fields())
        }
        None => api::construct(Profile::Webspecs, text("input").unwrap(), text("base")),
    };
    outcome(result, expect)
}

/// What the readings expect: `expect`, with what the prose says otherwise.
fn expectation(record: &Record) -> Record {
    let mut expect = record["expect"].as_object().unwrap().clone();
    if let Some(prose) = record.get("expect_prose").and_then(Value::as_object) {
        expect.extend(prose.clone());
    }
    expect
}

/// Whether the suite says that there is a conformance error, where it says so.
fn expected_flag(record: &Record) -> Option<bool> {
    match record.get("conformance_error")? {
        Value::Bool(flag) => Some(*flag),
        other => Some(!other.is_null()),
    }
}

/// Runs `records`, and gives what failed but was not expected to, or passed but was.
fn failures_of(records: &[Record]) -> String {
    let expected_failures = BTreeMap::from(EXPECTED_FAILURES);
    let mut failures = String::new();
    for record in records {
        let expect = expectation(record);
        let (got, is_flagged) = run(record, &expect);
        let flag = expected_flag(record).filter(|_| !expect.contains_key("failure"));
        let passes = got == expect && flag.is_none_or(|flag| flag == is_flagged);
        let id = record["id"].as_str().unwrap();
        match (passes, expected_failures.contains_key(id)) {
            (true, false) | (false, true) => {}
            (true, true) => failures += &format!("{id} passes: strike it from the list\n"),
            (false, false) => {
                failures += &format!(
                    "{id}\n  record   {}\n  expected {} flag {flag:?}\n  got      {} flag {is_flagged}\n",
                    Value::from(record.clone()),
                    Value::from(expect),
                    Value::from(got),
                );
            }
        }
    }
    failures
}

#[test]
fn own_vectors_pass() {
    let mut count = 0;
    for file in json_lines_files(&own_vectors("webspecs")).unwrap() {
        let records = read_json_lines(&file).unwrap();
        let failures = failures_of(&records);
        assert!(failures.is_empty(), "{}:\n{failures}", file.display());
        count += records.len();
    }
    assert!(count >= 240, "only {count} vectors found");
}

#[test]
fn recorded_results_pass() {
    let Some(folder) = shared_suites("webspecs") else { return };
    let mut count = 0;
    for file in json_lines_files(&folder).unwrap() {
        let records = read_json_lines(&file).unwrap();
        let failures = failures_of(&records);
        assert!(failures.is_empty(), "{}:\n{failures}", file.display());
        count += records.len();
    }
    assert!(count >= 400, "only {count} cases found");
}

/// Every violation is told within the string it is about, on character boundaries.
fn assert_places(input: &str, base: Option<&str>) {
    let violations = match api::construct(Profile::Webspecs, input, base) {
        Ok(fields) => fields.violations,
        Err(failure) => failure.violations,
    };
    for violation in violations {
        let text = if violation.source == Source::Base { base.unwrap() } else { input };
        let range = violation.span.start as usize..violation.span.end as usize;
        assert!(text.get(range).is_some(), "{input:?}: {violation:?}");
    }
}

/// A run with a trace gives what a run without one does.
fn assert_traced_is_untraced(input: &str, base: Option<&str>) {
    let parser = Parser::new(Profile::Webspecs);
    let base = base.map(|base| parser.parse(base).unwrap());
    let untraced = parser.canonicalize_traced(input, base.as_ref(), &mut NoTrace);
    let traced = parser.canonicalize_traced(input, base.as_ref(), &mut Recorder::default());
    assert_eq!(untraced, traced, "{input:?}");
}

proptest! {
    #[test]
    fn any_string_parses_alike_with_and_without_a_trace(
        input in r"(http:|file:|x:|)[/\\a-zA-C@:?#%.|\[\]0-9\t é。ß\u{200B}-]{0,30}",
        based in any::<bool>(),
    ) {
        let base = based.then_some("http://u@a.test:81/b/c?d");
        assert_traced_is_untraced(&input, base);
        assert_places(&input, base);
    }

    #[test]
    fn any_value_can_be_set(value in r"[/\\a-zA-C@:?#%.|\[\]0-9\t é]{0,20}", index in 0..Attribute::ALL.len()) {
        for url in ["http://u:p@a.test:81/b?c#d", "file:///b", "mailto:a"] {
            let mut url = WebUrl::new(Profile::Webspecs, url, None).unwrap();
            let before = url.href().to_owned();
            if url.set(Attribute::ALL[index], &value).is_err() {
                prop_assert_eq!(url.href(), before);
            }
        }
    }
}

#[test]
fn places_are_told_in_the_string_as_given() {
    let fields = api::construct(Profile::Webspecs, " http:\\\\a\tb/ é\\%zz", None).unwrap();
    let found: Vec<_> = fields
        .violations
        .iter()
        .map(|violation| (violation.name, violation.span.start, violation.span.end))
        .collect();
    assert_eq!(
        found,
        [
            ("leading-or-trailing-whitespace", 0, 1),
            ("backslash-before-authority", 6, 8),
            ("invisible-in-host", 9, 10),
            ("not-a-url-code-point", 12, 13),
            ("backslash-in-path", 15, 16),
            ("stray-percent-sign", 16, 17),
        ]
    );
    let failure = api::construct(Profile::Webspecs, "http://a.test:8x/", None).unwrap_err();
    assert_eq!(failure.violations.last().map(|violation| violation.name), Some("port-not-number"));
}

/// Ten times the input takes no more than thirty times the time.
#[test]
fn hostile_input_takes_linear_time() {
    let parser = Parser::new(Profile::Webspecs);
    let base = parser.parse("http://a.test/b/c").unwrap();
    let repeated: [(&str, &str, &str); 8] = [
        ("http://", "@", "a/"),
        ("http://a", "/../", ""),
        ("http://a/", "b/..", "/"),
        ("http://", "a.", "b"),
        ("http://", "é.", "b"),
        ("http://a:", "0", "1"),
        ("", "/", ""),
        ("http://", "[", "]"),
    ];
    for (head, part, tail) in repeated {
        let time = |times: usize| {
            let input = format!("{head}{}{tail}", part.repeat(times));
            let start = Instant::now();
            let _ = parser.canonicalize(&input, Some(&base));
            let _ = parser.canonicalize_traced(&input, Some(&base), &mut Count(0));
            start.elapsed()
        };
        time(10_000);
        let (short, long) = (time(10_000), time(100_000));
        assert!(long.as_micros() < 30 * short.as_micros().max(300), "{part:?}: {short:?}, {long:?}");
    }
}

/// A trace that only counts, since texts of steps that are kept take as much memory as there are steps.
struct Count(usize);

impl url_facade::Trace for Count {
    const ENABLED: bool = true;

    fn record(&mut self, _: url_facade::Step<'_>) {
        self.0 += 1;
    }
}
