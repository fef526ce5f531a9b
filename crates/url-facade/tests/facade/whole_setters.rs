//! The setters of `Url`, which take all of a value or nothing, and the editor of path segments: whatever they are given,
//! the URL parses back to itself.

use std::net::IpAddr;

use url_facade::{Change, Host, ParseError, Parser, Profile, Reason, Span, Url, api::Attribute};
use url_testdata::hostile::{Dice, URLS};

use crate::{
    decoded,
    setters::{any_value, assert_parses_back},
};

type Setter = fn(&mut Url, &str) -> Result<(), ParseError>;

/// The setters of text.
const SETTERS: &[(&str, Setter)] = &[
    ("scheme", |url, value| url.set_scheme(value)),
    ("username", |url, value| url.set_username(value)),
    ("password", |url, value| url.set_password(Some(value))),
    ("host", |url, value| url.set_host(Some(value))),
    ("no host", |url, _| url.set_host(None)),
    ("ip host", |url, value| value.parse().map_or(Ok(()), |address| url.set_ip_host(address))),
    ("port", |url, value| url.set_port(value.parse().ok())),
    ("path", |url, value| url.set_path(value)),
    ("query", |url, value| url.set_query(Some(value))),
    ("no query", |url, _| url.set_query(None)),
    ("fragment", |url, value| url.set_fragment(Some(value))),
    ("no fragment", |url, _| url.set_fragment(None)),
    ("push", |url, value| url.path_segments_mut()?.push(value).map(|_| ())),
    ("pop", |url, _| url.path_segments_mut().map(|mut segments| _ = segments.pop())),
    ("clear", |url, _| url.path_segments_mut().map(|mut segments| _ = segments.clear())),
];

/// Spec: whatwg#protocol-setter, whatwg#hostname-setter, whatwg#pathname-setter
#[test]
fn what_is_left_parses_back() {
    let mut dice = Dice::new(4);
    for _ in 0..24_000 {
        let profile =
            [Profile::Whatwg, Profile::Whatwg, Profile::Whatwg202602, Profile::Webspecs][dice.roll(4)];
        let mut url = Parser::new(profile).parse(dice.pick(&URLS)).unwrap();
        for _ in 0..=dice.roll(7) {
            let ((name, set), value) = (SETTERS[dice.roll(SETTERS.len())], any_value(&mut dice));
            let before = url.clone();
            let outcome = set(&mut url, &value);
            let what = format!("{profile}: {name} of {before} to {value:?}: {outcome:?}");
            if let Err(error) = outcome {
                assert_eq!(before, url, "{what}");
                assert!(error.reason() != Reason::NoSetters || profile == Profile::Webspecs, "{what}");
                let Span { start, end } = error.span();
                let has_text = value.get(start as usize..end as usize).is_some();
                assert!(has_text || ["port", "ip host"].contains(&name), "{what}");
            }
            assert_parses_back(&url, &what);
        }
    }
}

/// A few characters of all of Unicode, of ASCII more often.
fn any_text(dice: &mut Dice) -> String {
    let limit = [0x80, 0x80, 0x800, 0x11_0000][dice.roll(4)];
    let mut code_point = || u32::try_from(dice.roll(limit)).unwrap_or_default();
    let code_points: Vec<_> = (0..8).map(|_| code_point()).collect();
    code_points.into_iter().take(dice.roll(9)).filter_map(char::from_u32).collect()
}

/// What was set is what is there, and decodes to it: nothing of a value is skipped.
#[test]
fn nothing_is_skipped() {
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

/// A segment that paths have a meaning for, or any text.
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

/// The segments of `url`, decoded.
fn segments(url: &Url) -> Vec<String> {
    without_only_empty(url.path_segments().unwrap().map(decoded).collect())
}

/// `segments`, or none where there is only an empty one: the path `/`.
fn without_only_empty(segments: Vec<String>) -> Vec<String> {
    if segments == [""] { Vec::new() } else { segments }
}

/// Each edit does to the segments what it does to a list of texts, and nothing else changes; nothing at all once a segment is
/// refused.
#[test]
fn segments_are_a_list_of_texts() {
    let others =
        |url: &Url| format!("{:?} {:?} {:?} {:?}", url.scheme(), url.host(), url.query(), url.fragment());
    let mut dice = Dice::new(6);
    for _ in 0..24_000 {
        let profile = [Profile::Whatwg, Profile::Whatwg202602][dice.roll(2)];
        let mut url = Parser::new(profile).parse(dice.pick(&URLS)).unwrap();
        if url.has_opaque_path() {
            continue;
        }
        for _ in 0..=dice.roll(2) {
            let (mut list, whole, mut refused) = (segments(&url), url.clone(), false);
            let mut editor = url.path_segments_mut().unwrap();
            let mut edits = Vec::new();
            for _ in 0..dice.roll(6) {
                let edit = dice.roll(9);
                let count = [dice.roll(4), 1, 1, 1, 1, 0, 0, 0, 0][edit];
                let added: Vec<_> = (0..count).map(|_| segment(&mut dice)).collect();
                edits.push((edit, added.clone()));
                match edit {
                    0..=4 => {
                        refused |= added.iter().any(|segment| segment == "." || segment == "..");
                        let outcome = if edit == 0 { editor.extend(&added) } else { editor.push(&added[0]) };
                        assert_eq!(outcome.is_err(), refused, "{edits:?}");
                        for segment in added {
                            list.push(segment);
                            list = without_only_empty(list);
                        }
                    }
                    5 | 6 => {
                        editor.pop();
                        list.pop();
                    }
                    7 => {
                        editor.pop_if_empty();
                        list.pop_if(|last| last.is_empty());
                    }
                    _ => {
                        editor.clear();
                        list.clear();
                    }
                }
                list = without_only_empty(list);
            }
            drop(editor);
            let what = format!("{whole}: {edits:?}");
            if refused {
                assert_eq!(url, whole, "{what}");
            } else {
                assert_eq!(segments(&url), list, "{what}");
            }
            assert_eq!(others(&url), others(&whole), "{what}");
            assert_parses_back(&url, &what);
        }
    }
}

/// What the comparison with the setters of the crate `url` (`with_url` of url-compat) has no URL or value for.
///
/// Spec: whatwg#cannot-be-a-base-url-path-state-3.2
#[test]
fn what_is_set() {
    for (url, name, value, left) in [
        ("foo://a.test//b", "no host", "", "foo:/.//b"),
        ("file://a/b", "host", "localhost", "file:///b"),
        ("foo://a/", "ip host", "::ffff:1.2.3.4", "foo://[::ffff:102:304]/"),
        ("http://a.test/C%7C/b", "scheme", "file", "file://a.test/C%7C/b"),
        // On purpose, the last space is percent-encoded before a query or a fragment, so it stays when these are removed.
        ("data:a   ?b", "no query", "", "data:a  %20"),
        ("data:a   #b", "no fragment", "", "data:a  %20"),
    ] {
        let mut made = Url::parse(url).unwrap();
        let (_, set) = SETTERS.iter().find(|setter| setter.0 == name).unwrap();
        set(&mut made, value).unwrap();
        assert_eq!(made, left, "{name} of {url} to {value:?}");
    }
}

/// A value is refused whole, with the rule and the place.
///
/// Spec: whatwg#host-state-3.1..2, whatwg#pathname-setter-1
#[test]
fn what_is_refused() {
    for (url, name, value, told) in [
        ("https://a.test/", "scheme", "http:", "scheme-character 4..5 whatwg#protocol-setter"),
        ("https://a.test/", "scheme", "http\t", "tab-or-newline 0..5 whatwg#protocol-setter"),
        ("https://a.test/", "scheme", "", "scheme-character 0..0 whatwg#scheme-start-state-3"),
        ("https://a.test/", "scheme", "foo", "special-scheme-exchanged 0..3 whatwg#scheme-state-2.1.1"),
        ("http://localhost/", "scheme", "FILE", "not-parsed-back 0..4 whatwg#protocol-setter"),
        ("http://a.test/C|/b", "scheme", "file", "not-parsed-back 0..4 whatwg#protocol-setter"),
        ("https://a.test/", "host", "b.test:80", "host-holds-port 6..9 whatwg#hostname-setter"),
        ("https://a.test/", "host", "b.test/x", "host-holds-more 6..8 whatwg#hostname-setter"),
        ("https://a.test/", "host", "b\\x", "host-holds-more 1..3 whatwg#hostname-setter"),
        ("https://a.test/", "host", "b\n", "tab-or-newline 0..2 whatwg#hostname-setter"),
        ("https://a.test/", "host", "u@b", "host-forbidden 0..3 whatwg#concept-domain-to-ascii-8"),
        ("https://a.test/", "host", "::1", "host-colon 0..3 whatwg#hostname-setter"),
        ("https://a.test/", "host", "a.test:x", "host-colon 6..8 whatwg#hostname-setter"),
        ("https://a.test/", "host", "", "host-empty 0..0 whatwg#host-state-3.1"),
        ("https://a.test/", "no host", "", "host-empty 0..0 whatwg#host-state-3.1"),
        ("foo://u@a/", "no host", "", "no-credentials-or-port 0..0 whatwg#host-state-3.2"),
        ("foo://:p@a/", "no host", "", "no-credentials-or-port 0..0 whatwg#host-state-3.2"),
        ("foo://a:1/", "no host", "", "no-credentials-or-port 0..0 whatwg#host-state-3.2"),
        ("data:x", "ip host", "127.0.0.1", "opaque-path-fixed 0..9 whatwg#hostname-setter-1"),
        ("http://localhost:81/b", "scheme", "ht tp", "scheme-character 2..5 whatwg#protocol-setter"),
        ("data:x", "no host", "", "opaque-path-fixed 0..0 whatwg#hostname-setter"),
        ("data:x", "host", "a", "opaque-path-fixed 0..1 whatwg#hostname-setter-1"),
        ("data:x", "path", "a\tb", "opaque-path-fixed 0..3 whatwg#pathname-setter-1"),
        ("data:x", "push", "a", "opaque-path-fixed 0..0 whatwg#pathname-setter"),
        ("https://a.test/", "push", "..", "dot-segment 0..2 whatwg#pathname-setter"),
        ("file:///", "port", "8", "no-credentials-or-port 0..1 whatwg#port-setter-1"),
        ("foo:/", "username", "u", "no-credentials-or-port 0..1 whatwg#username-setter-1"),
    ] {
        let mut left = Url::parse(url).unwrap();
        let (_, set) = SETTERS.iter().find(|setter| setter.0 == name).unwrap();
        let Err(error) = set(&mut left, value) else { unreachable!("{name} of {url} to {value:?}") };
        let refused = format!("{} {} {}", error.reason().name(), error.span(), error.section());
        assert_eq!((refused.as_str(), left.as_str()), (told, url), "{name} of {url} to {value:?}");
    }
}

#[test]
fn profiles_without_setters_refuse() {
    for (name, set) in SETTERS.iter().filter(|setter| setter.0 != "ip host") {
        let mut url = Parser::new(Profile::Rfc3986).parse("http://a.test/").unwrap();
        let told = set(&mut url, "b").map_err(|error| (error.reason(), error.section().id()));
        assert_eq!(told, Err((Reason::NoSetters, "rfc3986#uri-reference")), "{name}");
    }
}

/// What is not changed in any editor stays as it was written.
#[test]
fn an_editor_that_changes_nothing() {
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

/// A chain of edits is made as a whole, or not at all.
#[test]
fn a_chain_that_is_refused() {
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
