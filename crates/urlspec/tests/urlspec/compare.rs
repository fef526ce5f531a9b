//! `compare`.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::run::{RunOutput, run, shown, urlspec};

/// Returns the lines of `compare` with one of these cells.
fn rows(args: &str, cells: &[&str]) -> String {
    let shown = shown(format!("compare {args}"));
    let is_asked = |row: &&str| row.split("  ").any(|cell| cells.contains(&cell.trim()));
    shown.split_inclusive('\n').filter(is_asked).collect()
}

#[test]
fn a_relative_reference() {
    let args = "'../a b?é' --base http://a.test/b/c/d?q --encoding latin1";
    let names = ["whatwg", "barth-2010", "webspecs", "rfc3986", "perl-uri", "curl", "python-urllib3"];
    assert_snapshot!(rows(args, &names), @r"
    C  a.test   webspecs
    I  ..       python-urllib3
    A  whatwg           a.test                        http://a.test/b/a%20b?%E9
    B  barth-2010       error[missing-scheme]         0..9 barth-2010#finding-the-scheme-2.1 (parse only)
    C  webspecs         a.test                        http://a.test/b/c/a%20b?%E9
    B  rfc3986          error[character-not-allowed]  4..5 rfc3986#path-2.3
    E  perl-uri         -                             ../a%20b?%C3%A9
    B  curl             error[character-not-allowed]  4..5 curl#parseurl-1.1
    I  python-urllib3   ..                            //../a%20b?%C3%A9
    ");
}

#[test]
fn no_host_and_a_base_at_fault() {
    let names = ["no host", "barth-2010", "node-url-parse", "java-net-uri"];
    assert_snapshot!(rows("mailto:x", &names), @r"
    A  no host  whatwg, whatwg-2026-02, manakai, manakai-chrome, manakai-gecko, manakai-ie, barth-2010, barth-01, connolly, webspecs, rfc3986, perl-uri, go-net-url, php-parse-url, python-urlsplit, python-httpx, python-yarl, java-net-url, npm-url-parse
    B  x        node-url-parse
    D  no host  python-urllib3
    E  no host  java-net-uri
    A  barth-2010       -                             mailto:x (parse only)
    B  node-url-parse   x                             mailto://x
    E  java-net-uri     -                             mailto:
    ");
    let names = ["whatwg", "barth-2010", "barth-01", "connolly", "ruby-uri"];
    assert_snapshot!(rows("x --base http://a.test:x/", &names), @r"
    A  whatwg           error[port-not-number]  base 14..15 whatwg#port-state-3
    A  barth-2010       error[missing-scheme]   0..1 barth-2010#finding-the-scheme-2.1 (parse only)
    B  barth-01         a.test                  http://a.test:x/x
    A  connolly         error[invalid-base]     base 0..16 rfc3986#pre-parse-the-base-uri-1
    A  ruby-uri         error[port-not-number]  base 13..15 ruby-uri#authority-4
    ");
}

#[test]
fn hosts_of_any_width_line_up() {
    let names = ["no URL", "no host", "whatwg", "manakai-gecko", "barth-01", "java-net-uri"];
    assert_snapshot!(rows("http://日本\u{202e}.test/", &names), @r"
    A  no URL                            whatwg, whatwg-2026-02, manakai, manakai-chrome, manakai-ie, connolly, webspecs, rfc3986, node-url-parse, python-urllib3, python-httpx, python-yarl, ruby-uri, npm-fast-uri
    C  %E6%97%A5%E6%9C%AC%E2%80%AE.test  barth-01
    E  no host                           java-net-uri
    A  whatwg           error[host-idna]                  7..21 whatwg#concept-domain-to-ascii-6.2
    B  manakai-gecko    日本\u{202e}.test                 http://日本\u{202e}.test/
    C  barth-01         %E6%97%A5%E6%9C%AC%E2%80%AE.test  http://%E6%97%A5%E6%9C%AC%E2%80%AE.test/
    E  java-net-uri     -                                 http://日本\u{202e}.test/ (its client refuses it)
    ");
}

#[test]
fn as_json() {
    assert_snapshot!(run("compare http://evil.example\\@good.example/ --json", "").out, @r#"{"input":"http://evil.example\\@good.example/","base":null,"refused":{"reason":"backslash","message":"there is a backslash, at bytes 19..20","advisories":["CVE-2024-29041","CVE-2026-16221","CVE-2026-41423","CVE-2026-46526"]},"groups":[{"group":"A","ok":true,"host":"evil.example","profiles":["whatwg","whatwg-2026-02","manakai","manakai-chrome","manakai-gecko","manakai-ie","barth-01","webspecs","node-url-parse","node-url-parse-20","npm-url-parse"]},{"group":"B","ok":true,"host":"evil.example","profiles":["barth-2010"]},{"group":"C","ok":true,"host":"good.example","profiles":["connolly"]},{"group":"D","ok":false,"host":null,"profiles":["rfc3986","go-net-url","go-net-url-1.19","python-yarl","java-net-url","java-net-uri","ruby-uri","ruby-uri-3.1","npm-fast-uri"]},{"group":"E","ok":true,"host":"good.example","profiles":["perl-uri"]},{"group":"F","ok":true,"host":"good.example","profiles":["curl","curl-7.88","php-parse-url","python-urlsplit","python-urlsplit-3.11","java-net-url-17"]},{"group":"G","ok":true,"host":"evil.example","profiles":["python-urllib3"]},{"group":"H","ok":true,"host":"good.example","profiles":["python-httpx","npm-uri-js"]}],"results":[{"profile":"whatwg","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"whatwg-2026-02","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"manakai","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"manakai-chrome","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"manakai-gecko","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"manakai-ie","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"barth-2010","group":"B","op":"parse","ok":true,"scheme":"http","host":"evil.example","path":"\\@good.example/"},{"profile":"barth-01","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"connolly","group":"C","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","user":"evil.example/","host":"good.example","path":"/"},{"profile":"webspecs","group":"A","op":"canon","ok":true,"href":"http://evil.example/@good.example/","scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"rfc3986","group":"D","op":"canon","ok":false,"error":{"kind":"character-not-allowed","message":"this character is not allowed here: percent-encode it","section":"rfc3986#user-information-1.1","span":[19,20]}},{"profile":"node-url-parse","group":"A","op":"parse","ok":true,"scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"node-url-parse-20","group":"A","op":"parse","ok":true,"scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"perl-uri","group":"E","op":"parse","ok":true,"scheme":"http","userinfo":"evil.example%5C","host":"good.example","port":"80","path":"/"},{"profile":"curl","group":"F","op":"parse","ok":true,"scheme":"http","user":"evil.example\\","host":"good.example","path":"/"},{"profile":"curl-7.88","group":"F","op":"parse","ok":true,"scheme":"http","user":"evil.example\\","host":"good.example","path":"/"},{"profile":"go-net-url","group":"D","op":"parse","ok":false,"error":{"kind":"character-not-allowed","message":"this character is not allowed here: percent-encode it","section":"go-net-url#parse-authority-2","span":[19,20]}},{"profile":"go-net-url-1.19","group":"D","op":"parse","ok":false,"error":{"kind":"character-not-allowed","message":"this character is not allowed here: percent-encode it","section":"go-net-url#parse-authority-2","span":[19,20]}},{"profile":"php-parse-url","group":"F","op":"parse","ok":true,"scheme":"http","user":"evil.example\\","host":"good.example","path":"/"},{"profile":"python-urlsplit","group":"F","op":"parse","ok":true,"scheme":"http","user":"evil.example\\","host":"good.example","path":"/","connects_to":"evil.example\\@good.example"},{"profile":"python-urlsplit-3.11","group":"F","op":"parse","ok":true,"scheme":"http","user":"evil.example\\","host":"good.example","path":"/","connects_to":"evil.example\\@good.example"},{"profile":"python-urllib3","group":"G","op":"parse","ok":true,"scheme":"http","host":"evil.example","path":"/%5C@good.example/"},{"profile":"python-httpx","group":"H","op":"parse","ok":true,"scheme":"http","userinfo":"evil.example%5C","host":"good.example","path":"/"},{"profile":"python-yarl","group":"D","op":"parse","ok":false,"error":{"kind":"character-not-allowed","message":"this character is not allowed here: percent-encode it","section":"python-yarl#split-url-5","span":[19,20]}},{"profile":"java-net-url","group":"D","op":"parse","ok":false,"error":{"kind":"character-not-allowed","message":"this character is not allowed here: percent-encode it","section":"java-net-url#authority-8","span":[19,20]}},{"profile":"java-net-url-17","group":"F","op":"parse","ok":true,"scheme":"http","userinfo":"evil.example\\","host":"good.example","path":"/"},{"profile":"java-net-uri","group":"D","op":"parse","ok":false,"error":{"kind":"character-not-allowed","message":"this character is not allowed here: percent-encode it","section":"java-net-uri#authority-1","span":[19,20]}},{"profile":"ruby-uri","group":"D","op":"parse","ok":false,"error":{"kind":"character-not-allowed","message":"this character is not allowed here: percent-encode it","section":"ruby-uri#authority-1","span":[19,20]}},{"profile":"ruby-uri-3.1","group":"D","op":"parse","ok":false,"error":{"kind":"character-not-allowed","message":"this character is not allowed here: percent-encode it","section":"ruby-uri#authority-1","span":[19,20]}},{"profile":"npm-url-parse","group":"A","op":"parse","ok":true,"scheme":"http","host":"evil.example","path":"/@good.example/"},{"profile":"npm-uri-js","group":"H","op":"parse","ok":true,"scheme":"http","userinfo":"evil.example%5C","host":"good.example","path":"/"},{"profile":"npm-fast-uri","group":"D","op":"parse","ok":false,"error":{"kind":"character-not-allowed","message":"this character is not allowed here: percent-encode it","section":"npm-fast-uri#parse-1","span":[19,20]}}]}"#);
}

#[test]
fn where_clients_connect() {
    let names = ["curl", "python-urlsplit", "java-net-uri"];
    let of = |url: &str| {
        let shown = shown(format!("compare '{url}'"));
        let end = shown.lines().filter(|line| line.starts_with("refused"));
        let rows = shown.lines().filter(|line| line.split("  ").any(|cell| names.contains(&cell.trim())));
        rows.chain(end).collect::<Vec<_>>().join("\n")
    };
    assert_snapshot!(of("http://0127.0.0.1/"), @r#"
    A  curl             87.0.0.1                     http://87.0.0.1/
    B  python-urlsplit  0127.0.0.1                   http://0127.0.0.1/ (connects to 87.0.0.1)
    B  java-net-uri     0127.0.0.1                   http://0127.0.0.1/ (connects to 127.0.0.1)
    refused by a guard [disagreement]: whatwg and rfc3986 differ: whatwg#concept-host-parser-8 changed "0127.0.0.1" to "87.0.0.1"; rfc3986#host-8.1 kept "0127.0.0.1", at bytes 7..17; advisories of this class: CVE-2023-42282, CVE-2024-29415
    "#);
    assert_snapshot!(of("http://good.example@evil.example/"), @r"
    A  curl             evil.example  http://good.example@evil.example/
    A  python-urlsplit  evil.example  http://good.example@evil.example/ (connects to good.example@evil.example)
    A  java-net-uri     evil.example  http://good.example@evil.example/
    refused by a guard [credentials]: there is a user name or a password, at bytes 7..19; advisories of this class: CVE-2024-22243, CVE-2024-47081
    ");
    assert_snapshot!(of("http://a%25b/"), @r"
    G  no host  java-net-uri
    A  curl             error[host-forbidden]  7..12 curl#hostname-check-3.1
    B  python-urlsplit  a%25b                  http://a%25b/ (connects to a%b)
    G  java-net-uri     -                      http://a%25b/ (its client refuses it)
    ");
    assert_snapshot!(of("mailto:x"), @r"
    E  no host  java-net-uri
    C  curl             error[port-not-number]        7..8 curl#parse-port-4
    A  python-urlsplit  -                             mailto:x
    E  java-net-uri     -                             mailto:
    ");
}

#[test]
fn consumers_that_changed() {
    assert_snapshot!(shown("compare --changed //:b"), @r"
    A  no host  ruby-uri
    B  no URL   ruby-uri-3.1

    A  ruby-uri      -                       //:b
    B  ruby-uri-3.1  error[port-not-number]  2..4 ruby-uri#authority-4
    ");
    assert_snapshot!(shown("compare --changed http://a.test/"), @"no consumer has changed");
    // An edition that agrees with the newest one is in the JSON, but not shown.
    let args = "compare http://a:1:2/";
    let shown = shown(args);
    assert!(shown.contains("go-net-url-1.19") && !shown.contains("ruby-uri-3.1"), "{shown}");
    let all = run(format!("{args} --json"), "").out;
    let only = run(format!("{args} --changed --json"), "").out;
    let names = |answer: &str| {
        let answer: Value = serde_json::from_str(answer).unwrap();
        let results = answer["results"].as_array().unwrap().clone();
        results.iter().map(|result| result["profile"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&all).len(), url_facade::Profile::ALL.len());
    assert_eq!(names(&only), ["node-url-parse", "node-url-parse-20", "go-net-url", "go-net-url-1.19"]);
}

fn is_consumer(result: &Value) -> bool {
    let profile: url_facade::Profile = result["profile"].as_str().unwrap().parse().unwrap();
    profile.is_consumer()
}

/// Returns the components of a result. An empty component counts as missing, and the user name and the
/// password are joined.
fn components(result: &Value) -> ([String; 6], String) {
    let text = |key: &str| result[key].as_str().unwrap_or_default().to_owned();
    let has = |key: &str| result.get(key).is_some();
    let path = if has("opaque") { "opaque" } else { "path" };
    let both = if has("userinfo") { text("userinfo") } else { text("user") + ":" + &text("password") };
    let both = if both.contains(':') { both } else { both + ":" };
    (["scheme", "host", "port", path, "query", "fragment"].map(text), both)
}

/// For every input, each profile has the answer of `batch` and is in one group, whose members agree.
#[test]
fn groups_are_sound() {
    for (input, base) in [
        ("", None),
        ("http:///", None),
        (r"http://evil.example\@good.example/", None),
        ("HTTP:a", Some("http://b/")),
        ("data:é", Some("http://b/")),
        ("file:///C|/x", None),
        ("http://a:80", None),
    ] {
        let of_base = base.map(|base| format!("--base {base}")).unwrap_or_default();
        let args = format!("compare --json {of_base} -- '{input}'");
        let compared: Value = serde_json::from_str(&run(&args, "").out).unwrap();
        let list = |of: &Value| of.as_array().unwrap().clone();
        let (groups, results) = (list(&compared["groups"]), list(&compared["results"]));
        let grouped = groups
            .iter()
            .flat_map(|group| list(&group["profiles"]).into_iter().map(move |name| (name, group)));
        let grouped: Vec<_> = grouped.collect();
        let of_all = grouped.iter().filter(|(name, _)| !name.as_str().unwrap().contains('+'));
        assert_eq!(of_all.count(), url_facade::Profile::ALL.len(), "{args:?}");
        let request = |result: &Value| {
            json!({"profile": result["profile"], "op": result["op"], "input": input, "base": base})
                .to_string()
        };
        let requests: Vec<_> = results.iter().map(request).collect();
        let answers = run("batch", requests.join("\n")).out;
        for (result, answer) in results.iter().zip(answers.lines()) {
            let (_, group) = grouped.iter().find(|(name, _)| *name == result["profile"]).unwrap();
            assert_eq!((&group["group"], &group["ok"]), (&result["group"], &result["ok"]));
            let host = |of: &Value| of["host"].as_str().unwrap_or_default().to_owned();
            assert_eq!(host(group), host(result));
            let mut answer: Value = serde_json::from_str(answer).unwrap();
            for key in ["profile", "group", "op", "connects_to"] {
                if let Some(value) = result.get(key) {
                    answer[key] = value.clone();
                }
            }
            answer.as_object_mut().unwrap().remove("id");
            // A reference that is parsed but invalid has no result here.
            assert!(
                answer == *result || answer["invalid"] == true && result["ok"] == false,
                "{args:?}: {answer}"
            );
            for other in &results {
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
    assert!(!shown("compare http://a.test:x/").contains('\u{1b}'));
    let forced = urlspec().args(["compare", "http://a.test:x/"]).env("CLICOLOR_FORCE", "1").output();
    assert!(RunOutput::from(forced.unwrap()).out.contains("\u{1b}[1m\u{1b}[31mA"));
}

#[cfg(feature = "crates")]
#[test]
fn crates_are_called() {
    assert_snapshot!(rows("--crates http://a.test\\@b.test/", &["rust-url", "rust-http-uri"]), @r"
    rust-url       a.test  http://a.test/@b.test/
    rust-http-uri  error  invalid uri character
    ");
}
