//! Authorities.

use url_authority::{
    Authority, parse_authority, rfc3986, split_authority, whatwg::percent_encode_credential,
};
use url_core::whatwg::Edition::Newest;
use url_facade::{Component, Host, Parser, Profile};

use crate::check_all;

fn check(text: &str) {
    let (parsed, uri) = (parse_authority(text), rfc3986::parse_authority(text));
    if let Ok(parts) = parsed {
        let port = parts.port.and(split_authority(text).port);
        let Authority { username, password, host, .. } = parts;
        assert_eq!(split_authority(text.trim_end_matches(':')), Authority { username, password, host, port });
    }
    // Other text is not an authority.
    if text.contains(['/', '?', '#', '\t', '\n', '\r']) {
        return assert!(parsed.is_err() && uri.is_err(), "{text:?}");
    }
    let whole = Parser::new(Profile::Whatwg).parse(&format!("foo://{text}/"));
    assert_eq!(whole.is_ok(), parsed.is_ok(), "{text:?}: {whole:?}, {parsed:?}");
    if let (Err(whole), Err(error)) = (&whole, parsed) {
        let (whole, reason) = (whole.reason(), error.reason());
        assert!(whole == reason || whole.is_ipv6() && reason.is_ipv6(), "{text:?}: {whole}, {error}");
    }
    if let (Ok(url), Ok(parts)) = (whole, parsed) {
        let encode = |part| percent_encode_credential(part, Newest);
        let password = parts.password.filter(|password| !password.is_empty());
        assert_eq!((&*encode(parts.username), parts.port), (url.username(), url.port()), "{text:?}");
        assert_eq!(password.map(encode).as_deref(), url.password(), "{text:?}");
        assert_eq!(Host::parse_opaque(parts.host).unwrap().to_string(), url.host_str().unwrap(), "{text:?}");
    }
    let whole = format!("foo://{text}");
    let whole = Parser::new(Profile::Rfc3986).parse_reference(&whole).unwrap();
    match uri {
        Ok(parts) => {
            let found = Component::ALL.map(|component| whole.get(component));
            let user = Some(parts.username).filter(|_| text.contains('@'));
            let expected = [user, parts.password, Some(parts.host), parts.port];
            assert_eq!((&found[1..5], whole.invalid()), (&expected[..], None), "{text:?}");
        }
        Err(error) => {
            let found = whole.invalid().map(|whole| (whole.reason(), whole.section(), whole.span()));
            assert_eq!(found, Some((error.reason(), error.section(), error.span().after(6))), "{text:?}");
        }
    }
}

#[test]
fn authorities() {
    let pattern = "([a-c@:.%\\[\\]]|%4[01]|\\[[0-9a-f:.]{2,12}\\]|:[0-9]{0,6}|\\PC){0,9}";
    check_all(pattern, |text| {
        check(text);
        if let Some((_, after)) = text.split_once("//") {
            let authority = after.split(['/', '?', '#']).next().unwrap();
            check(authority);
            check(&format!("[{authority}]"));
        }
    });
}
