//! URL objects: every attribute after the constructor and after a setter, and whether something was found.

use serde_json::Value;
use url_testdata::{Record, expectation, json_lines_files, own_vectors, read_json_lines, shared_suites};

use crate::batch::{ask, only, request};

/// Where a reading decides against the recorded conformance error; tests/specs/webspecs.rs of url-facade tells why.
const OTHER_VIOLATIONS: [&str; 2] = ["ws-c-253", "ws-x-136"];

/// A record as a request: `set` where it names an attribute.
fn ask_for(record: &Record) -> Value {
    let Some(attr) = record.get("attr") else { return request(record, "api") };
    let mut request = request(record, "set");
    request["input"] = record["url"].clone();
    request["attr"] = attr.clone();
    request["value"] = record["value"].clone();
    request
}

/// Whether the input, and not its base, breaks a rule for authors; `None` where the record does not say.
fn expected_flag(record: &Record) -> Option<bool> {
    let flag = match record.get("conformance_error")? {
        Value::Bool(flag) => *flag,
        other => !other.is_null(),
    };
    Some(flag).filter(|_| !record["expect"].as_object().unwrap().contains_key("failure"))
}

fn check_records(records: &[Record]) {
    let answers = ask("webspecs", &records.iter().map(ask_for).collect::<Vec<_>>());
    for (record, answer) in records.iter().zip(&answers) {
        let expect = expectation(record).unwrap();
        let got = if answer["ok"] == true {
            only(answer, &expect.keys().map(String::as_str).collect::<Vec<_>>())
        } else {
            Record::from_iter([("failure".into(), true.into())])
        };
        assert_eq!(got, expect, "{record:?}");
        let found = answer.get("violations").and_then(Value::as_array).into_iter().flatten();
        let of_input = found.filter(|violation| violation.get("source").is_none()).count() > 0;
        let is_listed = OTHER_VIOLATIONS.contains(&record["id"].as_str().unwrap());
        if let Some(flag) = expected_flag(record) {
            assert_eq!(of_input == flag, !is_listed, "{record:?}: {answer:?}");
        }
    }
}

#[test]
fn vectors_pass() {
    let mut count = 0;
    for file in json_lines_files(&own_vectors("webspecs")).unwrap() {
        let mut records = read_json_lines(&file).unwrap();
        // URL objects know no encoding.
        records.retain(|record| record.get("encoding").is_none_or(Value::is_null));
        records.retain(|record| record.get("op").is_none());
        check_records(&records);
        count += records.len();
    }
    assert!(count >= 340, "only {count} vectors found");
}

#[test]
fn recorded_results_pass() {
    let Some(folder) = shared_suites("webspecs") else { return };
    let mut count = 0;
    for file in json_lines_files(&folder).unwrap() {
        let records = read_json_lines(&file).unwrap();
        check_records(&records);
        count += records.len();
    }
    assert!(count >= 400, "only {count} cases found");
}
