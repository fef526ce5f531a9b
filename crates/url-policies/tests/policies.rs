//! Every policy on published examples, on hostile input, and as properties of random URLs.

// The lint knows only functions that are marked as tests.
#![allow(clippy::unwrap_used, clippy::panic)]

use proptest::prelude::*;
use url_facade::{Parser, Profile, Url};
use url_policies::{Effect, Output, Policy, Rule};
use url_testdata::hostile::SHAPES;

fn policies() -> Vec<Policy> {
    Policy::NAMES.iter().map(|name| name.parse().unwrap()).collect()
}

fn text(policy: &str, url: &str) -> String {
    let url = Url::parse(url).unwrap_or_else(|error| panic!("{url}: {error}"));
    policy.parse::<Policy>().unwrap().apply(&url).into_string()
}

#[test]
fn names_are_those_of_the_policies() {
    for (policy, name) in policies().iter().zip(Policy::NAMES) {
        assert_eq!(policy.name(), *name);
    }
    let error = "surt-java".parse::<Policy>().unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("there is no policy `surt-java`: the policies are rfc3986-simple-string, ")
    );
}

/// The examples of "URLs and Hashing" (Safe Browsing, v4 and v5). Those without a scheme have `http://` here, which that document
/// leaves to the parser.
#[test]
fn safe_browsing_examples() {
    let long = "http://195.127.0.11/uploads/%20%20%20%20/.verify/.eBaysecure=updateuserdataxplimnbqmn-xplmvalidateinfoswqpcmlx=hgplmcx/";
    let examples = [
        ("http://host/%25%32%35", "http://host/%25"),
        ("http://host/%25%32%35%25%32%35", "http://host/%25%25"),
        ("http://host/%2525252525252525", "http://host/%25"),
        ("http://host/asdf%25%32%35asd", "http://host/asdf%25asd"),
        ("http://host/%%%25%32%35asd%%", "http://host/%25%25%25asd%25%25"),
        ("http://www.google.com/", "http://www.google.com/"),
        (
            "http://%31%36%38%2e%31%38%38%2e%39%39%2e%32%36/%2E%73%65%63%75%72%65/%77%77%77%2E%65%62%61%79%2E%63%6F%6D/",
            "http://168.188.99.26/.secure/www.ebay.com/",
        ),
        (long, long),
        ("http://3279880203/blah", "http://195.127.0.11/blah"),
        ("http://www.google.com/blah/..", "http://www.google.com/"),
        ("http://www.google.com", "http://www.google.com/"),
        ("http://www.evil.com/blah#frag", "http://www.evil.com/blah"),
        ("http://www.GOOgle.com/", "http://www.google.com/"),
        ("http://www.google.com.../", "http://www.google.com/"),
        ("http://www.google.com/foo\tbar\rbaz\n2", "http://www.google.com/foobarbaz2"),
        ("http://www.google.com/q?", "http://www.google.com/q?"),
        ("http://www.google.com/q?r?", "http://www.google.com/q?r?"),
        ("http://www.google.com/q?r?s", "http://www.google.com/q?r?s"),
        ("http://evil.com/foo#bar#baz", "http://evil.com/foo"),
        ("http://evil.com/foo;", "http://evil.com/foo;"),
        ("http://evil.com/foo?bar;", "http://evil.com/foo?bar;"),
        ("http://notrailingslash.com", "http://notrailingslash.com/"),
        ("http://www.gotaport.com:1234/", "http://www.gotaport.com/"),
        ("  http://www.google.com/  ", "http://www.google.com/"),
        ("https://www.securesite.com/", "https://www.securesite.com/"),
        ("http://host.com/ab%23cd", "http://host.com/ab%23cd"),
        ("http://host.com//twoslashes?more//slashes", "http://host.com/twoslashes?more//slashes"),
        ("http://[2001:0db8:0000::1]/", "http://[2001:db8::1]/"),
        ("http://4../", "http://0.0.0.4/"),
        ("http://[::ffff:1.2.3.4]/", "http://1.2.3.4/"),
        ("http://[64:ff9b::1.2.3.4]/", "http://1.2.3.4/"),
        // What unescaping makes is unescaped too, and dot-segments go before slashes collapse.
        ("http://host/%%34%31", "http://host/A"),
        ("http://host/%2%35%E9%c3%7f%20%4", "http://host/%25%E9%C3%7F%20%254"),
        ("http://host/a/%252e/b/%252e%252e/c", "http://host/a/c"),
        ("http://host/a/%252e%252e", "http://host/"),
        ("http://host/%252e%252e/%252e%252e/a/%252e", "http://host/a/"),
        ("http://host/a//%252e%252e/b", "http://host/a/b"),
        ("http://host//a///b//", "http://host/a/b/"),
        ("http://host/a..b/...", "http://host/a..b/..."),
        ("http://u:p@[::1]:81/a;b?c?d#e?f#g", "http://[::1]/a;b?c?d"),
    ];
    for (url, expected) in examples {
        assert_eq!(text("safe-browsing", url), expected, "{url}");
    }
    // The host of these is none of the URL Standard (forbidden domain code points), so there is no URL to start from.
    for url in [
        "http://host%23.com/%257Ea%2521b%2540c%2523d%2524e%25f%255E00%252611%252A22%252833%252944_55%252B",
        "http://\u{1}\u{80}.com/",
        "http:// leadingspace.com/",
        "http://%20leadingspace.com/",
    ] {
        let section = Url::parse(url).unwrap_err().section().id();
        assert!(section.starts_with("whatwg#concept-domain-to-ascii-"), "{url}: {section}");
    }
    // The path of the first one, under another host.
    assert_eq!(
        text(
            "safe-browsing",
            "http://host.com/%257Ea%2521b%2540c%2523d%2524e%25f%255E00%252611%252A22%252833%252944_55%252B"
        ),
        "http://host.com/~a!b@c%23d$e%25f^00&11*22(33)44_55+"
    );
}

/// Keys as the tests of the package `surt`, of webarchive-commons and of pywb expect them, for inputs of those kinds.
#[test]
fn surt_of_the_wayback_machine() {
    let id = "0123456789abcdefghijklemopqrstuv";
    for (url, expected) in [
        ("http://www.archive.org/", "org,archive)/"),
        ("http://archive.org/goo/", "org,archive)/goo"),
        ("http://archive.org/goo/?", "org,archive)/goo"),
        ("http://archive.org/goo/?b&a", "org,archive)/goo?a&b"),
        ("http://archive.org/goo/?a=2&b&a=1", "org,archive)/goo?a=1&a=2&b"),
        ("http://www34.archive.org/index.html?b=a&b=b&a=b", "org,archive)/index.html?a=b&b=a&b=b"),
        ("https://u:p@www.archive.org:8080/x", "org,archive:8080)/x"),
        (
            &format!("http://archive.org/index.php?PHPSESSID={id}&action=profile;u=4221"),
            "org,archive)/index.php?action=profile;u=4221",
        ),
        (
            &format!("http://a.test/?one=two&jsessionid={id}0"),
            "test,a)/?jsessionid=0123456789abcdefghijklemopqrstuv0&one=two",
        ),
        (&format!("http://a.test/?sid={id}&jsessionid={id}"), "test,a)/"),
        ("http://a.test/?aspsessionidABCDEFGH=ABCDEFGHIJKLMNOPQRSTUVWX&x=y", "test,a)/?x=y"),
        (
            "http://a.test/?CFID=14475712&CFTOKEN=2D89F5AF-3048-2957-DA4EE4B6B13661AB&r=4&m=f",
            "test,a)/?m=f&r=4",
        ),
        ("http://a.test/?CFID=1&CFTOKEN=", "test,a)/?cfid=1&cftoken="),
        ("http://a.test/(S(4hqa0555fwsecu455xqckv45))/mileg.aspx", "test,a)/mileg.aspx"),
        ("http://a.test/(4hqa0555fwsecu455xqckv45)/mileg.aspx", "test,a)/mileg.aspx"),
        (
            "http://a.test/(a(4hqa0555fwsecu455xqckv45)S(4hqa0555fwsecu455xqckv45)f(4hqa0555fwsecu455xqckv45))/m.aspx?page=s",
            "test,a)/m.aspx?page=s",
        ),
        (
            "http://a.test/(4hqa0555fwsecu455xqckv45)/mileg.html",
            "test,a)/(4hqa0555fwsecu455xqckv45)/mileg.html",
        ),
        ("whois://whois.isoc.org.il/shaveh.co.il", "il,org,isoc,whois)/shaveh.co.il"),
        (
            "http://visit.webhosting.yahoo.com/visit.gif?&r=http%3A//web.archive.org/web/&b=Netscape%205.0%20%28Windows%3B%20en-US%29",
            "com,yahoo,webhosting,visit)/visit.gif?&b=netscape%205.0%20(windows;%20en-us)&r=http://web.archive.org/web/",
        ),
        ("http://example.com/app?item=Wroc%C5%82aw", "com,example)/app?item=wroc%c5%82aw"),
        ("http://192.168.1.254/info/", "254,1,168,192)/info"),
        (
            "https://[2600:1f18:200d:fb00:2b74:867c:ab0c:150a]/robots.txt",
            "2600:1f18:200d:fb00:2b74:867c:ab0c:150a)/robots.txt",
        ),
        ("http://mineral.galleries.com:/minerals/", "com,galleries,mineral)/minerals"),
        ("mailto:foo@example.com", "mailto:foo@example.com"),
        ("dns:archive.org", "dns:archive.org"),
        ("http://a.test/a//b/%252e%252e/c", "test,a)/a/c"),
    ] {
        assert_eq!(text("surt", url), expected, "{url}");
    }
    // The package makes `com)/` of the first, as if `www1355544` were no name of its own.
    for (url, expected) in [
        ("https://www1355544.com/", "com,www1355544)/"),
        ("https://www.com/", "com,www)/"),
        ("https://www2.www2foo.com/", "com,www2foo)/"),
        ("https://www2foo.com/", "com,www2foo)/"),
    ] {
        assert_eq!(text("surt", url), expected, "{url}");
    }
}

#[test]
fn surt_of_heritrix() {
    for (url, expected) in [
        ("http://www.archive.org/Goo/?b&a", "http://(org,archive,www,)/goo/?b&a"),
        ("https://u:p@www.archive.org:8080/x", "https://(org,archive,www,:8080@u:p)/x"),
        ("http://127.0.0.1/a", "http://(127.0.0.1)/a"),
        ("ftp://www.example.com/", "ftp://(com,example,www,)/"),
        ("mailto:Foo@example.com", "mailto:foo@example.com"),
        ("https://www1355544.com/", "https://(com,www1355544,)/"),
    ] {
        assert_eq!(text("surt-heritrix", url), expected, "{url}");
    }
}

#[test]
fn dedupe_keys() {
    for (url, expected) in [
        ("http://A.test:80", "http://a.test/"),
        ("https://a.test/index.html?b=2&a=1&b=1#top", "https://a.test/index.html?a=1&b=2&b=1"),
        ("https://a.test/?utm_source=x&UTM_medium=y&fbclid=z", "https://a.test/"),
        ("https://a.test/?u%74m_source=x&q", "https://a.test/?q"),
        ("https://a.test/a;jsessionid=1.2;v=3/b;JSESSIONID=4?PHPSESSID=5&c", "https://a.test/a;v=3/b?c"),
        ("https://a.test/?&&b&&a&", "https://a.test/?a&b"),
        ("https://a.test/?", "https://a.test/"),
        ("https://a.test/?gclid", "https://a.test/"),
        ("https://a.test/?gclid=1&a&gclid&b&gclid=2&gclid&c", "https://a.test/?a&b&c"),
        ("https://a.test/?ax=gclid&a.=1&a=2&a=1", "https://a.test/?a=2&a=1&a.=1&ax=gclid"),
        (
            "https://a.test/?abcdefghb=1&abcdefgha=2&abcdefgh=3&abcdefg=4&~&=2&%FF=1",
            "https://a.test/?=2&%FF=1&abcdefg=4&abcdefgh=3&abcdefgha=2&abcdefghb=1&~",
        ),
        ("https://a.test/?q=%7e%c3%a9+x", "https://a.test/?q=~%C3%A9+x"),
        ("https://www.a.test/a/", "https://www.a.test/a/"),
        ("ftp://a.test/?b&a#c", "ftp://a.test/?b&a#c"),
        ("mailto:a?utm_source=x", "mailto:a?utm_source=x"),
    ] {
        assert_eq!(text("dedupe", url), expected, "{url}");
    }
}

#[test]
fn each_rung_includes_those_below() {
    let parser = Parser::new(Profile::Rfc3986);
    let rungs = |url: &str| {
        let url = parser.parse(url).unwrap();
        Policy::NAMES[..5]
            .iter()
            .map(|name| name.parse::<Policy>().unwrap().apply(&url).into_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        rungs("http://u@a.test:080?%7e"),
        [
            "http://u@a.test:080?~",
            "http://u@a.test:080?~",
            "http://u@a.test:080?~",
            "http://u@a.test:080?~",
            "http://u@a.test/?~"
        ]
    );
    assert_eq!(rungs("x://a.test:?#")[4], "x://a.test:?#");
    assert_eq!(rungs("https://a.test:")[4], "https://a.test/");
    let whatwg = |policy, url| text(policy, url);
    assert_eq!(whatwg("rfc3986-case", "x://A%c3.test/%c3?%c3#%c3"), "x://a%C3.test/%C3?%C3#%C3");
    assert_eq!(
        whatwg("rfc3986-percent-encoding", "http://a.test/%41%2f%7E?%2D#%5f"),
        "http://a.test/A%2F~?-#_"
    );
    // A digit must not make an escape of what is none, and a letter no drive.
    assert_eq!(whatwg("rfc3986-percent-encoding", "http://a.test/%%34%31"), "http://a.test/%%341");
    assert_eq!(whatwg("rfc3986-percent-encoding", "http://a.test/%4%31"), "http://a.test/%4%31");
    assert_eq!(whatwg("rfc3986-percent-encoding", "file:///%43|/x"), "file:///%43|/x");
    assert_eq!(whatwg("rfc3986-path-segment", "x:/.//a"), "x:/.//a");
}

#[test]
fn a_receipt_names_rules_and_bytes() {
    let url = Url::parse("https://a.test/%7eu?b=%c3&a&gclid=1#x").unwrap();
    let applied = Policy::dedupe().apply(&url);
    let shown: Vec<String> = applied
        .receipt()
        .passes()
        .iter()
        .flat_map(|pass| {
            pass.edits().iter().map(move |edit| format!("{} {} {}", pass.rule(), edit.span(), edit.text()))
        })
        .collect();
    assert_eq!(
        shown,
        [
            "percent-encoding 15..18 ~",
            "case 20..23 %C3",
            "fragment 33..35 ",
            "tracking-parameter 25..33 ",
            "parameter-order 18..25 a&b=%C3",
        ]
    );
    assert_eq!(applied.receipt().effect(), Effect::MayDiffer);
}

#[test]
fn every_rule_has_a_name_and_a_source() {
    let mut names: Vec<&str> = Rule::ALL.iter().map(|rule| rule.name()).collect();
    assert!(Rule::ALL.iter().all(|rule| !rule.source().is_empty()));
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Rule::ALL.len());
}

/// Whether the time is linear, `cargo xtask bench --instructions` counts.
#[test]
fn receipts_of_hostile_urls_replay() {
    for url in SHAPES.iter().filter_map(|shape| Url::parse(&shape.of_len(20_000)).ok()) {
        for policy in policies() {
            let applied = policy.apply(&url);
            assert_eq!(applied.receipt().replay(url.as_str()), applied.as_str(), "{policy}");
        }
    }
}

/// URLs of the shapes that the policies change.
fn urls() -> impl Strategy<Value = String> {
    const STARTS: &str = "http:// https://u:p@a.test:80 http://a.test/ http://a.test/? file:/// ftp://a.test:21/ x: x:// x:/.// \
        mailto: data:, http://[::1]/ wss://a.test:443";
    const PIECES: &str =
        "%,%2,%25,%41,%7e,%2e,%2F,%3f,%c3,/,//,.,..,a,B,4,1,|,:,;,=,&,utm_a=1,;jsessionid=1,?,#,@,é,^, ,www.";
    let start = prop::sample::select(STARTS.split(' ').collect::<Vec<_>>());
    let piece = prop::sample::select(PIECES.split(',').collect::<Vec<_>>());
    (start, prop::collection::vec(piece, 0..12))
        .prop_map(|(start, pieces)| start.to_owned() + &pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn receipts_replay(url in urls()) {
        for profile in [Profile::Whatwg, Profile::Rfc3986] {
            let Ok(url) = Parser::new(profile).parse(&url) else { continue };
            for policy in policies() {
                let applied = policy.apply(&url);
                prop_assert_eq!(applied.receipt().replay(url.as_str()), applied.as_str());
                // What one rule of a key changes, another may change back.
                prop_assert!(!applied.receipt().is_empty() || applied.as_str() == url.as_str());
                prop_assert_eq!(policy.text(&url), applied.as_str());
            }
        }
    }

    #[test]
    fn urls_are_canonical_and_stay(url in urls()) {
        for profile in [Profile::Whatwg, Profile::Rfc3986] {
            let parser = Parser::new(profile);
            let Ok(url) = parser.parse(&url) else { continue };
            for policy in policies() {
                let once = policy.text(&url).into_owned();
                let again = parser.parse(&once);
                match policy.output() {
                    Output::Url => {
                        let again = again.unwrap();
                        prop_assert_eq!(again.as_str(), &once, "{}", policy);
                        prop_assert_eq!(policy.text(&again), once, "{}", policy);
                    }
                    // A key that is a URL too, with a host that has no escapes.
                    _ => if policy == Policy::SafeBrowsing && profile == Profile::Whatwg && !once.contains(":///") && url.scheme().starts_with("http") && let Ok(again) = again {
                        prop_assert_eq!(policy.text(&again), once, "{}", policy);
                    },
                }
            }
        }
    }

    /// What the ladder changes does not change the decoded components.
    #[test]
    fn the_ladder_keeps_the_meaning(url in urls()) {
        let Ok(url) = Url::parse(&url) else { return Ok(()) };
        let policy: Policy = "rfc3986-scheme-based".parse().unwrap();
        let applied = policy.apply(&url);
        prop_assert!(applied.receipt().effect() <= Effect::SameByScheme);
        let other = Url::parse(applied.as_str()).unwrap();
        let pairs = |url: &Url| url.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect::<Vec<_>>();
        prop_assert_eq!(pairs(&url), pairs(&other));
        prop_assert_eq!(url.port_or_known_default(), other.port_or_known_default());
        prop_assert_eq!(url.path_segments().map(Iterator::count), other.path_segments().map(Iterator::count));
    }
}
