//! The vectors that were derived from the texts of 2010 and 2011, in their words.

use std::path::Path;

use serde_json::{Value, json};
use url_testdata::{Record, own_vectors, read_json_lines, shared_suites};

use crate::batch::{ask, is_invalid, request};

/// The components of an answer to `parse`, with the authority and the user-info that they were split from.
fn parts(answer: &Record) -> Record {
    if is_invalid(answer) {
        return Record::from_iter([("invalid".into(), true.into())]);
    }
    let own = |key: &str| answer.get(key).and_then(Value::as_str).map(ToOwned::to_owned);
    let prefixed =
        |prefix: &str, key: &str| own(key).map(|text| format!("{prefix}{text}")).unwrap_or_default();
    let user_info = own("user").map(|user| user + &prefixed(":", "password"));
    let before = user_info.as_ref().map(|user_info| format!("{user_info}@")).unwrap_or_default();
    let authority = own("host").map(|host| before + &host + &prefixed(":", "port"));
    let parts = [
        ("scheme", own("scheme")),
        ("authority", authority),
        ("user-info", user_info),
        ("username", own("user")),
        ("password", own("password")),
        ("host", own("host")),
        ("port", own("port")),
        ("path", own("path")),
        ("query", own("query")),
        ("fragment", own("fragment")),
    ];
    parts.into_iter().filter_map(|(name, part)| Some((name.into(), part?.into()))).collect()
}

/// What `batch` makes of `record`.
fn outcome(profile: &str, record: &Record) -> Record {
    let one = |request: Value| ask(profile, &[request]).remove(0);
    if record["kind"] == "parse" {
        return parts(&one(request(record, "parse")));
    }
    let canonical = one(request(record, "canon"));
    let mut got = match canonical.get("href") {
        Some(href) => Record::from_iter([("canonical".into(), href.clone())]),
        None => Record::from_iter([("invalid".into(), true.into())]),
    };
    // What is resolved is a string, which is parsed again; so the expected one must have the same parts.
    if let Some(expected) = record["expect"].get("resolved") {
        let resolved = one(request(record, "resolve"));
        if parts(&one(json!({ "op": "parse", "input": expected }))) == parts(&resolved) {
            got.insert("resolved".into(), expected.clone());
        }
    }
    got
}

fn check_file(profile: &str, file: &Path, floor: usize) {
    let records = read_json_lines(file).unwrap();
    for record in &records {
        assert_eq!(&outcome(profile, record), record["expect"].as_object().unwrap(), "{record:?}");
    }
    assert!(records.len() >= floor, "only {} in {}", records.len(), file.display());
}

const FILES: [(&str, &str, usize); 2] =
    [("barth-2010", "2010-derived.jsonl", 26), ("barth-01", "draft01-derived.jsonl", 77)];

#[test]
fn vectors_pass() {
    for (profile, file, floor) in FILES {
        check_file(profile, &own_vectors(profile).join(file), floor);
    }
}

#[test]
fn shared_suites_pass() {
    let Some(folder) = shared_suites("barth") else { return };
    for (profile, file, floor) in FILES {
        check_file(profile, &folder.join(file), floor);
    }
}
