//! `compare`.

use serde_json::{Value, json};

use crate::run::{run, shown};

#[test]
fn changed_consumers_are_listed_with_both_editions() {
    // An edition that agrees with the newest one is in the JSON, but not shown.
    let args = "compare http://a:1:2/";
    let shown = shown(args);
    assert!(shown.contains("go-net-url-1.19") && !shown.contains("ruby-uri-3.1"), "{shown}");
    let all = run(format!("{args} --json"), "").out;
    let only = run(format!("{args} --changed --json"), "").out;
    let names = |answer: &str| {
        let answer: Value = serde_json::from_str(answer).unwrap();
        let results = answer["results"].as_array().unwrap().clone();
        results.iter().map(|result| result["profile"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&all).len(), url_facade::Profile::available().len());
    assert_eq!(names(&only), ["node-url-parse", "node-url-parse-20", "go-net-url", "go-net-url-1.19"]);
}

fn is_consumer(result: &Value) -> bool {
    let profile: url_facade::Profile = result["profile"].as_str().unwrap().parse().unwrap();
    profile.is_consumer()
}

/// Returns the components of a result. An empty component counts as missing, and the user name and the
/// password are joined.
fn components(result: &Value) -> ([String; 6], String) {
    let text = |key: &str| result[key].as_str().unwrap_or_default().to_owned();
    let has = |key: &str| result.get(key).is_some();
    let path = if has("opaque") { "opaque" } else { "path" };
    let both = if has("userinfo") { text("userinfo") } else { text("user") + ":" + &text("password") };
    let both = if both.contains(':') { both } else { both + ":" };
    (["scheme", "host", "port", path, "query", "fragment"].map(text), both)
}

/// For every input, the answer of each profile is that of `batch`, and members of a group agree.
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
        assert_eq!(of_all.count(), url_facade::Profile::available().len(), "{args:?}");
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
            // A reference that is parsed but flagged as invalid counts as rejected.
            assert!(
                answer == *result || answer["invalid"] == true && result["ok"] == false,
                "{args:?}: {answer}"
            );
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
    let shown = shown("compare --crates http://a.test\\@b.test/");
    for row in
        ["rust-url       a.test  http://a.test/@b.test/\n", "rust-http-uri  error  invalid uri character\n"]
    {
        assert!(shown.contains(row), "{shown}");
    }
}
