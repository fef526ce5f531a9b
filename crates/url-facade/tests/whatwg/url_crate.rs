//! The files of the crate `url`: older ones of the same names. All their cases stand in the newer files, some with
//! another expectation; this holds them to the rest, and tells when they bring a case that the newer ones lack.

use serde_json::Value;
use url_facade::{Profile, WebUrl};
use url_testdata::{Record, read_json, registry_crate};

use crate::{
    cases,
    parsing::{check_parsing, check_setter},
    public_data, recorded, report, text,
};

/// What a case asks for.
fn asks(case: &Record) -> Record {
    let mut case = case.clone();
    case.remove("comment");
    case
}

/// How many of `older` pass as they stand and how many have another expectation in `newer`; every one has its like there.
fn compare(
    older: &[Record],
    newer: &[Record],
    keys: [&str; 2],
    check: impl Fn(&Record) -> Result<(), String>,
) -> (usize, usize) {
    let (mut passed, mut superseded) = (0, 0);
    for case in older {
        let is_same = |other: &&Record| keys.iter().all(|key| text(other, key) == text(case, key));
        let mut alike = newer.iter().filter(is_same).peekable();
        assert!(alike.peek().is_some(), "{case:?}: the newer file lacks it");
        if alike.any(|other| asks(other) == asks(case)) {
            check(case).unwrap();
            passed += 1;
        } else {
            superseded += 1;
        }
    }
    (passed, superseded)
}

#[test]
fn urltestdata() {
    let file = registry_crate("url").unwrap().join("tests/urltestdata.json");
    let newer = cases(&public_data().join("urltestdata.json"));
    let (passed, superseded) = compare(&cases(&file), &newer, ["input", "base"], check_parsing);
    report(&format!("urltestdata.json (url's): {passed} passed, {superseded} superseded"));
    recorded("urltestdata.json", "url", [passed + superseded, passed], Some(superseded));
}

/// The older file is from before the fallback for ASCII, and so is the review draft of February 2026: what has changed
/// since about labels of Punycode is in the draft as the older file has it.
#[test]
fn punycode_in_the_review_draft() {
    let older = cases(&registry_crate("url").unwrap().join("tests/urltestdata.json"));
    let newer = cases(&public_data().join("urltestdata.json"));
    let has_changed = |case: &&Record| {
        let input = text(case, "input").unwrap().to_ascii_lowercase();
        input.contains("xn--") && newer.iter().all(|other| asks(other) != asks(case))
    };
    let mut count = 0;
    for case in older.iter().filter(has_changed) {
        assert_eq!(case["failure"], true, "{case:?}");
        assert!(WebUrl::new(Profile::Whatwg202602, text(case, "input").unwrap(), None).is_err(), "{case:?}");
        count += 1;
    }
    report(&format!("urltestdata.json (url's), whatwg-2026-02: {count} of {count} on Punycode passed"));
    assert_eq!(count, 8);
}

#[test]
fn setters_tests() {
    let older = read_json(&registry_crate("url").unwrap().join("tests/setters_tests.json")).unwrap();
    let newer = read_json(&public_data().join("setters_tests.json")).unwrap();
    let list = |data: &Value, name: &str| -> Vec<Record> {
        data[name].as_array().into_iter().flatten().filter_map(Value::as_object).cloned().collect()
    };
    let mut counts = (0, 0);
    for (name, _) in older.as_object().unwrap() {
        let Ok(attribute) = name.parse() else { continue };
        let check = |case: &Record| check_setter(attribute, case);
        let (passed, superseded) =
            compare(&list(&older, name), &list(&newer, name), ["href", "new_value"], check);
        counts = (counts.0 + passed, counts.1 + superseded);
    }
    report(&format!("setters_tests.json (url's): {} passed, {} superseded", counts.0, counts.1));
    recorded("setters_tests.json", "url", [counts.0 + counts.1, counts.0], Some(counts.1));
}
