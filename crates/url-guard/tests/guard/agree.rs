//! Tests the results of `agree`: the components on which profiles agree, and the reasons why they disagree.

use url_facade::{Component, Host, Profile, Source};
use url_guard::{AgreeOptions, Disagreement, Hazard, agree};

const BOTH: [Profile; 2] = [Profile::Whatwg, Profile::Rfc3986];

fn differing_component(input: &str) -> Option<Component> {
    let disagreement = agree(input, None, &BOTH).unwrap_err();
    assert!(
        disagreement.to_string().starts_with("whatwg and rfc3986 differ: whatwg#"),
        "{input}: {disagreement}"
    );
    match disagreement {
        Disagreement::Diverged { component, .. } => component,
        _ => unreachable!("{input}"),
    }
}

#[test]
fn equivalent_urls_agree() {
    for input in [
        "http://a.test",
        "HTTP://A.test/",
        "http://a.test:/",
        "http://a.test:80/",
        "http://a.test:0080/",
        "http://a.test/#@b.test",
    ] {
        let agreed = agree(input, None, &BOTH).unwrap();
        assert_eq!(
            (&*agreed.scheme, agreed.host, agreed.port),
            ("http", Some(Host::Domain("a.test".into())), Some(80))
        );
    }
    let agreed = agree("http://a.test:/", None, &[Profile::Rfc3986, Profile::Whatwg]).unwrap();
    assert_eq!(agreed.port, Some(80));
    // Only one of the two profiles defines a default port for `gopher`.
    let agreed = agree("gopher://a.test/", None, &[Profile::Whatwg, Profile::Manakai]).unwrap();
    assert_eq!(agreed.port, None);
    let agreed = agree("http://[::ffff:127.0.0.1]/", None, &BOTH).unwrap();
    assert_eq!(agreed.host, Some(Host::Ipv6("::ffff:127.0.0.1".parse().unwrap())));
    let agreed = agree("http://a.test/%c3%A9?%2f", None, &BOTH).unwrap();
    assert_eq!(agreed.path, "/%c3%A9");
    let agreed = agree("mailto:a@b.test", None, &BOTH).unwrap();
    assert_eq!((agreed.host, agreed.port, &*agreed.path), (None, None, "a@b.test"));
    let agreed = agree("../c", Some("https://a.test/b/"), &BOTH).unwrap();
    assert_eq!((agreed.port, &*agreed.path), (Some(443), "/c"));
}

#[test]
fn different_urls_disagree() {
    assert_eq!(differing_component("http:///b.test/"), Some(Component::Host));
    assert_eq!(differing_component("http://127.1/"), Some(Component::Host));
    assert_eq!(differing_component("http://127.0.0.1./"), Some(Component::Host));
    assert_eq!(differing_component(r"http://a.test\@b.test/"), None);
    assert_eq!(differing_component("http://a.test:65536/"), None);
    // Case is ignored only in the hexadecimal digits of valid escapes.
    assert_eq!(differing_component("http://a.test/%zzA"), None);
}

#[test]
fn agreement_of_none_one_and_all_profiles() {
    assert_eq!(agree("http://a.test/", None, &[]), Err(Disagreement::TooFewProfiles));
    // One profile, even if given twice, is too few to agree, but it can reject the URL.
    for alone in [&[Profile::Whatwg][..], &[Profile::Curl], &[Profile::Whatwg, Profile::Whatwg]] {
        assert_eq!(agree("http://a.test/", None, alone), Err(Disagreement::TooFewProfiles));
        assert_eq!(
            AgreeOptions::strict().agree("/x", Some("http://a.test"), alone),
            Err(Disagreement::TooFewProfiles)
        );
        assert!(matches!(agree("http://a.test:x/", None, alone), Err(Disagreement::Rejected { .. })));
    }
    let all = agree("http://a.test:x/", None, &BOTH);
    assert!(matches!(all, Err(Disagreement::Rejected { profile: Profile::Whatwg, .. })));
    // A profile whose document defines parsing only rejects every URL.
    let stops = agree("http://a.test/", None, &[Profile::Whatwg, Profile::Barth2010]);
    assert!(matches!(stops, Err(Disagreement::Diverged { component: None, .. })));
    let alone = agree("http://a.test:65536/", None, &[Profile::Rfc3986]);
    assert_eq!(alone, Err(Disagreement::UnusablePort { profile: Profile::Rfc3986 }));
    let stops_at_parsing = |profile: &Profile| *profile == Profile::Barth2010;
    let specs = Profile::available().iter().copied().filter(|profile| !profile.is_consumer());
    let specs: Vec<_> = specs.filter(|profile| !stops_at_parsing(profile)).collect();
    let same = agree("http://a.test/x", None, &specs);
    assert_eq!(same.unwrap().path, "/x");
}

/// Blank input is refused without a base, even if profiles accept it. With a base, a reference may be blank.
#[test]
fn blank_input_is_refused() {
    for profiles in [&BOTH[..], &[Profile::PerlUri, Profile::PythonUrlsplit], Profile::available()] {
        for blank in ["", " ", "\t\r\n", "\u{A0}\u{3000}", "\0"] {
            assert_eq!(agree(blank, None, profiles), Err(Disagreement::Blank), "{blank:?}");
        }
    }
    assert_eq!(agree("", Some("http://a.test/x"), &BOTH).unwrap().href, "http://a.test/x");
    assert!(agree("", Some("http://a.test:x"), &BOTH).is_err());
}

#[test]
fn consumers_are_compared() {
    use Profile::{GoNetUrl, NodeUrlParse, PhpParseUrl, Whatwg};
    let specs_and_programs = [Whatwg, Profile::Rfc3986, NodeUrlParse, GoNetUrl, PhpParseUrl, Profile::Curl];
    let agreed = agree("http://A.test:80", None, &specs_and_programs).unwrap();
    assert_eq!(
        (agreed.host, agreed.port, &*agreed.path),
        (Some(Host::Domain("a.test".into())), Some(80), "/")
    );
    let agreed = agree("https://[::1]/x", None, &specs_and_programs).unwrap();
    assert_eq!((agreed.host, agreed.port), (Some(Host::Ipv6("::1".parse().unwrap())), Some(443)));
    let parted = |input, profiles: &[Profile]| match agree(input, None, profiles) {
        Err(Disagreement::Diverged { component, divergence, .. }) => {
            (component, divergence.map(|divergence| (divergence.a.section.id(), divergence.b.section.id())))
        }
        other => unreachable!("{input}: {other:?}"),
    };
    assert_eq!(
        parted(r"http://evil.test\@good.test/", &[Whatwg, PhpParseUrl]),
        (Some(Component::Host), Some(("whatwg#authority-state-2", "php-parse-url#parse-ex2-6")))
    );
    let (component, sections) = parted("http://a%2eb/", &[Whatwg, NodeUrlParse]);
    assert_eq!((component, sections.unwrap().1), (Some(Component::Host), "node-url-parse#parse-9"));
    // With a base, a consumer must agree only on the URL to pass on.
    let agreed = agree("//A.test/", Some("http://b.test/"), &[Profile::Curl, GoNetUrl]).unwrap();
    assert_eq!((&*agreed.href, agreed.origin.to_string()), ("http://a.test/", "http://a.test".into()));
    let parted = agree("//a%2eb/", Some("foo://b.test/"), &[Whatwg, NodeUrlParse]).unwrap_err();
    assert!(
        parted.to_string().starts_with("given foo://a%2eb/, whatwg and node-url-parse differ: "),
        "{parted}"
    );
    let Disagreement::DivergedOnHref { a, b, component, .. } = parted else { unreachable!("{parted}") };
    assert_eq!((a, b, component), (Whatwg, NodeUrlParse, Some(Component::Host)));
    // If all profiles are consumers, the URL to pass on is the text of the first one.
    let agreed = agree("HTTP://a.test", None, &[Profile::Curl, Profile::PythonUrllib3]).unwrap();
    assert_eq!((&*agreed.href, agreed.origin.is_tuple()), ("http://a.test/", false));
}

#[test]
fn href_is_serialized_by_the_first_spec() {
    let agreed = agree("HTTP://u@A.test:80/%c3?q#f", None, &BOTH).unwrap();
    assert_eq!(agreed.href, "http://u@a.test/%c3?q#f");
    assert_eq!(agreed.origin.to_string(), "http://a.test");
    // The URL to pass on is serialized by the specification, even if a consumer comes first.
    let agreed = agree("HTTP://A.test:80", None, &[Profile::PhpParseUrl, Profile::Whatwg]).unwrap();
    assert_eq!((&*agreed.href, &*agreed.path), ("http://a.test/", "/"));
    // RFC 3986 defines no origins.
    let agreed = agree("HTTP://A.test:80", None, &[Profile::Rfc3986, Profile::Whatwg]).unwrap();
    assert_eq!((&*agreed.href, agreed.origin.is_tuple()), ("http://a.test:80", false));
    // Ruby rejects the input. With `only_href`, it must accept only the URL to pass on.
    let profiles = [Profile::Whatwg, Profile::RubyUri];
    assert!(matches!(agree("http://a.test/é", None, &profiles), Err(Disagreement::Diverged { .. })));
    let agreed = AgreeOptions::new().only_href(true).agree("http://a.test/é", None, &profiles).unwrap();
    assert_eq!(agreed.href, "http://a.test/%C3%A9");
}

#[test]
fn each_hazard_has_a_place() {
    let hazard_of =
        |options: AgreeOptions, input: &str, base| match options.agree(input, base, &[Profile::Whatwg]) {
            Err(Disagreement::Hazardous { hazard, source, span }) => Some((hazard, source, span.to_string())),
            Err(Disagreement::TooFewProfiles) => None,
            other => unreachable!("{input}: {other:?}"),
        };
    for (input, hazard, span) in [
        (r"http://a.test\x", Hazard::Backslash, "13..14"),
        ("http://a.te\tst/", Hazard::Control, "11..12"),
        ("http://a.test/\u{85}", Hazard::Control, "14..16"),
        (" \nhttp://a.test/", Hazard::Control, "1..2"),
        ("http://u@a.test/", Hazard::Credentials, "7..8"),
        ("http://:p@a.test/", Hazard::Credentials, "8..9"),
        ("http://good%2eexample/", Hazard::EscapedHost, "7..21"),
        ("foo://a%2eb/", Hazard::EscapedHost, "6..11"),
        ("foo://é/", Hazard::EscapedHost, "6..8"),
        ("http://é。test/", Hazard::NonAsciiHost, "7..16"),
        ("http://ａ.test/", Hazard::NonAsciiHost, "7..15"),
        ("http://a.test:81/", Hazard::Port, "14..16"),
        ("foo://a.test:80/", Hazard::Port, "13..15"),
    ] {
        let found = Some((hazard, Source::Input, span.to_owned()));
        assert_eq!(hazard_of(AgreeOptions::strict(), input, None), found, "{input}");
        assert_eq!(hazard_of(AgreeOptions::new().refuse(hazard), input, None), found, "{input}");
        let others = AgreeOptions::strict().permit(hazard);
        assert!(hazard_of(others, input, None).is_none_or(|(other, ..)| other != hazard), "{input}");
        assert_eq!(hazard_of(AgreeOptions::new(), input, None), None, "{input}");
    }
    for input in [
        "http://a.test:80/",
        "http://@a.test/",
        "http://xn--9ca.test/é?é#é",
        "http://é.test/%41?%#%",
        r"http://a.test/?\",
        "mailto:a@b",
    ] {
        assert_eq!(hazard_of(AgreeOptions::strict(), input, None), None, "{input}");
    }
    let of_base = |input, base| hazard_of(AgreeOptions::strict(), input, Some(base));
    assert_eq!(of_base("x", "http://a%2eb/"), Some((Hazard::EscapedHost, Source::Base, "7..12".into())));
    assert_eq!(of_base("x", "http:\\\\a"), Some((Hazard::Backslash, Source::Base, "5..6".into())));
    assert_eq!(of_base("//b.test/", "http://a%2eb/"), None);
    let refused = AgreeOptions::strict().agree("x", Some("http://u@a.test"), &[Profile::Whatwg]).unwrap_err();
    assert_eq!(refused.to_string(), "there is a user name or a password, at bytes 7..8 of the base");
    assert!(Hazard::ALL.into_iter().all(|hazard| AgreeOptions::strict().refuses(hazard)));
}

/// The strict options refuse URLs that real clients misread, although all profiles agree on these URLs.
#[test]
fn hazards_observed_in_clients() {
    let options = AgreeOptions::strict().permit(Hazard::Port);
    for (input, hazard, span) in [
        ("http://a.test:0/", Hazard::PortZero, "14..15"),
        ("https://a.test:000/", Hazard::PortZero, "15..18"),
        ("http://a.test/a[1-3]?b", Hazard::BracketInPath, "13..20"),
        ("http://a.test/%u002e/b", Hazard::EncodedDot, "13..22"),
        ("http://a.test/a%u005Cb", Hazard::EncodedSlash, "13..22"),
    ] {
        let refused = options.agree(input, None, &[Profile::Whatwg]).unwrap_err();
        let Disagreement::Hazardous { hazard: found, span: place, .. } = refused else {
            unreachable!("{refused}")
        };
        assert_eq!((found, &*place.to_string()), (hazard, span), "{input}");
        let permitted = options.permit(hazard).agree(input, None, &[Profile::Whatwg]);
        assert_eq!(permitted.unwrap_err(), Disagreement::TooFewProfiles, "{input}");
    }
    let of_fragment = |options: AgreeOptions| {
        options.agree("http://a.test/?b#c#d", None, &[Profile::Whatwg, Profile::Curl]).unwrap().href
    };
    assert_eq!(of_fragment(options), "http://a.test/?b");
    assert_eq!(of_fragment(options.permit(Hazard::HashInFragment)), "http://a.test/?b#c#d");
    // The path that a program exposes may be decoded; `path` is that of the specification.
    let agreed = options.agree("http://a.test/a%252Fb", None, &[Profile::Whatwg, Profile::GoNetUrl]);
    assert_eq!(agreed.unwrap().path, "/a%252Fb");
    for input in ["http://a.test:80/?a[]=1#[1]", "http://a.test:1/", "http://a.test/%u00e9%u/%u2"] {
        assert_eq!(
            options.agree(input, None, &[Profile::Whatwg]),
            Err(Disagreement::TooFewProfiles),
            "{input}"
        );
    }
}
