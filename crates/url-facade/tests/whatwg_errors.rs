//! The profile `whatwg` against the project's own vectors: every validation error with its place, and near misses.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;

use serde_json::{Value, json};
use url_facade::{Parser, Profile, Recorder, Source, sections};
use url_testdata::{Record, json_lines_files, own_vectors, read_json_lines};

/// What the Standard calls its validation errors.
const NAMES: [&str; 30] = [
    "domain-to-ASCII",
    "domain-percent-encoded",
    "host-invalid-code-point",
    "IPv4-empty-part",
    "IPv4-too-few-parts",
    "IPv4-too-many-parts",
    "IPv4-non-numeric-part",
    "IPv4-non-decimal-part",
    "IPv4-out-of-range-part",
    "IPv6-unclosed",
    "IPv6-invalid-compression",
    "IPv6-too-many-pieces",
    "IPv6-multiple-compression",
    "IPv6-invalid-code-point",
    "IPv6-too-few-pieces",
    "IPv6-piece-leading-zero",
    "IPv4-in-IPv6-too-many-pieces",
    "IPv4-in-IPv6-invalid-code-point",
    "IPv4-in-IPv6-out-of-range-part",
    "IPv4-in-IPv6-too-few-parts",
    "invalid-URL-unit",
    "special-scheme-missing-following-solidus",
    "missing-scheme-non-relative-URL",
    "invalid-reverse-solidus",
    "invalid-credentials",
    "host-missing",
    "port-out-of-range",
    "port-invalid",
    "file-invalid-Windows-drive-letter",
    "file-invalid-Windows-drive-letter-host",
];

/// The href or the failure, and the validation errors in order.
fn run(record: &Record) -> Value {
    let parser = Parser::new(Profile::Whatwg);
    let base = record["base"].as_str().map(|base| parser.parse(base).unwrap());
    let mut recorder = Recorder::default();
    let url = parser.canonicalize_traced(record["input"].as_str().unwrap(), base.as_ref(), &mut recorder);
    let violations: Vec<Value> = recorder
        .violations
        .iter()
        .map(|violation| {
            assert_eq!(violation.source, Source::Input);
            json!([violation.name, violation.span.start, violation.span.end])
        })
        .collect();
    match url {
        Ok(url) => json!({"href": url.as_str(), "violations": violations}),
        Err(_) => json!({"failure": true, "violations": violations}),
    }
}

#[test]
fn own_vectors_pass() {
    let (mut failures, mut count) = (Vec::new(), 0);
    let mut found = BTreeSet::new();
    for file in json_lines_files(&own_vectors("whatwg")).unwrap() {
        for record in read_json_lines(&file).unwrap() {
            // The others are not about errors.
            if record["op"] != "canon" {
                continue;
            }
            let got = run(&record);
            if got != record["expect"] {
                failures.push(format!("{}\n  got {got}\n", Value::from(record.clone())));
            }
            for violation in record["expect"]["violations"].as_array().unwrap() {
                found.insert(violation[0].as_str().unwrap().to_owned());
            }
            let section = record["section"].as_str().unwrap();
            assert!(sections::find(section).is_some(), "{}: unknown section {section}", record["id"]);
            count += 1;
        }
    }
    assert!(failures.is_empty(), "{}", failures.concat());
    assert!(count >= 130, "only {count} vectors found");
    let names: BTreeSet<String> = NAMES.map(Into::into).into_iter().collect();
    assert_eq!(found, names, "the vectors have every validation error, and no other");
}
