//! What real programs answered, as recorded, against `batch`.

use std::collections::BTreeSet;

use serde_json::json;
use url_facade::Profile;
use url_testdata::{
    CONSUMER_PARTS, Record, expected_failures, json_lines_files, own_vectors, read_json_lines,
};

use crate::batch::{ask, only};

/// The least number of recorded answers of each consumer.
const FLOOR: usize = 3395;

/// The answer in the words of the recording: the parts, or that there is an error.
fn in_words(answer: &Record) -> Record {
    if answer.contains_key("error") {
        return Record::from_iter([("error".into(), true.into())]);
    }
    only(answer, &CONSUMER_PARTS)
}

fn check(consumer: &str) {
    let mut records = Vec::new();
    for file in json_lines_files(&own_vectors("consumers")).unwrap() {
        records.extend(read_json_lines(&file).unwrap());
    }
    records.retain(|record| record["seen"].get(consumer).is_some());
    assert!(records.len() >= FLOOR, "only {} answers", records.len());
    let requests: Vec<_> =
        records.iter().map(|record| json!({ "op": "parse", "input": record["input"] })).collect();
    let (mut listed, mut wrong) = (listed(consumer), Vec::new());
    for (record, answer) in records.iter().zip(ask(consumer, &requests)) {
        let got = in_words(&answer);
        let mut expected = record["seen"][consumer].as_object().unwrap().clone();
        if let Some(error) = expected.get_mut("error") {
            *error = true.into();
        }
        let is_listed = listed.remove(record["id"].as_str().unwrap());
        if (got == expected) == is_listed {
            wrong.push(json!([record["id"], record["input"], expected, got]));
        }
    }
    assert!(wrong.is_empty() && listed.is_empty(), "{consumer}: {wrong:#?} {listed:?}");
}

/// The ids of the inputs on which `profile` differs; the file has the reasons.
fn listed(profile: &str) -> BTreeSet<String> {
    let file = expected_failures(profile);
    let rows = if file.exists() { read_json_lines(&file).unwrap() } else { Vec::new() };
    let ids = rows.iter().flat_map(|row| row["ids"].as_array().unwrap());
    ids.map(|id| id.as_str().unwrap().to_owned()).collect()
}

#[test]
fn recorded_answers() {
    for profile in Profile::ALL.iter().filter(|profile| profile.is_consumer()) {
        check(profile.name());
    }
}
