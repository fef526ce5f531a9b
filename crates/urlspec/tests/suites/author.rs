//! The data of the manakai document's author, each column under its profile.

use std::{collections::BTreeSet, fmt::Write as _};

use serde_json::json;
use url_testdata::{Record, json_lines_files, read_json_lines, shared_suites};

use crate::batch::{self, COMPONENTS, ask, is_invalid, only, request};

/// The ids of the cases that come out differently; tests/specs/manakai.rs and the files of expected failures tell why.
fn listed(profile: &str) -> BTreeSet<String> {
    if profile == "manakai" {
        let ids = ["4:2", "9:602", "63:502", "63:602", "67:152"];
        return ids.map(|id| format!("generated/decomps-authority-stringprep-a1-{id}")).into();
    }
    batch::listed(profile)
}

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
