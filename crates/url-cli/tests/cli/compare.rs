//! `compare`.

use insta::assert_snapshot;
use serde_json::Value;

use crate::run::{run, shown, stdout, urlspec};

#[test]
fn who_sees_which_host() {
    assert_snapshot!(shown(&["compare", r"http://evil.example\@good.example/"]), @"");
}

#[test]
fn a_relative_reference() {
    assert_snapshot!(shown(&["compare", "../a b?é", "--base", "http://a.test/b/c/d?q", "--encoding", "latin1"]), @"");
}

#[test]
fn no_host_and_a_base_at_fault() {
    assert_snapshot!(shown(&["compare", "mailto:x"]), @"");
    assert_snapshot!(shown(&["compare", "x", "--base", "http://a.test:x/"]), @"");
}

#[test]
fn hosts_of_any_width_line_up() {
    assert_snapshot!(shown(&["compare", "http://日本\u{202e}.test/"]), @"");
}

#[test]
fn as_json() {
    let json = stdout(&run(&["compare", r"http://evil.example\@good.example/", "--json"], ""));
    assert_snapshot!(json, @"");
    let compared: Value = serde_json::from_str(&json).unwrap();
    let profiles = url_facade::Profile::ALL.iter().map(|profile| profile.name());
    let results = compared["results"].as_array().unwrap();
    assert!(profiles.eq(results.iter().map(|result| result["profile"].as_str().unwrap())));
    for result in results {
        let group = compared["groups"].as_array().unwrap().iter().find(|group| group["group"] == result["group"]);
        let group = group.unwrap();
        assert!(group["profiles"].as_array().unwrap().contains(&result["profile"]));
        assert_eq!((&group["ok"], &group["host"]), (&result["ok"], &result["host"]));
    }
}

/// Whatever is compared, each profile is in one group, and those in it agree.
#[test]
fn groups_are_sound() {
    for args in [
        &["compare", "--json", ""][..],
        &["compare", "--json", "http:///"],
        &["compare", "--json", "HTTP:a", "--base", "http://b/"],
        &["compare", "--json", "data:é", "--base", "http://b/"],
        &["compare", "--json", "file:///C|/x"],
        &["compare", "--json", "http://a:80"],
    ] {
        let compared: Value = serde_json::from_str(&stdout(&run(args, ""))).unwrap();
        let groups = compared["groups"].as_array().unwrap();
        let count: usize = groups.iter().map(|group| group["profiles"].as_array().unwrap().len()).sum();
        assert_eq!(count, url_facade::Profile::ALL.len(), "{args:?}");
        for result in compared["results"].as_array().unwrap() {
            for other in compared["results"].as_array().unwrap() {
                let same = ["ok", "scheme", "user", "password", "host", "port", "path", "query", "fragment"]
                    .iter()
                    .all(|key| result[key] == other[key])
                    && (result["href"] == other["href"] || result["op"] != other["op"]);
                let agree = result["group"] == other["group"];
                assert!(same || !agree, "{args:?}: {result} {other}");
                assert!(agree || !same || result["op"] != other["op"], "{args:?}: {result} {other}");
            }
        }
    }
}

#[test]
fn groups_have_colours_on_a_terminal() {
    let args = ["compare", "http://a.test:x/"];
    assert!(!shown(&args).contains('\u{1b}'));
    let forced = urlspec().args(args).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(stdout(&forced).contains("\u{1b}[1m\u{1b}[31mA"));
}
