//! Checks that hold for every change of a URL, with any value. The fuzz targets also use these checks.

use percent_encoding::percent_decode_str;
use url_facade::{
    Candidate, Change, ParseError, Parser, Profile, Reason, Span, Url, WebUrl, api::Attribute, trace::Event,
};

pub(crate) type Setter = fn(&mut Url, &str) -> Result<(), ParseError>;

pub(crate) const SETTERS: &[(&str, Setter)] = &[
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

pub(crate) fn assert_parses_back(url: &Url, what: &str) {
    assert_same(url, &Parser::new(url.profile()).parse(url.as_str()).unwrap(), what);
}

/// Returns true if a parser would take the start of the path as a host, because the candidate does not write
/// "/." before the path.
pub(crate) fn lacks_slash_dot(url: &Url) -> bool {
    let is_candidate = url.profile() == Profile::Candidate(Candidate::NoSlashDot);
    is_candidate && url.host_str().is_none() && url.path().starts_with("//")
}

fn assert_same(url: &Url, other: &Url, what: &str) {
    assert_eq!((url.as_str(), url.components()), (other.as_str(), other.components()), "{what}");
    assert_eq!(url.has_opaque_path(), other.has_opaque_path(), "{what}");
}

pub(crate) fn check_setter(url: &mut Url, (name, set): (&str, Setter), value: &str) {
    let before = url.clone();
    let outcome = set(url, value);
    let what = format!("{}: {name} of {before} to {value:?}: {outcome:?}", url.profile());
    if let Err(error) = outcome {
        assert_eq!(before, *url, "{what}");
        assert!(error.reason() != Reason::NoSetters || url.profile() == Profile::Webspecs, "{what}");
        let Span { start, end } = error.span();
        let has_text = value.get(start as usize..end as usize).is_some();
        assert!(has_text || ["port", "ip host"].contains(&name), "{what}");
    }
    assert_parses_back(url, &what);
}

/// Sets `attribute` and checks the result. Returns true if parsing the changed URL must return an equal URL.
pub(crate) fn check_attribute(url: &mut Url, attribute: Attribute, value: &str) -> bool {
    let (before, mut literal) = (url.clone(), url.clone());
    let mut object = WebUrl::try_from(url.clone()).unwrap();
    let outcome = url.set_attribute(attribute, value);
    let what = format!("{attribute:?} of {before:?} to {value:?}: {outcome:?}");
    assert_eq!(outcome, literal.set_attribute_traced(attribute, value, &mut |_: Event<'_>| {}), "{what}");
    assert_same(url, &literal, &what);
    let change = outcome.unwrap_or_else(|error| error.change);
    assert_eq!(change == Change::Changed, before != *url, "{what}");
    // On a URL object, only the setter of `href` throws.
    let thrown = object.set(attribute, value).is_err();
    assert_eq!(thrown, attribute == Attribute::Href && outcome.is_err(), "{what}");
    assert_same(object.url().unwrap(), url, &what);
    if let Err(stopped) = outcome {
        let span = stopped.error.span();
        assert!(value.get(span.start as usize..span.end as usize).is_some(), "{what}");
    }
    // The Standard has the first two exceptions to parsing back. Its candidates with drive letters and
    // without "/." have one each. Other documents have more exceptions.
    let becomes_file = url.scheme() == "file" && before.scheme() != "file";
    let is_other = url.host_str() == Some("localhost") || url.path().get(2..3) == Some("|");
    let becomes_drive = attribute == Attribute::Protocol
        && url.profile().name() == "whatwg+drive-letters"
        && url.scheme().len() == 1
        && url.path().starts_with('\\');
    let must_parse_back = url.profile() != Profile::Webspecs
        && !(becomes_file && is_other || becomes_drive || lacks_slash_dot(url));
    if must_parse_back {
        assert_parses_back(url, &what);
    }
    must_parse_back
}

#[derive(Clone, Debug)]
pub(crate) enum Edit {
    Extend(Vec<String>),
    Pop,
    PopIfEmpty,
    Clear,
}

fn segments(url: &mut Url) -> Option<Vec<Vec<u8>>> {
    url.path_segments_mut().ok()?;
    Some(without_only_empty(url.path_segments()?.map(|text| percent_decode_str(text).collect()).collect()))
}

/// Returns no segments if the only segment is empty, because the path is `/` in both cases.
fn without_only_empty(segments: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    if segments == [b""] { Vec::new() } else { segments }
}

/// Applies `edits` to the path segments of `url` and to a list of segments; both must remain equal. No other
/// part of the URL may change. A rejected segment must leave the URL unchanged.
pub(crate) fn check_segments(url: &mut Url, edits: &[Edit]) {
    let Some(mut list) = segments(url) else { return };
    let others = |url: &Url| format!("{:?}", (url.scheme(), url.host(), url.query(), url.fragment()));
    let (whole, mut refused) = (url.clone(), false);
    let mut editor = url.path_segments_mut().unwrap();
    for edit in edits {
        match edit {
            Edit::Extend(added) => {
                refused |= added.iter().any(|segment| segment == "." || segment == "..");
                let outcome = if let [one] = &added[..] { editor.push(one) } else { editor.extend(added) };
                assert_eq!(outcome.is_err(), refused, "{edits:?}");
                for segment in added {
                    list.push(segment.clone().into_bytes());
                    list = without_only_empty(list);
                }
            }
            Edit::Pop => {
                editor.pop();
                list.pop();
            }
            Edit::PopIfEmpty => {
                editor.pop_if_empty();
                list.pop_if(|last| last.is_empty());
            }
            Edit::Clear => {
                editor.clear();
                list.clear();
            }
        }
        list = without_only_empty(list);
    }
    drop(editor);
    let what = format!("{whole}: {edits:?}");
    if refused {
        assert_eq!(*url, whole, "{what}");
    } else {
        assert_eq!(segments(url), Some(list), "{what}");
    }
    assert_eq!(others(url), others(&whole), "{what}");
    assert_parses_back(url, &what);
}
