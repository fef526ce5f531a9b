//! Checks the profile `webspecs` with vectors, and with the results of the document's own implementation.

use std::fmt::Write as _;

use serde_json::{Value, json};
use url_facade::{
    Encoding, Parser, Profile, Source, WebUrl,
    api::{Attribute, Failure},
    webspecs::{check_url, domain_to_ascii, domain_to_unicode},
};
use url_testdata::{
    ExpectedFailures, Record, assert_recorded_of_suite, check_vectors, expectation, json_lines_files,
    read_json_lines, read_vectors, shared_suites, text,
};

fn construct(input: &str, base: Option<&str>) -> Result<WebUrl, Failure> {
    WebUrl::new(Profile::Webspecs, input, base)
}

type Made = (WebUrl, String);

fn outcome(result: &Result<Made, Failure>, expect: &Record) -> Record {
    let Ok((object, href)) = result else { return Record::from_iter([("failure".into(), true.into())]) };
    let value = |name: &str| -> Value {
        match name.parse() {
            Ok(attribute) if attribute != Attribute::Href => object.get(attribute).into(),
            _ if name == "origin" => object.origin().map(|origin| origin.to_string()).into(),
            _ => href.as_str().into(),
        }
    };
    expect.keys().map(|name| (name.clone(), value(name))).collect()
}

fn violations(result: &Result<Made, Failure>) -> Vec<Value> {
    let of_object = result.iter().flat_map(|(object, _)| object.violations());
    let found = of_object.chain(result.as_ref().err().into_iter().flat_map(|failure| &failure.violations));
    let of_url = found.filter(|violation| violation.source == Source::Input);
    of_url.map(|violation| json!([violation.name, violation.span.start, violation.span.end])).collect()
}

fn run(record: &Record, expect: &Record) -> Result<Made, Failure> {
    let text = |key: &str| text(record, key);
    if let Some(attribute) = text("attr") {
        let mut url = construct(text("url").unwrap(), None).unwrap();
        // After a setter throws, the URL is unchanged, and the suite lists the unchanged attributes.
        let _ = url.set(attribute.parse().unwrap(), text("value").unwrap());
        let href = url.href().to_owned();
        return Ok((url, href));
    }
    let (input, base) = (text("input").unwrap(), text("base"));
    let object = construct(input, base)?;
    let mut href = object.href().to_owned();
    if let Some(label) = text("encoding") {
        // URL objects do not support encodings, so the parser resolves the string.
        assert_eq!(expect.keys().collect::<Vec<_>>(), ["href"]);
        let parser = Parser::new(Profile::Webspecs).with_encoding(Encoding::for_label(label).unwrap());
        let base = base.map(|base| parser.parse_reference(base).unwrap());
        href = parser.with_base(base.as_ref()).parse(input).unwrap().into_string();
    }
    Ok((object, href))
}

fn failures_of(records: &[Record], known: &mut ExpectedFailures) -> String {
    let mut failures = String::new();
    for record in records {
        let expect = expectation(record).unwrap();
        let result = run(record, &expect);
        let (got, violations) = (outcome(&result, &expect), violations(&result));
        let flag = record.get("conformance_error").filter(|_| !expect.contains_key("failure"));
        let flag = flag.map(|flag| flag.as_bool().unwrap_or(!flag.is_null()));
        let expected_violations = record.get("violations").and_then(Value::as_array);
        let passes = got == expect
            && flag.is_none_or(|flag| flag != violations.is_empty())
            && expected_violations.is_none_or(|expected| *expected == violations);
        if !known.expects(text(record, "id").unwrap(), passes) {
            let (record, got) = (json!(record), json!(got));
            writeln!(failures, "{record}\n  got {got}\n  violations {}", json!(violations)).unwrap();
        }
    }
    failures
}

/// Spec: webspecs#api-getters-1
#[test]
fn own_vectors_pass() {
    let mut records = read_vectors("webspecs").unwrap();
    records.retain(|record| record.get("op").is_none());
    let failures = failures_of(&records, &mut ExpectedFailures::of("webspecs").unwrap());
    assert!(failures.is_empty(), "{failures}");
    assert!(records.len() >= 362, "only {} vectors found", records.len());
}

#[test]
fn own_vectors_of_writing_pass() {
    check_vectors("webspecs/writing.jsonl", 49, |record| {
        let base = record["base"].as_str();
        let base = base.map(|base| Parser::new(Profile::Webspecs).parse(base).unwrap());
        let Err(breach) = check_url(text(record, "input").unwrap(), base.as_ref()) else {
            return json!({"valid": true});
        };
        assert_eq!(breach.section().id(), record["section"], "{}", record["id"]);
        json!({"valid": false, "reason": breach.reason().name(), "span": [breach.span().start, breach.span().end]})
    });
}

#[test]
fn recorded_results_pass() {
    let Some(folder) = shared_suites("webspecs") else { return };
    let (mut known, mut count) = (ExpectedFailures::of("webspecs").unwrap(), 0);
    for file in json_lines_files(&folder).unwrap() {
        let records = read_json_lines(&file).unwrap();
        let failures = failures_of(&records, &mut known);
        assert!(failures.is_empty(), "{}:\n{failures}", file.display());
        count += records.len();
    }
    assert_recorded_of_suite("webspecs", "recorded_results_pass", count - known.failed().0, count);
}

/// Spec: webspecs#api-setters-1, webspecs#urls-12
#[test]
fn an_element_keeps_a_value_that_is_not_a_url() {
    let mut link = WebUrl::from_element(Profile::Webspecs, "http://[", "http://a.test/b/").unwrap();
    link.set(Attribute::Host, "x").unwrap();
    link.edit_search_params(|params| params.append("a", "b"));
    assert_eq!((link.href(), link.protocol(), link.host()), ("http://[", ":", ""));
    assert!(link.origin().is_none());
    link.set(Attribute::Href, "c").unwrap();
    assert_eq!(link.href(), "http://a.test/b/c");
    link.set(Attribute::Href, "http://a b").unwrap();
    assert_eq!((link.href(), link.pathname()), ("http://a b", ""));
    assert_eq!(link.violations().last().map(|violation| violation.name), Some("host-forbidden"));
}

/// Spec: webspecs#api-urlsearchparams-1
#[test]
fn search_params_and_the_query_follow_each_other() {
    let mut url = construct("http://a.test/?a=1&b=%20+&a=2", None).unwrap();
    let params = url.search_params();
    assert_eq!(params.iter().collect::<Vec<_>>(), [("a", "1"), ("b", "  "), ("a", "2")]);
    url.edit_search_params(|params| {
        params.set("a", "x y");
        params.set("c", "\u{E9}");
        params.delete("b");
    });
    assert_eq!(url.href(), "http://a.test/?a=x+y&c=%C3%A9");
    url.set(Attribute::Search, "").unwrap();
    assert_eq!((url.search_params().has("a"), url.href()), (false, "http://a.test/"));
}

#[test]
fn violations_are_those_of_the_last_value() {
    let mut url = construct("http:\\\\a.test\\x", None).unwrap();
    assert_eq!(url.violations().count(), 2);
    url.set(Attribute::Href, "http:\\\\b.test").unwrap();
    assert_eq!(url.violations().count(), 1);
    let refused = url.set(Attribute::Href, "http://c.test:x/").unwrap_err();
    assert_eq!(refused.violations.iter().map(|found| found.name).collect::<Vec<_>>(), ["port-not-number"]);
}

/// A `blob:` URL may contain `blob:` URLs to any depth.
///
/// Spec: webspecs#origin-1
#[test]
fn origins_of_nested_urls() {
    let origin = construct(&"blob:".repeat(200_000), None).unwrap().origin().unwrap();
    assert_eq!(origin.to_string(), "null");
}

/// Spec: webspecs#concept-url-parser-1..6, webspecs#urls-12
#[test]
fn blob_urls_have_objects() {
    let get = |scheme_data: &str| (scheme_data == "https://a.test/1").then_some(1);
    let parse = |input| Parser::new(Profile::Webspecs).parse_with_blobs(input, get);
    assert_eq!(parse("blob:https://a.test/1#x").unwrap().1, Some(1));
    assert_eq!(parse("blob:https://a.test/2").unwrap().1, None);
    assert_eq!(parse("x:https://a.test/1").unwrap().1, None);
    assert!(parse("http://[").is_err());
}

/// Spec: webspecs#api-domain-to-ascii-1
#[test]
fn domains() {
    for (domain, ascii, unicode) in [
        ("Bücher.test", "xn--bcher-kva.test", "bücher.test"),
        ("192.0.2.1", "", ""),
        ("[::1]", "", ""),
        ("a b", "", ""),
        ("xn--xn---epa", "", ""),
    ] {
        assert_eq!(domain_to_ascii(domain), ascii, "{domain}");
        assert_eq!(domain_to_unicode(domain), unicode, "{domain}");
    }
}
