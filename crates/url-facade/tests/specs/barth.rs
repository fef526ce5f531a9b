//! Checks the profiles `barth-2010` and `barth-01` with the project's own vectors and, as evidence for the
//! profiles, with the recorded behavior of browsers of 2010 (if the shared suites are available).

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use serde_json::Value;
use url_facade::{Encoding, Parser, Profile, Reason, trace::Recorder};
use url_testdata::{
    ExpectedFailures, Record, assert_recorded, assert_recorded_of_suite, read_json_lines, read_vectors,
    shared_suites, text,
};

use crate::cases::{Case, check_own_vectors};

/// Returns the interpretations ("readings") of the document that the steps report when `record` is parsed.
fn readings(profile: Profile, record: &Record) -> BTreeSet<&'static str> {
    let mut recorder = Recorder::default();
    let Case { op, input, base, encoding } = Case::new(record);
    let parser = Parser::new(profile).with_encoding(encoding);
    let base = base.map(|base| parser.parse_reference(&base).unwrap());
    match op.as_str() {
        "parse" => drop(parser.parse_reference_traced(&input, &mut recorder)),
        "resolve" => drop(parser.with_base(&base.unwrap()).resolve_reference_traced(&input, &mut recorder)),
        _ => drop(parser.with_base(base.as_ref()).parse_traced(&input, &mut recorder)),
    }
    let named: BTreeSet<_> = recorder.steps().filter_map(|step| step.reading).collect();
    let strings =
        |key| record.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    for reading in strings("readings").chain(text(record, "basis").filter(|&basis| basis != "text")) {
        assert!(named.contains(reading), "{}: the trace does not name {reading}", record["id"]);
    }
    let violations = recorder.violations().map(|violation| violation.name);
    assert!(violations.eq(strings("violations")), "{}", record["id"]);
    named
}

#[test]
fn own_vectors_pass() {
    check_own_vectors(Profile::Barth2010, 46);
    check_own_vectors(Profile::Barth01, 250);
    let named = |profile: Profile| -> BTreeSet<_> {
        let records = read_vectors(profile.name()).unwrap();
        records.iter().flat_map(|record| readings(profile, record)).collect()
    };
    named(Profile::Barth2010);
    let named = named(Profile::Barth01);
    // Every interpretation of the document affects at least one vector.
    for number in 1..=27 {
        assert!(named.contains(&*format!("B{number}")), "no vector shows B{number}");
    }
}

#[test]
fn text_of_2010_only_parses() {
    let parser = Parser::new(Profile::Barth2010);
    let base = parser.parse_reference("http://a.test/").unwrap();
    let resolved = parser.with_base(&base).resolve_reference(" x").unwrap_err();
    assert_eq!(resolved.reason(), Reason::NotInThisSpec);
    assert_eq!(resolved.section().id(), "barth-2010#parsing-a-url");
    for base in [None, Some(&base)] {
        let error = parser.with_base(base).parse("http://a.test/").unwrap_err();
        assert_eq!(error.reason(), Reason::NotInThisSpec);
        let error = error.to_string();
        assert!(error.starts_with("the document of this profile defines only parsing"), "{error}");
    }
}

fn run_by_browser(record: &Record) -> Value {
    // The queries in the suite were recorded on a page in the encoding ISO-8859-1.
    let label = if text(record, "section") == Some("query") { "iso-8859-1" } else { "utf-8" };
    let parser = Parser::new(Profile::Barth01).with_encoding(Encoding::for_label(label).unwrap());
    match parser.parse(text(record, "input").unwrap()) {
        Ok(url) => url.as_str().into(),
        Err(_) => serde_json::json!({"error": true}),
    }
}

/// The number of expectations in the table of docs/conformance/barth.md. The test compares the table only if
/// the suite has this number of expectations.
const RECORDED: usize = 70;

/// Compares results with recorded expectations. With `-- --nocapture`, prints the table of
/// docs/conformance/barth.md.
#[test]
fn by_browser_expectations() {
    let Some(folder) = shared_suites("barth") else { return };
    let mut known = ExpectedFailures::of("barth-01").unwrap();
    let columns = ["expected", "firefox", "chrome", "safari", "ie"];
    let mut table: BTreeMap<String, [(usize, usize); 5]> = BTreeMap::new();
    let mut failures = String::new();
    for record in read_json_lines(&folder.join("by-browser.jsonl")).unwrap() {
        let got = run_by_browser(&record);
        if !known.expects(text(&record, "id").unwrap(), got == record["expected"]) {
            writeln!(failures, "{} got {got}", Value::from(record.clone())).unwrap();
        }
        for row in ["total", text(&record, "section").unwrap()] {
            let row = table.entry(row.into()).or_default();
            for (column, (met, recorded)) in columns.iter().zip(row) {
                *recorded += usize::from(!record[*column].is_null());
                *met += usize::from(record[*column] == got);
            }
        }
    }
    println!("| section | {} |\n|---|---|---|---|---|---|", columns.join(" | "));
    for (section, row) in &table {
        let cells = row.map(|(met, recorded)| format!("{met}/{recorded}"));
        let line = format!("| {section} | {} |", cells.join(" | "));
        println!("{line}");
        if table["total"][0].1 == RECORDED {
            assert_recorded("barth", &line, "");
        }
    }
    assert!(failures.is_empty(), "{failures}");
    let (met, recorded) = table["total"][0];
    assert_recorded_of_suite("barth", "barth::by_browser", met, recorded);
}
