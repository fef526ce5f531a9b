//! The profile `manakai` against the project's own vectors and, where they are at hand, the author's.

use std::collections::BTreeMap;

use serde_json::Value;
use url_facade::Profile;
use url_testdata::{assert_recorded_of_suite, json_lines_files, read_json_lines, shared_suites};

use crate::cases::{
    Case,
    author::{author_expects, run_as_author},
    mismatch,
    own_vectors::check_own_vectors,
};

/// The author's cases that come out differently, with why. `docs/conformance/manakai.md` tells more.
///
/// All are of the series of code points that were unassigned in Unicode 3.2, and all for the one reason that
/// manakai#nameprep-7.1 says "latest version of Unicode": the author's was 6.0, and later ones gave the character a
/// compatibility decomposition.
const EXPECTED_FAILURES: [(&str, &str); 5] = [
    ("generated/decomps-authority-stringprep-a1-4:2", "U+209D, decomposes since Unicode 18.0"),
    ("generated/decomps-authority-stringprep-a1-9:602", "U+107A9, decomposes since Unicode 14.0"),
    ("generated/decomps-authority-stringprep-a1-63:502", "U+1DFE5, decomposes since Unicode 18.0"),
    ("generated/decomps-authority-stringprep-a1-63:602", "U+1E049, decomposes since Unicode 15.0"),
    ("generated/decomps-authority-stringprep-a1-67:152", "U+1EE27, decomposes since Unicode 6.1"),
];

#[test]
fn own_vectors_pass() {
    check_own_vectors(Profile::Manakai, 800);
}

#[test]
fn author_cases_pass() {
    let Some(folder) = shared_suites("manakai") else { return };
    let expected_failures = BTreeMap::from(EXPECTED_FAILURES);
    let (mut failures, mut passed, mut failed_as_expected) = (String::new(), 0, Vec::new());
    for file in json_lines_files(&folder).unwrap() {
        for record in read_json_lines(&file).unwrap() {
            let expect = author_expects(&record, "this").unwrap();
            let got = run_as_author(&record, Profile::Manakai);
            let id = record["id"].as_str().unwrap();
            match (got == expect, expected_failures.contains_key(id)) {
                (true, false) => passed += 1,
                (false, true) => failed_as_expected.push(id.to_owned()),
                (false, false) => failures += &mismatch(&record, &expect, &got),
                (true, true) => failures += &(id.to_owned() + " passes: strike it from the list\n"),
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    println!("manakai: {passed} passed, {} failed as expected", failed_as_expected.len());
    let total = passed + failed_as_expected.len();
    assert_recorded_of_suite("manakai", "author_cases_pass", passed, total);
}

/// Components found by an invalid parse are listed; nothing else is lost.
#[test]
fn invalid_parse_lists_what_it_found() {
    let case = Case {
        op: "parse".into(),
        input: "//u@h/x?y".into(),
        base: None,
        encoding: url_facade::Encoding::UTF_8,
    };
    let got = case.run(Profile::Manakai);
    assert_eq!(got["user"], Value::from("u"));
    assert_eq!(got["invalid"], Value::from(true));
}
