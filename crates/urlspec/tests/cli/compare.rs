//! `compare`.

use insta::assert_snapshot;
use serde_json::Value;

use crate::run::{run, shown, stdout, urlspec};

#[test]
fn who_sees_which_host() {
    assert_snapshot!(shown(&["compare", r"http://evil.example\@good.example/"]), @r"
    A  evil.example  whatwg, whatwg-2026-02, manakai, manakai-chrome, manakai-gecko, manakai-ie, barth-01, webspecs, node-url-parse
    B  evil.example  barth-2010
    C  good.example  connolly
    D  no URL        rfc3986, perl-uri, go-net-url, python-urlsplit, python-urllib3, java-net-url, java-net-uri, ruby-uri
    E  good.example  curl, php-parse-url

    A  whatwg           evil.example                  http://evil.example/@good.example/
    A  whatwg-2026-02   evil.example                  http://evil.example/@good.example/
    A  manakai          evil.example                  http://evil.example/@good.example/
    A  manakai-chrome   evil.example                  http://evil.example/@good.example/
    A  manakai-gecko    evil.example                  http://evil.example/@good.example/
    A  manakai-ie       evil.example                  http://evil.example/@good.example/
    B  barth-2010       evil.example                  http://evil.example\@good.example/ (parse only)
    A  barth-01         evil.example                  http://evil.example/@good.example/
    C  connolly         good.example                  http://evil.example/@good.example/
    A  webspecs         evil.example                  http://evil.example/@good.example/
    D  rfc3986          error[character-not-allowed]  19..20 rfc3986#user-information-1.1

    A  node-url-parse   evil.example                  http://evil.example/@good.example/
    D  perl-uri         error[not-in-this-consumer]   0..34 perl-uri#new
    E  curl             good.example                  http://evil.example\@good.example/
    D  go-net-url       error[character-not-allowed]  19..20 go-net-url#parse-authority-2
    E  php-parse-url    good.example                  http://evil.example\@good.example/
    D  python-urlsplit  error[not-in-this-consumer]   0..34 python-urlsplit#urlsplit
    D  python-urllib3   error[not-in-this-consumer]   0..34 python-urllib3#parse-url
    D  java-net-url     error[not-in-this-consumer]   0..34 java-net-url#url
    D  java-net-uri     error[not-in-this-consumer]   0..34 java-net-uri#uri
    D  ruby-uri         error[not-in-this-consumer]   0..34 ruby-uri#parse
    ");
}

#[test]
fn a_relative_reference() {
    assert_snapshot!(shown(&["compare", "../a b?é", "--base", "http://a.test/b/c/d?q", "--encoding", "latin1"]), @r"
    A  a.test   whatwg, whatwg-2026-02, manakai, manakai-chrome, manakai-gecko, manakai-ie, barth-01, connolly
    B  no URL   barth-2010, rfc3986, perl-uri, curl, python-urlsplit, python-urllib3, java-net-url, java-net-uri, ruby-uri
    C  a.test   webspecs
    D  no host  node-url-parse
    E  no host  go-net-url, php-parse-url

    A  whatwg           a.test                        http://a.test/b/a%20b?%E9
    A  whatwg-2026-02   a.test                        http://a.test/b/a%20b?%E9
    A  manakai          a.test                        http://a.test/b/a%20b?%E9
    A  manakai-chrome   a.test                        http://a.test/b/a%20b?%E9
    A  manakai-gecko    a.test                        http://a.test/b/a%20b?%E9
    A  manakai-ie       a.test                        http://a.test/b/a%20b?%E9
    B  barth-2010       error[missing-scheme]         0..9 barth-2010#finding-the-scheme-2.1 (parse only)
    A  barth-01         a.test                        http://a.test/b/a%20b?%E9
    A  connolly         a.test                        http://a.test/b/a%20b?%E9
    C  webspecs         a.test                        http://a.test/b/c/a%20b?%E9
    B  rfc3986          error[character-not-allowed]  4..5 rfc3986#path-2.3

    D  node-url-parse   -                             ../a%20b?é
    B  perl-uri         error[not-in-this-consumer]   0..9 perl-uri#new
    B  curl             error[character-not-allowed]  4..5 curl#parseurl-9.2
    E  go-net-url       -                             ../a b?é
    E  php-parse-url    -                             ../a b?é
    B  python-urlsplit  error[not-in-this-consumer]   0..9 python-urlsplit#urlsplit
    B  python-urllib3   error[not-in-this-consumer]   0..9 python-urllib3#parse-url
    B  java-net-url     error[not-in-this-consumer]   0..9 java-net-url#url
    B  java-net-uri     error[not-in-this-consumer]   0..9 java-net-uri#uri
    B  ruby-uri         error[not-in-this-consumer]   0..9 ruby-uri#parse
    ");
}

#[test]
fn no_host_and_a_base_at_fault() {
    assert_snapshot!(shown(&["compare", "mailto:x"]), @r"
    A  no host  whatwg, whatwg-2026-02, manakai, manakai-chrome, manakai-gecko, manakai-ie, barth-2010, barth-01, connolly, webspecs, rfc3986, go-net-url, php-parse-url
    B  x        node-url-parse
    C  no URL   perl-uri, curl, python-urlsplit, python-urllib3, java-net-url, java-net-uri, ruby-uri

    A  whatwg           -                            mailto:x
    A  whatwg-2026-02   -                            mailto:x
    A  manakai          -                            mailto:x
    A  manakai-chrome   -                            mailto:x
    A  manakai-gecko    -                            mailto:x
    A  manakai-ie       -                            mailto:x
    A  barth-2010       -                            mailto:x (parse only)
    A  barth-01         -                            mailto:x
    A  connolly         -                            mailto:x
    A  webspecs         -                            mailto:x
    A  rfc3986          -                            mailto:x

    B  node-url-parse   x                            mailto://x
    C  perl-uri         error[not-in-this-consumer]  0..8 perl-uri#new
    C  curl             error[port-not-number]       7..8 curl#parse-port-4
    A  go-net-url       -                            mailto:x
    A  php-parse-url    -                            mailto:x
    C  python-urlsplit  error[not-in-this-consumer]  0..8 python-urlsplit#urlsplit
    C  python-urllib3   error[not-in-this-consumer]  0..8 python-urllib3#parse-url
    C  java-net-url     error[not-in-this-consumer]  0..8 java-net-url#url
    C  java-net-uri     error[not-in-this-consumer]  0..8 java-net-uri#uri
    C  ruby-uri         error[not-in-this-consumer]  0..8 ruby-uri#parse
    ");
    assert_snapshot!(shown(&["compare", "x", "--base", "http://a.test:x/"]), @r"
    A  no URL   whatwg, whatwg-2026-02, manakai, manakai-chrome, manakai-gecko, manakai-ie, barth-2010, connolly, webspecs, rfc3986, perl-uri, python-urlsplit, python-urllib3, java-net-url, java-net-uri, ruby-uri
    B  a.test   barth-01
    C  no host  node-url-parse, go-net-url, php-parse-url
    D  x        curl

    A  whatwg           error[port-not-number]       base 14..15 whatwg#port-state-3
    A  whatwg-2026-02   error[port-not-number]       base 14..15 whatwg#port-state-3
    A  manakai          error[port-not-number]       base 14..15 manakai#canonicalization-7.3
    A  manakai-chrome   error[port-not-number]       base 14..15 manakai#canonicalization-7.3
    A  manakai-gecko    error[port-not-number]       base 14..15 manakai#canonicalization-7.3
    A  manakai-ie       error[port-not-number]       base 14..15 manakai#canonicalization-7.3
    A  barth-2010       error[missing-scheme]        0..1 barth-2010#finding-the-scheme-2.1 (parse only)
    B  barth-01         a.test                       http://a.test:x/x
    A  connolly         error[invalid-base]          base 0..16 rfc3986#pre-parse-the-base-uri-1
    A  webspecs         error[invalid-base]          base 14..15 webspecs#port-2
    A  rfc3986          error[invalid-base]          base 0..16 rfc3986#pre-parse-the-base-uri-1

    C  node-url-parse   -                            x
    A  perl-uri         error[not-in-this-consumer]  0..1 perl-uri#new
    D  curl             x                            http://x/
    C  go-net-url       -                            x
    C  php-parse-url    -                            x
    A  python-urlsplit  error[not-in-this-consumer]  0..1 python-urlsplit#urlsplit
    A  python-urllib3   error[not-in-this-consumer]  0..1 python-urllib3#parse-url
    A  java-net-url     error[not-in-this-consumer]  0..1 java-net-url#url
    A  java-net-uri     error[not-in-this-consumer]  0..1 java-net-uri#uri
    A  ruby-uri         error[not-in-this-consumer]  0..1 ruby-uri#parse
    ");
}

#[test]
fn hosts_of_any_width_line_up() {
    assert_snapshot!(shown(&["compare", "http://日本\u{202e}.test/"]), @r"
    A  no URL                            whatwg, whatwg-2026-02, manakai, manakai-chrome, manakai-ie, connolly, webspecs, rfc3986, node-url-parse, perl-uri, python-urlsplit, python-urllib3, java-net-url, java-net-uri, ruby-uri
    B  日本\u{202e}.test                 manakai-gecko, barth-2010, curl, go-net-url, php-parse-url
    C  %E6%97%A5%E6%9C%AC%E2%80%AE.test  barth-01

    A  whatwg           error[host-idna]                  7..21 whatwg#concept-domain-to-ascii-6.2
    A  whatwg-2026-02   error[host-idna]                  7..21 whatwg#concept-domain-to-ascii-6.2
    A  manakai          error[host-prohibited]            7..21 manakai#nameprep-10
    A  manakai-chrome   error[host-prohibited]            7..21 manakai#nameprep-10
    B  manakai-gecko    日本\u{202e}.test                 http://日本\u{202e}.test/
    A  manakai-ie       error[host-prohibited]            7..21 manakai#nameprep-10
    B  barth-2010       日本\u{202e}.test                 http://日本\u{202e}.test/ (parse only)
    C  barth-01         %E6%97%A5%E6%9C%AC%E2%80%AE.test  http://%E6%97%A5%E6%9C%AC%E2%80%AE.test/
    A  connolly         error[host-prohibited]            7..21 connolly#absolute-url-13
    A  webspecs         error[host-idna]                  7..21 webspecs#domain-to-ascii-1
    A  rfc3986          error[character-not-allowed]      7..10 rfc3986#host-8.1

    A  node-url-parse   error[host-idna]                  7..21 node-url-parse#to-ascii-1
    A  perl-uri         error[not-in-this-consumer]       0..22 perl-uri#new
    B  curl             日本\u{202e}.test                 http://日本\u{202e}.test/
    B  go-net-url       日本\u{202e}.test                 http://日本\u{202e}.test/
    B  php-parse-url    日本\u{202e}.test                 http://日本\u{202e}.test/
    A  python-urlsplit  error[not-in-this-consumer]       0..22 python-urlsplit#urlsplit
    A  python-urllib3   error[not-in-this-consumer]       0..22 python-urllib3#parse-url
    A  java-net-url     error[not-in-this-consumer]       0..22 java-net-url#url
    A  java-net-uri     error[not-in-this-consumer]       0..22 java-net-uri#uri
    A  ruby-uri         error[not-in-this-consumer]       0..22 ruby-uri#parse
    ");
}

#[test]
fn as_json() {
    let json = stdout(&run(&["compare", r"http://evil.example\@good.example/", "--json"], ""));
    assert_snapshot!(json, @r#"{"input":"http://evil.example\\@good.example/","base":null,"groups":[{"group":"A","ok":true,"host":"evil.example","profiles":["whatwg","whatwg-2026-02","manakai","manakai-chrome","manakai-gecko","manakai-ie","barth-01","webspecs","node-url-parse"]},{"group":"B","ok":true,"host":"evil.example","profiles":["barth-2010"]},{"group":"C","ok":true,"host":"good.example","profiles":["connolly"]},{"group":"D","ok":false,"host":null,"profiles":["rfc3986","perl-uri","go-net-url","python-urlsplit","python-urllib3","java-net-url","java-net-uri","ruby-uri"]},{"group":"E","ok":true,"host":"good.example","profiles":["curl","php-parse-url"]}],"results":[{"profile":"whatwg","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"whatwg-2026-02","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"manakai","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"manakai-chrome","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"manakai-gecko","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"manakai-ie","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"barth-2010","group":"B","op":"parse","ok":true,"scheme":"http","host":"evil.example","path":"\\@good.example/"},{"profile":"barth-01","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"connolly","group":"C","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","user":"evil.example/","host":"good.example","path":"/"},{"profile":"webspecs","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"rfc3986","group":"D","op":"canon","ok":false,"error":{"kind":"character-not-allowed","message":"this character may not stand here: percent-encode it","section":"rfc3986#user-information-1.1","span":[19,20]}},{"profile":"node-url-parse","group":"A","op":"parse","ok":true,"scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"perl-uri","group":"D","op":"parse","ok":false,"error":{"kind":"not-in-this-consumer","message":"the program of this profile takes a URL apart and does no more: take another profile to resolve or canonicalize","section":"perl-uri#new","span":[0,34]}},{"profile":"curl","group":"E","op":"parse","ok":true,"scheme":"http","user":"evil.example\\","host":"good.example","path":"/"},{"profile":"go-net-url","group":"D","op":"parse","ok":false,"error":{"kind":"character-not-allowed","message":"this character may not stand here: percent-encode it","section":"go-net-url#parse-authority-2","span":[19,20]}},{"profile":"php-parse-url","group":"E","op":"parse","ok":true,"scheme":"http","user":"evil.example\\","host":"good.example","path":"/"},{"profile":"python-urlsplit","group":"D","op":"parse","ok":false,"error":{"kind":"not-in-this-consumer","message":"the program of this profile takes a URL apart and does no more: take another profile to resolve or canonicalize","section":"python-urlsplit#urlsplit","span":[0,34]}},{"profile":"python-urllib3","group":"D","op":"parse","ok":false,"error":{"kind":"not-in-this-consumer","message":"the program of this profile takes a URL apart and does no more: take another profile to resolve or canonicalize","section":"python-urllib3#parse-url","span":[0,34]}},{"profile":"java-net-url","group":"D","op":"parse","ok":false,"error":{"kind":"not-in-this-consumer","message":"the program of this profile takes a URL apart and does no more: take another profile to resolve or canonicalize","section":"java-net-url#url","span":[0,34]}},{"profile":"java-net-uri","group":"D","op":"parse","ok":false,"error":{"kind":"not-in-this-consumer","message":"the program of this profile takes a URL apart and does no more: take another profile to resolve or canonicalize","section":"java-net-uri#uri","span":[0,34]}},{"profile":"ruby-uri","group":"D","op":"parse","ok":false,"error":{"kind":"not-in-this-consumer","message":"the program of this profile takes a URL apart and does no more: take another profile to resolve or canonicalize","section":"ruby-uri#parse","span":[0,34]}}]}"#);
    let compared: Value = serde_json::from_str(&json).unwrap();
    let profiles = url_facade::Profile::ALL.iter().map(|profile| profile.name());
    let results = compared["results"].as_array().unwrap();
    assert!(profiles.eq(results.iter().map(|result| result["profile"].as_str().unwrap())));
    for result in results {
        let group =
            compared["groups"].as_array().unwrap().iter().find(|group| group["group"] == result["group"]);
        let group = group.unwrap();
        assert!(group["profiles"].as_array().unwrap().contains(&result["profile"]));
        assert_eq!((&group["ok"], &group["host"]), (&result["ok"], &result["host"]));
    }
}

fn is_consumer(result: &Value) -> bool {
    let profile: url_facade::Profile = result["profile"].as_str().unwrap().parse().unwrap();
    profile.is_consumer()
}

/// The components of a result, where an empty one is a missing one.
fn components(result: &Value) -> [String; 8] {
    let text = |key: &str| result[key].as_str().unwrap_or_default();
    let user_info = match result.get("userinfo") {
        Some(whole) => whole.as_str().unwrap().split_once(':').unwrap_or((whole.as_str().unwrap(), "")),
        None => (text("user"), text("password")),
    };
    let path = if result.get("opaque").is_some() { text("opaque") } else { text("path") };
    [
        text("scheme"),
        user_info.0,
        user_info.1,
        text("host"),
        text("port"),
        path,
        text("query"),
        text("fragment"),
    ]
    .map(Into::into)
}

/// Whatever is compared, each profile is in one group, and those in it agree.
#[test]
fn groups_are_sound() {
    for args in [
        &["compare", "--json", ""][..],
        &["compare", "--json", "http:///"],
        &["compare", "--json", "HTTP:a", "--base", "http://b/"],
        &["compare", "--json", "data:é", "--base", "http://b/"],
        &["compare", "--json", "file:///C|/x"],
        &["compare", "--json", "http://a:80"],
    ] {
        let compared: Value = serde_json::from_str(&stdout(&run(args, ""))).unwrap();
        let groups = compared["groups"].as_array().unwrap();
        let count: usize = groups.iter().map(|group| group["profiles"].as_array().unwrap().len()).sum();
        assert_eq!(count, url_facade::Profile::ALL.len(), "{args:?}");
        for result in compared["results"].as_array().unwrap() {
            for other in compared["results"].as_array().unwrap() {
                let by_consumer = is_consumer(result) || is_consumer(other);
                let same = if by_consumer {
                    result["ok"] == other["ok"] && components(result) == components(other)
                } else {
                    ["ok", "scheme", "user", "password", "host", "port", "path", "query", "fragment"]
                        .iter()
                        .all(|key| result[key] == other[key])
                        && (result["href"] == other["href"] || result["op"] != other["op"])
                };
                let agree = result["group"] == other["group"];
                assert!(same || !agree, "{args:?}: {result} {other}");
                assert!(agree || !same || result["op"] != other["op"], "{args:?}: {result} {other}");
            }
        }
    }
}

#[test]
fn groups_have_colours_on_a_terminal() {
    let args = ["compare", "http://a.test:x/"];
    assert!(!shown(&args).contains('\u{1b}'));
    let forced = urlspec().args(args).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(stdout(&forced).contains("\u{1b}[1m\u{1b}[31mA"));
}
