//! `batch`: the interface for scripts.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Stdio},
};

#[test]
fn each_request_is_answered_when_it_comes() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_urlspec"))
        .arg("batch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut requests, mut answers) =
        (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for id in 0..3 {
        writeln!(requests, "{{\"id\":{id},\"op\":\"parse\",\"input\":\"ab:\"}}").unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert_eq!(answer, format!("{{\"id\":{id},\"ok\":true,\"scheme\":\"ab\",\"path\":\"\"}}\n"));
    }
    drop(requests);
    assert!(child.wait().unwrap().success());
}
