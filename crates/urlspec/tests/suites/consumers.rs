//! What real programs answered, as recorded, against `batch`.

use std::{collections::BTreeSet, fmt::Write as _};

use serde_json::json;
use url_testdata::{Record, expected_failures, json_lines_files, own_vectors, read_json_lines};

use crate::batch::{ask, only};

/// What a program may expose.
const PARTS: [&str; 11] = [
    "scheme",
    "user",
    "password",
    "userinfo",
    "host",
    "port",
    "authority",
    "opaque",
    "path",
    "query",
    "fragment",
];

/// The least number of recorded answers of each consumer.
const FLOOR: usize = 3395;

/// The ids of the inputs on which the program differs; the file has the reasons.
fn listed(consumer: &str) -> BTreeSet<String> {
    let file = expected_failures(consumer);
    let rows = if file.exists() { read_json_lines(&file).unwrap() } else { Vec::new() };
    rows.iter()
        .flat_map(|row| row["ids"].as_array().unwrap())
        .map(|id| id.as_str().unwrap().to_owned())
        .collect()
}

/// The answer in the words of the recording: the parts, or that there is an error.
fn in_words(answer: &Record) -> Record {
    if answer.contains_key("error") {
        return Record::from_iter([("error".into(), true.into())]);
    }
    only(answer, &PARTS)
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

#[test]
fn php_parse_url() {
    check("php-parse-url");
}

#[test]
fn go_net_url() {
    check("go-net-url");
}

#[test]
fn curl() {
    check("curl");
}

#[test]
fn node_url_parse() {
    check("node-url-parse");
}

#[test]
fn perl_uri() {
    check("perl-uri");
}

#[test]
fn python_urlsplit() {
    check("python-urlsplit");
}

#[test]
fn python_urllib3() {
    check("python-urllib3");
}

#[test]
fn java_net_url() {
    check("java-net-url");
}

#[test]
fn java_net_uri() {
    check("java-net-uri");
}

#[test]
fn ruby_uri() {
    check("ruby-uri");
}
