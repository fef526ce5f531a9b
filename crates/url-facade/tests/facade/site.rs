//! Sites, by the Public Suffix List.

use proptest::prelude::*;
use serde_json::json;
use url_facade::Url;
use url_testdata::{assert_expected, own_vectors, read_json_lines, text};

/// Spec: whatwg#host-public-suffix-1..5, whatwg#host-registrable-domain-1..5
#[test]
fn suffixes_and_registrable_domains() {
    let records = read_json_lines(&own_vectors("sites").join("domains.jsonl")).unwrap();
    assert_expected(&records, |record| {
        let url = Url::parse(text(record, "input").unwrap()).unwrap();
        json!([url.public_suffix(), url.registrable_domain()])
    });
    assert_eq!(records.len(), 22);
}

#[test]
fn same_sites() {
    let records = read_json_lines(&own_vectors("sites").join("same.jsonl")).unwrap();
    assert_expected(&records, |record| {
        let [a, b] = ["a", "b"].map(|key| Url::parse(text(record, key).unwrap()).unwrap());
        assert_eq!(a.is_same_site(&b), b.is_same_site(&a), "{a} {b}");
        a.is_same_site(&b).into()
    });
    assert_eq!(records.len(), 14);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn suffixes_and_domains_are_whole_labels(host in "([a-c]{0,2}\\.){0,3}(com|co\\.uk|github\\.io|ck|kobe\\.jp|x)\\.?") {
        let url = Url::parse(&format!("https://{host}/")).unwrap();
        let host = url.host_str().unwrap();
        let labels = |text: &str| text.trim_end_matches('.').split('.').count();
        let Some(suffix) = url.public_suffix() else {
            prop_assert!(host.starts_with('.') || host.contains(".."));
            return Ok(());
        };
        let ends_label = |before: &str| before.is_empty() || before.ends_with('.');
        let is_whole = |part| host.strip_suffix(part).is_some_and(ends_label);
        prop_assert!(is_whole(suffix));
        if let Some(domain) = url.registrable_domain() {
            prop_assert!(is_whole(domain));
            prop_assert_eq!(labels(domain), labels(suffix) + 1);
        }
        prop_assert!(url.is_same_site(&url));
    }
}
