//! Tests of `compare`, `diff` and `impact`.

use std::{env, fs, path::PathBuf};

use serde_json::{Value, json};
use url_facade::Profile;
use url_testdata::{Record, own_vectors, read_json_lines};

use crate::run::{run, urlspec, words};

fn is_consumer(result: &Value) -> bool {
    result["profile"].as_str().unwrap().parse::<Profile>().unwrap().is_consumer()
}

/// Returns the components of a result in a form that allows a comparison with a consumer. A missing component
/// becomes an empty text. The second item of the pair is the user name and the password, joined by a colon.
fn components(result: &Value) -> ([String; 6], String) {
    let text = |key: &str| result[key].as_str().unwrap_or_default().to_owned();
    let has = |key: &str| result.get(key).is_some();
    let path = if has("opaque") { "opaque" } else { "path" };
    let both = if has("userinfo") { text("userinfo") } else { text("user") + ":" + &text("password") };
    let both = if both.contains(':') { both } else { both + ":" };
    (["scheme", "host", "port", path, "query", "fragment"].map(text), both)
}

/// For each profile, `compare` and `batch` return the same result. Equal results are in the same group.
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
        // With a base, programs that only parse are listed apart.
        let unresolved = compared["unresolved"].as_array().map_or(0, Vec::len);
        assert_eq!(of_all.count() + unresolved, Profile::available().len(), "{args:?}");
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

/// Runs `diff` on the inputs of the differential test vectors. `diff` must count the lines on which `whatwg`
/// and `rfc3986` differ, and the lines for each pair of rules that causes a difference.
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

/// The table of docs/editors.md.
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
    assert_eq!(rows.len(), 14);
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
