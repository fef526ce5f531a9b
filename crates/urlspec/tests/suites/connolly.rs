//! Web addresses: every key of the suites, and no other.

use std::path::Path;

use serde_json::Value;
use url_testdata::{Record, own_vectors, shared_suites};

use crate::batch::{check, is_invalid, request};

/// The answer in the words of the suites, whatever was asked.
fn in_words(record: &Record, answer: &Record) -> Record {
    if is_invalid(answer) {
        // Of what failed to parse, there are no components.
        assert!(
            answer.keys().all(|key| ["id", "ok", "invalid", "error"].contains(&key.as_str())),
            "{answer:?}"
        );
        return Record::from_iter([("error".into(), true.into())]);
    }
    if record["expect"].get("url").is_some() {
        return Record::from_iter([("url".into(), answer["href"].clone())]);
    }
    answer
        .iter()
        .filter(|(key, _)| !["id", "ok"].contains(&key.as_str()))
        .map(|(k, v)| (k.clone(), v.clone()))
        .collect()
}

fn check_folder(folder: &Path) {
    for (file, ops) in [
        ("parse.jsonl", &["parse"][..]),
        ("resolve.jsonl", &["resolve", "canon"]),
        ("valid.jsonl", &["valid"]),
        ("absolute.jsonl", &["absolute"]),
    ] {
        for op in ops {
            let ask_for = |record: &Record| -> Value { request(record, op) };
            let (failures, count) = check("connolly", &folder.join(file), ask_for, in_words);
            assert!(failures.is_empty(), "{failures}");
            assert!(count >= 9, "only {count} in {file}");
        }
    }
}

#[test]
fn vectors_pass() {
    check_folder(&own_vectors("connolly"));
}

#[test]
fn shared_suites_pass() {
    if let Some(folder) = shared_suites("connolly") {
        check_folder(&folder);
    }
}
