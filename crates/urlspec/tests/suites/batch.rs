//! Records of the suites as requests, and answers in their words.

use std::{collections::BTreeSet, fmt::Write as _, path::Path};

use assert_cmd::Command;
use serde_json::{Value, json};
use url_testdata::{Record, expected_failures, read_json_lines};

/// The components of an answer.
pub(crate) const COMPONENTS: [&str; 8] =
    ["scheme", "user", "password", "host", "port", "path", "query", "fragment"];

/// What `batch` answers to `requests`, in order.
pub(crate) fn ask(profile: &str, requests: &[Value]) -> Vec<Record> {
    let mut lines = String::new();
    for (id, request) in requests.iter().enumerate() {
        let mut request = request.clone();
        request["id"] = id.into();
        writeln!(lines, "{request}").unwrap();
    }
    let mut command = Command::cargo_bin("urlspec").unwrap();
    let output = command.args(["batch", "--profile", profile]).write_stdin(lines).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let answers: Vec<Record> =
        output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).map(record).collect();
    assert_eq!(answers.len(), requests.len());
    for (id, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], id);
        assert!(answer["ok"] == true || answer["error"]["kind"] != "bad-request", "{answer:?}");
    }
    answers
}

fn record(line: &[u8]) -> Record {
    serde_json::from_slice(line).unwrap()
}

/// A record as a request, with strings that are not Unicode as preprocessing reads them.
pub(crate) fn request(record: &Record, op: &str) -> Value {
    let mut request = json!({ "op": op, "encoding": record.get("encoding") });
    for key in ["input", "base"] {
        let text = record.get(&format!("{key}_cps")).and_then(Value::as_array).map_or_else(
            || record.get(key).cloned().unwrap_or_default(),
            |cps| {
                let cps = cps.iter().map(|cp| u32::try_from(cp.as_u64().unwrap()).unwrap());
                url_facade::from_code_points(cps).into()
            },
        );
        request[key] = text;
    }
    request
}

/// `answer` with `keys` only.
pub(crate) fn only(answer: &Record, keys: &[&str]) -> Record {
    answer
        .iter()
        .filter(|(key, _)| keys.contains(&key.as_str()))
        .map(|(k, v)| (k.clone(), v.clone()))
        .collect()
}

/// Whether the answer says that there is no URL, in either way.
pub(crate) fn is_invalid(answer: &Record) -> bool {
    answer["ok"] == false || answer.contains_key("invalid")
}

/// The ids of the inputs on which `profile` differs; the file has the reasons.
pub(crate) fn listed(profile: &str) -> BTreeSet<String> {
    let file = expected_failures(profile);
    let rows = if file.exists() { read_json_lines(&file).unwrap() } else { Vec::new() };
    let ids = rows.iter().flat_map(|row| row["ids"].as_array().unwrap());
    ids.map(|id| id.as_str().unwrap().to_owned()).collect()
}

/// Asks for every record of `file`, and says which answers `got` does not find as expected, and how many there were.
pub(crate) fn check(
    profile: &str,
    file: &Path,
    ask_for: impl Fn(&Record) -> Value,
    got: impl Fn(&Record, &Record) -> Record,
) -> (String, usize) {
    let records = read_json_lines(file).unwrap();
    let answers = ask(profile, &records.iter().map(ask_for).collect::<Vec<_>>());
    let mut failures = String::new();
    for (record, answer) in records.iter().zip(&answers) {
        let got = got(record, answer);
        if got != *record["expect"].as_object().unwrap() {
            writeln!(failures, "{}: {}\n  got {}", file.display(), json!(record), json!(got)).unwrap();
        }
    }
    (failures, records.len())
}
