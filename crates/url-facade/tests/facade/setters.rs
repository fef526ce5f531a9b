//! The lenient setters: what came of them is told, and what they leave is a URL like any other.

use url_facade::{
    Change, Parser, Profile, Reason, Url, WebUrl,
    api::{ApiError, Attribute, AttributeError},
};
use url_testdata::hostile::{Dice, URLS, VALUES};

use crate::{changes::check_attribute, ways::any_string};

/// The string that is left, and what is told of what was not taken: the reason, the place, and the section of the Standard.
#[test]
fn what_came_of_it_is_told() {
    let web = "https://a.test/b";
    for (url, attribute, value, left, told) in [
        (web, "href", "http://c", "http://c/", ""),
        (web, "href", "https://a.test/b", web, ""),
        (web, "href", "c", web, "missing-scheme 0..1 no-scheme-state-1"),
        (web, "protocol", "http:x", "http://a.test/b", ""),
        (web, "protocol", "foo", web, "special-scheme-exchanged 0..3 scheme-state-2.1.1"),
        ("foo://a/", "protocol", "http", "foo://a/", "special-scheme-exchanged 0..4 scheme-state-2.1.2"),
        ("http://a:8/", "protocol", "file", "http://a:8/", "file-scheme-exchanged 0..4 scheme-state-2.1.3"),
        ("file:///", "protocol", "http", "file:///", "file-scheme-exchanged 0..4 scheme-state-2.1.4"),
        ("file:///", "protocol", "file", "file:///", ""),
        (web, "protocol", "1", web, "scheme-character 0..1 scheme-start-state-3"),
        (web, "protocol", "h ", web, "scheme-character 0..2 scheme-state-4"),
        (web, "username", "é", "https://%C3%A9@a.test/b", ""),
        ("file:///", "username", "u", "file:///", "no-credentials-or-port 0..1 username-setter-1"),
        (web, "password", "p", "https://:p@a.test/b", ""),
        ("foo:/", "password", "p", "foo:/", "no-credentials-or-port 0..1 password-setter-1"),
        (web, "host", "c:8", "https://c:8/b", ""),
        (web, "host", "c:443/", "https://c/b", ""),
        (web, "host", "c:99999", "https://c/b", "port-out-of-range 2..7 port-state-2.1.2"),
        (web, "host", "a.test:99999", web, "port-out-of-range 7..12 port-state-2.1.2"),
        (web, "host", "c:x", "https://c/b", "port-not-number 2..3 port-state-2.2"),
        (web, "host", "c d", web, "host-forbidden 0..3 concept-domain-to-ascii-8"),
        (web, "host", "", web, "host-empty 0..0 host-state-3.1"),
        ("data:x", "host", "a", "data:x", "opaque-path-fixed 0..1 host-setter-1"),
        (web, "hostname", "c:8", web, "host-holds-port 1..2 host-state-2.2"),
        ("foo://u@a/", "hostname", "", "foo://u@a/", "no-credentials-or-port 0..0 host-state-3.2"),
        ("foo://a/", "hostname", "", "foo:///", ""),
        ("data:x", "hostname", "a", "data:x", "opaque-path-fixed 0..1 hostname-setter-1"),
        (web, "port", "8x", "https://a.test:8/b", ""),
        (web, "port", "443", web, ""),
        (web, "port", "", web, ""),
        (web, "port", "x", web, "port-not-number 0..1 port-state-2.2"),
        (web, "port", "65536", web, "port-out-of-range 0..5 port-state-2.1.2"),
        ("file:///", "port", "8", "file:///", "no-credentials-or-port 0..1 port-setter-1"),
        (web, "pathname", "../c?#", "https://a.test/c%3F%23", ""),
        ("data:x", "pathname", "y", "data:x", "opaque-path-fixed 0..1 pathname-setter-1"),
        (web, "search", "?c", "https://a.test/b?c", ""),
        (web, "search", "", web, ""),
        (web, "hash", "#c d", "https://a.test/b#c%20d", ""),
        ("https://a.test/b#c", "hash", "", web, ""),
    ] {
        let mut set = Url::parse(url).unwrap();
        let (change, error) = match set.set_attribute(attribute.parse().unwrap(), value) {
            Ok(change) => (change, String::new()),
            Err(AttributeError { error, change, .. }) => {
                let section = error.section().id().trim_start_matches("whatwg#");
                (change, format!("{} {} {section}", error.reason().name(), error.span()))
            }
        };
        let is_changed = change == Change::Changed;
        let expected = (left, left != url, told);
        assert_eq!((set.as_str(), is_changed, &*error), expected, "{url} {attribute} {value:?}");
    }
}

/// The 2014 document tells less, and has no setter where it says so.
#[test]
fn setters_of_webspecs() {
    let mut url = Parser::new(Profile::Webspecs).parse("http://a.test/b").unwrap();
    assert_eq!(url.set_attribute(Attribute::Host, "c.test:81"), Ok(Change::Changed));
    assert_eq!(url.set_attribute(Attribute::Host, "[").unwrap_err().change, Change::Unchanged);
    let refused = url.set_attribute(Attribute::Protocol, "1").unwrap_err();
    assert_eq!((refused.error.reason(), refused.change), (Reason::SetterRefused, Change::Unchanged));
    assert_eq!(url.as_str(), "http://c.test:81/b");
}

/// The setters by name say whether the URL is another one, and refuse nothing but an `href`.
#[test]
fn setters_of_the_object() {
    let mut object = WebUrl::try_from(Url::parse("https://a.test/").unwrap()).unwrap();
    assert_eq!(object.set_href("http://b.test/c").unwrap(), Change::Changed);
    assert_eq!(object.set_href("http://b.test/c").unwrap(), Change::Unchanged);
    assert_eq!(object.set_href("c").unwrap_err().violations[0].name, "missing-scheme-non-relative-URL");
    for (set, value, change, left) in [
        (WebUrl::set_protocol as fn(&mut WebUrl, &str) -> _, "https:x", Change::Changed, "https://b.test/c"),
        (WebUrl::set_username, "u", Change::Changed, "https://u@b.test/c"),
        (WebUrl::set_password, "p", Change::Changed, "https://u:p@b.test/c"),
        (WebUrl::set_host, "c.test:99999", Change::Changed, "https://u:p@c.test/c"),
        (WebUrl::set_hostname, "d.test/x", Change::Changed, "https://u:p@d.test/c"),
        (WebUrl::set_hostname, "a b", Change::Unchanged, "https://u:p@d.test/c"),
        (WebUrl::set_port, "8x", Change::Changed, "https://u:p@d.test:8/c"),
        (WebUrl::set_pathname, "/e", Change::Changed, "https://u:p@d.test:8/e"),
        (WebUrl::set_search, "?f", Change::Changed, "https://u:p@d.test:8/e?f"),
        (WebUrl::set_search, "f", Change::Unchanged, "https://u:p@d.test:8/e?f"),
        (WebUrl::set_hash, "g", Change::Changed, "https://u:p@d.test:8/e?f#g"),
    ] {
        assert_eq!((set(&mut object, value).unwrap(), object.href()), (change, left), "{value}");
    }
    assert_eq!(object.into_url().unwrap(), "https://u:p@d.test:8/e?f#g");
    let other = Parser::new(Profile::Rfc3986).parse("http://a.test/").unwrap();
    assert_eq!(WebUrl::try_from(other), Err(ApiError::NoApi(Profile::Rfc3986)));
}

#[test]
fn other_profiles_have_no_setters() {
    for &profile in Profile::ALL {
        let has_api = matches!(profile, Profile::Webspecs | Profile::Whatwg | Profile::Whatwg202602);
        let Ok(mut url) = Parser::new(profile).parse("http://a.test/") else { continue };
        for &attribute in Attribute::ALL {
            let refused =
                url.set_attribute(attribute, "http://b.test/").map_err(|error| error.error.reason());
            assert_eq!(refused == Err(Reason::NoSetters), !has_api, "{profile} {}", attribute.name());
        }
    }
    let mut url = Parser::new(Profile::Manakai).parse("http://a.test/").unwrap();
    let error = url.set_attribute(Attribute::Host, "b").unwrap_err().to_string();
    let reason = "the document of this profile defines no setters: take another profile to change a URL";
    assert_eq!(error, format!("{reason} (at bytes 0..1, manakai#parsing)"));
}

/// A value for a setter: none, one that is known, a piece of a URL, or more.
pub(crate) fn any_value(dice: &mut Dice) -> String {
    match dice.roll(12) {
        0 => String::new(),
        1..4 => dice.pick(&VALUES).into(),
        4..8 => dice.text(1),
        _ => format!("{}{}", dice.pick(&VALUES), dice.text(3)),
    }
}

/// After any setters, the URL is the one that their steps make, and what its string parses to; the object agrees, and what is reported
/// is true.
#[test]
fn what_is_left_is_a_url() {
    let mut dice = Dice::new(2);
    for _ in 0..50_000 {
        let profile =
            [Profile::Whatwg, Profile::Whatwg, Profile::Whatwg202602, Profile::Webspecs][dice.roll(4)];
        let input = if dice.roll(2) == 0 { any_string(&mut dice) } else { dice.pick(&URLS).to_owned() };
        let Ok(mut url) = Parser::new(profile).parse(&input) else { continue };
        for _ in 0..=dice.roll(7) {
            let (attribute, value) = (Attribute::ALL[dice.roll(Attribute::ALL.len())], any_value(&mut dice));
            if !check_attribute(&mut url, attribute, &value) && profile != Profile::Webspecs {
                break;
            }
        }
    }
}
