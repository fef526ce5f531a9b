//! Sends requests to `batch`, and reads its answers.

use std::fmt::Write as _;

use assert_cmd::Command;
use serde_json::Value;
use url_testdata::Record;

/// Returns the answers of `batch` to `requests`, in order, without the ids.
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
    let answers = output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let mut answers: Vec<Record> = answers.map(|line| serde_json::from_slice(line).unwrap()).collect();
    assert_eq!(answers.len(), requests.len());
    for (id, answer) in answers.iter_mut().enumerate() {
        assert_eq!(answer.shift_remove("id").unwrap(), id);
    }
    answers
}
