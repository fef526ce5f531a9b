//! Tests of hostile input: every command ends soon, with a clear result.

use serde_json::json;
use url_testdata::hostile::SHAPES;

use crate::run::{RunOutput, run_within, words};

/// Returns a line of about 200 kB for each kind of hostile text, and lines of only NUL or only backslashes.
fn hostile() -> Vec<String> {
    let shapes = SHAPES.iter().map(|shape| shape.of_len(200_000));
    shapes.chain(["\0", "\\"].map(|text| text.repeat(200_000))).collect()
}

/// The maximum processor time of a command, in seconds.
const SOON: u32 = 60;

#[test]
fn every_command_reads_hostile_lines_in_linear_time() {
    const FIELDS: &str = "{host}{path:decoded}{query[a]}{query[a]:all}{path[-1]}{registrable_domain}{origin}{surt}{host:unicode}";
    let lines = hostile();
    let (input, count) = (lines.join("\n"), lines.len().to_string());
    let policies = ["dedupe", "safe-browsing", "surt", "surt-www", "surt-heritrix", "rfc3986-scheme-based"];
    let policies = policies.map(|policy| format!("canon --policy {policy} --unique"));
    let others = "canon|get FIELDS --csv|get FIELDS --json|get FIELDS --count|edit --redact|edit --unicode|\
        edit --strip-tracking --append-path a/b --set-query a=b --sort-query --clear fragment|find|find --redact|\
        check|risk|guard|guard --explain|agree --profiles whatwg,curl,perl-uri --strict";
    for command_line in policies.into_iter().chain(others.split('|').map(String::from)) {
        let command_line = command_line.replace("FIELDS", FIELDS) + " -";
        let RunOutput { code, stderr, .. } = run_within(SOON, &command_line, &*input);
        // These commands refuse some of the lines, so the exit code is 1.
        let is_guard = matches!(words(&command_line)[0], "check" | "guard" | "risk" | "agree");
        assert_eq!(code, i32::from(is_guard), "{command_line}");
        assert!(stderr.contains("lines") && stderr.contains(&count), "{command_line}: {stderr}");
    }
}

#[test]
fn batch_answers_hostile_requests() {
    let ops = ["parse", "resolve", "canon"].into_iter();
    let all = ops.flat_map(|op| hostile().into_iter().map(move |url| (op, url))).enumerate();
    let request = |(id, (op, url))| {
        let request = json!({"id": id, "op": op, "input": url, "base": "http://a.test/b/c"});
        (format!("{request}\n"), format!("{{\"id\":{id},\"ok\":"))
    };
    let (requests, starts): (String, Vec<String>) = all.map(request).unzip();
    let answers = run_within(SOON, "batch", requests).out;
    assert_eq!(answers.lines().count(), starts.len());
    assert!(answers.lines().zip(starts).all(|(answer, start)| answer.starts_with(&start)));
}

/// Linux limits an argument to 128 KiB, so these texts are shorter than the lines of `hostile`.
#[test]
fn hostile_arguments_have_a_result() {
    for shape in SHAPES.iter().step_by(5) {
        let url = shape.of_len(60_000);
        for command in ["canon", "explain", "explain --json", "compare"] {
            let code = run_within(SOON, format!("{command} -- '{url}'"), "").code;
            assert!(matches!(code, 0 | 1), "{command} {shape:?}: {code}");
        }
    }
}
