//! The data of the manakai document's author, each column under its profile.

use std::fmt::Write as _;

use serde_json::json;
use url_testdata::{Record, json_lines_files, read_json_lines, shared_suites};

use crate::batch::{COMPONENTS, ask, is_invalid, listed, only, request};

/// The answer in the words of the author.
fn in_words(record: &Record, answer: &Record) -> Record {
    let mut got = only(answer, &COMPONENTS);
    if is_invalid(answer) {
        got.insert("invalid".into(), true.into());
    } else if record["kind"] == "canon" {
        got.insert("canon".into(), answer["href"].clone());
    }
    got
}

fn check_column(profile: &str, column: &str) {
    let Some(folder) = shared_suites("manakai") else { return };
    let mut listed = listed(profile);
    let mut records = Vec::new();
    for file in json_lines_files(&folder).unwrap() {
        records.extend(read_json_lines(&file).unwrap());
    }
    // Some of the cases that the suite adds have no expectation for a browser.
    records.retain(|record| record["expect"].get(column).is_some());
    let requests: Vec<_> =
        records.iter().map(|record| request(record, record["kind"].as_str().unwrap())).collect();
    let (mut failures, mut passed) = (String::new(), 0);
    for (record, answer) in records.iter().zip(ask(profile, &requests)) {
        let got = in_words(record, &answer);
        let is_met = json!(got) == record["expect"][column];
        passed += usize::from(is_met);
        let is_listed = listed.remove(record["id"].as_str().unwrap());
        if is_met == is_listed {
            writeln!(failures, "{}\n  got {}", json!(record), json!(got)).unwrap();
        }
    }
    assert!(failures.is_empty(), "{profile}: {failures}");
    assert!(passed > 9_000, "only {passed} cases found");
    println!("{profile}: {passed} of {} pass", records.len());
}

#[test]
fn every_column() {
    for (profile, column) in
        [("manakai", "this"), ("manakai-chrome", "chrome"), ("manakai-gecko", "gecko"), ("manakai-ie", "ie")]
    {
        check_column(profile, column);
    }
}
