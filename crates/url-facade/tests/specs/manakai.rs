//! Checks the four profiles of the manakai document with the project's own vectors and those of the author.

use std::fmt::Write as _;

use serde_json::{Value, json};
use url_facade::{Profile, sections};
use url_testdata::{
    ExpectedFailures, assert_recorded_of_suite, json_lines_files, read_json_lines, shared_suites,
};

use crate::cases::{Case, check_own_vectors};

#[test]
fn own_vectors_pass() {
    check_own_vectors(Profile::Manakai, 800);
    for profile in [Profile::ManakaiChrome, Profile::ManakaiGecko, Profile::ManakaiIe] {
        check_own_vectors(profile, 25);
    }
}

fn check_author_cases(page: &str, profile: Profile, column: &str) {
    let Some(folder) = shared_suites("manakai") else { return };
    let mut known = ExpectedFailures::of(profile.name()).unwrap();
    assert!(known.sections.iter().all(|section| sections::find(section).is_some()), "{profile}");
    let (mut failures, mut count) = (String::new(), 0);
    for file in json_lines_files(&folder).unwrap() {
        for record in read_json_lines(&file).unwrap() {
            // Some cases of the suite do not have an expectation for each browser.
            let Some(mut expect) = record["expect"].get(column).and_then(Value::as_object).cloned() else {
                continue;
            };
            if let Some(canon) = expect.remove("canon") {
                expect.insert("href".into(), canon);
            }
            let (mut got, _) = Case::new(&record).run(profile);
            got.remove("reason");
            // The author's vectors for `resolve` do not contain the serialized URL.
            if record["kind"] == "resolve" {
                got.remove("href");
            }
            count += 1;
            if !known.expects(record["id"].as_str().unwrap(), got == expect) {
                writeln!(failures, "{} got {}", json!(record), json!(got)).unwrap();
            }
        }
    }
    assert!(failures.is_empty(), "{profile}: {failures}");
    let (failed, gone) = known.failed();
    assert!(gone.is_empty(), "{profile}: no such cases: {gone:?}");
    println!("{profile}: {} passed, {failed} failed as expected", count - failed);
    assert_recorded_of_suite(page, "manakai::author", count - failed, count);
}

#[test]
fn author_cases_pass() {
    check_author_cases("manakai", Profile::Manakai, "this");
    check_author_cases("manakai-browsers", Profile::ManakaiChrome, "chrome");
    check_author_cases("manakai-browsers", Profile::ManakaiGecko, "gecko");
    check_author_cases("manakai-browsers", Profile::ManakaiIe, "ie");
}
