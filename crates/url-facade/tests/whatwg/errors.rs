//! Checks the profiles `whatwg` and `whatwg-2026-02` with the project's own vectors: each validation error
//! with its byte range, inputs that barely avoid an error, and the differences of the two editions.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use url_facade::{Encoding, Parser, Profile, Source, WebUrl, api::Attribute, trace::Recorder};
use url_testdata::{Record, assert_expected, read_vectors};

const NAMES: &str = "domain-to-ASCII domain-percent-encoded host-invalid-code-point \
    IPv4-empty-part IPv4-too-few-parts IPv4-too-many-parts IPv4-non-numeric-part IPv4-non-decimal-part \
    IPv4-out-of-range-part IPv6-unclosed IPv6-invalid-compression IPv6-too-many-pieces \
    IPv6-multiple-compression IPv6-invalid-code-point IPv6-too-few-pieces IPv6-piece-leading-zero \
    IPv4-in-IPv6-too-many-pieces IPv4-in-IPv6-invalid-code-point IPv4-in-IPv6-out-of-range-part \
    IPv4-in-IPv6-too-few-parts invalid-URL-unit special-scheme-missing-following-solidus \
    missing-scheme-non-relative-URL invalid-reverse-solidus invalid-credentials host-missing \
    port-out-of-range port-invalid file-invalid-Windows-drive-letter \
    file-invalid-Windows-drive-letter-host";

fn run(profile: Profile, record: &Record) -> Value {
    let encoding = record.get("encoding").and_then(Value::as_str);
    let encoding = encoding.map_or(Encoding::UTF_8, |label| Encoding::for_label(label).unwrap());
    let parser = Parser::new(profile).with_encoding(encoding);
    let base = record["base"].as_str().map(|base| parser.parse_reference(base).unwrap());
    let mut recorder = Recorder::default();
    let input = record["input"].as_str().unwrap();
    let url = if let Some(attribute) = record.get("attr") {
        let attribute = attribute.as_str().unwrap().parse().unwrap();
        parser.with_base(base.as_ref()).parse(input).map(|mut url| {
            // A setter that rejects its value leaves the URL unchanged. The test then compares the `href`.
            let _ = url.set_attribute_traced(attribute, record["value"].as_str().unwrap(), &mut recorder);
            url
        })
    } else {
        parser.with_base(base.as_ref()).parse_traced(input, &mut recorder)
    };
    assert!(recorder.violations().all(|violation| violation.source == Source::Input));
    let violations = recorder.violations().map(|found| json!([found.name, found.span.start, found.span.end]));
    let violations: Vec<Value> = violations.collect();
    match url {
        Ok(url) => json!({"href": url.as_str(), "violations": violations}),
        Err(_) => json!({"failure": true, "violations": violations}),
    }
}

fn vectors(profile: Profile) -> Vec<Record> {
    let mut records = read_vectors(profile.name()).unwrap();
    records.retain(|record| record["op"] == "canon" || record["op"] == "set");
    records
}

#[test]
fn own_vectors_pass() {
    let records = vectors(Profile::Whatwg);
    assert_expected(&records, |record| run(Profile::Whatwg, record));
    assert!(records.len() >= 130, "only {} vectors found", records.len());
    let violations = records.iter().flat_map(|record| record["expect"]["violations"].as_array().unwrap());
    let found: BTreeSet<_> = violations.map(|violation| violation[0].as_str().unwrap()).collect();
    let names = NAMES.split(' ').collect();
    assert_eq!(found, names, "the vectors have every validation error, and no other");
}

#[test]
fn own_vectors_of_2026_02_pass() {
    let records = vectors(Profile::Whatwg202602);
    assert_expected(&records, |record| run(Profile::Whatwg202602, record));
    assert_eq!(records.len(), 26);
}

/// The review draft does not report the errors that later editions added, and reports one that was removed.
#[test]
fn the_draft_differs_only_in_newer_errors() {
    let since = "domain-to-ASCII domain-percent-encoded IPv4-too-few-parts IPv6-piece-leading-zero";
    let mut differ = 0;
    for record in vectors(Profile::Whatwg) {
        let (newest, draft) = (run(Profile::Whatwg, &record), run(Profile::Whatwg202602, &record));
        if newest == draft {
            continue;
        }
        differ += 1;
        let input = record["input"].as_str().unwrap();
        let fails_at_xn = draft.get("failure").is_some() && input.to_ascii_lowercase().contains("xn--");
        assert!(newest["href"] == draft["href"] || fails_at_xn, "{input}");
        let rest = |errors: &Value| -> Vec<Value> {
            let is_shared = |error: &Value| {
                let name = error[0].as_str().unwrap();
                let is_space = input.as_bytes().get(usize::try_from(error[1].as_u64().unwrap()).unwrap());
                !since.contains(name) && name != "domain-invalid-code-point" && is_space != Some(&b' ')
            };
            errors["violations"].as_array().unwrap().iter().filter(|e| is_shared(e)).cloned().collect()
        };
        assert_eq!(rest(&newest), rest(&draft), "{input}");
    }
    assert_eq!(differ, 36, "another number of vectors");
}

#[test]
fn setters_of_2026_02() {
    for (profile, expected) in [(Profile::Whatwg, "xn--a"), (Profile::Whatwg202602, "a.test")] {
        let mut url = WebUrl::new(profile, "http://a.test/", None).unwrap();
        url.set(Attribute::Hostname, "XN--a").unwrap();
        assert_eq!(url.hostname(), expected);
    }
    let blob = WebUrl::new(Profile::Whatwg202602, "blob:https://xn--a/", None).unwrap();
    assert_eq!(blob.origin().unwrap().to_string(), "null");
}
