//! Tests of `compare`, `diff` and `impact`.

use std::{env, fs, path::PathBuf};

use serde_json::{Value, json};
use url_facade::Profile;
use url_testdata::{Record, own_vectors, read_json_lines};

use crate::run::{read, run, urlspec, words, write};

#[test]
fn changed_consumers_are_listed_with_both_editions() {
    // If an older version of a consumer agrees with the newest one, only the JSON has the older version.
    let args = "compare http://a:1:2/";
    let shown = run(args, "").shown();
    assert!(shown.contains("go-net-url-1.19") && !shown.contains("ruby-uri-3.1"), "{shown}");
    let all = run(format!("{args} --json"), "").out;
    let only = run(format!("{args} --changed --json"), "").out;
    let names = |answer: &str| {
        let answer: Value = serde_json::from_str(answer).unwrap();
        let results = answer["results"].as_array().unwrap().clone();
        results.iter().map(|result| result["profile"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&all).len(), Profile::available().len());
    assert_eq!(names(&only), ["node-url-parse", "node-url-parse-20", "go-net-url", "go-net-url-1.19"]);
}

fn is_consumer(result: &Value) -> bool {
    result["profile"].as_str().unwrap().parse::<Profile>().unwrap().is_consumer()
}

/// Returns the components of a result, for the comparison with a consumer: an empty component equals a
/// missing one, and the user name and the password are one text.
fn components(result: &Value) -> ([String; 6], String) {
    let text = |key: &str| result[key].as_str().unwrap_or_default().to_owned();
    let has = |key: &str| result.get(key).is_some();
    let path = if has("opaque") { "opaque" } else { "path" };
    let both = if has("userinfo") { text("userinfo") } else { text("user") + ":" + &text("password") };
    let both = if both.contains(':') { both } else { both + ":" };
    (["scheme", "host", "port", path, "query", "fragment"].map(text), both)
}

/// `compare` has the same answer for each profile as `batch`.
#[test]
fn members_of_a_group_agree() {
    for (input, base) in [
        ("", None),
        ("http:///", None),
        (r"http://evil.example\@good.example/", None),
        ("HTTP:a", Some("http://b/")),
        ("data:é", Some("http://b/")),
        ("file:///C|/x", None),
        ("http://a:80", None),
    ] {
        let of_base = base.map(|base| format!("--base {base}")).unwrap_or_default();
        let args = format!("compare --json {of_base} -- '{input}'");
        let compared: Value = serde_json::from_str(&run(&args, "").out).unwrap();
        let list = |of: &Value| of.as_array().unwrap().clone();
        let (groups, results) = (list(&compared["groups"]), list(&compared["results"]));
        let grouped = groups
            .iter()
            .flat_map(|group| list(&group["profiles"]).into_iter().map(move |name| (name, group)));
        let grouped: Vec<_> = grouped.collect();
        let of_all = grouped.iter().filter(|(name, _)| !name.as_str().unwrap().contains('+'));
        assert_eq!(of_all.count(), Profile::available().len(), "{args:?}");
        let request = |result: &Value| {
            json!({"profile": result["profile"], "op": result["op"], "input": input, "base": base})
                .to_string()
        };
        let requests: Vec<_> = results.iter().map(request).collect();
        let answers = run("batch", requests.join("\n")).out;
        for (result, answer) in results.iter().zip(answers.lines()) {
            let (_, group) = grouped.iter().find(|(name, _)| *name == result["profile"]).unwrap();
            assert_eq!((&group["group"], &group["ok"]), (&result["group"], &result["ok"]));
            let host = |of: &Value| of["host"].as_str().unwrap_or_default().to_owned();
            assert_eq!(host(group), host(result));
            let mut answer: Value = serde_json::from_str(answer).unwrap();
            for key in ["profile", "group", "op", "connects_to"] {
                if let Some(value) = result.get(key) {
                    answer[key] = value.clone();
                }
            }
            answer.as_object_mut().unwrap().remove("id");
            // If a reference is parsed but flagged as invalid, `compare` reports an error.
            let is_rejected = answer["invalid"] == true && result["ok"] == false;
            assert!(answer == *result || is_rejected, "{args:?}: {answer}");
            for other in &results {
                let by_consumer = is_consumer(result) || is_consumer(other);
                let same = if by_consumer {
                    result["ok"] == other["ok"] && components(result) == components(other)
                } else {
                    ["ok", "scheme", "user", "password", "host", "port", "path", "query", "fragment"]
                        .iter()
                        .all(|key| result[key] == other[key])
                        && (result["href"] == other["href"] || result["op"] != other["op"])
                };
                let agree = result["group"] == other["group"];
                assert!(same || !agree, "{args:?}: {result} {other}");
                assert!(agree || !same || result["op"] != other["op"], "{args:?}: {result} {other}");
            }
        }
    }
}

#[cfg(feature = "crates")]
#[test]
fn crates_are_called() {
    let shown = run("compare --crates http://a.test\\@b.test/", "").shown();
    assert!(shown.contains("rust-url       a.test  http://a.test/@b.test/\n"), "{shown}");
    assert!(shown.contains("rust-http-uri  error  invalid uri character\n"), "{shown}");
}

/// Counts the lines of a file of inputs on which parsers differ. The numbers of differing lines, and of lines
/// for a pair of rules, are those in the test vectors.
#[test]
fn lines_are_counted_by_rules() {
    let cases = read_json_lines(&own_vectors("differential").join("parsers.jsonl")).unwrap();
    let line = |case: &Record| case["input"].as_str().unwrap().replace('\0', "%00") + "\0";
    let lines: String = cases.iter().map(line).collect();
    let args = "diff --profiles whatwg,rfc3986 --null --in - --json";
    let found: Value = serde_json::from_str(&run(args, &*lines).out).unwrap();
    assert_eq!((&found["lines"], &found["differ"], &found["bad"]), (&json!(70), &json!(47), &json!(0)));
    let clusters = found["clusters"].as_array().unwrap();
    let of = |rules: [&str; 2]| clusters.iter().find(|cluster| cluster["sections"] == json!(rules)).unwrap();
    let addresses = of(["whatwg#concept-host-parser-8", "rfc3986#host-8.1"]);
    assert_eq!((&addresses["count"], addresses["examples"].as_array().unwrap().len()), (&json!(7), 3));
    assert_eq!(addresses["examples"][0]["input"], "http://2130706433/");
    let counts: Vec<u64> = clusters.iter().map(|cluster| cluster["count"].as_u64().unwrap()).collect();
    assert!(counts.is_sorted_by(|one, other| one >= other) && counts.iter().sum::<u64>() == 47, "{counts:?}");
    // The number of threads does not change the result.
    let mut command = urlspec();
    let command = command.args(words(args)).env("RAYON_NUM_THREADS", "1").write_stdin(lines);
    let one = command.output().unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&one.stdout).unwrap(), found);
}

#[test]
fn the_page_escapes_markup_and_loads_nothing() {
    write("diff-lines.txt", "http://a.test/\"><script>alert(1)</script>\u{202e}\n");
    let args = "diff --profiles whatwg,rfc3986 --in diff-lines.txt --html";
    run(format!("{args} diff-report.html"), "");
    let page = read("diff-report.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\\u{202e}"), "{page}");
    assert!(!page.contains("<script") && page.contains("color-scheme:light dark"), "{page}");
    let loads = page.contains("src=") || page.contains("<link");
    assert!(!loads && page.contains("default-src 'none'"), "{page}");
    assert_eq!(run(format!("{args} diff-lines.txt"), "").code, 2);
}

#[test]
fn a_report_has_the_kinds_the_rules_and_the_source() {
    let args = "impact --to=whatwg+no-empty-labels --in=- --json --html impact.html";
    let lines = "http://a.test/x|y\nhttp://www.a.test/|\nhttp://b.test/?|\nhttp://a..b/\nnot a URL\n";
    let found: Value = serde_json::from_str(&run(args, lines).out).unwrap();
    assert_eq!(found["kinds"][1], json!({ "name": "ceases to be a URL", "count": 1 }));
    assert_eq!(found["domains"], json!([{ "name": "a..b", "count": 1 }]));
    assert_eq!(found["clusters"][0]["sections"][1], "whatwg#concept-domain-to-ascii-7");
    let page = read("impact.html");
    assert_eq!(found["change"][1], "https://github.com/whatwg/url/issues/871");
    assert!(page.contains("<a href=\"https://github.com/whatwg/url/issues/871\">"), "{page}");
    assert!(page.contains("ceases to be a URL") && !page.contains("<script"), "{page}");
}

/// The expected intervals were computed by hand from Wilson's formula.
#[test]
fn intervals_are_those_of_wilson() {
    for (found, all, expected) in [
        (0, 100, "0.0000 % to 3.6995 %"),
        (50, 100, "40.3830 % to 59.6170 %"),
        (100, 100, "96.3005 % to 100.0000 %"),
        (0, 0, "0.0000 % to 100.0000 %"),
    ] {
        let lines = "http://a.test/|\n".repeat(found) + &"http://a.test/\n".repeat(all - found);
        let output = run("impact --to=whatwg+pipe-encoded --in=-", lines).out;
        let expected =
            format!("lines {all}, differ {found}\nwith a confidence of 95 %, {expected} of all URLs");
        assert!(output.starts_with(&expected), "{output}");
    }
}

#[test]
fn compare_lists_candidates_with_another_result() {
    let listed = |url: &str| {
        let found: Value = serde_json::from_str(&run(format!("compare --json '{url}'"), "").out).unwrap();
        let rows = found["results"].as_array().unwrap().clone();
        let names = rows.into_iter().map(|row| row["profile"].as_str().unwrap().to_owned());
        names.filter(|name| name.contains('+')).collect::<Vec<_>>()
    };
    assert_eq!(listed("http://a.test/"), <[&str; 0]>::default());
    assert_eq!(listed("http://xn--a..b/"), ["whatwg+no-empty-labels", "whatwg+no-ascii-fallback"]);
}

/// Compares the table in docs/editors.md with the output of `impact`.
#[test]
fn the_page_has_the_counts_of_the_corpora() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/editors.md")).unwrap();
    let corpora =
        env::var_os("URLSPEC_CORPORA").map_or_else(|| root.join("../shared/corpora"), PathBuf::from);
    if !corpora.is_dir() {
        return url_testdata::record_skip("no corpora (set URLSPEC_CORPORA)");
    }
    let rows: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("| `whatwg")).collect();
    assert_eq!(rows.len(), 10);
    for row in rows {
        let [name, counts @ ..] = &row.split(" | ").collect::<Vec<_>>()[..] else { panic!("{row}") };
        for (name_of_file, count) in ["kasztp.txt", "node_files.txt"].iter().zip(counts) {
            let profile = format!("whatwg{}", name.trim_end_matches('`'));
            let list = corpora.join(name_of_file);
            let found = run(format!("impact --to {profile} --in '{}'", list.display()), "").shown();
            let expected = format!("differ {}\n", count.trim_end_matches(" |"));
            assert!(found.contains(&expected), "{profile} {name_of_file}: {found}");
        }
    }
}
