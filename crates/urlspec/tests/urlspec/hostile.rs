//! Tests of hostile input: every command ends soon, with a clear result.

use serde_json::{Value, json};
use url_testdata::hostile::SHAPES;

use crate::run::{RunOutput, run, run_within, words};

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

/// `explain` lists a limited number of steps and violations, and reports how many it omits.
#[test]
fn explain_counts_omitted_steps() {
    let url = format!("http://a.test/{}", "%".repeat(60_000));
    let output = run(format!("explain --profile whatwg -- {url}"), "").out;
    assert!(output.contains(&format!("  {}… (60000 bytes)", "%".repeat(200))), "{}", &output[..400]);
    let last = output.lines().find(|line| line.contains(" more ")).unwrap();
    assert_eq!(last, "  …  whatwg#path-state-2.2  270..60014  59744 more violations invalid-URL-unit");
    let output = run(format!("explain --profile whatwg --json -- {url}"), "").out;
    let output: Value = serde_json::from_str(&output).unwrap();
    let expected = json!([{
        "section": "whatwg#path-state-2.2", "title": output["left_out"][0]["title"],
        "href": output["left_out"][0]["href"],
        "span": [270, 60014], "times": 59744, "violation": "invalid-URL-unit",
    }]);
    assert_eq!(output["left_out"], expected);
    let steps = output["steps"].as_array().unwrap();
    let cut: Vec<_> = steps.iter().filter(|step| step["saw_bytes"].as_u64() >= Some(60_000)).collect();
    assert!(!cut.is_empty() && cut.iter().all(|step| step["saw"].as_str().unwrap().len() == 2048));
    assert!(output["steps"].to_string().len() < 100_000);
}

#[test]
fn batch_counts_omitted_violations() {
    let url = format!("http://a.test/{}", "%".repeat(300_000));
    let request = json!({"op": "api", "profile": "whatwg", "input": url}).to_string();
    let answer: Value = serde_json::from_str(&run("batch", request + "\n").out).unwrap();
    assert_eq!(answer["violations"].as_array().unwrap().len(), 256);
    let left = &answer["left_out"][0];
    assert_eq!((&left["violation"], &left["times"]), (&"invalid-URL-unit".into(), &299_744.into()));
}
