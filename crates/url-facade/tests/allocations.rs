//! What asking whether a string is a URL, borrowing it where it is canonical, and appending it to a string that is large
//! enough allocate in `whatwg`: nothing.

#![expect(clippy::unwrap_used, reason = "tests")]

use allocation_counter::measure;
use proptest::{prelude::*, test_runner::RngSeed};
use url_facade::{Encoding, Parser, Profile, Url, api::Attribute};

/// How often `run` allocates when it is run again: what is set up once does not count.
fn allocations(mut run: impl FnMut()) -> u64 {
    run();
    measure(run).count_total
}

/// Asserts that `input` is canonical, and that nothing is allocated to tell so, whatever the encoding.
fn check_canonical(input: &str) {
    for label in ["utf-8", "shift_jis", "iso-2022-jp"] {
        let parser = Parser::new(Profile::Whatwg).with_encoding(Encoding::for_label(label).unwrap());
        let allocated = allocations(|| assert!(parser.parse_ref(input).unwrap().is_borrowed(), "{input}"));
        assert_eq!(allocated, 0, "parse_ref of {input:?} in {label}");
    }
    assert!(check_verdict(input, None));
}

/// Asserts that nothing is allocated to append `input`, if it is a URL against `base`, to a string that is large enough.
fn check_appended(input: &str, base: Option<&Url>) {
    let (parser, mut column) = (Parser::new(Profile::Whatwg).with_base(base), String::with_capacity(1000));
    column.push_str("before");
    let allocated = allocations(|| _ = parser.append_into(input, &mut column));
    assert_eq!(allocated, 0, "append_into of {input:?} against {base:?}");
}

/// Asserts that nothing is allocated to say whether `input` is a URL against `base`, which is returned.
fn check_verdict(input: &str, base: Option<&Url>) -> bool {
    let (parser, mut verdict) = (Parser::new(Profile::Whatwg), false);
    let allocated = allocations(|| verdict = parser.with_base(base).can_parse(input));
    assert_eq!(allocated, 0, "can_parse of {input:?} against {base:?}");
    check_appended(input, base);
    verdict
}

#[test]
fn counts() {
    assert_eq!(allocations(|| drop(Url::parse("http://a.test/").unwrap())), 1);
    assert!(allocations(|| assert!(!Url::parse_ref("http://A.test/").unwrap().is_borrowed())) > 0);
}

#[test]
fn canonical_urls() {
    for input in [
        "http://a.test/",
        "https://a.test:8080/b/c?d=e#f",
        "ws://a.test:81/",
        "ftp://u@a.test/",
        "https://u:p@a.test/",
        "https://:p@a.test:1/b?c#d",
        "https://u%40:p%3A@a.test/%20?%27#%60",
        "http://127.0.0.1/",
        "http://u:p@127.0.0.1:8080/",
        "http://[::1]/",
        "http://[1:2:3:4:5:6:7:8]:81/a",
        "http://u@[2001:db8::ff00:42:8329]/?#",
        "http://u@xn--53h.test-a/",
        "file:///",
        "file:///C:/a/b?c#d",
        "file://host/a",
        "file://127.0.0.1/a",
        "file://[::1]/a",
        "mailto:a@b.test",
        "mailto:a@b.test?subject=c",
        "data:,x",
        "data:text/plain,a b  c#d",
        "javascript:alert('a', \"b\")",
        "urn:isbn:1",
        "about:blank",
        "blob:https://a.test/b",
        "x:",
        "foo:/",
        "foo:/a/b?'c'#d",
        "foo:/.//a/b",
        "foo:/.//",
        "foo:///",
        "foo:///a",
        "foo://",
        "foo://?a",
        "foo://host",
        "foo://Host-%C3%A9!/a",
        "foo://u:p@h:80/a/",
        "foo://[::1]:1/",
        "foo://1.2/",
    ] {
        check_canonical(input);
    }
}

#[test]
fn urls_that_are_not_canonical() {
    for input in [
        "HTTP://A.test",
        "HTTP://U:P@A.test:080\\b c",
        "HTTP:a.test",
        "http:\\\\a",
        " http://a.test/../b/%2e ",
        "http://u@@a:@b",
        "http://0x7F.1",
        "http://u@0x7F.1",
        "http://[0:0::1]",
        "FILE:a/b",
        "FILE://LOCALHOST/C|/",
        "file://c|/a",
        "FOO:é",
        "foo:a ?b",
        "foo://é",
        "foo:/..//a",
        "http://a?é#ü",
    ] {
        assert!(check_verdict(input, None), "{input}");
    }
}

#[test]
fn what_is_no_url() {
    for input in [
        "",
        "a",
        "/a",
        "//a",
        "#",
        "1:",
        "http:",
        "http://",
        "http://@",
        "http://u@/",
        "http://u:p@:80",
        "http://:80",
        "http://a b/",
        "http://a<b",
        "http://u@a|b",
        "http://a:b",
        "http://a:65536",
        "http://1.2.3.4.5",
        "http://1.2.3.256",
        "http://U@A.0Xg.0X100000000",
        "HTTP://A B",
        "http://[1",
        "http://[1]",
        "http://[::1]a",
        "foo://a b",
        "foo://a^",
        "foo://u@",
        "foo://:1",
        "foo://[:1]",
        "file://a:1",
        "file://a%/",
    ] {
        assert!(!check_verdict(input, None), "{input}");
    }
}

#[test]
fn references() {
    for base in ["http://u:p@a.test:81/b/c?d#e", "file:///C:/a", "foo://h/a", "foo:/a", "mailto:a"] {
        let base = Url::parse(base).unwrap();
        for input in
            ["", "a", "/a", "//u@h/", "//h:99999", "?b", "#c", "..", "http:x", "FOO:x", "\\\\[::1]", "c|/"]
        {
            check_verdict(input, Some(&base));
        }
    }
}

/// What URLs without Punycode are made of.
fn inputs() -> impl Strategy<Value = String> {
    let starts = prop::sample::select(vec![
        "",
        "http://",
        "http:",
        "https://u@",
        "ws://:p@",
        "FILE:///",
        "file://",
        "foo:",
        "foo:/",
        "foo://",
        "data:",
        " ",
    ]);
    let tokens = prop::sample::select(vec![
        "/", "//", "\\", ".", "..", "/.", "?", "#", "@", ":", "a", "b.test", "c|", "C:", "80", "65536",
        "1.2.3.4", "0x7f", "[::1]", "[", "]", "^", "|", "<", " ", "'", "%2e",
    ]);
    (starts, prop::collection::vec(tokens, 0..7))
        .prop_map(|(start, tokens)| format!("{start}{}", tokens.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0xA110C),
        ..ProptestConfig::default()
    })]

    #[test]
    fn whatever_stands_alone(input in inputs()) {
        if let Ok(url) = Url::parse(&input) {
            check_canonical(url.as_str());
        }
        // Where there is nothing to decode.
        check_verdict(&input.replace('%', "A"), None);
    }
}

/// Setters work in the string of the URL: where it has room, nothing is allocated.
#[test]
fn setters() {
    let long = "a".repeat(100);
    for (attribute, values) in [
        (Attribute::Protocol, ["https", "wss:"]),
        (Attribute::Username, ["", "u ü"]),
        (Attribute::Password, ["", "p@p"]),
        (Attribute::Host, ["b.test:82", "B.test"]),
        (Attribute::Hostname, ["b.test", "B.test"]),
        (Attribute::Port, ["", "8080"]),
        (Attribute::Pathname, ["/c/../d", "c d"]),
        (Attribute::Search, ["", "?q q"]),
        (Attribute::Hash, ["", "#f f"]),
    ] {
        for start in ["http://a.test/", "http://u:p@a.test:81/b?c#d"] {
            for value in values {
                let mut url = Url::parse(start).unwrap();
                url.set_attribute(Attribute::Hash, &long).unwrap();
                url.set_attribute(Attribute::Hash, "#d").unwrap();
                let allocated = allocations(|| _ = url.set_attribute(attribute, value));
                assert_eq!(allocated, 0, "{attribute:?} of {start} to {value:?}");
            }
        }
    }
}
