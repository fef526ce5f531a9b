//! What real programs answered, as recorded, against `batch`.

use std::{collections::BTreeSet, fmt::Write as _};

use assert_cmd::Command;
use serde_json::{Value, json};
use url_facade::Profile;
use url_testdata::{CONSUMER_PARTS, Record, json_lines_files, own_vectors, read_json_lines};

use crate::batch::{ask, listed, only};

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
    let (mut listed, mut failures) = (listed(consumer), String::new());
    for (record, answer) in records.iter().zip(ask(consumer, &requests)) {
        let got = in_words(&answer);
        let mut expected = record["seen"][consumer].as_object().unwrap().clone();
        if let Some(error) = expected.get_mut("error") {
            *error = true.into();
        }
        let is_listed = listed.remove(record["id"].as_str().unwrap());
        if (got == expected) == is_listed {
            writeln!(
                failures,
                "{} {}\n  {}\n  got {}",
                record["id"],
                record["input"],
                json!(expected),
                json!(got)
            )
            .unwrap();
        }
    }
    assert!(failures.is_empty() && listed.is_empty(), "{consumer}: {failures} {listed:?}");
}

/// A host as programs compare it: in lower case, and without brackets.
fn compared(host: &str) -> String {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    bare.to_lowercase()
}

/// The hosts that `compare` shows, each under the name of its profile.
fn shown_by_compare(input: &str) -> Vec<(String, String)> {
    // No argument can hold NUL; on stdin, the end of a line follows.
    let (argument, stdin) =
        if input.contains('\0') { ("-", format!("{input}\n")) } else { (input, String::new()) };
    let mut command = Command::cargo_bin("urlspec").unwrap();
    let output = command.args(["compare", "--json", "--", argument]).write_stdin(stdin).output().unwrap();
    let compared: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let results = compared["results"].as_array().unwrap().iter();
    results.map(|result| (text(&result["profile"]), text(&result["host"]))).collect()
}

/// Of the inputs on which two real programs name different hosts, `compare` shows every reading on all.
#[test]
fn compare_shows_every_reading() {
    let records = read_json_lines(&own_vectors("consumers").join("recorded.jsonl")).unwrap();
    let (mut differing, mut by_specs, mut shown) = (0, 0, 0);
    for record in &records {
        let seen = record["seen"].as_object().unwrap();
        let hosts = seen.iter().filter_map(|(program, answer)| Some((program, answer["host"].as_str()?)));
        let hosts: Vec<_> = hosts.filter(|(_, host)| !host.is_empty()).collect();
        if hosts.iter().map(|(_, host)| compared(host)).collect::<BTreeSet<_>>().len() < 2 {
            continue;
        }
        differing += 1;
        let columns = shown_by_compare(record["input"].as_str().unwrap());
        let of_specs: Vec<_> = columns.iter().filter(|(profile, _)| !seen.contains_key(profile)).collect();
        by_specs += usize::from(
            hosts
                .iter()
                .all(|(_, host)| of_specs.iter().any(|(_, column)| compared(column) == compared(host))),
        );
        // In the column of the program itself.
        shown += usize::from(hosts.iter().all(|(program, host)| {
            columns.iter().any(|(profile, column)| profile == *program && column == host)
        }));
    }
    println!("of {differing}, the specs show every reading on {by_specs}, and the consumers on {shown}");
    assert_eq!((differing, shown), (650, 650));
}

#[test]
fn recorded_answers() {
    for profile in Profile::ALL.iter().filter(|profile| profile.is_consumer()) {
        check(profile.name());
    }
}
