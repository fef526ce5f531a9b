//! Tests of the parser, of setters and of encodings with the public test data.

use url_facade::{Encoding, Parser, Profile, WebUrl, api::Attribute};
use url_testdata::{Record, public_cases, text};

use crate::{construct, differences, run};

fn check_parsing(case: &Record) -> Result<(), String> {
    let (input, base) = (text(case, "input").unwrap(), text(case, "base"));
    if case.get("failure").is_none() {
        let url = construct(input, base).map_err(|failure| format!("  {failure}\n"))?;
        let found = differences(&url, case);
        return if found.is_empty() { Ok(()) } else { Err(found) };
    }
    if let Ok(url) = construct(input, base) {
        return Err(format!("  expected failure, got {}\n", url.href()));
    }
    // For each kind of base: true if the input is a URL against a base of this kind.
    let (opaque, hierarchical) = match text(case, "relativeTo") {
        Some("any-base") => (true, true),
        Some("non-opaque-path-base") => (false, true),
        _ => return Ok(()),
    };
    let is_url = |base: &&str| construct(input, Some(base)).is_ok();
    if is_url(&"about:blank") != opaque {
        return Err(format!("  against an opaque base: expected {opaque}\n"));
    }
    if ["http://h.test/p", "https://h.test/p", "file:///p"].iter().any(is_url) != hierarchical {
        return Err(format!("  against other bases: expected {hierarchical}\n"));
    }
    Ok(())
}

/// Spec: whatwg#concept-url-origin-1..4, whatwg#concept-url-origin-1.2..5
/// Spec: whatwg#dom-url-url-1..3, whatwg#dom-url-parse-1..5, whatwg#dom-url-canparse-1..3
/// Spec: whatwg#url-initialize-1..5
/// Spec: whatwg#dom-url-host-1..4, whatwg#dom-url-hostname-1..2, whatwg#dom-url-port-1..2
/// Spec: whatwg#dom-url-search-1..2, whatwg#dom-url-hash-1..2
#[test]
fn urltestdata() {
    run("urltestdata.json", check_parsing);
    run("urltestdata-javascript-only.json", check_parsing);
    run("ada_extra_urltestdata.json", check_parsing);
    run("ada_long_urltestdata.json", check_parsing);
}

fn check_setter(case: &Record) -> Result<(), String> {
    let mut url = construct(text(case, "href").unwrap(), None).unwrap();
    let attribute: Attribute = text(case, "attribute").unwrap().parse().unwrap();
    // A setter that throws leaves the URL unchanged.
    let _ = url.set(attribute, text(case, "new_value").unwrap());
    assert_eq!(construct(url.href(), None).unwrap().href(), url.href());
    let found = differences(&url, case["expected"].as_object().unwrap());
    if found.is_empty() { Ok(()) } else { Err(found) }
}

#[test]
fn setters_tests() {
    run("setters_tests.json", check_setter);
    run("ada_extra_setters_tests.json", check_setter);
}

/// A character that the encoding of the query does not contain becomes a numeric character reference.
///
/// Spec: whatwg#string-percent-encode-after-encoding-7.4
#[test]
fn percent_encoding() {
    run("percent-encoding.json", |case| {
        let input = text(case, "input").unwrap();
        for (label, expected) in case["output"].as_object().unwrap() {
            let parser = Parser::new(Profile::Whatwg).with_encoding(Encoding::for_label(label).unwrap());
            let url = parser.parse(&format!("https://h.invalid/?{input}#{input}")).unwrap();
            if url.query() != expected.as_str() {
                return Err(format!("  {label}: got {:?}\n", url.query()));
            }
            if url.fragment() != text(case["output"].as_object().unwrap(), "utf-8") {
                return Err(format!("  fragment: got {:?}\n", url.fragment()));
            }
        }
        Ok(())
    });
}

/// The review draft of February 2026 rejects invalid Punycode in ASCII hosts, as the older test file of the
/// crate `url` expects. The newest edition accepts such hosts.
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
