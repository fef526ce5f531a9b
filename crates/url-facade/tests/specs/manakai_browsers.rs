//! The profiles `manakai-chrome`, `manakai-gecko` and `manakai-ie` against the project's own vectors and, where they
//! are at hand, the author's.

use std::collections::BTreeMap;

use url_facade::{Profile, sections};
use url_testdata::{
    assert_recorded_of_suite, expected_failures, json_lines_files, read_json_lines, shared_suites,
};

use crate::cases::{
    author::{author_expects, run_as_author},
    mismatch,
    own_vectors::check_own_vectors,
};

#[test]
fn own_vectors_pass() {
    for profile in [Profile::ManakaiChrome, Profile::ManakaiGecko, Profile::ManakaiIe] {
        check_own_vectors(profile, 25);
    }
}

/// The ids of the author's cases that come out differently under `profile`, with why, as the file of the same name
/// lists them; `true` once one of them has.
fn listed(profile: Profile) -> BTreeMap<String, bool> {
    let mut listed = BTreeMap::new();
    for row in read_json_lines(&expected_failures(profile.name())).unwrap() {
        let section = row["section"].as_str().unwrap();
        assert!(sections::find(section).is_some(), "{profile}: unknown section {section}");
        assert!(!row["why"].as_str().unwrap().is_empty());
        for id in row["ids"].as_array().unwrap() {
            let before = listed.insert(id.as_str().unwrap().to_owned(), false);
            assert_eq!(before, None, "{profile}: {id} is listed twice");
        }
    }
    listed
}

fn check_author_cases(profile: Profile, column: &str) {
    let Some(folder) = shared_suites("manakai") else { return };
    let mut listed = listed(profile);
    let (mut failures, mut passed) = (String::new(), 0);
    for file in json_lines_files(&folder).unwrap() {
        for record in read_json_lines(&file).unwrap() {
            // Some of the cases that the suite adds have no expectation for a browser.
            let Some(expect) = author_expects(&record, column) else { continue };
            let got = run_as_author(&record, profile);
            let id = record["id"].as_str().unwrap();
            match (got == expect, listed.get_mut(id)) {
                (true, None) => passed += 1,
                (false, Some(failed)) => *failed = true,
                (false, None) => failures += &mismatch(&record, &expect, &got),
                (true, Some(_)) => failures += &(id.to_owned() + " passes: strike it from the list\n"),
            }
        }
    }
    assert!(failures.is_empty(), "{profile}: {failures}");
    let gone: Vec<_> = listed.iter().filter(|(_, failed)| !**failed).collect();
    assert!(gone.is_empty(), "{profile}: no such cases: {gone:?}");
    println!("{profile}: {passed} passed, {} failed as expected", listed.len());
    assert_recorded_of_suite("manakai-browsers", "manakai_browsers::author", passed, passed + listed.len());
}

#[test]
fn author_cases_pass_for_chrome() {
    check_author_cases(Profile::ManakaiChrome, "chrome");
}

#[test]
fn author_cases_pass_for_gecko() {
    check_author_cases(Profile::ManakaiGecko, "gecko");
}

#[test]
fn author_cases_pass_for_ie() {
    check_author_cases(Profile::ManakaiIe, "ie");
}
