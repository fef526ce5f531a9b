//! The profiles `barth-2010` and `barth-01` against the project's own vectors and, where they are at hand, the shared
//! suites; and, as evidence, against what browsers of 2010 did.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    path::Path,
};

use serde_json::Value;
use url_facade::{Component, Encoding, Parser, Profile, Reason, Recorder, Reference, sections};
use url_testdata::{
    Record, assert_recorded, assert_recorded_of_suite, json_lines_files, own_vectors, read_json_lines,
    shared_suites,
};

use crate::cases::{Case, mismatch};

/// The string at `key`, if there is one.
fn text<'r>(record: &'r Record, key: &str) -> Option<&'r str> {
    record.get(key).and_then(Value::as_str)
}

/// The user-info that `found` was split from.
fn user_info(found: &Reference) -> Option<String> {
    let user = found.get(Component::User)?;
    let password = found.get(Component::Password).map(|password| format!(":{password}"));
    Some(user.to_owned() + &password.unwrap_or_default())
}

/// The authority that `found` was split from.
fn authority(found: &Reference) -> Option<String> {
    let user_info = user_info(found).map(|user_info| user_info + "@");
    let port = found.get(Component::Port).map(|port| format!(":{port}"));
    Some(user_info.unwrap_or_default() + found.get(Component::Host)? + &port.unwrap_or_default())
}

/// What a derived vector says about `found`, in its words.
fn parts(found: &Reference) -> Record {
    if found.invalid().is_some() {
        return Record::from_iter([("invalid".into(), true.into())]);
    }
    let own = |component| found.get(component).map(Into::into);
    let parts = [
        ("scheme", own(Component::Scheme)),
        ("authority", authority(found)),
        ("user-info", user_info(found)),
        ("username", own(Component::User)),
        ("password", own(Component::Password)),
        ("host", own(Component::Host)),
        ("port", own(Component::Port)),
        ("path", own(Component::Path)),
        ("query", own(Component::Query)),
        ("fragment", own(Component::Fragment)),
    ];
    parts.into_iter().filter_map(|(name, part)| Some((name.into(), part?.into()))).collect()
}

/// What `profile` makes of a derived vector, in its words, with the steps that it takes.
fn run_derived(profile: Profile, record: &Record) -> (Record, Recorder) {
    let mut recorder = Recorder::default();
    let encoding =
        text(record, "encoding").map_or(Encoding::UTF_8, |label| Encoding::for_label(label).unwrap());
    let parser = Parser::new(profile).with_encoding(encoding);
    let input = text(record, "input").unwrap();
    let base = text(record, "base").map(|base| parser.parse_reference(base).unwrap());
    let canonical = |mut got: Record| {
        match parser.with_base(base.as_ref()).parse(input) {
            Ok(url) => got.insert("canonical".into(), url.as_str().into()),
            Err(_) => got.insert("invalid".into(), true.into()),
        };
        got
    };
    let got = match text(record, "kind").unwrap() {
        "parse" => parts(&parser.parse_reference_traced(input, &mut recorder).unwrap()),
        "resolve" => {
            let resolved = parser
                .with_base(base.as_ref().unwrap())
                .resolve_reference_traced(input, &mut recorder)
                .unwrap();
            let mut got = Record::new();
            // What is resolved is a string, which is parsed again; so the expected one must have the same parts.
            if let Some(expected) = record["expect"].get("resolved").and_then(Value::as_str)
                && parts(&parser.parse_reference(expected).unwrap()) == parts(&resolved)
            {
                got.insert("resolved".into(), expected.into());
            }
            canonical(got)
        }
        "canonicalize" => {
            let _ = parser.with_base(base.as_ref()).parse_traced(input, &mut recorder);
            canonical(Record::new())
        }
        kind => unreachable!("{kind}"),
    };
    (got, recorder)
}

/// Runs every derived vector of `file` under `profile`; says how many there are.
fn check_derived(profile: Profile, file: &Path) -> usize {
    let records = read_json_lines(file).unwrap();
    let mut failures = String::new();
    for record in &records {
        let expect = record["expect"].as_object().unwrap();
        let (got, recorder) = run_derived(profile, record);
        if &got != expect {
            failures += &mismatch(record, expect, &got);
        }
        let basis = text(record, "basis").unwrap();
        if basis != "text" && !recorder.steps().any(|event| event.reading == Some(basis)) {
            writeln!(failures, "{}: the trace does not name {basis}", record["id"]).unwrap();
        }
    }
    assert!(failures.is_empty(), "{failures}");
    records.len()
}

#[test]
fn derived_vectors_pass() {
    for (profile, file, floor) in
        [(Profile::Barth2010, "2010-derived.jsonl", 26), (Profile::Barth01, "draft01-derived.jsonl", 77)]
    {
        let own = check_derived(profile, &own_vectors(profile.name()).join(file));
        assert!(own >= floor, "only {own} in {file}");
        if let Some(folder) = shared_suites("barth") {
            assert!(check_derived(profile, &folder.join(file)) >= floor);
        }
    }
}

/// The vectors in the usual form; each may name the readings and the violations that its trace must name.
#[test]
fn own_vectors_pass() {
    for (profile, floor) in [(Profile::Barth2010, 20), (Profile::Barth01, 150)] {
        let (mut failures, mut count) = (String::new(), 0);
        for file in json_lines_files(&own_vectors(profile.name())).unwrap() {
            if file.to_string_lossy().ends_with("-derived.jsonl") {
                continue;
            }
            for record in read_json_lines(&file).unwrap() {
                let expect = record["expect"].as_object().unwrap();
                let got = Case::new(&record).run(profile);
                if &got != expect {
                    failures += &mismatch(&record, expect, &got);
                }
                let recorder = trace(profile, &record);
                let violations: Vec<&str> = recorder.violations().map(|violation| violation.name).collect();
                let expected: Vec<&str> = strings(&record, "violations");
                if violations != expected {
                    writeln!(failures, "{}: violations {violations:?}", record["id"]).unwrap();
                }
                for reading in strings(&record, "readings") {
                    if !recorder.steps().any(|event| event.reading == Some(reading)) {
                        writeln!(failures, "{}: the trace does not name {reading}", record["id"]).unwrap();
                    }
                }
                let section = text(&record, "section").unwrap();
                if sections::find(section).is_none() {
                    writeln!(failures, "{}: unknown section {section}", record["id"]).unwrap();
                }
                count += 1;
            }
        }
        assert!(failures.is_empty(), "{failures}");
        assert!(count >= floor, "only {count} vectors of {profile}");
    }
}

/// The strings in the list at `key`.
fn strings<'r>(record: &'r Record, key: &str) -> Vec<&'r str> {
    record.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The steps that `profile` takes for a vector in the usual form.
fn trace(profile: Profile, record: &Record) -> Recorder {
    let mut recorder = Recorder::default();
    let Case { op, input, base, encoding } = Case::new(record);
    let parser = Parser::new(profile).with_encoding(encoding);
    let base = base.map(|base| parser.parse_reference(&base).unwrap());
    match op.as_str() {
        "parse" => drop(parser.parse_reference_traced(&input, &mut recorder)),
        "resolve" => drop(parser.with_base(&base.unwrap()).resolve_reference_traced(&input, &mut recorder)),
        _ => drop(parser.with_base(base.as_ref()).parse_traced(&input, &mut recorder)),
    }
    recorder
}

/// Every reading decides some vector, and a run that is watched comes to the same as one that is not.
#[test]
fn every_reading_is_named() {
    let mut named = BTreeSet::new();
    for file in json_lines_files(&own_vectors("barth-01")).unwrap() {
        for mut record in read_json_lines(&file).unwrap() {
            if text(&record, "kind") == Some("canonicalize") {
                record.insert("kind".into(), "canon".into());
            }
            named.extend(trace(Profile::Barth01, &record).steps().filter_map(|event| event.reading));
        }
    }
    let missing: Vec<String> = (1..=27)
        .map(|number| format!("B{number}"))
        .filter(|reading| !named.contains(reading.as_str()))
        .collect();
    assert!(missing.is_empty(), "no vector shows {missing:?}");
}

/// The text of 2010 stops at parsing, and says so.
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
        assert!(error.to_string().starts_with("the document of this profile stops at parsing"), "{error}");
    }
}

/// What the profile makes of an input of `by-browser.jsonl`, in its words.
fn run_by_browser(record: &Record) -> Value {
    // The expectations for queries are those of a page in ISO-8859-1.
    let label = if text(record, "section") == Some("query") { "iso-8859-1" } else { "utf-8" };
    let parser = Parser::new(Profile::Barth01).with_encoding(Encoding::for_label(label).unwrap());
    match parser.parse(text(record, "input").unwrap()) {
        Ok(url) => url.as_str().into(),
        Err(_) => serde_json::json!({"error": true}),
    }
}

/// The expectations of `by-browser.jsonl` that the profile does not meet, with why.
const UNMET: [(&str, &str); 4] = [
    ("bb-043", "a string here is Unicode, so a lone surrogate comes in as U+FFFD"),
    ("bb-047", "B25: U+FDD0 becomes U+FFFD, as in Chrome"),
    ("bb-068", "the text: `http:///` has an empty host, which is written; GURL rejects it"),
    ("bb-105", "the text: the last colon begins the port, so the host is `[`"),
];

/// How many expectations there are in the suite of which the page has the table; of it, a part is kept back.
const RECORDED: usize = 70;

/// Holds the profile to the recorded expectations, and prints the table of docs/conformance/barth.md
/// (`cargo test -p url-facade --test specs barth::by_browser -- --nocapture`).
#[test]
fn by_browser_expectations() {
    let Some(folder) = shared_suites("barth") else { return };
    let unmet = BTreeMap::from(UNMET);
    let columns = ["expected", "firefox", "chrome", "safari", "ie"];
    let mut table: BTreeMap<String, [(usize, usize); 5]> = BTreeMap::new();
    let mut failures = String::new();
    for record in read_json_lines(&folder.join("by-browser.jsonl")).unwrap() {
        let got = run_by_browser(&record);
        let id = text(&record, "id").unwrap();
        if (got == record["expected"]) == unmet.contains_key(id) {
            writeln!(failures, "{id} expected {} got {got}", record["expected"]).unwrap();
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
