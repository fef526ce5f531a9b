//! Tests the profiles of consumers, that is, of real programs that split URLs.

// Clippy allows `unwrap` only in functions that are marked as tests.
#![allow(clippy::unwrap_used)]

use url_facade::{Component, Host, Parser, Profile, Reason, consumers::exposed_parts};

fn exposed(profile: Profile, input: &str) -> String {
    let reference = Parser::new(profile).parse_reference(input).unwrap();
    let parts = exposed_parts(&reference).into_iter().flatten();
    parts.map(|(name, part)| format!("{name}={part}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn consumers_are_last_and_followed_by_their_editions() {
    assert_eq!(Profile::consumers().filter(|profile| profile.newest() == *profile).count(), 15);
    let mut newest = None;
    for profile in Profile::consumers() {
        newest = newest.filter(|_| profile != profile.newest()).or(Some(profile.newest()));
        assert_eq!(newest, Some(profile.newest()), "{profile}");
    }
    assert!(Profile::available().iter().is_sorted_by_key(|profile| profile.is_consumer()));
    for profile in Profile::consumers() {
        assert_eq!(profile.name().parse(), Ok(profile));
    }
}

#[test]
fn consumers_parse_and_some_resolve() {
    for profile in Profile::consumers() {
        let parser = Parser::new(profile);
        let base = parser.parse_reference("http://a.test/").unwrap();
        let resolved = parser.with_base(&base).resolve_reference("b");
        let resolves =
            ["go-net-url", "java-net-uri", "python-httpx", "python-urlsplit", "python-yarl", "ruby-uri"];
        assert_eq!(resolved.is_ok(), resolves.contains(&profile.newest().name()), "{profile}");
        let resolved = resolved.inspect(|resolved| assert_eq!(resolved.as_str(), "http://a.test/b"));
        for error in [parser.parse("http://a.test/").err(), resolved.err()].into_iter().flatten() {
            assert_eq!(error.reason(), Reason::NotInThisConsumer, "{profile}");
            assert_eq!(error.section().spec(), profile.newest().name());
        }
        assert!(!parser.can_parse("http://a.test/"));
    }
}

#[test]
fn parts_have_the_names_of_the_program() {
    assert_eq!(exposed(Profile::GoNetUrl, "mailto:a?b#c"), "scheme=mailto opaque=a query=b fragment=c");
    let whole = exposed(Profile::NodeUrlParse, "http://u:p:q@h:80");
    assert_eq!(whole, "scheme=http userinfo=u:p:q host=h port=80 path=/");
    assert_eq!(exposed(Profile::Curl, "http://u:p@h"), "scheme=http user=u password=p host=h path=/");
    // There are no parts if the program rejects the string, or if the profile is a spec.
    assert_eq!(exposed(Profile::PhpParseUrl, "http://"), "");
    assert_eq!(exposed(Profile::Whatwg, "http://a.test/"), "");
}

#[test]
fn errors_have_the_place_of_the_label_or_the_character() {
    for (profile, input, section, place) in [
        (Profile::PythonHttpx, "http://ä.b.é-.c/", "python-httpx#check-label-2", "12..15"),
        (Profile::PythonHttpx, "http://ä..b/", "python-httpx#idna-encode-2", "10..10"),
        (Profile::PythonUrllib3, "http://u@a.É☃.c/", "python-urllib3#check-label-4", "11..16"),
        (Profile::NodeUrlParse, "http:\\\\ä.\u{301}b.c/", "node-url-parse#is-label-valid-1", "10..13"),
        (Profile::NodeUrlParse, "http://ä.a℀b.c/", "node-url-parse#parse-13.2", "11..14"),
        (Profile::NodeUrlParse, "http://\u{AD}/", "node-url-parse#parse-13.2", "7..9"),
    ] {
        let error = Parser::new(profile).parse_reference(input).unwrap().invalid();
        let found = error.map(|error| (error.section().id(), error.span().to_string()));
        assert_eq!(found, Some((section, place.into())), "{profile} {input}");
    }
}

#[test]
fn references_have_a_string_a_host_and_errors() {
    let parse = |profile, input| Parser::new(profile).parse_reference(input).unwrap();
    let reference = parse(Profile::GoNetUrl, "http://u@[::1]:80/x");
    assert_eq!((reference.as_str(), reference.get(Component::Host)), ("http://u@[::1]:80/x", Some("::1")));
    assert_eq!(reference.host(), Some(Host::Ipv6("::1".parse().unwrap())));
    assert_eq!((reference.profile(), reference.port_or_known_default()), (Profile::GoNetUrl, Some(80)));
    let reference = parse(Profile::Curl, "0x7f.1");
    assert_eq!(reference.as_str(), "http://127.0.0.1/");
    assert_eq!(reference.host(), Some(Host::Ipv4([127, 0, 0, 1].into())));
    assert_eq!(parse(Profile::Curl, "http://a.test:0080/").get(Component::Port), Some("80"));
    // httpx writes both strings anew before it joins them, so an error has the span of a whole string.
    let base = parse(Profile::PythonHttpx, "data:,x");
    let parser = Parser::new(Profile::PythonHttpx).with_base(&base);
    let error = parser.resolve_reference("http:////%C3:\"<>^`{|}'[]@").unwrap_err();
    assert_eq!((error.reason(), error.span().to_string()), (Reason::HostIpLiteral, "0..25".into()));
    for (profile, section) in [(Profile::Curl, "curl#parseurl-1.1"), (Profile::Curl788, "curl#parseurl-10")] {
        let refused = parse(profile, "http://a b/").invalid().unwrap();
        assert_eq!((refused.section().id(), refused.span().to_string()), (section, "8..9".into()));
    }
}
