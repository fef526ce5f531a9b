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
}
