//! Sites, by the Public Suffix List.

use proptest::prelude::*;
use url_facade::Url;

fn url(host: &str) -> Url {
    Url::parse(&format!("https://{host}/")).unwrap()
}

/// Spec: whatwg#host-public-suffix-1..5, whatwg#host-registrable-domain-1..5
#[test]
fn suffixes_and_registrable_domains() {
    for (host, suffix, domain) in [
        ("com", Some("com"), None),
        ("example.com", Some("com"), Some("example.com")),
        ("www.example.com", Some("com"), Some("example.com")),
        ("sub.www.example.com", Some("com"), Some("example.com")),
        ("EXAMPLE.COM", Some("com"), Some("example.com")),
        ("example.com.", Some("com."), Some("example.com.")),
        ("github.io", Some("github.io"), None),
        ("whatwg.github.io", Some("github.io"), Some("whatwg.github.io")),
        ("إختبار", Some("xn--kgbechtv"), None),
        ("example.إختبار", Some("xn--kgbechtv"), Some("example.xn--kgbechtv")),
        ("www.食狮.公司.cn", Some("xn--55qx5d.cn"), Some("xn--85x722f.xn--55qx5d.cn")),
        ("a.b.kobe.jp", Some("b.kobe.jp"), Some("a.b.kobe.jp")),
        ("a.city.kobe.jp", Some("kobe.jp"), Some("city.kobe.jp")),
        ("localhost", Some("localhost"), None),
        ("a.b.unknown-suffix", Some("unknown-suffix"), Some("b.unknown-suffix")),
        ("a..com", Some("com"), None),
        (".com", Some("com"), None),
        ("[2001:0db8:85a3:0000:0000:8a2e:0370:7334]", None, None),
        ("127.0.0.1", None, None),
    ] {
        let url = url(host);
        assert_eq!((url.public_suffix(), url.registrable_domain()), (suffix, domain), "{host}");
    }
    for text in ["mailto:a@example.com", "foo://example.com/", "file:///a"] {
        let url = Url::parse(text).unwrap();
        assert_eq!((url.public_suffix(), url.registrable_domain()), (None, None), "{text}");
    }
}

#[test]
fn same_sites() {
    for (a, b, is_same) in [
        ("https://example.com/", "https://example.com:8443/a", true),
        ("https://a.example.com/", "https://b.c.example.com/", true),
        ("https://example.com/", "http://example.com/", false),
        ("https://example.com/", "https://example.org/", false),
        ("https://example.com/", "https://example.com./", false),
        ("https://a.github.io/", "https://b.github.io/", false),
        ("https://github.io/", "https://github.io/", true),
        ("https://github.io/", "https://a.github.io/", false),
        ("http://127.0.0.1/", "http://127.0.0.1:8080/", true),
        ("http://127.0.0.1/", "http://127.0.0.2/", false),
        ("http://localhost/", "http://localhost:3000/", true),
        ("blob:https://a.example.com/x", "https://example.com/", true),
        ("file:///a", "file:///a", false),
        ("data:,x", "data:,x", false),
    ] {
        let [a, b] = [a, b].map(|text| Url::parse(text).unwrap());
        assert_eq!((a.is_same_site(&b), b.is_same_site(&a)), (is_same, is_same), "{a} {b}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_are_whole_labels(host in "([a-c]{0,2}\\.){0,3}(com|co\\.uk|github\\.io|ck|kobe\\.jp|x)\\.?") {
        let url = url(&host);
        let host = url.host_str().unwrap();
        let labels = |text: &str| text.trim_end_matches('.').split('.').count();
        let Some(suffix) = url.public_suffix() else {
            prop_assert!(host.starts_with('.') || host.contains(".."));
            return Ok(());
        };
        let is_whole = |part| host.strip_suffix(part).is_some_and(|before| before.is_empty() || before.ends_with('.'));
        prop_assert!(is_whole(suffix));
        if let Some(domain) = url.registrable_domain() {
            prop_assert!(is_whole(domain));
            prop_assert_eq!(labels(domain), labels(suffix) + 1);
        }
        prop_assert!(url.is_same_site(&url));
    }
}
