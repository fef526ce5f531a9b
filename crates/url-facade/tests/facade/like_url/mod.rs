//! What the unit tests of the crate `url` are about, asked of this library in our own words. Each group names the test of
//! `url` (`url/tests/unit.rs`) that has the same purpose. What differs on purpose stands here with the behaviour of this
//! library, and in docs/from-url.md under "differs on purpose". Tests of file paths, of sites and of the types themselves are
//! in their own modules.

mod changing;

use std::{
    collections::HashSet,
    net::{Ipv4Addr, Ipv6Addr, ToSocketAddrs as _},
};

use url_facade::{Host, Origin, Parser, Position, Reason, Recorder, Url, api::SearchParams};

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

/// Each text parses to the URL beside it.
#[track_caller]
fn assert_parses(cases: &[(&str, &str)]) {
    for (text, parsed) in cases {
        assert_eq!(url(text), *parsed);
    }
}

/// `size`: an optional URL is no larger.
#[test]
fn an_option_costs_nothing() {
    assert_eq!(size_of::<Url>(), size_of::<Option<Url>>());
}

/// `test_relative`, `test_relative_empty`, `test_file_with_drive`, `test_file_with_drive_and_path`, `issue_124`
#[test]
fn references_resolve() {
    for (base, reference, resolved) in [
        ("db://caf%C3%A9", "/a/b.js", "db://caf%C3%A9/a/b.js"),
        ("db://caf%C3%A9", "", "db://caf%C3%A9"),
        ("fILE:q:?../", "a", "file:///q:/a"),
        ("file:q:?../", "", "file:///q:?../"),
        ("file:q:?../", "?b", "file:///q:?b"),
        ("file:q:?../", ".", "file:///q:/"),
        ("file:q:?../", "..", "file:///q:/"),
        ("file:q:?../", "../", "file:///q:/"),
        ("file:q:/z|?../", "a", "file:///q:/a"),
    ] {
        assert_eq!(url(base).join(reference).unwrap(), resolved);
    }
    assert_parses(&[
        ("fILE:q:/z|?../", "file:///q:/z|?../"),
        ("file:b", "file:///b"),
        ("file:....", "file:///...."),
        ("file:..", "file:///"),
        ("file:../..", "file:///"),
    ]);
}

/// `test_equality`, `test_origin_hash`
#[test]
fn equality_and_hashes() {
    let distinct = |texts: &[&str]| texts.iter().map(|text| url(text)).collect::<HashSet<_>>().len();
    assert_eq!(distinct(&["https://a.test", "https://a.test/", "https://a.test:443/", "HTTPS://A.TEST"]), 1);
    assert_eq!(distinct(&["http://a.test/", "http://a.test:8080/", "https://a.test/", "http://b.test/"]), 4);

    let origins = |texts: &[&str]| texts.iter().map(|text| url(text).origin()).collect::<HashSet<_>>().len();
    assert_eq!(
        origins(&["http://a.test", "http://a.test:80/", "http://u@a.test/b", "http://u:p@a.test/?c#d"]),
        1
    );
    assert_eq!(origins(&["http://a.test/", "http://a.test:81/", "https://a.test/", "ftp://a.test/"]), 4);
    // An opaque origin is equal to no other.
    assert_eq!(origins(&["file://a.test/", "file://a.test/", "file://b.test/"]), 3);
}

/// `host`, `host_serialization`, `test_idna`, `test_leading_dots`
#[test]
fn hosts_by_kind() {
    for (text, host) in [
        ("http://www.a.test", Host::Domain("www.a.test")),
        ("http://9.8.7.6", Host::Ipv4(Ipv4Addr::new(9, 8, 7, 6))),
        ("http://0x9.010.0X7.6", Host::Ipv4(Ipv4Addr::new(9, 8, 7, 6))),
        ("http://0x9080706", Host::Ipv4(Ipv4Addr::new(9, 8, 7, 6))),
        ("http://200", Host::Ipv4(Ipv4Addr::new(0, 0, 0, 200))),
        (
            "http://[2001:0db8:0000:08d3:1319:8a2e:0370:7344]",
            Host::Ipv6("2001:db8:0:8d3:1319:8a2e:370:7344".parse().unwrap()),
        ),
        ("http://[::]", Host::Ipv6(Ipv6Addr::UNSPECIFIED)),
        ("http://[::1]", Host::Ipv6(Ipv6Addr::LOCALHOST)),
        ("http://.org", Host::Domain(".org")),
        ("file://./a", Host::Domain(".")),
    ] {
        let url = url(text);
        assert_eq!(url.host(), Some(host));
        assert_eq!(url.domain(), host.domain());
        assert_eq!(host.to_owned().as_deref(), host);
    }
    // Never with a dotted part, as the standard library writes them.
    assert_eq!(url("http://[0::7]").host_str(), Some("[::7]"));
    assert_eq!(url("http://[0::ffff:0:7]").host_str(), Some("[::ffff:0:7]"));
    for (text, reason) in [
        ("http://9.8.+7.6", Reason::Ipv4NonNumericPart),
        ("http://9..8.7", Reason::Ipv4NonNumericPart),
        ("http://9.0x9080706", Reason::HostIpv4OutOfRange),
        ("http://9.8.7.256", Reason::HostIpv4OutOfRange),
    ] {
        assert_eq!(Url::parse(text).unwrap_err().reason(), reason, "{text}");
    }
    assert_ne!(Host::Domain("a"), Host::Domain("b"));
    assert_eq!(".org".parse::<Host>().unwrap(), Host::Domain(".org".into()));
    assert!(Url::can_parse("https://a1---bc-defg-hijk.a.test/b.xml"));
    #[cfg(feature = "idna")]
    {
        assert!(Url::can_parse("http://iași.test"));
        assert_eq!(url("http://☂.test/").host(), Some(Host::Domain("xn--m3h.test")));
    }
}

/// `test_serialization`, `test_path_percent_encode`, `test_parse_url_with_single_byte_control_host`,
/// `test_null_host_with_leading_empty_path_segment`
#[test]
fn how_urls_are_written() {
    assert_parses(&[
        ("http://a.test/", "http://a.test/"),
        ("http://a.test", "http://a.test/"),
        ("http://@a.test/", "http://a.test/"),
        ("http://:@a.test/", "http://a.test/"),
        ("http://u@a.test/", "http://u@a.test/"),
        ("http://u:p@a.test/", "http://u:p@a.test/"),
        ("http://a.test/b/?c=d", "http://a.test/b/?c=d"),
        ("http://a.test/b?c=d", "http://a.test/b?c=d"),
        ("https://a.test/b c", "https://a.test/b%20c"),
        ("https://a.test/b\"c", "https://a.test/b%22c"),
        ("https://a.test/b<c", "https://a.test/b%3Cc"),
        ("https://a.test/b>c", "https://a.test/b%3Ec"),
        ("https://a.test/b^c", "https://a.test/b%5Ec"),
        ("https://a.test/b`c", "https://a.test/b%60c"),
        ("https://a.test/b{c", "https://a.test/b%7Bc"),
        ("https://a.test/b}c", "https://a.test/b%7Dc"),
        ("db://\u{2}:", "db://%02"),
        ("db:/.//\\", "db:/.//\\"),
    ]);
    for text in ["db://%02", "db:/.//\\"] {
        assert_eq!(url(text).components(), url(url(text).as_str()).components());
    }
}

/// `test_form_urlencoded`, `test_form_serialize`; `form_urlencoded_encoding_override` has no counterpart: parameters are
/// always UTF-8. Spec: whatwg#interface-urlsearchparams
#[test]
fn forms() {
    let pairs = [("a", "é&"), ("b", ""), ("a", "#")];
    let encoded = SearchParams::from_pairs(pairs).serialize();
    assert_eq!(encoded, "a=%C3%A9%26&b=&a=%23");
    assert!(SearchParams::parse(&encoded).iter().eq(pairs));
    let mut url = url("https://a.test/");
    url.edit_query(|query| _ = query.extend(pairs).append_name("json")).unwrap();
    assert_eq!(url.query(), Some("a=%C3%A9%26&b=&a=%23&json"));
}

/// `test_origin_blob_equality`, `test_origin_opaque`, `test_origin_unicode_serialization`
#[test]
fn origins() {
    let origin = |text: &str| url(text).origin();
    assert_eq!(origin("http://a.test/b"), origin("blob:http://a.test/c"));
    assert!(!Origin::new_opaque().is_tuple() && !origin("blob:a//").is_tuple());
    for text in ["http://a.test", "http://a.test:81", "https://a.test", "ftp://a.test", "http://127.0.0.1"] {
        assert_eq!(origin(text).to_string(), text);
    }
    assert_eq!(
        (origin("http://a.test:80/").to_string(), origin("file://a.test").to_string()),
        ("http://a.test".into(), "null".into())
    );
    #[cfg(feature = "idna")]
    for (text, shown) in
        [("http://☂.test", "☂.test"), ("ftp://☂:☃@☂.test", "☂.test"), ("https://u@☂.☃:81", "☂.☃")]
    {
        let Origin::Tuple { host, .. } = origin(text) else { unreachable!("{text}") };
        assert_eq!(url_facade::whatwg::domain_to_unicode(host.domain().unwrap()), shown);
    }
}

/// `test_socket_addrs`
#[test]
fn addresses() {
    for (text, host, port) in [
        ("https://127.0.0.1/", "127.0.0.1", 443),
        ("https://127.0.0.1:81/", "127.0.0.1", 81),
        ("db://127.0.0.1:81/", "127.0.0.1", 81),
        ("db://127.0.0.1/", "127.0.0.1", 7),
        ("https://[::1]/", "::1", 443),
        ("https://[::1]:81/", "::1", 81),
        ("db://[::1]:81/", "::1", 81),
        ("db://[::1]/", "::1", 7),
        ("https://localhost/", "localhost", 443),
        ("https://localhost:81/", "localhost", 81),
        ("db://localhost:81/", "localhost", 81),
        ("db://localhost/", "localhost", 7),
    ] {
        let known = |scheme: &str| (scheme == "db").then_some(7);
        let url = url(text);
        let addresses = url.socket_addrs(|| known(url.scheme())).unwrap();
        assert_eq!(addresses, (host, port).to_socket_addrs().unwrap().collect::<Vec<_>>(), "{text}");
    }
    assert!(
        url("file:///a").socket_addrs(|| Some(7)).is_err()
            && url("db://127.0.0.1").socket_addrs(|| None).is_err()
    );
}

/// `test_domain`
#[test]
fn domains() {
    assert_eq!(url("https://127.0.0.1/").domain(), None);
    assert_eq!(url("https://[::1]/").domain(), None);
    assert_eq!(url("mailto:a@b.test").domain(), None);
    assert_eq!(url("https://a.test/").domain(), Some("a.test"));
}

/// `test_domain_encoding_quirks`
#[cfg(feature = "idna")]
#[test]
fn domains_to_ascii_and_to_unicode() {
    let to_ascii = |text: &str| text.parse::<Host>().ok().and_then(|host| host.domain().map(String::from));
    for (text, ascii, unicode) in [
        ("http://a.test", None, ""),
        ("☂.☃", Some("xn--m3h.xn--n3h"), "☂.☃"),
        ("a.test", Some("a.test"), "a.test"),
        ("mailto:a@b.test", None, ""),
    ] {
        assert_eq!(to_ascii(text).as_deref(), ascii, "{text}");
        assert_eq!(url_facade::whatwg::domain_to_unicode(ascii.unwrap_or_default()), unicode);
    }
}

/// `test_expose_internals`
#[test]
fn places_of_components() {
    let url = url("https://a.test/b/c.d?k=v&k2=v2#e");
    let positions = [
        Position::AfterScheme,
        Position::BeforeHost,
        Position::AfterHost,
        Position::BeforePath,
        Position::AfterPath,
        Position::BeforeQuery,
        Position::AfterQuery,
        Position::BeforeFragment,
    ];
    assert_eq!(positions.map(|position| url.offset(position)), [5, 8, 14, 14, 20, 21, 30, 31]);
    assert_eq!(url.port(), None);
}

/// `test_syntax_violation_callback`, `test_syntax_violation_callback_lifetimes`, `test_options_reuse`, and all but four rows of
/// `test_syntax_violation_callback_types`. On purpose: `//` that is missing after `file:` and a drive letter after a host are
/// reported by other names; an `@` in the user name is `invalid-credentials`; U+0000 in a fragment is percent-encoded and
/// reported as any other character. Spec: whatwg#scheme-state-2.5.1, whatwg#authority-state-1.1, whatwg#fragment-state
#[test]
fn violations() {
    let names = |text: &str| {
        let mut recorder = Recorder::default();
        Parser::default().parse_traced(text, &mut recorder).unwrap();
        recorder.violations().map(|violation| violation.name).collect::<Vec<_>>()
    };
    for (text, name) in [
        ("http:////a.test:81", "special-scheme-missing-following-solidus"),
        ("http:a.test", "special-scheme-missing-following-solidus"),
        ("http://a.test/\\b", "invalid-reverse-solidus"),
        (" http://a.test", "invalid-URL-unit"),
        ("http://u:p@a.test", "invalid-credentials"),
        ("http://u@:p@a.test", "invalid-credentials"),
        ("file:/a.txt", "special-scheme-missing-following-solidus"),
        ("http://a.test/^", "invalid-URL-unit"),
        ("http://a.test/#\0b", "invalid-URL-unit"),
        ("http://a.test/%1", "invalid-URL-unit"),
        ("http://a.test\t/b", "invalid-URL-unit"),
    ] {
        assert_eq!(names(text).first(), Some(&name), "{text}");
    }
    // A parser serves for any number of strings.
    let base = url("http:////a.test");
    let parser = Parser::default().with_base(&base);
    let mut recorder = Recorder::default();
    assert_eq!(parser.parse_traced("/b\\c", &mut recorder).unwrap(), "http://a.test/b/c");
    assert_eq!(recorder.violations().count(), 1);
}

/// `test_slicing`
#[test]
fn slices() {
    use Position::*;
    for (text, parts) in [
        (
            "https://u:p@a.test:81/b/c.d?k=v&l=w#e",
            ["https", "u", "p", "a.test", "81", "/b/c.d", "k=v&l=w", "e"],
        ),
        ("https://a.test:81/b/c.d#e", ["https", "", "", "a.test", "81", "/b/c.d", "", "e"]),
        ("https://a.test:81/b/c.d", ["https", "", "", "a.test", "81", "/b/c.d", "", ""]),
        ("blob:b-c", ["blob", "", "", "", "", "b-c", "", ""]),
    ] {
        let url = url(text);
        assert_eq!((&url[..], &url[..AfterFragment], &url[BeforeScheme..]), (text, text, text));
        let found = [
            &url[BeforeScheme..AfterScheme],
            &url[BeforeUsername..AfterUsername],
            &url[BeforePassword..AfterPassword],
            &url[BeforeHost..AfterHost],
            &url[BeforePort..AfterPort],
            &url[BeforePath..AfterPath],
            &url[BeforeQuery..AfterQuery],
            &url[BeforeFragment..AfterFragment],
        ];
        assert_eq!(found, parts);
    }
}

/// `test_make_relative`: on purpose, there is a reference across schemes, hosts and ports too, and where the shortest one
/// differs from that of `url`, it leads to the same URL. Spec: whatwg#concept-url-parser
#[test]
fn relative_references() {
    let site = |path: &str| url(&format!("http://127.0.0.1:81{path}"));
    for (base, target, relative) in [
        ("/a", "/a", ""),
        ("/a", "/a/", "a/"),
        ("/a/", "/a", "../a"),
        ("/", "/?b=c#d", "?b=c#d"),
        ("/", "/a/b", "a/b"),
        ("/a", "/a/b", "a/b"),
        ("/a/", "/a/b", "b"),
        ("/a", "/c/b", "c/b"),
        ("/a/", "/c/b", "../c/b"),
        ("/a/d", "/c/b", "../c/b"),
        ("/a/d/", "/c/b", "../../c/b"),
        ("/a/?b=c#d", "/a/e", "e"),
        ("/a/", "/a/e?b#c", "e?b#c"),
        ("/a", "/a?b#c", "?b#c"),
        ("/a/", "/a?b#c", "../a?b#c"),
        ("/a/", "/a/?b#c", "?b#c"),
        ("/f.txt", "/a/f.txt", "a/f.txt"),
        ("/other.txt", "/a/f.txt", "a/f.txt"),
    ] {
        let made = site(base).make_relative(&site(target)).unwrap();
        assert!(made.len() <= relative.len(), "{base} {target} {made}");
        assert_eq!(site(base).join(&made), Ok(site(target)));
        assert_eq!(site(base).join(relative), Ok(site(target)));
    }
    for (base, target) in [
        ("http://127.0.0.1:81/", "https://127.0.0.1:81/a/"),
        ("http://127.0.0.1:81/", "http://127.0.0.1:82/a/"),
        ("http://127.0.0.1:81/", "http://127.0.0.2:81/a/"),
        ("mailto:a@b.test", "mailto:c@b.test"),
    ] {
        let made = url(base).make_relative(&url(target)).unwrap();
        assert_eq!(url(base).join(&made).unwrap(), target);
    }
}

/// `test_has_authority`, `test_authority`
#[test]
fn authorities() {
    for (text, authority) in [
        ("mailto:a@b.test", None),
        ("unix:/run/a.socket", None),
        ("file:///tmp/a", Some("")),
        ("http://a.test/b", Some("a.test")),
        ("ftp://127.0.0.1:21/", Some("127.0.0.1")),
        ("ftp://u@127.0.0.1:2121/", Some("u@127.0.0.1:2121")),
        ("https://:@a.test/", Some("a.test")),
        ("https://:p@[::1]:81/", Some(":p@[::1]:81")),
        ("gopher://u:@é.a.test:70", Some("u@%C3%A9.a.test:70")),
        ("irc://é:é@é.рф.test:6667/a", Some("%C3%A9:%C3%A9@%C3%A9.%D1%80%D1%84.test:6667")),
    ] {
        assert_eq!(url(text).authority(), authority);
    }
    #[cfg(feature = "idna")]
    assert_eq!(url("https://é:é@é.рф.test:443/a").authority(), Some("%C3%A9:%C3%A9@xn--9ca.xn--p1ai.test"));
}

/// `serde_error_message`: on purpose, the input is not part of the message, because it may hold a password.
#[cfg(feature = "serde")]
#[test]
fn messages_of_serde() {
    let error = serde_json::from_str::<Vec<Url>>(r#"["§not#a#url"]"#).unwrap_err().to_string();
    assert!(error.starts_with("not a URL: there is no scheme: ") && !error.contains('§'), "{error}");
}
