//! Sends the test suites to `batch`, under every profile, and compares the answers with the expected results.

// Outside functions with `#[test]`, the lint for `unwrap` would report the helpers of this file.
#![allow(clippy::unwrap_used)]

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use assert_cmd::Command;
use serde_json::{Value, json};
use url_facade::{Component, Profile};
use url_testdata::{
    ExpectedFailures, Record,
    consumers::{answer_of, comparable, edition_of, program_of, was_asked},
    expectation, json_lines_files, own_vectors, read_json_lines, read_vectors, shared_suites, text,
};

/// Sends `requests` to `batch`, and returns the answers in order, without their ids.
fn ask(profile: &str, requests: &[Value]) -> Vec<Record> {
    let mut lines = String::new();
    for (id, request) in requests.iter().enumerate() {
        let mut request = request.clone();
        request["id"] = id.into();
        writeln!(lines, "{request}").unwrap();
    }
    let mut command = Command::cargo_bin("urlspec").unwrap();
    let output = command.args(["batch", "--profile", profile]).write_stdin(lines).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let answers = output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let mut answers: Vec<Record> = answers.map(|line| serde_json::from_slice(line).unwrap()).collect();
    assert_eq!(answers.len(), requests.len());
    for (id, answer) in answers.iter_mut().enumerate() {
        assert_eq!(answer.shift_remove("id").unwrap(), id);
    }
    answers
}

/// Returns the op of `batch` that can test the vector `record`, whose expected result is `expect`. Returns
/// `None` if `batch` does not have this op.
fn op<'r>(profile: Profile, record: &'r Record, expect: &Record) -> Option<&'r str> {
    let op = match record.get("op") {
        Some(op) => op.as_str()?,
        // A vector with `kind` has keys that `batch` does not support.
        None if record.contains_key("kind") => return None,
        None if record.contains_key("attr") => "set",
        None if expect.contains_key("valid") => "valid",
        None if expect.contains_key("absolute") => "absolute",
        // The ops for URL objects (`api`, `set`) ignore `encoding`, so `canon` is used.
        None if expect.contains_key("url") || record.contains_key("encoding") => "canon",
        None if profile == Profile::Connolly => "parse",
        None => "api",
    };
    ["parse", "resolve", "canon", "valid", "absolute", "api", "set"].contains(&op).then_some(op)
}

fn check_vector(record: &Record, expect: &Record, answer: &Record) {
    let has = |keys: &[&str]| keys.iter().any(|key| expect.contains_key(*key));
    let fails = has(&["failure", "error", "invalid"]) || has(&["reason"]) && !has(&["valid"]);
    let failed = answer["ok"] == false || answer.contains_key("invalid");
    assert_eq!(failed, fails, "{record:?}: {answer:?}");
    if let Some(expected) = record.get("error").filter(|_| answer["ok"] == false) {
        let error = &answer["error"];
        let found = json!({"reason": error["kind"], "section": error["section"], "span": error["span"]});
        assert_eq!(found, *expected, "{record:?}");
    }
    // Skips only these keys of `expect`, because an answer that is flagged as invalid has components too.
    let others = ["failure", "error", "invalid", "reason", "span", "violations"];
    for (key, value) in expect.iter().filter(|(key, _)| !others.contains(&key.as_str())) {
        let key = if key == "url" { "href" } else { key };
        assert_eq!(answer.get(key), Some(value), "{key} of {record:?}: {answer:?}");
    }
    // If `expect` has a path, it has all components: a component that it does not list must be missing.
    for component in Component::ALL.into_iter().filter(|_| has(&["path"])) {
        let [found, expected] = [answer, expect].map(|record| record.contains_key(component.name()));
        assert_eq!(found, expected, "{component:?} of {record:?}: {answer:?}");
    }
}

#[test]
fn batch_meets_the_vectors_of_every_spec() {
    let mut counts = BTreeMap::<_, usize>::new();
    for &profile in Profile::available().iter().filter(|profile| !profile.is_consumer()) {
        let (mut cases, mut requests) = (Vec::new(), Vec::new());
        for record in read_vectors(profile.name()).unwrap() {
            let expect = expectation(&record).unwrap();
            let Some(op) = op(profile, &record, &expect) else { continue };
            *counts.entry(op.to_owned()).or_default() += 1;
            let mut request = json!({"op": op, "input": record.get("input").or(record.get("url"))});
            for key in ["base", "encoding", "attr", "value"] {
                request[key] = record.get(key).cloned().unwrap_or_default();
            }
            requests.push(request);
            cases.push((record, expect));
        }
        for ((record, expect), answer) in cases.iter().zip(ask(profile.name(), &requests)) {
            check_vector(record, expect, &answer);
        }
    }
    let least = [("parse", 500), ("resolve", 200), ("canon", 900), ("valid", 150), ("set", 80), ("api", 300)];
    for (op, least) in least {
        assert!(counts[op] >= least, "{counts:?}");
    }
}

/// The minimum number of recorded answers that must be compared for each consumer.
const FLOOR: usize = 4493;

fn consumers() -> Vec<&'static str> {
    Profile::consumers().map(Profile::name).collect()
}

/// Compares the answers of `consumer` with the recorded answers, which `recorded` reads from `records`.
/// Panics on an unknown difference. Returns the number of compared answers, and the known differences.
fn check_consumer<'r>(
    consumer: &str,
    records: &'r [Record],
    recorded: impl Fn(&'r Record) -> Option<Cow<'r, Record>>,
) -> (usize, ExpectedFailures) {
    let asked = records.iter().filter_map(|record| Some((record, recorded(record)?)));
    let asked: Vec<_> = asked.filter(|(_, expected)| was_asked(expected)).collect();
    let request = |(record, _): &(&Record, _)| match record.get("base") {
        Some(base) => json!({ "op": "resolve", "base": base, "input": record["input"] }),
        None => json!({ "op": "parse", "input": record["input"] }),
    };
    let answers = ask(consumer, &asked.iter().map(request).collect::<Vec<_>>());
    let (mut known, mut wrong) = (ExpectedFailures::of(program_of(consumer)).unwrap(), Vec::new());
    for ((record, expected), answer) in asked.iter().zip(answers) {
        let (got, expected) = (comparable(&answer), comparable(expected));
        if !known.expects(text(record, "id").unwrap_or_default(), got == expected) {
            wrong.push(json!([record.get("id"), record["input"], expected, got]));
        }
    }
    assert!(wrong.is_empty(), "{consumer}: {wrong:#?}");
    (asked.len(), known)
}

#[test]
fn recorded_answers() {
    let files = json_lines_files(&own_vectors("consumers")).unwrap();
    let records: Vec<_> = files.iter().flat_map(|file| read_json_lines(file).unwrap()).collect();
    for consumer in consumers() {
        let (count, known) = check_consumer(consumer, &records, |record| answer_of(record, consumer));
        assert!(count >= FLOOR && known.failed().1.is_empty(), "{consumer}: only {count} answers, {known:?}");
    }
}

/// Checks each file separately: the other names in a file decide which version a name like `curl` means.
#[test]
fn recorded_answers_of_shared_suites() {
    let Some(folder) = shared_suites("consumers") else { return };
    let consumers = consumers();
    for file in json_lines_files(&folder).unwrap() {
        let records = read_json_lines(&file).unwrap();
        let seen = records.iter().filter_map(|record| record["seen"].as_object());
        let names: BTreeSet<_> = seen.flat_map(Record::keys).cloned().collect();
        assert!(!names.is_empty(), "{}", file.display());
        for name in &names {
            let Some(consumer) = edition_of(name, &names, &consumers) else {
                url_testdata::record_skip(&format!("no profile simulates {name}"));
                continue;
            };
            check_consumer(consumer, &records, |record| {
                answer_of(record, name).filter(|_| record["seen"].get(name).is_some())
            });
        }
    }
}
