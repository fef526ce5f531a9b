//! Checks that setters and the editor of path segments report their effect, and that the URL parses back.

use std::net::IpAddr;

use serde_json::json;
use url_facade::{
    Change, Host, ParseError, Parser, Profile, Reason, Url, WebUrl,
    api::{ApiError, Attribute},
};
use url_testdata::{
    check_vectors,
    hostile::{Dice, URLS, VALUES},
    text,
};

use crate::{
    changes::{Edit, SETTERS, check_attribute, check_segments, check_setter},
    decoded,
    ways::any_string,
};

const PROFILES: [Profile; 4] = [Profile::Whatwg, Profile::Whatwg, Profile::Whatwg202602, Profile::Webspecs];

fn told(error: ParseError) -> String {
    format!("{} {} {}", error.reason().name(), error.span(), error.section())
}

#[test]
fn lenient_setters_report_the_change_and_the_error() {
    check_vectors("setters/lenient.jsonl", 39, |record| {
        let [url, attribute, value] = ["url", "attribute", "value"].map(|key| text(record, key).unwrap());
        let mut set = Url::parse(url).unwrap();
        let outcome = set.set_attribute(attribute.parse().unwrap(), value);
        let change = outcome.unwrap_or_else(|stopped| stopped.change);
        assert_eq!(change == Change::Changed, set != url, "{record:?}");
        let told = outcome.map_or_else(|stopped| told(stopped.error), |_| String::new());
        json!({"left": set.as_str(), "told": told})
    });
}

/// The setters of WebSpecs report less precise reasons: for example, `SetterRefused` for any invalid scheme.
#[test]
fn setters_of_webspecs() {
    let mut url = Parser::new(Profile::Webspecs).parse("http://a.test/b").unwrap();
    assert_eq!(url.set_attribute(Attribute::Host, "c.test:81"), Ok(Change::Changed));
    assert_eq!(url.set_attribute(Attribute::Host, "[").unwrap_err().change, Change::Unchanged);
    let refused = url.set_attribute(Attribute::Protocol, "1").unwrap_err();
    assert_eq!((refused.error.reason(), refused.change), (Reason::SetterRefused, Change::Unchanged));
    assert_eq!(url.as_str(), "http://c.test:81/b");
}

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
    for &profile in Profile::available() {
        let has_api = matches!(profile, Profile::Webspecs | Profile::Whatwg | Profile::Whatwg202602);
        let Ok(mut url) = Parser::new(profile).parse("http://a.test/") else { continue };
        for &attribute in Attribute::ALL {
            let refused = url.set_attribute(attribute, "http://b.test/").err();
            let has_none = refused.is_some_and(|refused| refused.error.reason() == Reason::NoSetters);
            assert_eq!(has_none, !has_api, "{profile} {}", attribute.name());
        }
    }
    let mut url = Parser::new(Profile::Manakai).parse("http://a.test/").unwrap();
    let error = url.set_attribute(Attribute::Host, "b").unwrap_err().to_string();
    let reason = "the document of this profile defines no setters: choose another profile to change a URL";
    assert_eq!(error, format!("{reason} (at bytes 0..1, manakai#parsing)"));
    for (name, set) in SETTERS.iter().filter(|setter| setter.0 != "ip host") {
        let mut url = Parser::new(Profile::Rfc3986).parse("http://a.test/").unwrap();
        let told = set(&mut url, "b").map_err(|error| (error.reason(), error.section().id()));
        assert_eq!(told, Err((Reason::NoSetters, "rfc3986#uri-reference")), "{name}");
    }
}

fn any_value(dice: &mut Dice) -> String {
    match dice.roll(12) {
        0 => String::new(),
        1..4 => dice.pick(&VALUES).into(),
        4..8 => dice.text(1),
        _ => format!("{}{}", dice.pick(&VALUES), dice.text(3)),
    }
}

#[test]
fn urls_parse_back_after_lenient_setters() {
    let mut dice = Dice::new(2);
    for _ in 0..50_000 {
        let profile = PROFILES[dice.roll(4)];
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

/// Spec: whatwg#protocol-setter, whatwg#hostname-setter, whatwg#pathname-setter
#[test]
fn urls_parse_back_after_strict_setters() {
    let mut dice = Dice::new(4);
    for _ in 0..24_000 {
        let profile = PROFILES[dice.roll(4)];
        let mut url = Parser::new(profile).parse(dice.pick(&URLS)).unwrap();
        for _ in 0..=dice.roll(7) {
            check_setter(&mut url, SETTERS[dice.roll(SETTERS.len())], &any_value(&mut dice));
        }
    }
}

fn any_text(dice: &mut Dice) -> String {
    let limit = [0x80, 0x80, 0x800, 0x11_0000][dice.roll(4)];
    let mut code_point = || u32::try_from(dice.roll(limit)).unwrap_or_default();
    let code_points: Vec<_> = (0..8).map(|_| code_point()).collect();
    code_points.into_iter().take(dice.roll(9)).filter_map(char::from_u32).collect()
}

#[test]
fn set_values_decode_to_themselves() {
    let mut dice = Dice::new(5);
    for _ in 0..12_000 {
        let (mut url, value) = (Url::parse(dice.pick(&URLS)).unwrap(), any_text(&mut dice));
        let escaped = value.replace('%', "%25");
        url.set_query(Some(&escaped)).unwrap();
        assert_eq!(url.query().map(decoded).as_ref(), Some(&value));
        url.set_fragment(Some(&escaped)).unwrap();
        assert_eq!(url.fragment().map(decoded).as_ref(), Some(&value));
        if url.set_username(&escaped).is_ok() {
            assert_eq!(decoded(url.username()), value);
            url.set_password(Some(&escaped)).unwrap();
            assert_eq!(url.password().map(decoded).unwrap_or_default(), value);
        }
    }
}

fn segment(dice: &mut Dice) -> String {
    #[rustfmt::skip]
    const NAMES: [&str; 24] = [
        ".", "..", "%2e", "%2E%2e", ".%2e", "", "\\", "..\\..\\admin", "/", "a/../b", "\t", "\n", ".\t", "\t..", "C:", "C|", "c%7c", "?", "#",
        " ", "é", "%", "...", "//",
    ];
    const NEAR: [&str; 11] = [".", "%", "/", "\\", "a", "2", "e", "E", "|", ":", "\t"];
    match dice.roll(3) {
        0 => dice.pick(&NAMES).into(),
        1 => (0..dice.roll(5)).map(|_| dice.pick(&NEAR)).collect(),
        _ => any_text(dice),
    }
}

#[test]
fn segments_are_a_list_of_texts() {
    let mut dice = Dice::new(6);
    for _ in 0..24_000 {
        let profile = [Profile::Whatwg, Profile::Whatwg202602][dice.roll(2)];
        let mut url = Parser::new(profile).parse(dice.pick(&URLS)).unwrap();
        for _ in 0..=dice.roll(2) {
            let edit = |_| match dice.roll(9) {
                0 => Edit::Extend((0..dice.roll(4)).map(|_| segment(&mut dice)).collect()),
                1..5 => Edit::Extend(vec![segment(&mut dice)]),
                5 | 6 => Edit::Pop,
                7 => Edit::PopIfEmpty,
                _ => Edit::Clear,
            };
            let edits: Vec<_> = (0..6).map(edit).collect();
            check_segments(&mut url, &edits[..dice.roll(6)]);
        }
    }
}

/// The test `with_url` of url-compat also compares the strict setters with those of the crate `url`.
///
/// Spec: whatwg#cannot-be-a-base-url-path-state-3.2
/// Spec: whatwg#host-state-3.1..2, whatwg#pathname-setter-1
#[test]
fn strict_setters_set_a_value_or_reject_it() {
    check_vectors("setters/whole.jsonl", 33, |record| {
        let [url, name, value] = ["url", "setter", "value"].map(|key| text(record, key).unwrap());
        let mut left = Url::parse(url).unwrap();
        let (_, set) = SETTERS.iter().find(|setter| setter.0 == name).unwrap();
        let Err(error) = set(&mut left, value) else { return json!({"left": left.as_str()}) };
        assert_eq!(left, url, "{record:?}");
        json!({"refused": told(error)})
    });
}

#[test]
fn an_editor_without_changes_keeps_the_path() {
    for text in ["foo://a", "foo://a/", "https://a.test/b|c"] {
        let mut url = Url::parse(text).unwrap();
        url.path_segments_mut().unwrap().pop_if_empty();
        assert_eq!(url, text);
    }
    let mut url = Url::parse("foo://a").unwrap();
    url.path_segments_mut().unwrap().push("").unwrap();
    assert_eq!(url, "foo://a/");
}

#[test]
fn a_rejected_chain_of_edits_changes_nothing() {
    let mut url = Url::parse("https://h.test/a/b").unwrap();
    assert!(url.path_segments_mut().unwrap().pop().push("..").is_err());
    assert_eq!(url, "https://h.test/a/b");
    let mut editor = url.path_segments_mut().unwrap();
    let error = editor.push("c").unwrap().extend(["d", "."]).unwrap_err();
    assert_eq!(editor.clear().push("e").unwrap_err(), error);
    assert_eq!(editor.extend(["f"; 0]).unwrap_err(), error);
    drop(editor);
    assert_eq!(url, "https://h.test/a/b");
}

#[test]
fn values_by_type() {
    let address: IpAddr = [127, 0, 0, 1].into();
    let mut url = Url::parse("http://a.test/").unwrap();
    url.set_ip_host(address).unwrap();
    assert_eq!(url.host(), Some(Host::Ipv4([127, 0, 0, 1].into())));
    url.set_password(Some("p")).unwrap();
    assert_eq!(url.set_host(Some("/")).map_err(|error| error.reason()), Err(Reason::HostHoldsMore));
    assert_eq!(url.set_attribute(Attribute::Port, "81x"), Ok(Change::Changed));
    url.set_password(None).unwrap();
    url.set_port(Some(82)).unwrap();
    assert_eq!(url, "http://127.0.0.1:82/");
}
