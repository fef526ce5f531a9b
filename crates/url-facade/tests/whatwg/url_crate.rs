//! The older `urltestdata.json` of the crate `url`. Cases that have another expectation in the newer file are
//! superseded.

use url_facade::{Profile, WebUrl};
use url_testdata::{Record, public_cases, text};

/// The older file and the review draft of February 2026 are from before the fallback for ASCII, so the draft
/// has the older results for labels of Punycode.
#[test]
fn punycode_in_the_review_draft() {
    let [mut older, newer] = ["url", "ada-url"].map(|of| public_cases(of, "urltestdata.json").unwrap());
    let expectation = |case: &Record| (case.get("failure").cloned(), text(case, "href").map(String::from));
    let is_superseded = |case: &Record| {
        newer.iter().any(|other| {
            ["input", "base"].iter().all(|key| text(other, key) == text(case, key))
                && expectation(other) != expectation(case)
        })
    };
    older.retain(|case| {
        text(case, "input").unwrap().to_ascii_lowercase().contains("xn--") && is_superseded(case)
    });
    for case in &older {
        assert_eq!(case["failure"], true, "{case:?}");
        assert!(WebUrl::new(Profile::Whatwg202602, text(case, "input").unwrap(), None).is_err(), "{case:?}");
    }
    assert_eq!(older.len(), 8);
}
