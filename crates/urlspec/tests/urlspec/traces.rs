//! Compares the steps that `explain` shows with steps that people found by following the specifications.

use std::{fmt::Write as _, fs, path::Path};

use serde_json::Value;

use crate::run::{RunOutput, urlspec};

/// Returns the steps in `explained`, one per line. The indentation of a line is two spaces for each caller
/// of the algorithm that contains the step.
fn steps(explained: &Value, profile: &str) -> String {
    let mut lines = String::new();
    for step in explained["steps"].as_array().unwrap() {
        let text = |key: &str| step.get(key).map(Value::to_string);
        let word = |key: &str| step.get(key).and_then(Value::as_str);
        let effect = match (word("violation"), word("omits"), text("saw"), text("made"), word("reading")) {
            (Some(name), ..) => format!("violation {name}"),
            (_, Some(component), ..) => format!("omits {component}"),
            (_, _, Some(saw), Some(made), _) => format!("{saw} -> {made}"),
            (_, _, Some(saw), None, Some(_)) => saw,
            // `explain` without `--every` does not show steps that leave their text unchanged.
            _ => continue,
        };
        let indent = 2 * usize::try_from(step["depth"].as_u64().unwrap()).unwrap();
        let section = step["section"].as_str().unwrap();
        let section = section.strip_prefix(&format!("{profile}#")).unwrap_or(section);
        writeln!(lines, "{:indent$}{section}  {effect}", "").unwrap();
    }
    lines
}

/// Checks every file of `url-testdata/explain`. A file has the `profile`, the `base` if there is one, the
/// `input` (both are JSON strings), an empty line, and the expected steps.
#[test]
fn traces_equal_those_written_by_hand() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../url-testdata/explain");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let file = fs::read_to_string(&path).unwrap();
        let (head, expected) = file.split_once("\n\n").unwrap();
        let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let string = |name: &str| field(name).map(|text| serde_json::from_str::<String>(text).unwrap());
        let (profile, base, input) = (field("profile").unwrap(), string("base"), string("input").unwrap());
        let mut args = vec!["explain", "--json", "--profile", profile];
        args.extend(base.iter().flat_map(|base| ["--base", base]));
        args.extend(["--", &input]);
        let explained =
            serde_json::from_str(&RunOutput::from(urlspec().args(&args).output().unwrap()).out).unwrap();
        assert_eq!(steps(&explained, profile), expected, "{}", path.display());
        count += 1;
    }
    assert_eq!(count, 428);
}

/// Checks that `explain` shows by default the rules that a reader named, at the span that the reader named.
#[test]
fn judged_traces_show_the_rules_that_decide() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../url-testdata/judged/traces.jsonl");
    let cases = url_testdata::read_json_lines(&file).unwrap();
    let (mut wrong, mut expected_failures) = (Vec::new(), 0);
    for case in &cases {
        let text = |key: &str| case.get(key).and_then(Value::as_str);
        let mut args = vec!["explain", "--json", "--profile", text("profile").unwrap()];
        args.extend(text("base").iter().flat_map(|base| ["--base", base]));
        args.extend(["--", text("input").unwrap()]);
        let output = RunOutput::from(urlspec().args(&args).output().unwrap()).out;
        let explained: Value = serde_json::from_str(&output).unwrap();
        let error = &explained["result"]["error"];
        let shown = || explained["steps"].as_array().unwrap().iter().chain([error]);
        let is_shown = |id: &&Value| shown().any(|step| step["section"] == **id);
        let decides = case["decides"].as_array().unwrap();
        let first = shown().filter(|step| step["section"] == decides[0]);
        let is_there = case.get("span").is_none_or(|span| first.clone().any(|step| step["span"] == *span));
        let fails = case.contains_key("expected_failure");
        expected_failures += usize::from(fails);
        if (decides.iter().all(|id| is_shown(&id)) && is_there) == fails {
            wrong.push(format!("{}: {error} {decides:?}", case["id"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases.len() == 27 && expected_failures == 0, "{} and {expected_failures}", cases.len());
}
