//! Parts that are written as a URL.

use proptest::prelude::*;
use url_facade::{Component, Parser, Profile};
use url_serialize::{Parts, rfc3986, serialize};

fn parts<'t>(get: impl Fn(Component) -> Option<&'t str>) -> Parts<'t> {
    Parts {
        scheme: get(Component::Scheme).unwrap_or_default(),
        username: get(Component::User).unwrap_or_default(),
        password: get(Component::Password),
        host: get(Component::Host),
        port: get(Component::Port).and_then(|port| port.parse().ok()),
        path: get(Component::Path).unwrap_or_default(),
        query: get(Component::Query),
        fragment: get(Component::Fragment),
    }
}

/// Checks that the parts of a valid `text` are written as that text.
fn check_text(text: &str) {
    if let Ok(url) = Parser::new(Profile::Whatwg).parse(text) {
        assert_eq!(serialize(&parts(|component| url.get(component))).as_deref(), Ok(url.as_str()));
    }
    let uri = Parser::new(Profile::Rfc3986).parse_reference(text).unwrap();
    let parts = parts(|component| uri.get(component));
    let is_same_port = parts.port.map(|port| port.to_string()).as_deref() == uri.get(Component::Port);
    let has_empty_user = uri.get(Component::User) == Some("") && parts.password.is_none();
    if uri.invalid().is_none() && is_same_port && !has_empty_user {
        assert_eq!(rfc3986::serialize(&parts).as_deref(), Ok(text));
    }
}

/// Checks that `given` is refused, or written as a text that is parsed back with the same parts. Returns the
/// number of texts.
fn check_parts(given: &Parts<'_>) -> usize {
    let mut written = 0;
    if let Ok(text) = serialize(given) {
        let parser = Parser::new(Profile::Whatwg);
        let host = given.host.map(|host| parser.parse(&format!("{}://{host}/", given.scheme)));
        if matches!(host, Some(Err(_))) {
            // The host is not valid by itself.
            return written;
        }
        let url = parser.parse(&text).unwrap();
        let scheme = given.scheme.to_ascii_lowercase();
        let expected = Parts {
            scheme: &scheme,
            password: given.password.filter(|password| !password.is_empty()),
            host: host.as_ref().and_then(|host| host.as_ref().unwrap().host_str()),
            port: given.port.filter(|port| url_scheme::default_port(&scheme) != Some(*port)),
            path: if given.path.is_empty() && url_scheme::is_special(&scheme) { "/" } else { given.path },
            ..*given
        };
        assert_eq!(parts(|component| url.get(component)), expected, "{text:?}");
        assert!(url.as_str() == text || expected.host != given.host, "{text:?}");
        written += 1;
    }
    if let Ok(text) = rfc3986::serialize(given) {
        let uri = Parser::new(Profile::Rfc3986).parse_reference(&text).unwrap();
        assert_eq!((parts(|component| uri.get(component)), uri.invalid()), (*given, None), "{text:?}");
        written += 1;
    }
    written
}

#[test]
fn known_strings() {
    let mut written = 0;
    for (index, text) in crate::known_strings().iter().enumerate() {
        check_text(text);
        let scheme = ["https", "file", "foo", "HTTP", ""][index % 5];
        let base = Parts { scheme, host: Some("h"), path: "/", ..Parts::default() };
        for part in [&**text, text.split_once(':').map_or("", |(_, after)| after)] {
            written += check_parts(&Parts { scheme: part, ..base });
            written += check_parts(&Parts { username: part, ..base });
            written += check_parts(&Parts { password: Some(part), ..base });
            written += check_parts(&Parts { host: Some(part), ..base });
            written += check_parts(&Parts { path: part, ..base });
            written += check_parts(&Parts { path: part, host: None, ..base });
            written += check_parts(&Parts { path: part, host: Some(""), query: Some(part), ..base });
            written += check_parts(&Parts { fragment: Some(part), ..base });
        }
    }
    assert!(written > 20_000, "only {written} texts");
}

const TEXT: &str = "([a/?#:@.|\\\\%' \\[\\]&]|%2[ef]|/c|\\PC){0,5}";

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(6_000) })]

    #[test]
    fn any_parts(
        scheme in "(https?|file|ws|foo|[a-c1:]{0,3})",
        (username, password) in ("[a:@%]{0,2}", proptest::option::of("[a:@%é]{0,2}")),
        host in proptest::option::of(prop_oneof!["[a-c.]{0,3}", "1(.[0-9]){0,4}", "\\[[0-9a:]{2,5}\\]", TEXT]),
        port in proptest::option::of(prop_oneof![Just(80), Just(443), any::<u16>()]),
        path in (prop_oneof!["", "/"], TEXT).prop_map(|(start, text)| start + &text),
        (query, fragment) in (proptest::option::of(TEXT), proptest::option::of(TEXT)),
    ) {
        let (password, host) = (password.as_deref(), host.as_deref());
        let (query, fragment) = (query.as_deref(), fragment.as_deref());
        check_parts(&Parts {
            scheme: &scheme, username: &username, password, host, port, path: &path, query, fragment,
        });
    }
}
