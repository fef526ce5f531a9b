//! The parser, the setters and encodings.

use serde_json::Value;
use url_facade::{Encoding, Parser, Profile, api::Attribute};
use url_testdata::{Record, read_json};

use crate::{construct, differences, public_data, recorded, report, run, text};

/// Whether `case` of urltestdata passes; else what differs.
pub(crate) fn check_parsing(case: &Record) -> Result<(), String> {
    let (input, base) = (text(case, "input").unwrap(), text(case, "base"));
    if case.get("failure").is_none() {
        let url = construct(input, base).map_err(|failure| format!("  {failure}\n"))?;
        let found = differences(&url, case);
        return if found.is_empty() { Ok(()) } else { Err(found) };
    }
    if let Ok(url) = construct(input, base) {
        return Err(format!("  expected failure, got {}\n", url.href()));
    }
    // What is a URL against a base of the right kind.
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

#[test]
fn urltestdata() {
    run("urltestdata.json", 891, check_parsing);
}

#[test]
fn urltestdata_javascript_only() {
    run("urltestdata-javascript-only.json", 1, check_parsing);
}

#[test]
fn ada_extra_urltestdata() {
    run("ada_extra_urltestdata.json", 28, check_parsing);
}

#[test]
fn ada_long_urltestdata() {
    run("ada_long_urltestdata.json", 1, check_parsing);
}

/// Whether `case` of the setter of `attribute` passes; else what differs.
pub(crate) fn check_setter(attribute: Attribute, case: &Record) -> Result<(), String> {
    let mut url = construct(text(case, "href").unwrap(), None).unwrap();
    // A setter that throws changes nothing.
    let _ = url.set(attribute, text(case, "new_value").unwrap());
    // What a setter leaves is a URL, and the same one.
    assert_eq!(construct(url.href(), None).unwrap().href(), url.href());
    let found = differences(&url, case["expected"].as_object().unwrap());
    if found.is_empty() { Ok(()) } else { Err(found) }
}

/// Runs every case of the setters in `name`.
fn run_setters(name: &str, count: usize) {
    let data = read_json(&public_data().join(name)).unwrap();
    let (mut failures, mut found) = (Vec::new(), 0);
    for (attribute, cases) in data.as_object().unwrap() {
        let Ok(attribute) = attribute.parse() else { continue };
        for case in cases.as_array().unwrap().iter().filter_map(Value::as_object) {
            found += 1;
            if let Err(differences) = check_setter(attribute, case) {
                failures.push(format!("{attribute:?} {}\n{differences}", Value::from(case.clone())));
            }
        }
    }
    report(&format!("{name}: {} of {found} passed", found - failures.len()));
    assert!(failures.is_empty(), "{name}:\n{}", failures.concat());
    assert_eq!(found, count, "{name}: another number of cases");
    recorded(name, "ada-url", [count, count], None);
}

#[test]
fn setters_tests() {
    run_setters("setters_tests.json", 278);
}

#[test]
fn ada_extra_setters_tests() {
    run_setters("ada_extra_setters_tests.json", 18);
}

/// What an encoding does not have becomes a reference by its number.
///
/// Spec: whatwg#string-percent-encode-after-encoding-7.4
#[test]
fn percent_encoding() {
    run("percent-encoding.json", 7, |case| {
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
