//! One line of output for each line of input: a result, or a reason.

use serde_json::Value;
use url_facade::Profile;

use crate::run::{RunOutput, read, run};

/// Strings that contain characters that may end a line, literal and escaped.
const PARTS: [&str; 12] =
    ["http://a.test/", "\r", "%0A", "%0a", "%00", "&#10;", "\u{2028}", "\u{85}", "\u{b}", "#", "?", "\\"];

/// Returns the parts in pairs, with `between` in the middle, and in groups of three.
fn inputs(between: char) -> Vec<String> {
    let mut inputs = Vec::new();
    for one in PARTS {
        for two in PARTS {
            inputs.push(format!("{one}{two}"));
            inputs.push(format!("http://{one}{between}{two}"));
            inputs.push(format!("mailto:{two}{between}{one}"));
            inputs.push(format!("{one}x/{two}{between}y"));
        }
    }
    inputs
}

/// The number of output lines equals that of input lines, for every profile and any base.
#[test]
fn canon_writes_one_line_for_each_input() {
    for profile in Profile::available() {
        // Records that end with NUL may contain LF, and records that end with LF may contain NUL.
        for (end, between) in [('\n', '\0'), ('\0', '\n')] {
            let inputs = inputs(between);
            let lines = inputs.join(&end.to_string());
            for base in
                [None, Some("http://a\nb.test/c\nd?e\nf#g"), Some("x:\n/y"), Some("http://a.test/%0A%00")]
            {
                let of_base = base.map(|base| format!("--base '{base}'")).unwrap_or_default();
                let null = if end == '\0' { "--null" } else { "" };
                let args =
                    format!("canon --in - --errors one-line-errors.txt --profile {profile} {of_base} {null}");
                let RunOutput { code, out, stderr } = run(&args, lines.as_str());
                if code == 2 {
                    assert!(stderr.starts_with("error: the base: "), "{args:?}");
                    continue;
                }
                let errors = read("one-line-errors.txt");
                // A blank line is skipped, unless it is a reference to the base.
                let is_blank = |input: &&String| base.is_none() && input.as_bytes().trim_ascii().is_empty();
                let blank = inputs.iter().filter(is_blank).count();
                assert_eq!(
                    out.matches(end).count() + errors.lines().count() + blank,
                    inputs.len(),
                    "{args:?}"
                );
                assert!(out.is_empty() || out.ends_with(end));
                // In JSON, every record has an answer.
                let answers = run(args.clone() + " --json", lines.as_str()).out;
                assert!(answers.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{args:?}");
            }
        }
    }
}

/// Answers of `batch` and reports of `diff --in` on bad lines are one line each too.
#[test]
fn batch_and_diff_write_one_line_for_each_input() {
    let inputs = inputs('\n');
    for profile in Profile::available() {
        let request = |input: &String| {
            serde_json::json!({"id": [input], "profile": profile.name(), "op": "canon", "input": input, "base": "http://a\nb/c\nd"})
                .to_string()
        };
        let requests: Vec<String> = inputs.iter().map(request).collect();
        let answers = run("batch", requests.join("\n")).out;
        assert_eq!(answers.matches('\n').count(), inputs.len());
        for (answer, input) in answers.lines().zip(&inputs) {
            assert_eq!(serde_json::from_str::<Value>(answer).unwrap()["id"][0], input.as_str());
        }
    }
    let long = "x".repeat((16 << 20) + 1);
    let lines = format!("{long}\0a\nb\0{long}");
    for args in ["--null", "--null --json"] {
        let args = format!("diff --profiles connolly,rfc3986 --in - --base http://a.test/\n {args}");
        assert_eq!(run(&args, lines.as_str()).stderr.matches('\n').count(), 2, "{args:?}");
    }
}
