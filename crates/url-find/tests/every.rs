//! Detection of everything that a URL parser would accept.

#![cfg(feature = "uts58")]
#![allow(clippy::unwrap_used)]

use url_find::{Finder, Mode, Options};
use url_testdata::{hostile::short_strings, own_vectors, read_json_lines, text};

fn hrefs(finder: &Finder, text: &str) -> Vec<String> {
    finder.find(text).map(|finding| finding.href().into_owned()).collect()
}

#[test]
fn urls_are_found() {
    let finder = Finder::default();
    let rows = read_json_lines(&own_vectors("find").join("every.jsonl")).unwrap();
    assert!(rows.len() >= 48);
    let mut wrong = Vec::new();
    for row in &rows {
        let text = text(row, "text").unwrap();
        let found = serde_json::json!(hrefs(&finder, text));
        if found != row["found"] {
            wrong.push(format!("{text}\n   {found}\n   {}", row["found"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn options_act() {
    let finder = Finder::new(Options::default().with_default_scheme("https"));
    let text = "target.com/js/x, user@example.com, src/main.rs http://a.test example.com:81?q 1.2.3";
    let expected = ["https://target.com/js/x", "http://a.test", "https://example.com:81?q"];
    assert_eq!(hrefs(&finder, text), expected);
    let finder = Finder::new(Options::default().with_schemes(["https"]));
    let text = "http://a.test ftp://b.test https://c.test git+https://d.test";
    assert_eq!(hrefs(&finder, text), ["https://c.test"]);
    let finder = Finder::new(Options::default().with_joined_tabs(true));
    assert_eq!(hrefs(&finder, "http://good\t.example/x\ty"), ["http://good\t.example/x"]);
}

/// Findings are in order, and their spans are right. A search in the text of a finding finds the same.
#[test]
fn findings_are_in_their_places() {
    let [every, names, uts58] = [(); 3].map(|()| Options::default());
    let finders = [every, names.with_default_scheme("https"), uts58.with_mode(Mode::Uts58)].map(Finder::new);
    let mut count = 0;
    for signs in short_strings("h.:/\\@a[)\"\u{3002}\u{E9} ", 5) {
        let text = signs.replace('h', "http:").replace('.', ".com");
        for finder in &finders {
            let mut end = 0;
            for finding in finder.find(&text) {
                assert!(finding.span.start >= end && finding.span.end > finding.span.start, "{text}");
                assert_eq!(&text[finding.span.clone()], finding.text);
                end = finding.span.end;
                count += 1;
            }
        }
    }
    assert!(count > 10_000, "{count}");
}
