//! All constructors return equal URLs, and borrowed URLs behave as owned URLs, under every profile.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::json;
use url_facade::{Component, Encoding, Origin, Parser, Position, Profile, Reason, Source, Url, UrlRef};
use url_testdata::{check_vectors, hostile::Dice, text};

use crate::ways::{any_parser, any_string};

#[test]
fn canonical_input_is_borrowed() {
    check_vectors("whatwg/borrow.jsonl", 40, |record| {
        let url = Url::parse_ref(record["input"].as_str().unwrap()).unwrap();
        json!({"href": url.as_str(), "borrowed": url.is_borrowed()})
    });
}

fn everything<S: AsRef<str>>(url: &Url<S>) -> String {
    let texts = Component::ALL.map(|component| url.get(component));
    let segments = url.path_segments().map(Iterator::collect::<Vec<_>>);
    let pairs: Vec<_> = url.query_pairs().collect();
    let ports = (url.port(), url.port_or_known_default());
    let (components, profile, host, origin) = (url.components(), url.profile(), url.host(), url.origin());
    format!("{texts:?} {segments:?} {pairs:?} {ports:?} {components:?} {profile} {host:?} {origin}")
}

const POSITIONS: [[Position; 2]; 8] = [
    [Position::BeforeScheme, Position::AfterScheme],
    [Position::BeforeUsername, Position::AfterUsername],
    [Position::BeforePassword, Position::AfterPassword],
    [Position::BeforeHost, Position::AfterHost],
    [Position::BeforePort, Position::AfterPort],
    [Position::BeforePath, Position::AfterPath],
    [Position::BeforeQuery, Position::AfterQuery],
    [Position::BeforeFragment, Position::AfterFragment],
];

fn check_positions(url: &Url) {
    let offsets: Vec<_> = POSITIONS.as_flattened().iter().map(|&position| url.offset(position)).collect();
    assert!(offsets.is_sorted(), "{url:?} {offsets:?}");
    assert_eq!(offsets.first(), Some(&0));
    assert_eq!(offsets.last(), Some(&url.as_str().len()), "{url:?}");
    for (component, [before, after]) in Component::ALL.into_iter().zip(POSITIONS) {
        assert_eq!(&url[before..after], url.get(component).unwrap_or_default(), "{url:?} {before:?}");
        assert_eq!(url[..before].len() + url[before..].len(), url[..].len());
        assert_eq!(&url[after..before], "");
    }
    // Only delimiters are between two components.
    let between = offsets.windows(2).skip(1).step_by(2).map(|place| &url.as_str()[place[0]..place[1]]);
    for delimiter in between {
        // Without `/.`, a parser would take the start of the path as a host.
        let is_delimiter = ["", ":", "://", "@", ":@", "?", "#", ":/.", "//"].contains(&delimiter)
            || delimiter == "/." && url.path().starts_with("//");
        assert!(is_delimiter, "{}: {url:?} {delimiter:?}", url.profile());
    }
}

#[test]
fn all_types_of_urls_have_the_same_parts() {
    let mut dice = Dice::new(5);
    for _ in 0..8192 {
        let (parser, input) = (any_parser(&mut dice), any_string(&mut dice));
        let Ok(url) = parser.parse(&input) else { continue };
        let mut buffer = String::new();
        let written = parser.parse_into(&input, &mut buffer).unwrap();
        let expected = everything(&url);
        assert_eq!([everything(&url.view()), everything(&written)], [expected.clone(), expected.clone()]);
        assert_eq!((written.as_str(), written.profile()), (url.as_str(), parser.profile()));
        let borrowed: UrlRef<'_> = parser.parse_ref(&input).unwrap();
        assert_eq!((everything(&borrowed), borrowed.is_borrowed()), (expected, url.as_str() == input));
        assert_eq!(borrowed.into_owned(), url);
        check_positions(&url);
        if matches!(url.profile(), Profile::Whatwg | Profile::Whatwg202602) {
            assert_eq!(url.host().map(|host| host.to_string()).as_deref(), url.host_str());
        }
    }
}

#[test]
fn a_buffer_that_is_large_enough_is_kept() {
    let mut buffer = String::with_capacity(1000);
    let place = buffer.as_ptr();
    for input in ["https://a.test/b", "HTTPS://A.test", "/c"] {
        let base = Url::parse("https://b.test").unwrap();
        Parser::default().with_base(&base).parse_into(input, &mut buffer).unwrap();
    }
    assert_eq!((&*buffer, buffer.as_ptr()), ("https://b.test/c", place));
}

#[test]
fn resolving_keeps_the_profile_and_the_encoding() {
    let parser = Parser::new(Profile::Manakai);
    let base = parser.parse("http://a.test/b/c").unwrap();
    assert_eq!(base.resolve("%7Ed").unwrap().as_str(), "http://a.test/b/~d");
    let base = Url::parse("http://a.test/b/c").unwrap();
    assert_eq!(base.resolve("%7Ed").unwrap().as_str(), "http://a.test/b/%7Ed");

    let error = Url::parse("mailto:x").unwrap().resolve("y").unwrap_err();
    assert_eq!((error.reason(), error.span_source()), (Reason::OpaqueBase, Source::Input));
    let shift_jis = Parser::default().with_encoding(Encoding::for_label("shift_jis").unwrap());
    let base = Url::parse("http://a.test").unwrap();
    assert_eq!(shift_jis.with_base(&base).parse("?あ").unwrap().query(), Some("%82%A0"));
}

#[test]
fn kinds_of_hosts() {
    let host = |profile, input: &str| format!("{:?}", Parser::new(profile).parse(input).unwrap().host());
    for (input, expected) in [
        ("http://a.test/", "Some(Domain(\"a.test\"))"),
        ("http://1.2.3.4/", "Some(Ipv4(1.2.3.4))"),
        ("http://[::1]/", "Some(Ipv6(::1))"),
        ("mailto:x", "None"),
    ] {
        for &profile in Profile::available().iter().filter(|profile| !profile.is_consumer()) {
            if profile != Profile::Barth2010 && (profile != Profile::Barth01 || !input.contains('[')) {
                assert_eq!(host(profile, input), expected, "{profile}");
            }
        }
    }
    check_vectors("origins/hosts.jsonl", 10, |record| {
        let [profile, input] = ["profile", "input"].map(|key| text(record, key).unwrap());
        host(profile.parse().unwrap(), input).into()
    });
}

#[test]
fn default_ports() {
    let port = |profile, input: &str| {
        let url = Parser::new(profile).parse(input).unwrap();
        (url.port(), url.port_or_known_default())
    };
    assert_eq!(port(Profile::Whatwg, "gopher://a/"), (None, None));
    assert_eq!(port(Profile::Webspecs, "gopher://a/"), (None, Some(70)));
    assert_eq!(port(Profile::Whatwg, "ftp://a/"), (None, Some(21)));
    assert_eq!(port(Profile::Whatwg, "ws://a:0/"), (Some(0), Some(0)));
    // A port that is not a number or out of range has no value, not the value of the default port.
    assert_eq!(port(Profile::Rfc3986, "http://a:99999/"), (None, None));
    assert_eq!(port(Profile::Barth01, "http://a:+81/"), (None, None));
}

#[test]
fn origins() {
    let origin = |profile, text| Parser::new(profile).parse(text).unwrap().origin();
    assert_eq!(origin(Profile::Webspecs, "gopher://a.test/").to_string(), "gopher://a.test:70");
    assert!(!origin(Profile::Rfc3986, "http://a.test/").is_tuple());
    // An opaque origin is equal only to its clones, and its hash is equal to the hash of its clones.
    let (one, other) = (Origin::new_opaque(), Origin::new_opaque());
    assert!(one == one.clone() && one != other);
    assert_eq!(HashSet::from([one.clone(), one.clone(), other.clone()]).len(), 2);
    let (Origin::Opaque(of_one), Origin::Opaque(of_other)) = (&one, &other) else { unreachable!() };
    assert!(*of_one == of_one.clone() && of_one != of_other);
    let origins = ["https://a.test/b", "https://A.test:443", "https://a.test:8/"];
    assert_eq!(HashSet::from(origins.map(|text| origin(Profile::Whatwg, text))).len(), 2);
}

#[test]
fn conversions() {
    let url = Url::try_from("https://u:secret@a.test").unwrap();
    assert!(url == "https://u:secret@a.test/" && url != "https://u:secret@a.test");
    assert_eq!(String::from(&url), String::from(&url.view()));
    assert_eq!(url, Url::try_from("https://u:secret@a.test/".to_owned()).unwrap());
    assert_eq!(Ok(&url), "https://u:secret@a.test/".parse().as_ref());
    assert_eq!([url.as_ref(), &*url.to_string()], ["https://u:secret@a.test/"; 2]);
    assert_eq!(format!("{url:?} {:?}", url.view()), "Url(https://u:***@a.test/) Url(https://u:***@a.test/)");
    assert_eq!(format!("{url:>30}|"), "      https://u:secret@a.test/|");

    let visits = HashMap::from([(url.clone(), 1)]);
    assert_eq!(visits.get("https://u:secret@a.test/"), Some(&1));
    assert!(Url::parse("a:a").unwrap() < Url::parse("a:b").unwrap());
    let canonical = String::from("https://a.test/b");
    let place = canonical.as_ptr();
    assert_eq!(Url::try_from(canonical).unwrap().as_str().as_ptr(), place);
    assert_eq!(String::from(url), "https://u:secret@a.test/");
}

#[test]
fn equality_is_that_of_strings() {
    let text = "https://a.test/b";
    let parse = |profile| Parser::new(profile).parse(text).unwrap();
    let urls = [Profile::Whatwg, Profile::Manakai, Profile::Rfc3986].map(parse);
    for [a, b] in urls.iter().flat_map(|a| urls.iter().map(move |b| [a, b])) {
        let has_segments = |url: &Url| url.clone().path_segments_mut().is_ok();
        let is_whatwg = |url: &Url| url.profile() == Profile::Whatwg;
        assert_eq!(has_segments(a) == has_segments(b), is_whatwg(a) == is_whatwg(b));
        assert!(a == b && a.cmp(b).is_eq());
        let (hashed, sorted) = (HashSet::from([a.clone()]), BTreeSet::from([a.clone()]));
        assert!(hashed.contains(b) && hashed.contains(text) && sorted.contains(b) && sorted.contains(text));
    }
    assert_eq!(HashSet::from(urls.clone().map(|url| (url.profile(), url))).len(), 3);
}

#[test]
fn sizes_and_auto_traits() {
    use std::panic::{RefUnwindSafe, UnwindSafe};
    fn is_safe<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}
    is_safe::<Parser<'_>>();
    is_safe::<Url>();
    assert_eq!([size_of::<Url>(), size_of::<Option<Url>>(), size_of::<url::Url>()], [64, 64, 88]);
}
