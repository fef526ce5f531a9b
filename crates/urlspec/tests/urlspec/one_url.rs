//! Tests of `explain` and `profiles`, of colours, and of arguments.

use serde_json::Value;
use url_facade::{Parser, Profile};

use crate::run::{RunOutput, run, urlspec};

/// A URL whose canonicalization has most kinds of steps.
const EXAMPLE: &str = "'HTTP://user:@EXAMPLE.com:080/%7Efoo/./../a b?q=é#f'";

#[test]
fn explain_as_json_has_every_step_in_full() {
    let long = format!("http://a.test/{}", "x".repeat(1000));
    let explained: Value =
        serde_json::from_str(&run(format!("explain '{long}' --json --profile manakai"), "").out).unwrap();
    assert_eq!(explained["result"]["ok"], true);
    assert_eq!(explained["result"]["href"], long.as_str());
    let steps = explained["steps"].as_array().unwrap();
    assert!(steps.len() > 10);
    assert!(steps.iter().all(|step| step["section"].is_string() && step["title"].is_string()));
    assert_eq!(steps[0]["saw"], long.as_str());
    assert_eq!(steps[0]["span"], serde_json::json!([0, long.len()]));

    let base = run("explain //b:x --base http://a.test --json --profile manakai", "").out;
    let explained: Value = serde_json::from_str(&base).unwrap();
    assert_eq!(explained["steps"][0]["source"], "base");
    assert_eq!(explained["result"]["error"]["kind"], "port-not-number");
}

#[test]
fn explain_every_adds_the_steps_without_text() {
    let steps = |args: &str| {
        let mut explained: Value = serde_json::from_str(&run(args, "").out).unwrap();
        serde_json::from_value::<Vec<Value>>(explained["steps"].take()).unwrap()
    };
    let works = |step: &Value| {
        let has = |key| step.get(key).is_some();
        (has("saw") && !has("holds")) || has("omits") || has("violation")
    };
    let every = steps(&format!("explain {EXAMPLE} --every --json"));
    let (work, visited): (Vec<_>, Vec<_>) = every.into_iter().partition(works);
    assert_eq!(work, steps(&format!("explain {EXAMPLE} --json")));
    assert!(visited.iter().any(|step| step["section"] == "whatwg#authority-state-2.2"), "{visited:?}");
    let keys = ["section", "title", "href", "depth", "source", "span", "saw", "holds"];
    let mut found = visited.iter().flat_map(|step| step.as_object().unwrap().keys());
    assert!(found.all(|key| keys.contains(&key.as_str())), "{visited:?}");

    // The output includes the steps of parsing the base.
    let every = steps("explain x --base http://a.test/ --every --json");
    let states = every.iter().filter(|step| step["section"] == "whatwg#scheme-state-2.7");
    assert_eq!(states.map(|step| &step["source"]).collect::<Vec<_>>(), ["base"]);

    // A step with a short text is shown on one line, so the next step follows on the next line.
    let shown = run("explain --every http://a.test/", "").out;
    let mut lines = shown.lines().skip_while(|line| !line.contains("whatwg#scheme-state-2.7"));
    assert!(lines.nth(1).is_some_and(|line| line.contains("whatwg#concept-basic-url-parser-9")), "{shown}");
}

/// If the profile's document does not define an operation, the command reports an ordinary error.
#[test]
fn every_command_accepts_every_profile() {
    for &profile in Profile::available() {
        let parser = Parser::new(profile);
        let base = parser.parse_reference("http://a.test/b").unwrap();
        // Some documents and some programs define only parsing: `canon` fails once, not for each URL.
        let canonicalizes = parser.can_parse("http://a.test/b");
        let resolves = parser.with_base(&base).resolve_reference("c").is_ok();
        let output = run(format!("canon http://a.test/b http://a.test/c --profile {profile}"), "");
        let is_refused = output.stderr.starts_with(&format!("error: {profile} has no canonical URLs"));
        assert_eq!((output.code, is_refused), if canonicalizes { (0, false) } else { (2, true) });
        for (args, is_done) in [
            ("parse http://a.test/b", true),
            ("explain http://a.test/b", true),
            ("resolve c --base http://a.test/b", resolves),
            ("explain c --base http://a.test/b", resolves),
        ] {
            let output = run(format!("{args} --json --profile {profile}"), "");
            let printed: Value = serde_json::from_str(&output.out).unwrap();
            let answer = printed.get("result").unwrap_or(&printed);
            assert_eq!((output.code, &answer["ok"]), (i32::from(!is_done), &is_done.into()), "{printed}");
            assert_eq!(answer["host"] == "a.test", is_done, "{profile} {args}: {printed}");
            let kind = answer["error"]["kind"].as_str().unwrap_or_default();
            assert_eq!(kind.starts_with("not-in-this-"), !is_done, "{profile} {args}: {printed}");
        }
    }
}

#[test]
fn profiles_are_all_listed() {
    let shown = run("profiles", "").out;
    let listed: Value = serde_json::from_str(&run("profiles --json", "").out).unwrap();
    let listed = listed.as_array().unwrap();
    let names: Vec<_> = listed.iter().map(|profile| profile["name"].as_str().unwrap()).collect();
    let known = Profile::available().iter().copied().chain(Profile::candidates());
    assert!(known.map(Profile::name).eq(names.iter().copied()));
    assert_eq!(listed.iter().filter(|profile| profile["default"] == true).count(), 1);
    for profile in listed {
        assert!(shown.contains(profile["title"].as_str().unwrap()));
    }
    // An older version of a consumer follows the newest version, and names it in `edition_of`.
    let go = names.iter().position(|name| *name == "go-net-url").unwrap();
    let rows: Vec<_> = shown.lines().filter(|row| row.contains("go-net-url")).collect();
    assert!(rows[0].starts_with("go-net-url ") && rows[1].starts_with("  go-net-url-1.19 "), "{rows:?}");
    assert_eq!((listed[go].get("edition_of"), &listed[go + 1]["edition_of"]), (None, &"go-net-url".into()));
}

/// Errors and the groups of `compare` have colours only on a terminal.
#[test]
fn colours_are_for_terminals() {
    let shown = |args: [&str; 2], variable: &str| {
        RunOutput::from(urlspec().args(args).env(variable, "1").output().unwrap()).shown()
    };
    for (args, coloured) in
        [(["canon", "http://a.test:x"], "\u{1b}["), (["compare", "http://a.test:x/"], "\u{1b}[1m\u{1b}[31mA")]
    {
        assert!(shown(args, "CLICOLOR_FORCE").contains(coloured), "{args:?}");
        for variable in ["NO_COLOR", "OTHER"] {
            assert!(!shown(args, variable).contains('\u{1b}'), "{args:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_unicode_are_refused_or_replaced() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let url = OsStr::from_bytes(b"http://a.test/\xff");
    let canon = |args: &[&str]| RunOutput::from(urlspec().args(args).arg(url).output().unwrap());
    assert_eq!(canon(&["parse", "--json"]).code, 2);
    assert_eq!(canon(&["canon", "--json"]).code, 1);
    assert!(canon(&["canon", "--json", "--lossy"]).out.contains(r#""href":"http://a.test/%EF%BF%BD""#));
}
