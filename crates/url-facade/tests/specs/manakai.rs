//! The four profiles of the manakai document against the project's own vectors and, where they are at hand, the author's.

use std::{collections::BTreeMap, fmt::Write as _};

use serde_json::{Value, json};
use url_facade::{Profile, sections};
use url_testdata::{
    assert_recorded_of_suite, expected_failures, json_lines_files, read_json_lines, shared_suites,
};

use crate::cases::{Case, check_own_vectors};

#[test]
fn own_vectors_pass() {
    check_own_vectors(Profile::Manakai, 800);
    for profile in [Profile::ManakaiChrome, Profile::ManakaiGecko, Profile::ManakaiIe] {
        check_own_vectors(profile, 25);
    }
}

/// The ids of the author's cases that come out differently under `profile`, with why, as the file of the same name
/// lists them; `true` once one of them has.
fn listed(profile: Profile) -> BTreeMap<String, bool> {
    let mut listed = BTreeMap::new();
    for row in read_json_lines(&expected_failures(profile.name())).unwrap() {
        assert!(sections::find(row["section"].as_str().unwrap()).is_some(), "{profile}: {}", row["section"]);
        assert!(!row["why"].as_str().unwrap().is_empty());
        for id in row["ids"].as_array().unwrap() {
            let before = listed.insert(id.as_str().unwrap().to_owned(), false);
            assert_eq!(before, None, "{profile}: {id} is listed twice");
        }
    }
    listed
}

fn check_author_cases(page: &str, profile: Profile, column: &str) {
    let Some(folder) = shared_suites("manakai") else { return };
    let mut listed = listed(profile);
    let (mut failures, mut passed) = (String::new(), 0);
    for file in json_lines_files(&folder).unwrap() {
        for record in read_json_lines(&file).unwrap() {
            // Some of the cases that the suite adds have no expectation for a browser.
            let Some(mut expect) = record["expect"].get(column).and_then(Value::as_object).cloned() else {
                continue;
            };
            if let Some(canon) = expect.remove("canon") {
                expect.insert("href".into(), canon);
            }
            let mut got = Case::new(&record).run(profile);
            got.remove("reason");
            // The author's vectors have no serialization for `resolve`.
            if record["kind"] == "resolve" {
                got.remove("href");
            }
            match (got == expect, listed.get_mut(record["id"].as_str().unwrap())) {
                (true, None) => passed += 1,
                (false, Some(failed)) => *failed = true,
                (_, listed) => {
                    writeln!(failures, "{} got {} listed {listed:?}", json!(record), json!(got)).unwrap();
                }
            }
        }
    }
    assert!(failures.is_empty(), "{profile}: {failures}");
    let gone: Vec<_> = listed.iter().filter(|(_, failed)| !**failed).collect();
    assert!(gone.is_empty(), "{profile}: no such cases: {gone:?}");
    println!("{profile}: {passed} passed, {} failed as expected", listed.len());
    assert_recorded_of_suite(page, "manakai::author", passed, passed + listed.len());
}

#[test]
fn author_cases_pass() {
    check_author_cases("manakai", Profile::Manakai, "this");
    check_author_cases("manakai-browsers", Profile::ManakaiChrome, "chrome");
    check_author_cases("manakai-browsers", Profile::ManakaiGecko, "gecko");
    check_author_cases("manakai-browsers", Profile::ManakaiIe, "ie");
}
