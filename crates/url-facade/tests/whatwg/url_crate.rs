//! The files of the crate `url`: older ones of the same names. All their cases stand in the newer files, some with
//! another expectation; this tells how many, and when they bring a case that the newer ones lack.

use url_facade::{Profile, WebUrl};
use url_testdata::{Record, public_cases, text};

use crate::recorded;

/// The cases of the older and of the newer file `name`, without what is said of them.
fn both(name: &str) -> [Vec<Record>; 2] {
    ["url", "ada-url"].map(|of| {
        let mut cases = public_cases(of, name).unwrap();
        for case in &mut cases {
            case.remove("comment");
        }
        cases
    })
}

#[test]
fn older_files() {
    for (name, keys) in [
        ("urltestdata.json", &["input", "base"][..]),
        ("setters_tests.json", &["attribute", "href", "new_value"]),
    ] {
        let [older, newer] = both(name);
        let has_like = |case: &Record| {
            newer.iter().any(|other| keys.iter().all(|key| text(other, key) == text(case, key)))
        };
        assert_eq!(older.iter().find(|case| !has_like(case)), None, "the newer {name} lacks it");
        let passed = older.iter().filter(|case| newer.contains(case)).count();
        recorded(name, "url", [older.len(), passed], Some(older.len() - passed));
    }
}

/// The older file is from before the fallback for ASCII, and so is the review draft of February 2026: what has changed
/// since about labels of Punycode is in the draft as the older file has it.
#[test]
fn punycode_in_the_review_draft() {
    let [mut older, newer] = both("urltestdata.json");
    let is_punycode = |case: &Record| text(case, "input").unwrap().to_ascii_lowercase().contains("xn--");
    older.retain(|case| is_punycode(case) && !newer.contains(case));
    for case in &older {
        assert_eq!(case["failure"], true, "{case:?}");
        assert!(WebUrl::new(Profile::Whatwg202602, text(case, "input").unwrap(), None).is_err(), "{case:?}");
    }
    assert_eq!(older.len(), 8);
}
