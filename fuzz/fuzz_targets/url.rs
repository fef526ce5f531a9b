//! Specs with URL objects: however a URL is parsed, read and edited, it parses back to itself.
//!
//! Fields: the input; the base, or an empty field; then edits, each a byte that chooses it and the value.

#![no_main]

use std::fmt::Debug;

use libfuzzer_sys::fuzz_target;
use percent_encoding::percent_decode_str;
use url_facade::{
    Change, Component, Event, ParseError, Parser, Position, Profile, Url, WebUrl,
    api::Attribute,
    host::classify,
    whatwg::{Rendering, check_valid_url_string, render_url},
};
use urlspec_fuzz::{Fields, Strings, assert_parses_back, parses_back};

/// More edits than this only cost time.
const EDITS: usize = 16;

/// The setters of Rust, each of which takes all of its value or nothing.
const SETTERS: [fn(&mut Url, &str) -> Result<(), ParseError>; 12] = [
    |url, value| url.set_scheme(value),
    |url, value| url.set_username(value),
    |url, value| url.set_password(Some(value)),
    |url, value| url.set_host(Some(value)),
    |url, _| url.set_host(None),
    |url, value| value.parse().map_or(Ok(()), |address| url.set_ip_host(address)),
    |url, value| url.set_port(value.parse().ok()),
    |url, value| url.set_path(value),
    |url, value| url.set_query(Some(value)),
    |url, _| url.set_query(None),
    |url, value| url.set_fragment(Some(value)),
    |url, _| url.set_fragment(None),
];

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields::new(data);
    let (input, base) = (fields.text(), fields.text());
    let edits: Vec<_> = std::iter::from_fn(|| fields.step()).take(EDITS).collect();
    let profiles = [Profile::Whatwg, Profile::Whatwg202602, Profile::Webspecs];
    for profile in profiles.into_iter().chain(Profile::candidates()) {
        // WebSpecs makes URLs that it rejects: `http://1.256.1/` of `http://1.%3256.1/`.
        let base = Parser::new(profile).parse(&base).ok().filter(parses_back);
        if let Some(url) = parse(profile, &input, base.as_ref()) {
            edit(url.clone(), &edits);
            segments(url, &edits);
        }
    }
    let _ = check_valid_url_string(&input, Url::parse(&base).ok().as_ref());
});

/// Parses `input` in every way.
fn parse(profile: Profile, input: &str, base: Option<&Url>) -> Option<Url> {
    let (parser, given) = (Parser::new(profile).with_base(base), base.map(Url::as_str));
    let what = (profile, input, given);
    let parsed = parser.parse(input);
    let object = WebUrl::new(profile, input, given);
    let href = parsed.as_ref().map(Url::as_str).ok();
    assert_eq!(href, object.as_ref().ok().map(WebUrl::href), "{what:?}");
    assert_eq!(href, parser.parse_ref(input).as_ref().map(Url::as_str).ok(), "{what:?}");
    assert_eq!(parsed.is_ok(), parser.can_parse(input), "{what:?}");
    if let Err(error) = &parsed {
        Strings { input, base: given }.assert_error_in(error);
    }
    let url = parsed.ok()?;
    read(&url, &what);
    if profile == Profile::Webspecs {
        // Its parser makes URLs that it reads otherwise: `//a` without a base is `about://a`, whose path is then opaque.
        return parses_back(&url).then_some(url);
    }
    assert_parses_back(&url, &what);
    // What resolves to it from the base.
    if let Some(base) = base {
        let reference = base.make_relative(&url);
        let resolved = reference.as_ref().map(|reference| base.resolve(reference));
        assert_eq!(resolved, Some(Ok(url.clone())), "{what:?}: {reference:?}");
    }
    Some(url)
}

/// Reads all that a URL has.
fn read(url: &Url, what: &dyn Debug) {
    for component in Component::ALL {
        let span = url.components().get(component);
        let text = span.map(|span| &url.as_str()[span.start as usize..span.end as usize]);
        assert_eq!(text, url.get(component), "{what:?}");
    }
    assert_eq!(&url[..], [&url[..Position::BeforePath], &url[Position::BeforePath..]].concat(), "{what:?}");
    assert_eq!(
        &url[Position::BeforeHost..Position::AfterHost],
        url.host_str().unwrap_or_default(),
        "{what:?}"
    );
    assert_eq!(url.host().is_some(), url.host_str().is_some(), "{what:?}");
    if let Some(host) = url.host() {
        let _ = (classify(&host), host.to_string());
    }
    let slashes = url.path().matches('/').count();
    assert!(url.path_segments().is_none_or(|segments| segments.count() <= slashes + 1), "{what:?}");
    let _ = (url.query_pairs().count(), url.port_or_known_default(), url.origin());
    let _ = render_url(url, Rendering::default());
}

/// Makes each of `edits`, whatever the others left.
fn edit(mut url: Url, edits: &[(usize, std::borrow::Cow<'_, str>)]) {
    for (choice, value) in edits {
        let before = url.clone();
        let what = (choice, value, before.as_str(), before.profile());
        let choice = choice % (SETTERS.len() + Attribute::ALL.len() + 2);
        if let Some(set) = SETTERS.get(choice) {
            if let Err(error) = set(&mut url, value) {
                assert_eq!(before, url, "{what:?}: {error}");
            }
        } else if let Some(&attribute) = Attribute::ALL.get(choice - SETTERS.len()) {
            let mut watched = url.clone();
            let outcome = url.set_attribute(attribute, value);
            let traced = watched.set_attribute_traced(attribute, value, &mut |_: Event<'_>| {});
            assert_eq!((&outcome, &url), (&traced, &watched), "{what:?}");
            assert_eq!(url.components(), watched.components(), "{what:?}");
            let mut object = WebUrl::try_from(before.clone()).unwrap();
            let _ = object.set(attribute, value);
            assert_eq!(object.href(), url.as_str(), "{what:?}");
            let change = outcome.unwrap_or_else(|stopped| stopped.change);
            assert_eq!(change == Change::Changed, before != url, "{what:?}");
            if !must_parse_back(&url) {
                return read(&url, &what);
            }
        } else {
            let (name, value) = value.split_once('=').unwrap_or((value, ""));
            if choice % 2 == 0 {
                let _ = url.edit_query(|query| _ = query.set(name, value).append(value, name));
                let mut object = WebUrl::try_from(url.clone()).unwrap();
                object.edit_search_params(|params| params.append(name, value));
                assert!(object.search_params().has_pair(name, value), "{what:?}");
                url = object.into_url().unwrap();
            } else {
                let _ = url.edit_query(|query| _ = query.delete(name).retain(|_, of| of != value));
            }
        }
        read(&url, &what);
        assert_parses_back(&url, &what);
    }
}

/// Whether what a setter of the web left must parse back. The Standard leaves two exceptions (`Url::set_attribute`), and
/// WebSpecs has more.
fn must_parse_back(url: &Url) -> bool {
    let has_drive =
        || matches!(url.path().as_bytes(), [b'/', drive, b'|', ..] if drive.is_ascii_alphabetic());
    let is_of_setters = url.scheme() == "file" && (url.host_str() == Some("localhost") || has_drive());
    url.profile() != Profile::Webspecs && !is_of_setters
}

/// The editor of segments does to them what is done to a list of texts.
fn segments(mut url: Url, edits: &[(usize, std::borrow::Cow<'_, str>)]) {
    let before = url.clone();
    let what = (edits, before.as_str());
    let Some(mut list) = texts(&url) else { return };
    let Ok(mut editor) = url.path_segments_mut() else { return };
    let mut is_refused = false;
    for (choice, value) in edits {
        match choice % 8 {
            0 => {
                editor.pop();
                list.pop();
            }
            1 => {
                editor.pop_if_empty();
                list.pop_if(|last| last.is_empty());
            }
            2 => {
                editor.clear();
                list.clear();
            }
            _ => {
                is_refused |= matches!(&**value, "." | "..");
                assert_eq!(editor.push(value).is_err(), is_refused, "{what:?}");
                list.push(value.as_bytes().to_vec());
            }
        }
        if list == [b""] {
            list.clear();
        }
    }
    drop(editor);
    if is_refused {
        return assert_eq!(url, before, "{what:?}");
    }
    assert_eq!(texts(&url), Some(list), "{what:?}");
    assert_parses_back(&url, &what);
    for component in Component::ALL {
        assert!(component == Component::Path || url.get(component) == before.get(component), "{what:?}");
    }
}

/// The segments of `url`, decoded; none where there is only an empty one, and `None` where its path is opaque.
fn texts(url: &Url) -> Option<Vec<Vec<u8>>> {
    let segments: Vec<_> = url.path_segments()?.map(|text| percent_decode_str(text).collect()).collect();
    Some(if segments == [b""] { Vec::new() } else { segments })
}
