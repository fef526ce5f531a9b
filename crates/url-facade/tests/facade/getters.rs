//! Tests of getters that the public test data does not cover: addresses, names, sites, and text for people.

use std::net::ToSocketAddrs as _;

use proptest::prelude::*;
use serde_json::json;
use url_facade::{Host, Quote, Span, Url};
use url_testdata::{check_vectors, text};

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

#[test]
fn addresses() {
    for (text, host, port) in [
        ("https://127.0.0.1/", "127.0.0.1", 443),
        ("https://127.0.0.1:81/", "127.0.0.1", 81),
        ("db://127.0.0.1:81/", "127.0.0.1", 81),
        ("db://127.0.0.1/", "127.0.0.1", 7),
        ("https://[::1]/", "::1", 443),
        ("db://[::1]/", "::1", 7),
        ("https://localhost:81/", "localhost", 81),
        ("db://localhost/", "localhost", 7),
    ] {
        let known = |scheme: &str| (scheme == "db").then_some(7);
        let url = url(text);
        let addresses = url.socket_addrs(|| known(url.scheme())).unwrap();
        assert_eq!(addresses, (host, port).to_socket_addrs().unwrap().collect::<Vec<_>>(), "{text}");
    }
    assert!(url("file:///a").socket_addrs(|| Some(7)).is_err());
    assert!(url("db://127.0.0.1").socket_addrs(|| None).is_err());
}

#[test]
fn domains_to_ascii() {
    let to_ascii = |text: &str| text.parse::<Host>().ok().and_then(|host| host.domain().map(String::from));
    for (text, ascii) in [("☂.☃", "xn--m3h.xn--n3h"), ("a.test", "a.test"), (".org", ".org")] {
        assert_eq!(to_ascii(text).as_deref(), Some(ascii));
    }
    assert_eq!((to_ascii("http://a.test"), to_ascii("mailto:a@b.test")), (None, None));
}

#[test]
fn names_and_directories() {
    check_vectors("hierarchy/names.jsonl", 15, |record| {
        let url = Url::parse(text(record, "input").unwrap()).unwrap();
        let parent = url.parent().map(Url::into_string);
        json!({"name": url.file_name(), "extension": url.extension(), "parent": parent})
    });
}

#[test]
fn segments_are_joined_to_a_url() {
    check_vectors("hierarchy/joined.jsonl", 9, |record| {
        let segments = record["segments"].as_array().unwrap().iter().map(|segment| segment.as_str().unwrap());
        let joined = url(text(record, "input").unwrap()).join_segments(segments);
        joined.map_or_else(|error| json!({"error": error.reason().name()}), |url| url.as_str().into())
    });
}

/// Spec: whatwg#host-public-suffix-1..5, whatwg#host-registrable-domain-1..5
#[test]
fn suffixes_and_registrable_domains() {
    check_vectors("sites/domains.jsonl", 22, |record| {
        let url = Url::parse(text(record, "input").unwrap()).unwrap();
        json!([url.public_suffix(), url.registrable_domain()])
    });
}

#[test]
fn same_sites() {
    check_vectors("sites/same.jsonl", 14, |record| {
        let [a, b] = ["a", "b"].map(|key| Url::parse(text(record, key).unwrap()).unwrap());
        assert_eq!(a.is_same_site(&b), b.is_same_site(&a), "{a} {b}");
        a.is_same_site(&b).into()
    });
}

#[test]
fn secrets_are_hidden() {
    check_vectors("hierarchy/hidden.jsonl", 9, |record| {
        let secrets = record["secrets"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
        let url = url(text(record, "input").unwrap());
        assert_eq!(format!("{:?}", url.view()), format!("Url({})", url.redacted(&[])));
        url.redacted(&secrets.collect::<Vec<_>>()).into()
    });
    let long = format!("https://u:p@a.test/?{}", "key=a&".repeat(200_000));
    assert_eq!(Url::parse(&long).unwrap().redacted(&["key"]).matches("key=***&").count(), 200_000);
}

#[test]
fn quotes_mark_the_place() {
    let quote = |text: &str, start, end| Quote::new(text, Span::new(start, end)).to_string();
    assert_eq!([quote("abc", 1, 2), quote("", 0, 0)], ["abc\n ^", "\n^"]);
    assert_eq!([quote("ab", 7, 9), quote("ab", 1, 0)], ["ab\n  ^", "ab\n ^"]);
    // A span that splits a character marks the whole character.
    assert_eq!(quote("aéb", 2, 2), "aéb\n ^");
    assert_eq!([quote("日x", 3, 4), quote("日x", 0, 3)], ["日x\n  ^", "日x\n^^"]);
    assert_eq!(quote("a\tb\u{1b}[1m\u{202e}e\u{301}", 1, 2), "a\\u{9}b\\u{1b}[1m\\u{202e}e\\u{301}\n ^^^^^");
    assert_eq!(quote(" a\n", 1, 2), "\\u{20}a\\u{a}\n      ^");

    let long = Quote::new(&("日".repeat(100) + "x" + &"y".repeat(100)), Span::new(300, 301));
    assert_eq!(long.text(), format!("…{}x{}…", "日".repeat(60), "y".repeat(60)));
    assert_eq!((long.column(), long.width()), (121, 1));

    for input in [
        "http://a b/",
        "//",
        "http://[::1",
        "http://a.test:99999/",
        "\t http://\u{202e}%",
        &"http://[".repeat(200_000),
    ] {
        let quoted = Url::parse(input).unwrap_err().quote(input).to_string();
        let has_invisible = quoted.contains(['\t', '\u{202e}']);
        assert!(quoted.len() < 5_000 && quoted.ends_with('^') && !has_invisible, "{quoted}");
        assert_eq!(quoted.lines().count(), 2);
    }
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
