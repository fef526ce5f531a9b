//! What a guard is told: on what profiles agree, and why they do not.

// The lint knows only functions that are marked as tests.
#![allow(clippy::unwrap_used)]

use url_diff::{Disagreement, agree};
use url_facade::{Component, Host, Profile};

const BOTH: [Profile; 2] = [Profile::Whatwg, Profile::Rfc3986];

/// The component on which the two part; `None` where one of them rejects.
fn parted(input: &str) -> Option<Component> {
    let disagreement = agree(input, None, &BOTH).unwrap_err();
    assert!(
        disagreement.to_string().starts_with("whatwg and rfc3986 part: whatwg#"),
        "{input}: {disagreement}"
    );
    match disagreement {
        Disagreement::Parted { component, .. } => component,
        _ => unreachable!("{input}"),
    }
}

#[test]
fn what_means_the_same_agrees() {
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
    // Only one of them gives this scheme a port.
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
fn what_means_something_else_does_not() {
    assert_eq!(parted("http:///b.test/"), Some(Component::Host));
    assert_eq!(parted("http://127.1/"), Some(Component::Host));
    assert_eq!(parted("http://127.0.0.1./"), Some(Component::Host));
    assert_eq!(parted("http://a.test/%61"), Some(Component::Path));
    assert_eq!(parted(r"http://a.test\@b.test/"), None);
    assert_eq!(parted("http://a.test:65536/"), None);
    // Only the digits of an escape have no case.
    assert_eq!(parted("http://a.test/%zzA"), None);
}

#[test]
fn nobody_and_everybody() {
    assert_eq!(agree("http://a.test/", None, &[]), Err(Disagreement::NobodyAsked));
    let all = agree("http://a.test:x/", None, &BOTH);
    assert!(matches!(all, Err(Disagreement::Rejected { profile: Profile::Whatwg, .. })));
    // A document that stops at parsing can say nothing of a URL to connect to.
    let stops = agree("http://a.test/", None, &[Profile::Whatwg, Profile::Barth2010]);
    assert!(matches!(stops, Err(Disagreement::Parted { component: None, .. })));
    // A port that nothing can connect to.
    let alone = agree("http://a.test:65536/", None, &[Profile::Rfc3986]);
    assert_eq!(alone, Err(Disagreement::UnusablePort { profile: Profile::Rfc3986 }));
    let stops_at_parsing = |profile: &Profile| *profile == Profile::Barth2010;
    let specs =
        Profile::ALL.iter().copied().filter(|profile| !profile.is_consumer() && !stops_at_parsing(profile));
    let same = agree("http://a.test/x", None, &specs.collect::<Vec<_>>());
    assert_eq!(same.unwrap().path, "/x");
}

#[test]
fn consumers_take_part() {
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
        Err(Disagreement::Parted { component, parting, .. }) => {
            (component, parting.map(|parting| (parting.a.section.id(), parting.b.section.id())))
        }
        other => unreachable!("{input}: {other:?}"),
    };
    assert_eq!(
        parted(r"http://evil.test\@good.test/", &[Whatwg, PhpParseUrl]),
        (Some(Component::Host), Some(("whatwg#authority-state-2", "php-parse-url#parse-ex2-6.2")))
    );
    let (component, sections) = parted("http://a%2eb/", &[Whatwg, NodeUrlParse]);
    assert_eq!((component, sections.unwrap().1), (Some(Component::Host), "node-url-parse#parse-9"));
    // A program is asked for one string: it resolves nothing.
    let with_base = agree("//a.test/", Some("http://b.test/"), &[Profile::Curl]);
    assert!(matches!(with_base, Err(Disagreement::Rejected { profile: Profile::Curl, .. })));
}
