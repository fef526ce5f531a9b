//! Names in a hierarchy: the file name, the directory, and the URLs below.

use proptest::prelude::*;
use serde_json::json;
use url_facade::{ParseError, Reason, Url};
use url_testdata::{assert_expected, own_vectors, read_json_lines, text};

#[test]
fn names_and_directories() {
    let records = read_json_lines(&own_vectors("hierarchy").join("names.jsonl")).unwrap();
    assert_expected(&records, |record| {
        let url = Url::parse(text(record, "input").unwrap()).unwrap();
        let parent = url.parent().map(Url::into_string);
        json!({"name": url.file_name(), "extension": url.extension(), "parent": parent})
    });
    assert_eq!(records.len(), 15);
}

#[test]
fn segments_are_joined_to_a_url() {
    let below =
        |url: &str, segments: &[&str]| Url::parse(url).unwrap().join_segments(segments).map(String::from);
    for (url, segments, expected) in [
        ("https://a.test", &["b"][..], "https://a.test/b"),
        ("https://a.test", &["", "b"], "https://a.test/b"),
        ("https://a.test/b?c#d", &["e", "f"], "https://a.test/b/e/f"),
        ("https://a.test/b/", &["/e", "", "#"], "https://a.test/b/%2Fe//%23"),
        ("https://a.test/b/", &[], "https://a.test/b"),
        ("foo://h", &["\\..\\"], "foo://h/%5C..%5C"),
        ("file:///", &["C|"], "file:///C%7C"),
    ] {
        assert_eq!(below(url, segments).as_deref(), Ok(expected));
    }
    let reason = |error: ParseError| error.reason();
    assert_eq!(below("https://a.test/b/c", &["d", ".."]).map_err(reason), Err(Reason::DotSegment));
    assert_eq!(below("mailto:a", &["b"]).map_err(reason), Err(Reason::OpaquePathFixed));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_parent_is_a_prefix(path in "[a-c./%2e\\\\:|C]{0,12}", start in prop::sample::select(&["https://a.test/", "file:///", "foo:/", "foo://h/"])) {
        let Ok(url) = Url::parse(&format!("{start}{path}")) else { return Ok(()) };
        let Some(parent) = url.parent() else { return Ok(()) };
        prop_assert!(url.path().starts_with(parent.path()) && parent.path().ends_with('/'), "{} {}", url, parent);
        if let Some(name) = url.file_name() {
            prop_assert_eq!(format!("{}{name}", parent.path()), url.path());
        }
    }
}
