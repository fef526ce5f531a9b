//! The guard of the page, with `risk` and the readings of programs, over inputs of real advisories.

use url_diff::readings;
use url_facade::{
    Host,
    host::{HostRisk, classify},
};
use url_testdata::{read_json_lines, shared_suites};

use super::guard;

/// Advisories whose inputs this guard accepts, each with the reason.
const ACCEPTED: [(&str, &str); 6] = [
    ("//evil.com/path", "origins are not compared with that of the base"),
    ("http://h.example/public/%2e%2e/admin", "it is passed on as /admin, on which nobody differs"),
    ("http://h.example/api../admin", "servers differ, not parsers"),
    ("https://good.org./", "a name of its own to everybody"),
    ("http://good.org//127.0.0.1/x", "servers differ, not parsers"),
    ("http://good.org/static../etc/passwd", "servers differ, not parsers"),
];

/// Everyday URLs that this guard refuses, each with the reason. `risk` and the readings refuse none.
const REFUSED: [(&str, &str); 3] = [
    ("https://good.example/index.php?a[]=1&b=%7B%7D", "RFC 3986 has no brackets in queries"),
    ("https://good.example/%E2%82%AC", "Go exposes paths decoded"),
    ("https://good.example/a'b", "Node escapes the apostrophe"),
];

/// Whether nobody but the public Internet is known to be behind `host`, and everybody reads it in `url`.
fn leads_outside(url: &str, host: &Host<String>) -> bool {
    let risk = classify(host);
    (risk == HostRisk::UnknownUntilResolved || risk.is_public()) && readings(url, host).is_empty()
}

#[test]
fn advisories_are_refused_and_everyday_urls_are_not() {
    let Some(folder) = shared_suites("guard") else { return };
    let rows = read_json_lines(&folder.join("advisories.jsonl")).unwrap();
    assert!(rows.len() >= 82);
    let is_listed = |list: &[(&str, &str)], input: &str| list.iter().any(|(listed, _)| *listed == input);
    let mut wrong = Vec::new();
    for row in &rows {
        let get = |key: &str| row.get(key).and_then(serde_json::Value::as_str);
        let (input, base) = (get("input").unwrap(), get("base"));
        let agreed = guard(input, base, |_| true);
        let passes = agreed
            .as_ref()
            .is_ok_and(|agreed| agreed.host.as_ref().is_some_and(|host| leads_outside(&agreed.href, host)));
        let is_everyday = get("expect") == Some("accept");
        let expected = if is_everyday { !is_listed(&REFUSED, input) } else { is_listed(&ACCEPTED, input) };
        if passes != expected {
            wrong.push((input, agreed));
        }
        if is_everyday && base.is_none() {
            let host = url_facade::Url::parse(input).unwrap().host().unwrap().into_owned();
            assert!(leads_outside(input, &host), "{input}");
        }
    }
    // Both those that are not listed, and those that are listed and come out well.
    assert!(wrong.is_empty(), "{wrong:?}");
}
