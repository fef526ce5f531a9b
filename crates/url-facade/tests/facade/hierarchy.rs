//! Names in a hierarchy: the file name, the directory, and what is below.

use proptest::prelude::*;
use url_facade::{ParseError, Reason, Url};

#[test]
fn names_and_directories() {
    for (url, name, extension, parent) in [
        ("https://a.test/b/c.tar.gz?d.e#f.g", Some("c.tar.gz"), Some("gz"), Some("https://a.test/b/")),
        ("https://a.test/b/", None, None, Some("https://a.test/")),
        ("https://a.test/b", Some("b"), None, Some("https://a.test/")),
        ("https://a.test/", None, None, None),
        ("https://a.test//", None, None, Some("https://a.test/")),
        ("https://a.test/.b", Some(".b"), None, Some("https://a.test/")),
        ("https://a.test/b.", Some("b."), Some(""), Some("https://a.test/")),
        ("https://u:p@a.test:81/...", Some("..."), Some(""), Some("https://u:p@a.test:81/")),
        ("file:///C:/a", Some("a"), None, Some("file:///C:/")),
        ("file:///C:/", None, None, None),
        ("file:///C:", Some("C:"), None, None),
        ("foo://h", None, None, None),
        ("foo:/.//a", Some("a"), None, Some("foo:/.//")),
        ("mailto:a@b.test", None, None, None),
        ("data:a/b.c", None, None, None),
    ] {
        let url = Url::parse(url).unwrap();
        assert_eq!((url.file_name(), url.extension()), (name, extension), "{url}");
        assert_eq!(url.parent().as_ref().map(Url::as_str), parent, "{url}");
    }
}

#[test]
fn below_a_url() {
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

    /// Every step up is a shorter path that begins this one, and the file name leads back.
    #[test]
    fn a_parent_is_above(path in "[a-c./%2e\\\\:|C]{0,12}", start in prop::sample::select(&["https://a.test/", "file:///", "foo:/", "foo://h/"])) {
        let Ok(url) = Url::parse(&format!("{start}{path}")) else { return Ok(()) };
        let Some(parent) = url.parent() else { return Ok(()) };
        prop_assert!(url.path().starts_with(parent.path()) && parent.path().ends_with('/'), "{} {}", url, parent);
        if let Some(name) = url.file_name() {
            prop_assert_eq!(format!("{}{name}", parent.path()), url.path());
        }
    }
}
