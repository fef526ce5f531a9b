//! The output for people: URLs without secrets, and errors with their place.

use url_facade::Url;

#[test]
fn secrets_are_hidden() {
    for (url, secrets, shown) in [
        ("https://a.test/?a=1#b=2", &["c"][..], "https://a.test/?a=1#b=2"),
        ("https://u:p@a.test/", &[], "https://u:***@a.test/"),
        ("https://:p@a.test/", &[], "https://:***@a.test/"),
        ("https://u@a.test/", &[], "https://***@a.test/"),
        (
            "https://a.test/?key&KEY=&k%65y=x&&key=y#key",
            &["key"],
            "https://a.test/?key&KEY=&k%65y=***&&key=***#key",
        ),
        ("https://a.test/?keys=1&a=key", &["key"], "https://a.test/?keys=1&a=key"),
        ("https://a.test/?a+b=1", &["A b"], "https://a.test/?a+b=***"),
        ("data:key=1?key=2", &["key"], "data:key=1?key=***"),
        ("https://a.test/?#", &["key", ""], "https://a.test/?#"),
    ] {
        let url = Url::parse(url).unwrap();
        assert_eq!(url.redacted(secrets), shown);
        assert_eq!(format!("{:?}", url.view()), format!("Url({})", url.redacted(&[])));
    }
    let long = format!("https://u:p@a.test/?{}", "key=a&".repeat(200_000));
    assert_eq!(Url::parse(&long).unwrap().redacted(&["key"]).matches("key=***&").count(), 200_000);
}

#[test]
fn quotes_mark_the_place() {
    use url_facade::{Quote, Span};

    let quote = |text: &str, start, end| Quote::new(text, Span::new(start, end)).to_string();
    assert_eq!(quote("abc", 1, 2), "abc\n ^");
    assert_eq!(quote("", 0, 0), "\n^");
    assert_eq!(quote("ab", 7, 9), "ab\n  ^");
    assert_eq!(quote("ab", 1, 0), "ab\n ^");
    // A place within a character marks the whole character.
    assert_eq!(quote("aéb", 2, 2), "aéb\n ^");
    assert_eq!(quote("日x", 3, 4), "日x\n  ^");
    assert_eq!(quote("日x", 0, 3), "日x\n^^");
    assert_eq!(quote("a\tb\u{1b}[1m\u{202e}e\u{301}", 1, 2), "a\\u{9}b\\u{1b}[1m\\u{202e}e\\u{301}\n ^^^^^");
    assert_eq!(quote(" a\n", 1, 2), "\\u{20}a\\u{a}\n      ^");

    let long = Quote::new(&("日".repeat(100) + "x" + &"y".repeat(100)), Span::new(300, 301));
    assert_eq!(long.text(), format!("…{}x{}…", "日".repeat(60), "y".repeat(60)));
    assert_eq!((long.column(), long.width()), (121, 1));

    // Every error can be quoted at its place, in a limited length.
    for input in [
        "http://a b/",
        "//",
        "http://[::1",
        "http://a.test:99999/",
        "\t http://\u{202e}%",
        &"http://[".repeat(200_000),
    ] {
        let quoted = Url::parse(input).unwrap_err().quote(input).to_string();
        assert_eq!(quoted.lines().count(), 2);
        assert!(
            quoted.len() < 5_000 && quoted.ends_with('^') && !quoted.contains(['\t', '\u{202e}']),
            "{quoted}"
        );
    }
}
