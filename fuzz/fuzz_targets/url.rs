//! Fuzzes specs with URL objects: after parsing and each edit, parsing the URL again must not change the URL.
//!
//! The fields of the fuzz input are the string to parse, the base (or an empty field), and edits. The first
//! byte of an edit selects its kind, and the rest is its value.

#![no_main]

use std::{borrow::Cow, fmt::Debug};

use libfuzzer_sys::fuzz_target;
use url_facade::{
    Component, Parser, Position, Profile, Url, WebUrl,
    api::Attribute,
    host::classify,
    whatwg::{Rendering, check_valid_url_string, render_url},
};
use urlspec_fuzz::Fields;

#[path = "../../crates/url-facade/tests/facade/changes.rs"]
mod changes;
#[path = "../../crates/url-facade/tests/facade/runs.rs"]
#[allow(dead_code)]
mod runs;
use changes::{
    Edit, SETTERS, assert_parses_back, check_attribute, check_segments, check_setter, lacks_slash_dot,
};
use runs::check_runs;

/// The maximum number of edits. Additional edits would only take time.
const EDITS: usize = 16;

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields::new(data);
    let (input, base) = (fields.text(), fields.text());
    let edits: Vec<_> = std::iter::from_fn(|| fields.step()).take(EDITS).collect();
    let profiles = [Profile::Whatwg, Profile::Whatwg202602, Profile::Webspecs];
    for profile in profiles.into_iter().chain(Profile::candidates()) {
        // WebSpecs can return a URL that it rejects when it is parsed again: `http://1.256.1/` for
        // `http://1.%3256.1/`.
        let base = Parser::new(profile).parse(&base).ok().filter(parses_back);
        if let Some(url) = parse(profile, &input, base.as_ref()) {
            edit(url.clone(), &edits);
            segments(url, &edits);
        }
    }
    let _ = check_valid_url_string(&input, Url::parse(&base).ok().as_ref());
});

fn parse(profile: Profile, input: &str, base: Option<&Url>) -> Option<Url> {
    let (parser, given) = (Parser::new(profile).with_base(base), base.map(Url::as_str));
    let what = (profile, input, given);
    let parsed = check_runs(parser, input, given);
    let object = WebUrl::new(profile, input, given);
    assert_eq!(parsed.as_ref().map(Url::as_str).ok(), object.as_ref().ok().map(WebUrl::href), "{what:?}");
    let url = parsed.ok()?;
    read(&url, &what);
    if profile == Profile::Webspecs {
        // WebSpecs can return a URL that changes when it is parsed again: for `//a` without a base, it
        // returns `about://a`, whose path is opaque then.
        return parses_back(&url).then_some(url);
    }
    if lacks_slash_dot(&url) {
        return None;
    }
    assert_parses_back(&url, &format!("{what:?}"));
    if let Some(base) = base {
        let reference = base.make_relative(&url);
        let resolved = reference.as_ref().map(|reference| base.resolve(reference));
        assert_eq!(resolved, Some(Ok(url.clone())), "{what:?}: {reference:?}");
    }
    Some(url)
}

fn read(url: &Url, what: &dyn Debug) {
    for component in Component::ALL {
        let span = url.components().get(component);
        let text = span.map(|span| &url.as_str()[span.start as usize..span.end as usize]);
        assert_eq!(text, url.get(component), "{what:?}");
    }
    assert_eq!(&url[..], [&url[..Position::BeforePath], &url[Position::BeforePath..]].concat(), "{what:?}");
    let host = &url[Position::BeforeHost..Position::AfterHost];
    assert_eq!(host, url.host_str().unwrap_or_default(), "{what:?}");
    assert_eq!(url.host().is_some(), url.host_str().is_some(), "{what:?}");
    if let Some(host) = url.host() {
        let _ = (classify(&host), host.to_string());
    }
    let slashes = url.path().matches('/').count();
    assert!(url.path_segments().is_none_or(|segments| segments.count() <= slashes + 1), "{what:?}");
    let _ = (url.query_pairs().count(), url.port_or_known_default(), url.origin());
    let _ = render_url(url, Rendering::default());
}

fn edit(mut url: Url, edits: &[(usize, Cow<'_, str>)]) {
    for (choice, value) in edits {
        let what = (choice, value, url.as_str().to_owned(), url.profile());
        let choice = choice % (SETTERS.len() + Attribute::ALL.len() + 2);
        if let Some(&set) = SETTERS.get(choice) {
            check_setter(&mut url, set, value);
        } else if let Some(&attribute) = Attribute::ALL.get(choice - SETTERS.len()) {
            if !check_attribute(&mut url, attribute, value) {
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
        assert_parses_back(&url, &format!("{what:?}"));
    }
}

fn parses_back(url: &Url) -> bool {
    let again = Parser::new(url.profile()).parse(url.as_str());
    again.is_ok_and(|again| again == *url && again.components() == url.components())
}

fn segments(mut url: Url, edits: &[(usize, Cow<'_, str>)]) {
    let edits = edits.iter().map(|(choice, value)| match choice % 8 {
        0 => Edit::Pop,
        1 => Edit::PopIfEmpty,
        2 => Edit::Clear,
        _ => Edit::Extend(vec![value.clone().into_owned()]),
    });
    check_segments(&mut url, &edits.collect::<Vec<_>>());
}
