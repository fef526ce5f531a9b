//! Any input has an answer.

use url_diff::{Disagreement, Hazard};
use url_guard::{Guard, Refusal};
use url_testdata::hostile::short_strings;

#[track_caller]
fn code(input: &str, base: Option<&str>) -> &'static str {
    Guard::default().check(input, base).map_or_else(|refusal| refusal.code(), |_| "")
}

#[test]
fn no_url_is_refused() {
    for blank in ["", " ", "\t\n", "\u{3000}\u{A0}", "\0"] {
        assert_eq!(code(blank, None), "empty", "{blank:?}");
        // The base itself is no answer to a blank.
        assert_eq!(code(blank, Some("https://a.example/")), "empty", "{blank:?}");
        assert_eq!(Guard::default().check_bytes(blank.as_bytes(), None).unwrap_err(), Refusal::Empty);
    }
    for input in ["x", "//a.example/", "http:", "http://", "http:///", ":", "?", "http://a.example:99999/"] {
        assert_ne!(code(input, None), "", "{input}");
    }
    for base in ["", "x", "mailto:x", "http://", "http://a.example:x/"] {
        for input in ["a", "https://a.example/", "//a.example/"] {
            assert_ne!(code(input, Some(base)), "", "{input} {base}");
        }
    }
}

#[test]
fn bytes_that_are_not_text_are_refused() {
    let refusal = Guard::default().check_bytes(b"http://a.example/\xFF", None).unwrap_err();
    assert_eq!((refusal.code(), refusal.to_string()), ("not-utf8", "it is not UTF-8, at byte 17".into()));
    assert!(Guard::default().check_bytes(b"http://a.example/", None).is_ok());
}

/// At the limit, over it, and much over it; and what grows beyond it once it is escaped or resolved.
#[test]
fn what_is_long_is_refused() {
    let of_len = |len: usize| format!("https://a.example/{}", "a".repeat(len - 18));
    assert!(Guard::default().check(&of_len(1 << 16), None).is_ok());
    let too_long = |len| Refusal::TooLong { len, limit: 1 << 16 };
    assert_eq!(Guard::default().check(&of_len((1 << 16) + 1), None).unwrap_err(), too_long((1 << 16) + 1));
    assert_eq!(Guard::default().check("a", Some(&of_len(1 << 24))).unwrap_err(), too_long(1 << 24));
    assert_eq!(code(&format!("https://a.example/{}", "é".repeat(20_000)), None), "too-long");
    assert_eq!(code(&"../".repeat(20_000), Some(&of_len(20_000))), "");

    // With no limit but memory: each is refused or permitted, in linear time.
    let guard = Guard::builder().max_len(usize::MAX).build().unwrap();
    for part in ["a", "é", "%", "%25", "%2525", "../", "a.", "\\", "@", ":", "//", "[", "..;", "xn--a."] {
        for start in ["", "http://", "https://a.example/", "https://a.example/?", "https://u:"] {
            let _ = guard.check(&format!("{start}{}", part.repeat((1 << 18) / part.len())), None);
        }
    }
    assert!(guard.check(&of_len(1 << 24), None).is_ok());
}

/// Whatever is permitted is permitted again, as it is, and parses to what was said of it.
#[test]
fn what_is_permitted_stays_as_it_is() {
    let guard = Guard::builder().any_port().permit(Hazard::Credentials).any_origin().build().unwrap();
    let mut permitted = 0;
    for start in
        ["", "http:", "https://", "http://u@", "http://a.b", "//a.b:", "https://a.b/", "http://1.1.1.1"]
    {
        for end in short_strings("a1./\\:@%?#[;é", 3) {
            for base in [None, Some("https://b.example/c/d?e")] {
                let Ok(first) = guard.check(&format!("{start}{end}"), base) else { continue };
                permitted += 1;
                let again = guard.check(first.href(), None).unwrap();
                assert_eq!(
                    (first.href(), first.host(), first.port(), first.origin()),
                    (again.href(), again.host(), again.port(), again.origin())
                );
                let url = url_facade::Url::parse(first.href()).unwrap();
                assert_eq!(
                    (url.as_str(), url.host(), url.origin()),
                    (first.href(), Some(first.host()), first.origin().clone())
                );
            }
        }
    }
    assert!(permitted > 3_000, "{permitted}");
}

#[test]
fn everyday_urls_are_permitted() {
    for url in [
        "https://bücher.example/",
        "https://例え.example/",
        "https://straße.example/x",
        "https://a.example/a..b/.well-known/x",
        "https://a.example/a%20b;v=1/@user:x/~u",
        "https://a.example/#!/x",
        "https://a.example/?u=http://b.example/%2F..%00",
        "https://a.example/%E2%82%AC/%C3%A9",
        "https://a.example/compare/1.0.0...1.1.0",
        "https://[2606:4700:4700::1111]/",
        "https://8.8.8.8/",
        "https://a.example/web/2020/https://b.example/",
        "https://a_b.example/",
        "https://a.example:443",
        "HTTPS://A.Example/%7Eu?a[0]={b}|c",
    ] {
        assert_eq!(code(url, None), "", "{url}");
    }
}

#[test]
fn every_hazard_is_refused_and_can_be_permitted() {
    let cases = [
        (Hazard::Backslash, r"http:\\a.example/", "http://a.example/"),
        (Hazard::Control, "http://a.exa\tmple/", "http://a.example/"),
        (Hazard::Space, " http://a.example/", "http://a.example/"),
        (Hazard::FullWidth, "http://a.example/\u{FF2E}", "http://a.example/%EF%BC%AE"),
        (Hazard::Credentials, "http://u:p@a.example/", "http://u:p@a.example/"),
        (Hazard::EscapedHost, "http://a%2eexample/", "http://a.example/"),
        (Hazard::NonAsciiHost, "http://ａ.example/", "http://a.example/"),
        (Hazard::NonAsciiHost, "http://a。example/", "http://a.example/"),
        (Hazard::Ipv6Port, "http://[2606:4700::a:80]/", "http://[2606:4700::a:80]/"),
        (
            Hazard::NameLength,
            &format!("http://{}.example/", "a".repeat(64)),
            &format!("http://{}.example/", "a".repeat(64)),
        ),
        (Hazard::FinalDot, "http://a.example./", "http://a.example./"),
        (Hazard::BracketInPath, "http://a.example/[1-3]", "http://a.example/[1-3]"),
        (Hazard::HashInFragment, "http://a.example/#b#c", "http://a.example/#b#c"),
        (Hazard::DoubleSlash, "http://a.example//b", "http://a.example//b"),
        (Hazard::EncodedSlash, "http://a.example/b%2Fc", "http://a.example/b%2Fc"),
        (Hazard::EncodedDot, "http://a.example/b%2ec", "http://a.example/b%2ec"),
        (Hazard::EncodedControl, "http://a.example/b%00", "http://a.example/b%00"),
        (Hazard::EncodedControl, "http://a.example/%c0%ae%c0%ae/b", "http://a.example/%c0%ae%c0%ae/b"),
        (Hazard::TwoDots, "http://a.example/b..;/c", "http://a.example/b..;/c"),
    ];
    // What was permitted is no way around what was not.
    let guard = Guard::builder().permit(Hazard::EncodedSlash).build().unwrap();
    for climbs in
        ["http://a.example/b%2F..%2Fc", "http://a.example/b%5C..%5Cc", "http://a.example/b%252F..%252Fc"]
    {
        assert_eq!(guard.check(climbs, None).unwrap_err().hazard(), Some(Hazard::TwoDots), "{climbs}");
    }
    for (hazard, input, href) in cases {
        let refusal = Guard::default().check(input, None).unwrap_err();
        let Refusal::Disagreement(disagreement) = &refusal else { panic!("{input}: {refusal:?}") };
        assert!(
            matches!(**disagreement, Disagreement::Hazardous { hazard: found, .. } if found == hazard),
            "{input}: {refusal}"
        );
        assert_eq!(refusal.code(), "hazard");
        let guard = Guard::builder().permit(hazard).build().unwrap();
        assert_eq!(
            guard.check(input, None).map(|permitted| permitted.href().to_owned()).as_deref(),
            Ok(href),
            "{input}"
        );
    }
}
