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
