//! The profile `whatwg` against the public test data of the Standard, as the newest registry crate brings it: no failure is
//! expected.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::path::{Path, PathBuf};

use serde_json::Value;
use url_facade::{
    Encoding, Parser, Profile, WebUrl,
    api::{Attribute, Failure},
};
use url_testdata::{Record, read_json, registry_crate};

/// The folder of the public test data.
fn public_data() -> PathBuf {
    registry_crate("ada-url").unwrap().join("tests/wpt")
}

/// The test cases in `file`, without its comments.
fn cases(file: &Path) -> Vec<Record> {
    let data = read_json(file).unwrap();
    data.as_array().unwrap().iter().filter_map(|case| case.as_object().cloned()).collect()
}

fn text<'r>(record: &'r Record, key: &str) -> Option<&'r str> {
    record.get(key).and_then(Value::as_str)
}

fn construct(input: &str, base: Option<&str>) -> Result<WebUrl, Failure> {
    WebUrl::new(Profile::Whatwg, input, base)
}

/// What differs between the attributes of `url` and those that `expected` lists.
fn differences(url: &WebUrl, expected: &Record) -> String {
    let mut found = Vec::new();
    for (name, value) in expected {
        let got = match name.as_str() {
            "origin" => url.origin().map(|origin| origin.to_string()).unwrap_or_default(),
            "searchParams" => url.search_params().to_string(),
            name => match name.parse::<Attribute>() {
                Ok(attribute) => url.get(attribute).to_owned(),
                Err(_) => continue,
            },
        };
        // One of ada's files writes an opaque origin as null.
        if value.as_str().unwrap_or("null") != got {
            found.push(format!("  {name}: expected {value}, got {got:?}\n"));
        }
    }
    found.concat()
}

/// Whether `case` of urltestdata passes; else what differs.
fn check_parsing(case: &Record) -> Result<Verdict, String> {
    let (input, base) = (text(case, "input").unwrap(), text(case, "base"));
    if case.get("failure").is_none() {
        let url = construct(input, base).map_err(|failure| format!("  {failure}\n"))?;
        let found = differences(&url, case);
        return if found.is_empty() { Ok(Verdict::Passed) } else { Err(found) };
    }
    if let Ok(url) = construct(input, base) {
        return Err(format!("  expected failure, got {}\n", url.href()));
    }
    // What is a URL against a base of the right kind.
    let (opaque, hierarchical) = match text(case, "relativeTo") {
        Some("any-base") => (true, true),
        Some("non-opaque-path-base") => (false, true),
        _ => return Ok(Verdict::Passed),
    };
    let is_url = |base: &&str| construct(input, Some(base)).is_ok();
    if is_url(&"about:blank") != opaque {
        return Err(format!("  against an opaque base: expected {opaque}\n"));
    }
    if ["http://h.test/p", "https://h.test/p", "file:///p"].iter().any(is_url) != hierarchical {
        return Err(format!("  against other bases: expected {hierarchical}\n"));
    }
    Ok(Verdict::Passed)
}

/// What became of a case that is no failure.
#[derive(PartialEq)]
enum Verdict {
    Passed,
    FailedAsExpected,
    /// No test of the parser, says the public test.
    LeftOut,
}

/// Runs `check` on the cases of `name`, demands that none fails, and prints and checks how many there are, failed as
/// expected and are left out.
fn run(name: &str, counts: [usize; 3], check: impl Fn(&Record) -> Result<Verdict, String>) {
    let cases = cases(&public_data().join(name));
    let (mut failures, mut verdicts) = (Vec::new(), Vec::new());
    for case in &cases {
        match check(case) {
            Ok(verdict) => verdicts.push(verdict),
            Err(found) => failures.push(format!("{}\n{found}", Value::from(case.clone()))),
        }
    }
    let count = |kind: Verdict| verdicts.iter().filter(|verdict| **verdict == kind).count();
    let (passed, expected, left_out) =
        (count(Verdict::Passed), count(Verdict::FailedAsExpected), count(Verdict::LeftOut));
    println!(
        "{name}: {passed} of {} passed, {expected} failed as expected, {left_out} left out",
        cases.len()
    );
    assert!(failures.is_empty(), "{name}: {} failed\n{}", failures.len(), failures.concat());
    assert_eq!([cases.len(), expected, left_out], counts, "{name}: another number of cases");
}

#[test]
fn urltestdata() {
    run("urltestdata.json", [891, 0, 0], check_parsing);
}

#[test]
fn urltestdata_javascript_only() {
    run("urltestdata-javascript-only.json", [1, 0, 0], check_parsing);
}

#[test]
fn ada_extra_urltestdata() {
    run("ada_extra_urltestdata.json", [28, 0, 0], check_parsing);
}

#[test]
fn ada_long_urltestdata() {
    run("ada_long_urltestdata.json", [1, 0, 0], check_parsing);
}

/// Runs every case of the setters in `name`.
fn run_setters(name: &str, count: usize) {
    let data = read_json(&public_data().join(name)).unwrap();
    let (mut failures, mut found) = (Vec::new(), 0);
    for (attribute, cases) in data.as_object().unwrap() {
        let Ok(attribute) = attribute.parse::<Attribute>() else { continue };
        for case in cases.as_array().unwrap().iter().filter_map(Value::as_object) {
            found += 1;
            let mut url = construct(text(case, "href").unwrap(), None).unwrap();
            // A setter that throws changes nothing.
            let _ = url.set(attribute, text(case, "new_value").unwrap());
            let differences = differences(&url, case["expected"].as_object().unwrap());
            if !differences.is_empty() {
                failures.push(format!("{attribute:?} {}\n{differences}", Value::from(case.clone())));
            }
            // What a setter leaves is a URL, and the same one.
            let again = construct(url.href(), None).unwrap();
            assert_eq!(again.href(), url.href());
        }
    }
    println!("{name}: {} of {found} passed", found - failures.len());
    assert!(failures.is_empty(), "{name}:\n{}", failures.concat());
    assert_eq!(found, count, "{name}: another number of cases");
}

#[test]
fn setters_tests() {
    run_setters("setters_tests.json", 278);
}

#[test]
fn ada_extra_setters_tests() {
    run_setters("ada_extra_setters_tests.json", 18);
}

/// The code points with which cases begin that the data, of Unicode 17, takes for unassigned, and that Unicode 18, which
/// the tables are of, assigns (U+3D000 to U+3FC3F, Seal); UTS 46 is not of a version (whatwg#domain-parser-toascii). Two
/// cases begin with it.
const UNICODE_18: [char; 1] = ['\u{3E8AC}'];

/// As the public test does it: through the parser, and through the setters of the host.
fn check_to_ascii(case: &Record) -> Result<Verdict, String> {
    let (input, output) = (text(case, "input").unwrap(), text(case, "output"));
    // There is no such host in the parser: the public test leaves it out.
    if input.is_empty() {
        return Ok(Verdict::LeftOut);
    }
    // What would end the host.
    let input = &[":", "/", "?", "#", "\\"]
        .iter()
        .fold(input.to_owned(), |input, end| input.replace(end, &format!("%{:02X}", end.as_bytes()[0])));
    let fails_as_expected = UNICODE_18.contains(&input.chars().next().unwrap_or_default());
    let url = construct(&format!("https://{input}/x"), None).ok();
    let got = url.as_ref().map(WebUrl::hostname);
    match (got == output, fails_as_expected) {
        (true, true) => return Err("  passes: strike it from the list\n".into()),
        (false, false) => return Err(format!("  parsed: {got:?}\n")),
        (false, true) => return Ok(Verdict::FailedAsExpected),
        (true, false) => {}
    }
    for attribute in [Attribute::Host, Attribute::Hostname] {
        let mut url = construct("https://x/x", None).unwrap();
        url.set(attribute, input).unwrap();
        // The empty string and what ends a host leave it as it was.
        if url.hostname() != output.unwrap_or("x") {
            return Err(format!("  set: {}\n", url.hostname()));
        }
    }
    Ok(Verdict::Passed)
}

#[test]
fn toascii() {
    run("toascii.json", [87, 0, 0], check_to_ascii);
}

#[test]
fn idna_test_v2() {
    run("IdnaTestV2.json", [2671, 2, 1], check_to_ascii);
}

#[test]
fn idna_test_v2_removed() {
    run("IdnaTestV2-removed.json", [20, 0, 0], check_to_ascii);
}

#[test]
fn percent_encoding() {
    run("percent-encoding.json", [7, 0, 0], |case| {
        let input = text(case, "input").unwrap();
        for (label, expected) in case["output"].as_object().unwrap() {
            let parser = Parser::new(Profile::Whatwg).with_encoding(Encoding::for_label(label).unwrap());
            let url = parser.canonicalize(&format!("https://h.invalid/?{input}#{input}"), None).unwrap();
            if url.query() != expected.as_str() {
                return Err(format!("  {label}: got {:?}\n", url.query()));
            }
            if url.fragment() != text(case["output"].as_object().unwrap(), "utf-8") {
                return Err(format!("  fragment: got {:?}\n", url.fragment()));
            }
        }
        Ok(Verdict::Passed)
    });
}

/// The strict domain parser is what asks for the lengths of DNS. ada's function for them takes a dot at the end, for the
/// root; `VerifyDnsLength` of UTS 46 does not.
#[test]
fn verify_dns_length() {
    run("verifydnslength_tests.json", [17, 0, 0], |case| {
        let url = construct(text(case, "input").unwrap(), None).unwrap();
        let host = url.hostname();
        let is_valid = url_facade::whatwg::is_valid_domain(host.strip_suffix('.').unwrap_or(host));
        if is_valid == case["failure"].as_bool().unwrap() {
            Err(format!("  valid: {is_valid}\n"))
        } else {
            Ok(Verdict::Passed)
        }
    });
}

/// The operations of the parameters, and that what they make is the query; none of them makes it null.
#[test]
fn search_params_update_the_query() {
    let mut url = construct("https://a.test/?b=1&a=é+x&b=2#f", None).unwrap();
    url.edit_search_params(|params| {
        assert_eq!((params.len(), params.get("a"), params.has("c")), (3, Some("é x"), false));
        assert_eq!(params.get_all("b").collect::<Vec<_>>(), ["1", "2"]);
        params.delete_pair("b", "1");
        params.append("c~", "'*");
        params.sort();
    });
    assert_eq!(url.href(), "https://a.test/?a=%C3%A9+x&b=2&c%7E=%27*#f");
    url.edit_search_params(|params| params.set("a", ""));
    assert_eq!(url.search(), "?a=&b=2&c%7E=%27*");
    url.edit_search_params(|params| ["a", "b", "c~"].into_iter().for_each(|name| params.delete(name)));
    assert_eq!(url.href(), "https://a.test/#f");
}

/// U+FF5E comes before U+1F600 by code points, and after it by UTF-16 code units.
#[test]
fn search_params_sort_by_code_units() {
    let mut url = construct("https://a.test/?～=1&😀=2&～=0", None).unwrap();
    url.edit_search_params(url_facade::api::SearchParams::sort);
    assert_eq!(url.search(), "?%F0%9F%98%80=2&%EF%BD%9E=1&%EF%BD%9E=0");
}

#[test]
fn origins() {
    let origin = |url: &str| construct(url, None).unwrap().origin().unwrap().to_string();
    assert_eq!(origin("blob:https://a.test:8/x"), "https://a.test:8");
    assert_eq!(origin("blob:blob:https://a.test/"), "null");
    assert_eq!(origin("blob:ws://a.test/"), "null");
    assert_eq!(origin("file:///x"), "null");
    assert_eq!(origin("wss://a.test:443/"), "wss://a.test");
    assert_eq!(origin("foo://a.test/"), "null");
}

/// Nothing is resolved against what is not a URL.
#[test]
fn an_invalid_base_is_a_failure() {
    let parser = Parser::new(Profile::Whatwg);
    let base = parser.parse("x#y").unwrap();
    let error = parser.canonicalize("#g", Some(&base)).unwrap_err();
    assert_eq!(error.section().id(), "whatwg#api-url-parser-2.2");
    assert!(construct("http://a.test/", Some("x")).is_err());
}
