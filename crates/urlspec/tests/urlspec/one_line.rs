//! Tests that each line of input gives one line of output, or one error.

use serde_json::{Value, json};
use url_facade::Profile;

use crate::run::{RunOutput, read, run};

/// Parts of inputs. Some parts are characters that may end a line, escaped or not.
const PARTS: [&str; 12] =
    ["http://a.test/", "\r", "%0A", "%0a", "%00", "&#10;", "\u{2028}", "\u{85}", "\u{b}", "#", "?", "\\"];

/// Returns every pair of [`PARTS`], alone and in three texts that also contain the character `between`.
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

#[test]
fn canon_writes_one_line_for_each_input() {
    for profile in Profile::available() {
        // A record that ends with NUL may contain LF, and a record that ends with LF may contain NUL.
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
                    let is_known = stderr.starts_with("error: the base: ")
                        || stderr.contains(" has no canonical URLs")
                        || stderr.contains(" omit --base");
                    assert!(is_known, "{args:?}: {stderr}");
                    continue;
                }
                let errors = read("one-line-errors.txt");
                // Without a base, a blank line is skipped. With a base, it is a reference to the base.
                let is_blank = |input: &&String| base.is_none() && input.as_bytes().trim_ascii().is_empty();
                let blank = inputs.iter().filter(is_blank).count();
                let written = out.matches(end).count() + errors.lines().count();
                assert_eq!(written + blank, inputs.len(), "{args:?}");
                assert!(out.is_empty() || out.ends_with(end));
                // With `--json`, every record has an answer, which is valid JSON.
                let answers = run(args.clone() + " --json", lines.as_str()).out;
                assert!(answers.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{args:?}");
            }
        }
    }
}

#[test]
fn batch_and_diff_write_one_line_for_each_input() {
    let inputs = inputs('\n');
    for profile in Profile::available() {
        let request = |input: &String| {
            json!({"id": [input], "profile": profile.name(), "op": "canon", "input": input, "base": "http://a\nb/c\nd"})
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

/// Returns the numbers in the summary, the last line on stderr. The first is the number of lines.
fn counts(ran: &RunOutput) -> Vec<u64> {
    ran.stderr
        .lines()
        .last()
        .unwrap()
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect()
}

/// Checks that the output for `input` does not change if a line that is not UTF-8 precedes `input`. With such
/// a line, the program writes each line on its own. Without it, the program copies unchanged lines together.
fn is_that_of_each_line(options: &str, input: &str) {
    let args = format!("canon --in - {options}");
    let end = if args.contains("--null") { "\0" } else { "\n" };
    let input = input.replace('\n', end);
    let (together, each) =
        (run(&args, &*input), run(&args, [b"\xFF", end.as_bytes(), input.as_bytes()].concat()));
    assert_eq!(together.out, each.out, "{options}: {input:?}");
    // The added line is counted as a line, and as an invalid line.
    let mut counted = counts(&together);
    *counted.first_mut().unwrap() += 1;
    let invalid =
        counted.len() - 1 - usize::from(options.contains("--unique") || options.contains("--count"));
    counted[invalid] += 1;
    assert_eq!(counted, counts(&each), "{options}: {input:?}");
}

#[test]
fn lines_written_together_equal_single_lines() {
    let lines = "http://a.test/|http://a.test|http://b.test/c?d#e||x| http://c.test/ |HTTP://d.test/|\t|http://e.test/\r|\
        http://f.test:99999/|https://g.test/é|file:///C:/h|http://[|http://i.test/%7Ej%41|http://a.test/b/c?g=1&f|\
        https://a.test/b;jsessionid=1/c|ftp://a.test/b/c/d/e#f|wss://a.test/b/c/d/e?";
    let lines: Vec<&str> = lines.split('|').collect();
    // `pairs` has each pair of lines. `last` has each line as the last line, with and without a line end.
    let pairs = lines.iter().flat_map(|one| lines.iter().map(move |other| format!("{one}\n{other}\n")));
    let pairs: String = pairs.collect();
    let last = lines.iter().flat_map(|line| [format!("http://a.test/\n{line}"), format!("x\n{line}\n")]);
    let last: Vec<String> = last.collect();
    for profile in ["--profile whatwg", "--profile rfc3986"] {
        for null in ["", "--null"] {
            for input in &last {
                is_that_of_each_line(&format!("{profile} {null}"), input);
            }
        }
        for policy in ["", "dedupe", "surt", "safe-browsing", "rfc3986-scheme-based"] {
            let policy = if policy.is_empty() { "" } else { &*format!("--policy {policy}") };
            for more in ["", "--null", "--unique", "--count"] {
                is_that_of_each_line(&format!("{profile} {policy} {more}"), &pairs);
            }
        }
    }
}
