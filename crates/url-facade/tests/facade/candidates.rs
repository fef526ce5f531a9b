//! Tests of candidates: each candidate is the newest edition of the URL Standard with one change.

use serde_json::json;
use url_facade::{Change, Parser, Profile, Reason, Url, api::Attribute, trace::Recorder};
use url_testdata::{check_vectors, read_vectors, text};

fn candidate(name: &str) -> Parser<'static> {
    Parser::new(format!("whatwg+{name}").parse().unwrap())
}

/// The expected values were written by hand, from the descriptions of the candidates.
#[test]
fn candidates_return_the_expected_urls() {
    check_vectors("candidates/candidates.jsonl", 48, |record| {
        let parser = candidate(text(record, "candidate").unwrap());
        let input = text(record, "input").unwrap();
        let url = parser.parse(input).ok();
        let traced = parser.parse_traced(input, &mut Recorder::default()).ok();
        assert_eq!(traced, url, "{record:?}, with a trace");
        url.map(Url::into_string).into()
    });
}

/// Compares candidates, which use the literal steps, with the newest edition, which uses shortcuts.
#[test]
fn candidates_change_nothing_else() {
    let records = read_vectors("whatwg").unwrap();
    let inputs: Vec<_> = records.iter().filter_map(|record| record.get("input")?.as_str()).collect();
    assert!(inputs.len() > 300);
    let plain = inputs.iter().filter(|input| input.is_ascii() && !input.contains(['|', '^', '%']));
    let mut compared = 0;
    for input in plain.filter(|input| !input.contains("xn--") && !input.contains("..")) {
        let newest = Parser::new(Profile::Whatwg).parse(input).ok().map(String::from);
        let is_alike = newest.as_deref().is_none_or(|url| !url.contains("//."));
        for profile in Profile::candidates().filter(|_| is_alike) {
            let altered = match profile.name() {
                "whatwg+quote-kept" => "'",
                "whatwg+gopher-special" => "gopher:",
                "whatwg+ftp-not-special" => "ftp:",
                "whatwg+drive-letters" => ":\\",
                "whatwg+opaque-spaces-kept" => " ",
                "whatwg+no-slash-dot" => "/.",
                _ => "|",
            };
            if !input.to_ascii_lowercase().contains(altered) {
                let changed = Parser::new(profile).parse(input).ok().map(String::from);
                assert_eq!(changed, newest, "{profile}: {input}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn setters_and_resolution_follow_the_candidate() {
    let parser = candidate("pipe-encoded");
    let base = parser.parse("http://a.test/x/").unwrap();
    let mut url = parser.with_base(&base).parse("y|").unwrap();
    assert_eq!(url.as_str(), "http://a.test/x/y%7C");
    url.set_path("/z|").unwrap();
    assert_eq!((url.path(), url.profile().name()), ("/z%7C", "whatwg+pipe-encoded"));
    let mut url = candidate("quote-kept").parse("http://a.test/").unwrap();
    url.set_query(Some("'")).unwrap();
    assert_eq!(url.as_str(), "http://a.test/?'");
}

#[test]
fn spaces_of_opaque_paths_are_kept_until_they_are_last() {
    for (attribute, other) in [(Attribute::Search, Attribute::Hash), (Attribute::Hash, Attribute::Search)] {
        let mut url = candidate("opaque-spaces-kept").parse("data:a b  ?q#f").unwrap();
        url.set_attribute(attribute, "").unwrap();
        assert_eq!(url.path(), "a b  ");
        url.set_attribute(other, "").unwrap();
        assert_eq!(url.as_str(), "data:a b");
    }
    let mut url = candidate("opaque-spaces-kept").parse("data:a #f").unwrap();
    url.set_fragment(None).unwrap();
    assert_eq!(url.as_str(), "data:a");
}

/// The lenient setter does what the proposal says. The strict setter rejects a URL that does not parse back.
#[test]
fn strict_setters_do_not_make_drive_letters() {
    let mut url = candidate("drive-letters").parse(r"fi:\\h\x").unwrap();
    let error = url.set_scheme("b").unwrap_err();
    assert_eq!((error.reason(), url.as_str()), (Reason::NotParsedBack, r"fi:\\h\x"));
    url.set_scheme("bc").unwrap();
    assert_eq!(url.set_attribute(Attribute::Protocol, "b"), Ok(Change::Changed));
    assert_eq!(url.as_str(), r"b:\\h\x");
}

/// Spec: whatwg#concept-url-serializer-3
#[test]
fn urls_without_slash_dot_keep_their_components() {
    let parser = candidate("no-slash-dot");
    let parts =
        |url: &Url| (url.as_str().to_owned(), url.host_str().map(String::from), url.path().to_owned());
    let url = |href: &str, path: &str| (href.to_owned(), None, path.to_owned());
    let base = parser.parse("a:/.//b/c").unwrap();
    assert_eq!(parts(&base), url("a://b/c", "//b/c"));
    let again = parser.parse(base.as_str()).unwrap();
    assert_eq!((again.host_str(), again.path()), (Some("b"), "/c"));
    // A reference is resolved against the components, not against the string.
    assert_eq!(parts(&parser.with_base(&base).parse("d").unwrap()), url("a://b/d", "//b/d"));
    let mut edited = base;
    edited.set_query(Some("q")).unwrap();
    edited.set_scheme("e").unwrap();
    edited.path_segments_mut().unwrap().push("f").unwrap();
    assert_eq!(parts(&edited), url("e://b/c/f?q", "//b/c/f"));
    edited.set_path("/g").unwrap();
    // The strict setters reject such a path. The lenient setter does what the Standard said.
    let error = edited.set_path("//h").unwrap_err();
    assert_eq!((error.reason(), edited.as_str()), (Reason::NotParsedBack, "e:/g?q"));
    assert_eq!(edited.set_attribute(Attribute::Pathname, "//h"), Ok(Change::Changed));
    assert_eq!(parts(&edited), url("e://h?q", "//h"));
    edited.set_host(Some("i")).unwrap();
    assert_eq!(edited.as_str(), "e://i//h?q");
    let error = edited.set_host(None).unwrap_err();
    assert_eq!((error.reason(), edited.as_str()), (Reason::NotParsedBack, "e://i//h?q"));
    edited.set_path("/j").unwrap();
    edited.set_host(None).unwrap();
    assert_eq!(edited.as_str(), "e:/j?q");
}

#[test]
fn errors_of_candidates_have_a_reason_and_a_place() {
    check_vectors("candidates/errors.jsonl", 8, |record| {
        let [name, input] = ["candidate", "input"].map(|key| text(record, key).unwrap());
        let error = candidate(name).parse(input).unwrap_err();
        json!({"reason": error.reason().name(), "span": [error.span().start, error.span().end]})
    });
}

#[test]
fn special_schemes_are_those_of_the_candidate() {
    let told = |url: &Url| (url.is_special(), url.port_or_known_default(), url.origin().to_string());
    let parser = candidate("gopher-special");
    let base = parser.parse("gopher://a.test/x/y").unwrap();
    let mut url = parser.with_base(&base).parse(r"gopher:..\z").unwrap();
    assert_eq!((url.as_str(), told(&url)), ("gopher://a.test/z", (true, Some(70), "gopher://a.test".into())));
    url.set_port(Some(71)).unwrap();
    url.set_scheme("http").unwrap();
    assert_eq!(url.as_str(), "http://a.test:71/z");
    url.set_port(Some(70)).unwrap();
    url.set_scheme("gopher").unwrap();
    assert_eq!(url.as_str(), "gopher://a.test/z");
    assert!(url.set_host(None).is_err() && url.set_scheme("ssh").is_err());

    let mut url = candidate("ftp-not-special").parse("ftp://1/").unwrap();
    assert_eq!((told(&url), url.host()), ((false, None, "null".into()), Some(url_facade::Host::Opaque("1"))));
    assert!(url.set_scheme("http").is_err());
    url.set_scheme("ssh").unwrap();
    url.set_host(None).unwrap();
    assert_eq!(url.as_str(), "ssh:/");
    let newest = Url::parse("ftp://1/").unwrap();
    assert_eq!(told(&newest), (true, Some(21), "ftp://0.0.0.1".into()));
}
