//! The strict setters of `Url` and the editor of path segments: after any value, the URL parses back to
//! itself.

use std::net::IpAddr;

use serde_json::json;
use url_facade::{Change, Host, Parser, Profile, Reason, Url, api::Attribute};
use url_testdata::{
    assert_expected,
    hostile::{Dice, URLS},
    own_vectors, read_json_lines, text,
};

use crate::{
    changes::{Edit, SETTERS, check_segments, check_setter},
    decoded,
    setters::any_value,
};

/// Spec: whatwg#protocol-setter, whatwg#hostname-setter, whatwg#pathname-setter
#[test]
fn urls_parse_back_after_strict_setters() {
    let mut dice = Dice::new(4);
    for _ in 0..24_000 {
        let profile =
            [Profile::Whatwg, Profile::Whatwg, Profile::Whatwg202602, Profile::Webspecs][dice.roll(4)];
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

/// Supplements the test `with_url` of url-compat, which compares these setters with those of the crate `url`.
///
/// Spec: whatwg#cannot-be-a-base-url-path-state-3.2
/// Spec: whatwg#host-state-3.1..2, whatwg#pathname-setter-1
#[test]
fn strict_setters_set_a_value_or_reject_it() {
    let records = read_json_lines(&own_vectors("setters").join("whole.jsonl")).unwrap();
    assert_expected(&records, |record| {
        let [url, name, value] = ["url", "setter", "value"].map(|key| text(record, key).unwrap());
        let mut left = Url::parse(url).unwrap();
        let (_, set) = SETTERS.iter().find(|setter| setter.0 == name).unwrap();
        let Err(error) = set(&mut left, value) else { return json!({"left": left.as_str()}) };
        assert_eq!(left, url, "{record:?}");
        json!({"refused": format!("{} {} {}", error.reason().name(), error.span(), error.section())})
    });
    assert_eq!(records.len(), 33);
}

#[test]
fn profiles_without_setters_return_an_error() {
    for (name, set) in SETTERS.iter().filter(|setter| setter.0 != "ip host") {
        let mut url = Parser::new(Profile::Rfc3986).parse("http://a.test/").unwrap();
        let told = set(&mut url, "b").map_err(|error| (error.reason(), error.section().id()));
        assert_eq!(told, Err((Reason::NoSetters, "rfc3986#uri-reference")), "{name}");
    }
}

#[test]
fn an_editor_without_changes_keeps_the_path() {
    for text in ["foo://a", "foo://a/", "foo:/.//", "https://a.test/b|c"] {
        let mut url = Url::parse(text).unwrap();
        url.path_segments_mut().unwrap().pop_if_empty();
        if !text.ends_with("//") {
            assert_eq!(url, text);
        }
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
