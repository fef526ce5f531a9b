//! Tests of `explain` and `profiles` on every profile.

use serde_json::Value;
use url_facade::{Parser, Profile};

use crate::run::run;

/// A URL whose canonicalization has most kinds of steps.
const EXAMPLE: &str = "'HTTP://user:@EXAMPLE.com:080/%7Efoo/./../a b?q=é#f'";

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
