//! Candidates: the newest edition with one change.

use url_facade::{Parser, Profile, Recorder, Url};
use url_testdata::read_vectors;

fn candidate(name: &str) -> Parser<'static> {
    Parser::new(format!("whatwg+{name}").parse().unwrap())
}

/// Expected values: by hand, from what each of them says.
#[test]
fn each_changes_what_it_says() {
    let (ok, failure) = (Some, None);
    for (name, input, expected) in [
        ("pipe-encoded", "http://a.test/x|y?|#|", ok("http://a.test/x%7Cy?|#|")),
        // The buffer that could be a drive letter is percent-encoded before that is asked.
        ("pipe-encoded", "file:///C|/x|y", ok("file:///C%7C/x%7Cy")),
        ("pipe-encoded", "a:x|y", ok("a:x|y")),
        ("caret-kept", "http://a^@b.test/x^y z", ok("http://a%5E@b.test/x^y%20z")),
        ("no-empty-labels", "http://a..b/", failure),
        ("no-empty-labels", "http://.b/", failure),
        ("no-empty-labels", "http://b./", ok("http://b./")),
        ("no-empty-labels", "http://./", failure),
        ("no-empty-labels", "a://a..b/", ok("a://a..b/")),
        ("no-ascii-fallback", "http://xn--a/", failure),
        ("no-ascii-fallback", "http://xn--BCHER-KVA.test/", ok("http://xn--bcher-kva.test/")),
        ("zone-ids", "http://[FE80:0::1%25eth0]:81/", ok("http://[fe80::1%25eth0]:81/")),
        ("zone-ids", "a://[::1%25a%7Eb]", ok("a://[::1%25a%7Eb]")),
        ("zone-ids", "http://[fe80::1%25]/", failure),
        ("zone-ids", "http://[fe80::1%25a b]/", failure),
        ("zone-ids", "http://[fe80::1%eth0]/", failure),
        ("zone-ids", "http://[fe80::1]/", ok("http://[fe80::1]/")),
        ("ascii-hosts", "http://bücher.test/", failure),
        ("ascii-hosts", "http://b%C3%BCcher.test/", failure),
        ("ascii-hosts", "a://bücher.test/ü", ok("a://b%C3%BCcher.test/%C3%BC")),
        ("quote-kept", "http://a'@b.test/'?' \"#'", ok("http://a'@b.test/'?'%20%22#'")),
        ("gopher-special", r"Gopher:\A.TEST:70\b?'", ok("gopher://a.test/b?%27")),
        ("gopher-special", "gopher://", failure),
        ("ftp-not-special", r"ftp://A:21/b\c?'", ok(r"ftp://A:21/b\c?'")),
        ("ftp-not-special", "ftp:a b", ok("ftp:a b")),
    ] {
        let url = candidate(name).parse(input).ok();
        assert_eq!(url.as_ref().map(Url::as_str), expected, "{name}: {input}");
        let mut recorder = Recorder::default();
        let traced = candidate(name).parse_traced(input, &mut recorder).ok();
        assert_eq!(traced, url, "{name}: {input}, with a trace");
    }
}

/// The literal steps, which candidates follow, and the shortcuts of the newest edition have the same results where nothing is changed.
#[test]
fn nothing_else_changes() {
    let records = read_vectors("whatwg").unwrap();
    let inputs: Vec<_> = records.iter().filter_map(|record| record.get("input")?.as_str()).collect();
    assert!(inputs.len() > 300);
    let plain = inputs.iter().filter(|input| input.is_ascii() && !input.contains(['|', '^', '%']));
    let mut compared = 0;
    for input in plain.filter(|input| !input.contains("xn--") && !input.contains("..")) {
        let newest = Parser::new(Profile::Whatwg).parse(input).ok().map(String::from);
        if newest.as_deref().is_some_and(|url| url.contains("//.")) {
            continue;
        }
        for profile in Profile::candidates() {
            let altered = match profile.name() {
                "whatwg+quote-kept" => "'",
                "whatwg+gopher-special" => "gopher:",
                "whatwg+ftp-not-special" => "ftp:",
                _ => "|",
            };
            if input.to_ascii_lowercase().contains(altered) {
                continue;
            }
            let changed = Parser::new(profile).parse(input).ok().map(String::from);
            assert_eq!(changed, newest, "{profile}: {input}");
            compared += 1;
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

/// What is not the parser knows the special schemes of the candidate too.
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
