//! Checks the profile `rfc3986` with vectors, with the examples of section 5.4, and with random strings.

use proptest::prelude::*;
use url_facade::{Component, Parser, Profile, Reason};

use crate::cases::{any_reference, check_own_vectors};

#[test]
fn own_vectors_pass() {
    check_own_vectors(Profile::Rfc3986, 443);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4_000) })]

    /// Resolving and normalizing return a URI. Normalizing a normalized URI does not change the URI.
    #[test]
    fn results_are_uris(input in any_reference(), base in any_reference()) {
        let alone = Parser::new(Profile::Rfc3986);
        let parsed = alone.parse_reference(&input).unwrap();
        prop_assert!(parsed.invalid().is_some() || parsed.as_str() == input);
        let base = alone.parse_reference(&base).unwrap();
        let parser = alone.with_base(&base);
        let resolved = parser.resolve_reference(&input).unwrap();
        if resolved.invalid().is_none() {
            let again = alone.parse_reference(resolved.as_str()).unwrap();
            prop_assert_eq!(again.invalid(), None);
            prop_assert!(again.get(Component::Scheme).is_some());
            for component in Component::ALL {
                prop_assert_eq!(again.get(component), resolved.get(component));
            }
        }
        if let Ok(uri) = parser.parse(&input) {
            let again = alone.parse_reference(uri.as_str()).unwrap();
            prop_assert_eq!(again.invalid(), None);
            for component in Component::ALL {
                prop_assert_eq!(again.get(component), uri.get(component));
            }
            prop_assert_eq!(again.is_hierarchical(), !uri.has_opaque_path());
            prop_assert_eq!(alone.parse(uri.as_str()), Ok(uri));
        }
    }
}

/// Spec: rfc3986#host-3.1
#[test]
fn zone_ids_are_an_option() {
    use url_facade::{
        Host, Url,
        rfc3986::{parse_with_zone_id, zone_id},
    };

    for (input, parsed, zone) in [
        ("a://[fe80::1%25en0]/", "a://[fe80::1%25en0]/", Some("en0")),
        ("A://[FE80::A%25En%2d0%c3%a9]:1/b", "a://[fe80::a%25En-0%C3%A9]:1/b", Some("En-0%C3%A9")),
        ("a://[fe80::1%251]", "a://[fe80::1%251]", Some("1")),
        ("a://[fe80::1]", "a://[fe80::1]", None),
        ("a://HOST%25x/", "a://host%25x/", None),
    ] {
        let url = parse_with_zone_id(input).unwrap();
        assert_eq!(url, parsed);
        assert_eq!(url.host_str().and_then(zone_id).map(|found| found.1), zone);
        assert_eq!(parse_with_zone_id(url.as_str()).as_ref().map(Url::components), Ok(url.components()));
        assert_eq!(url.resolve("c").unwrap().host_str(), url.host_str());
        assert_eq!(zone.is_some(), matches!(url.host(), Some(Host::Opaque(text)) if text.starts_with('[')));
        // Parsers other than `parse_with_zone_id` reject a zone, with the reason for zones.
        for profile in [Profile::Rfc3986, Profile::Whatwg, Profile::Whatwg202602] {
            if let Err(error) = Parser::new(profile).parse(input) {
                assert_eq!((zone.is_some(), error.reason()), (true, Reason::Ipv6ZoneId), "{profile} {input}");
            }
        }
    }
    let reason = |input: &str| parse_with_zone_id(input).unwrap_err().reason();
    for host in ["fe80::1%25", "fe80::1%en0", "%25en0", "1.2.3.4%25en0", "fe80::1%25a/b", "v1.a%25b"] {
        assert_eq!(reason(&format!("a://[{host}]/")), Reason::HostIpLiteral, "{host}");
    }
    assert_eq!(reason("//[fe80::1%25en0]/"), Reason::MissingScheme);
}
