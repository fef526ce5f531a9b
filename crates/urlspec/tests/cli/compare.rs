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
    D  no URL        rfc3986, go-net-url, java-net-uri, ruby-uri
    E  good.example  perl-uri
    F  good.example  curl, php-parse-url, python-urlsplit, java-net-url
    G  evil.example  python-urllib3

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
    E  perl-uri         good.example                  http://evil.example%5C@good.example:80/
    F  curl             good.example                  http://evil.example\@good.example/
    D  go-net-url       error[character-not-allowed]  19..20 go-net-url#parse-authority-2
    F  php-parse-url    good.example                  http://evil.example\@good.example/
    F  python-urlsplit  good.example                  http://evil.example\@good.example/
    G  python-urllib3   evil.example                  http://evil.example/%5C@good.example/
    F  java-net-url     good.example                  http://evil.example\@good.example/
    D  java-net-uri     error[character-not-allowed]  19..20 java-net-uri#authority-1
    D  ruby-uri         error[character-not-allowed]  19..20 ruby-uri#authority-1
    ");
}

#[test]
fn a_relative_reference() {
    assert_snapshot!(shown(&["compare", "../a b?é", "--base", "http://a.test/b/c/d?q", "--encoding", "latin1"]), @r"
    A  a.test   whatwg, whatwg-2026-02, manakai, manakai-chrome, manakai-gecko, manakai-ie, barth-01, connolly
    B  no URL   barth-2010, rfc3986, curl, java-net-url, java-net-uri, ruby-uri
    C  a.test   webspecs
    D  no host  node-url-parse
    E  no host  perl-uri
    F  no host  go-net-url, php-parse-url, python-urlsplit
    G  ..       python-urllib3

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
    E  perl-uri         -                             ../a%20b?%C3%A9
    B  curl             error[character-not-allowed]  4..5 curl#parseurl-9.2
    F  go-net-url       -                             ../a b?é
    F  php-parse-url    -                             ../a b?é
    F  python-urlsplit  -                             ../a b?é
    G  python-urllib3   ..                            //../a%20b?%C3%A9
    B  java-net-url     error[missing-scheme]         0..9 java-net-url#url-3
    B  java-net-uri     error[character-not-allowed]  4..5 java-net-uri#uri-8
    B  ruby-uri         error[character-not-allowed]  7..9 ruby-uri#split-1
    ");
}

#[test]
fn no_host_and_a_base_at_fault() {
    assert_snapshot!(shown(&["compare", "mailto:x"]), @r"
    A  no host  whatwg, whatwg-2026-02, manakai, manakai-chrome, manakai-gecko, manakai-ie, barth-2010, barth-01, connolly, webspecs, rfc3986, perl-uri, go-net-url, php-parse-url, python-urlsplit, java-net-url
    B  x        node-url-parse
    C  no URL   curl, ruby-uri
    D  no host  python-urllib3
    E  no host  java-net-uri

    A  whatwg           -                             mailto:x
    A  whatwg-2026-02   -                             mailto:x
    A  manakai          -                             mailto:x
    A  manakai-chrome   -                             mailto:x
    A  manakai-gecko    -                             mailto:x
    A  manakai-ie       -                             mailto:x
    A  barth-2010       -                             mailto:x (parse only)
    A  barth-01         -                             mailto:x
    A  connolly         -                             mailto:x
    A  webspecs         -                             mailto:x
    A  rfc3986          -                             mailto:x

    B  node-url-parse   x                             mailto://x
    A  perl-uri         -                             mailto:x
    C  curl             error[port-not-number]        7..8 curl#parse-port-4
    A  go-net-url       -                             mailto:x
    A  php-parse-url    -                             mailto:x
    A  python-urlsplit  -                             mailto:x
    D  python-urllib3   -                             mailto:/x
    A  java-net-url     -                             mailto:x
    E  java-net-uri     -                             mailto:
    C  ruby-uri         error[character-not-allowed]  7..8 ruby-uri#schemes-6
    ");
    assert_snapshot!(shown(&["compare", "x", "--base", "http://a.test:x/"]), @r"
    A  no URL   whatwg, whatwg-2026-02, manakai, manakai-chrome, manakai-gecko, manakai-ie, barth-2010, connolly, webspecs, rfc3986, java-net-url
    B  a.test   barth-01
    C  no host  node-url-parse, perl-uri, go-net-url, php-parse-url, python-urlsplit, java-net-uri, ruby-uri
    D  x        curl
    E  x        python-urllib3

    A  whatwg           error[port-not-number]  base 14..15 whatwg#port-state-3
    A  whatwg-2026-02   error[port-not-number]  base 14..15 whatwg#port-state-3
    A  manakai          error[port-not-number]  base 14..15 manakai#canonicalization-7.3
    A  manakai-chrome   error[port-not-number]  base 14..15 manakai#canonicalization-7.3
    A  manakai-gecko    error[port-not-number]  base 14..15 manakai#canonicalization-7.3
    A  manakai-ie       error[port-not-number]  base 14..15 manakai#canonicalization-7.3
    A  barth-2010       error[missing-scheme]   0..1 barth-2010#finding-the-scheme-2.1 (parse only)
    B  barth-01         a.test                  http://a.test:x/x
    A  connolly         error[invalid-base]     base 0..16 rfc3986#pre-parse-the-base-uri-1
    A  webspecs         error[invalid-base]     base 14..15 webspecs#port-2
    A  rfc3986          error[invalid-base]     base 0..16 rfc3986#pre-parse-the-base-uri-1

    C  node-url-parse   -                       x
    C  perl-uri         -                       x
    D  curl             x                       http://x/
    C  go-net-url       -                       x
    C  php-parse-url    -                       x
    C  python-urlsplit  -                       x
    E  python-urllib3   x                       //x
    A  java-net-url     error[missing-scheme]   0..1 java-net-url#url-3
    C  java-net-uri     -                       x
    C  ruby-uri         -                       x
    ");
}

#[test]
fn hosts_of_any_width_line_up() {
    assert_snapshot!(shown(&["compare", "http://日本\u{202e}.test/"]), @r"
    A  no URL                            whatwg, whatwg-2026-02, manakai, manakai-chrome, manakai-ie, connolly, webspecs, rfc3986, node-url-parse, python-urllib3, ruby-uri
    B  日本\u{202e}.test                 manakai-gecko, barth-2010, curl, go-net-url, php-parse-url, python-urlsplit, java-net-url
    C  %E6%97%A5%E6%9C%AC%E2%80%AE.test  barth-01
    D  xn--zvg875yb2a.test               perl-uri
    E  no host                           java-net-uri

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
    D  perl-uri         xn--zvg875yb2a.test               http://xn--zvg875yb2a.test:80/
    B  curl             日本\u{202e}.test                 http://日本\u{202e}.test/
    B  go-net-url       日本\u{202e}.test                 http://日本\u{202e}.test/
    B  php-parse-url    日本\u{202e}.test                 http://日本\u{202e}.test/
    B  python-urlsplit  日本\u{202e}.test                 http://日本\u{202e}.test/
    A  python-urllib3   error[host-idna]                  7..21 python-urllib3#check-label-4
    B  java-net-url     日本\u{202e}.test                 http://日本\u{202e}.test/
    E  java-net-uri     -                                 http://日本\u{202e}.test/
    A  ruby-uri         error[character-not-allowed]      7..10 ruby-uri#split-1
    ");
}

#[test]
fn as_json() {
    let json = stdout(&run(&["compare", r"http://evil.example\@good.example/", "--json"], ""));
    assert_snapshot!(json, @r#"{"input":"http://evil.example\\@good.example/","base":null,"groups":[{"group":"A","ok":true,"host":"evil.example","profiles":["whatwg","whatwg-2026-02","manakai","manakai-chrome","manakai-gecko","manakai-ie","barth-01","webspecs","node-url-parse"]},{"group":"B","ok":true,"host":"evil.example","profiles":["barth-2010"]},{"group":"C","ok":true,"host":"good.example","profiles":["connolly"]},{"group":"D","ok":false,"host":null,"profiles":["rfc3986","go-net-url","java-net-uri","ruby-uri"]},{"group":"E","ok":true,"host":"good.example","profiles":["perl-uri"]},{"group":"F","ok":true,"host":"good.example","profiles":["curl","php-parse-url","python-urlsplit","java-net-url"]},{"group":"G","ok":true,"host":"evil.example","profiles":["python-urllib3"]}],"results":[{"profile":"whatwg","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"whatwg-2026-02","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"manakai","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"manakai-chrome","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"manakai-gecko","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"manakai-ie","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"barth-2010","group":"B","op":"parse","ok":true,"scheme":"http","host":"evil.example","path":"\\@good.example/"},{"profile":"barth-01","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"connolly","group":"C","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","user":"evil.example/","host":"good.example","path":"/"},{"profile":"webspecs","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"rfc3986","group":"D","op":"canon","ok":false,"error":{"kind":"character-not-allowed","message":"this character may not stand here: percent-encode it","section":"rfc3986#user-information-1.1","span":[19,20]}},{"profile":"node-url-parse","group":"A","op":"parse","ok":true,"scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"perl-uri","group":"E","op":"parse","ok":true,"scheme":"http","userinfo":"evil.example%5C","host":"good.example","port":"80","path":"/"},{"profile":"curl","group":"F","op":"parse","ok":true,"scheme":"http","user":"evil.example\\","host":"good.example","path":"/"},{"profile":"go-net-url","group":"D","op":"parse","ok":false,"error":{"kind":"character-not-allowed","message":"this character may not stand here: percent-encode it","section":"go-net-url#parse-authority-2","span":[19,20]}},{"profile":"php-parse-url","group":"F","op":"parse","ok":true,"scheme":"http","user":"evil.example\\","host":"good.example","path":"/"},{"profile":"python-urlsplit","group":"F","op":"parse","ok":true,"scheme":"http","user":"evil.example\\","host":"good.example","path":"/"},{"profile":"python-urllib3","group":"G","op":"parse","ok":true,"scheme":"http","host":"evil.example","path":"/%5C@good.example/"},{"profile":"java-net-url","group":"F","op":"parse","ok":true,"scheme":"http","userinfo":"evil.example\\","host":"good.example","path":"/"},{"profile":"java-net-uri","group":"D","op":"parse","ok":false,"error":{"kind":"character-not-allowed","message":"this character may not stand here: percent-encode it","section":"java-net-uri#authority-1","span":[19,20]}},{"profile":"ruby-uri","group":"D","op":"parse","ok":false,"error":{"kind":"character-not-allowed","message":"this character may not stand here: percent-encode it","section":"ruby-uri#authority-1","span":[19,20]}}]}"#);
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
