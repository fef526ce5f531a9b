//! Tests of detection in the mode `every`, and of redaction: a redacted text contains no secret, JSON remains
//! valid JSON, and all other text is unchanged.

#![cfg(feature = "uts58")]
#![allow(clippy::unwrap_used)]

use serde_json::{Value, from_str, json};
use url_find::{Finder, Mode, Options, Rules, redact};
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
        let found = json!(hrefs(&finder, text));
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

/// Findings are in order, with correct spans. A search in the text of a finding returns an equal finding.
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

#[test]
fn secrets_are_hidden() {
    let records = read_json_lines(&own_vectors("find").join("redacted.jsonl")).unwrap();
    let (rules, finder) = (Rules::default().with_paths(), Finder::default());
    for record in &records {
        let [line, redacted] = ["line", "redacted"].map(|key| text(record, key).unwrap());
        assert_eq!(redact(line, &rules), redacted);
        assert_eq!(redact(redacted, &rules), redacted, "again");
        assert_eq!(from_str::<Value>(line).is_ok(), from_str::<Value>(redacted).is_ok(), "{redacted}");
        assert_no_secret(redacted, &finder, &rules);
        // Write the text as the value of a parameter.
        let encode = |text: &str| {
            let marks = "%:/?&=#@;";
            let encode =
                |c: char| if marks.contains(c) { format!("%{:02X}", c as u32) } else { c.to_string() };
            format!("https://a.test/?next={}&x=1", text.chars().map(encode).collect::<String>())
        };
        let is_encoded = line.contains("%25") || !line.starts_with("https://");
        if !is_encoded && !line.contains([' ', '"', '\'', '`', '<', '>', '\\']) {
            assert_eq!(redact(&encode(line), &rules), encode(redacted));
            assert_eq!(redact(&encode(&encode(line)), &rules), encode(&encode(redacted)));
        }
        // Write the text in nested JSON strings, as deeply as backslashes are decoded.
        let (mut line, mut redacted) = (line.to_owned(), redacted.to_owned());
        for depth in 1..=3 {
            [line, redacted] = [line, redacted].map(|text| json!({ "a": text, "b": [text] }).to_string());
            assert_eq!(redact(&line, &rules), redacted, "depth {depth}");
        }
    }
    assert!(records.len() >= 280);
}

fn assert_no_secret(text: &str, finder: &Finder, rules: &Rules) {
    let is_hidden = |value: &str| value.is_empty() || value.starts_with("***");
    for url in finder.find(text).filter_map(|found| found.url().ok()) {
        let (user, password) = (url.username(), url.password());
        assert!(password.is_none_or(is_hidden), "{text}");
        // A password may contain quotation marks and brackets, but a user name may not.
        let is_ordinary = matches!(user, "git" | "hg" | "anonymous") || user.contains(['"', '<', '>']);
        let is_kept = is_ordinary || ["%22", "%3C", "%3E"].iter().any(|mark| user.contains(mark));
        let is_mail = !url.as_str().contains("://");
        assert!(password.is_some() || is_kept || is_mail || is_hidden(user), "{text}");
        for (name, value) in url.query_pairs() {
            let is_secret = rules.is_secret(&name, true) && value.contains(char::is_alphanumeric);
            assert!(!is_secret || is_hidden(&value), "{text}: {name}");
        }
    }
}

#[test]
fn what_is_redacted_has_no_secret_and_stays() {
    let (rules, finder) = (Rules::default(), Finder::default());
    let mut generated = short_strings("hu%x:@?&#/;'\" ", 4);
    generated.extend(short_strings("hx1:@\"<>'.", 5));
    for signs in generated {
        let line = signs.replace('%', "tok%65n=").replace('h', "https://").replace('u', "u:p@a.test/");
        let once = redact(&line, &rules);
        assert_eq!(redact(&once, &rules), once, "{line}");
        // In text, a quotation mark ends a URL. A host never begins with a quotation mark.
        if !once.contains("//\"") {
            assert_no_secret(&once, &finder, &rules);
        }
        let json = json!({ "a": line, "token": signs }).to_string();
        let json = redact(&json, &rules);
        assert!(from_str::<Value>(&json).is_ok(), "{json}");
    }
}

/// With inputs of this length, redaction in quadratic time would take minutes.
#[test]
fn long_texts_are_redacted_to_the_end() {
    let rules = Rules::default().with_paths();
    let end = " https://u:pw@a.test/";
    let units = r#"@ %40 // //a:b/ //a:b@ token= key= token=' %25 %25%32%35 ": \" \ {" https://
        http:" http:a:" a:' <a ?a=, http: ?token=< ?token=*** //hooks.slack.com/ "password":" 'password':' 'password':1234 token=a; &#x26; \u0026"#;
    for one in units.split_whitespace() {
        let hostile = one.repeat((1 << 17) / one.len());
        let json = json!({ "a": hostile, "b": [end] }).to_string();
        for text in [hostile + end, json] {
            assert!(!redact(&text, &rules).contains(":pw@"), "{one}");
        }
    }
}
