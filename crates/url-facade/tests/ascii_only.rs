//! Tests the build without the feature `idna`. ASCII hosts work as in other builds. A non-ASCII host results
//! in an error that names the feature.
//!
//! `cargo test -p url-facade --no-default-features --test ascii_only`

#![cfg(not(feature = "idna"))]

use url_facade::{
    ParseError, Parser, Profile, Reason, Url,
    whatwg::{check_valid_url_string, domain_to_unicode, is_valid_domain},
};
use url_testdata::{assert_recorded, public_cases, text};

/// The profiles that need the feature `idna` for non-ASCII hosts, but are available without this feature.
const CONVERTING: [Profile; 2] = [Profile::Whatwg, Profile::Whatwg202602];

#[test]
fn ascii_hosts_need_no_tables() {
    for profile in CONVERTING {
        let url = Parser::new(profile).parse("http://a-1.example:81/b?c#d").unwrap();
        assert_eq!(url.as_str(), "http://a-1.example:81/b?c#d", "{profile}");
        let address = Parser::new(profile).parse("http://0x7F.1/").unwrap();
        assert_eq!(address.host_str(), Some("127.0.0.1"), "{profile}");
    }
}

#[test]
fn other_hosts_are_an_error() {
    for profile in CONVERTING {
        for input in ["http://bücher.example/", "http://b%C3%BCcher.example/", "http://ａ/"] {
            let error = Parser::new(profile).parse(input).unwrap_err();
            assert_eq!(error.reason(), Reason::NoUnicodeTables, "{profile} {input}");
            assert!(error.to_string().contains("`idna`"));
        }
        // A path or a query with non-ASCII text does not require the tables of IDNA.
        let path = Parser::new(profile).parse("http://a.test/é?é");
        assert!(path.is_ok(), "{profile}: {path:?}");
    }
}

#[test]
fn punycode() {
    for profile in CONVERTING {
        let outcome = Parser::new(profile).parse("http://xn--bcher-kva.example/");
        let reason = outcome.as_ref().map_err(ParseError::reason);
        match profile {
            Profile::Whatwg202602 => assert_eq!(reason, Err(Reason::NoUnicodeTables)),
            _ => assert_eq!(outcome.unwrap().host_str(), Some("xn--bcher-kva.example"), "{profile}"),
        }
    }
    assert_eq!(domain_to_unicode("xn--bcher-kva.example"), "xn--bcher-kva.example");
}

#[test]
fn valid_hosts() {
    assert!(is_valid_domain("a-1.example") && is_valid_domain(&"a".repeat(63)));
    for host in ["", "a..b", "a.", "-a", "a-", "ab--c", "a_b", "1.2", &"a".repeat(64), &"a.".repeat(127)] {
        assert!(!is_valid_domain(host), "{host}");
    }
    let reason = |input| check_valid_url_string(input, None).unwrap_err().reason();
    assert_eq!(reason("https://é.example/"), Reason::NoUnicodeTables);
    assert_eq!(reason("https://xn--53h.example/"), Reason::NoUnicodeTables);
    assert_eq!(reason("https://a_b/"), Reason::HostIdna);
    assert!(check_valid_url_string("https://a.example/é", None).is_ok());
}

#[test]
fn urltestdata() {
    let (mut passed, mut without) = (0, 0);
    for case in public_cases("ada-url", "urltestdata.json").unwrap() {
        let text = |key| text(&case, key);
        let base = match text("base").map(Url::parse).transpose() {
            Ok(base) => base,
            Err(error) => {
                let needs_tables = error.reason() == Reason::NoUnicodeTables;
                assert!(case.contains_key("failure") || needs_tables, "{case:?}");
                continue;
            }
        };
        match Parser::default().with_base(base.as_ref()).parse(text("input").unwrap()) {
            Err(error) if error.reason() == Reason::NoUnicodeTables => without += 1,
            outcome => {
                assert_eq!(outcome.ok().as_ref().map(Url::as_str), text("href"), "{case:?}");
                passed += 1;
            }
        }
    }
    let count = passed + without;
    let figure =
        format!("of the {count} cases of `urltestdata.json`, {passed} pass as they are and {without} are");
    assert_recorded("whatwg", "ascii_only", &figure);
}
