//! Text without secrets.

use std::{borrow::Cow, ops::Range};

pub use url_facade::Rules;
use url_facade::redact::hide;

/// Returns `text` with `***` for each secret that `rules` find, in URLs and beside them. What is JSON stays JSON.
///
/// # Examples
/// ```
/// use url_find::{Rules, redact};
/// let log = r#"{"msg":"url=\"https://a.test/?token=abc\"","password":"x","n":1}"#;
/// assert_eq!(redact(log, &Rules::default()), r#"{"msg":"url=\"https://a.test/?token=***\"","password":"***","n":1}"#);
/// ```
#[must_use]
pub fn redact<'t>(text: &'t str, rules: &Rules) -> Cow<'t, str> {
    if !rules.may_hide(text) {
        return text.into();
    }
    let mut ranges = Vec::new();
    if let Some(strings) = strings(text) {
        in_json(text, &strings, rules, &mut ranges);
    } else {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            match strings(line) {
                Some(strings) => {
                    let strings: Vec<_> = strings.iter().map(|at| at.start + start..at.end + start).collect();
                    in_json(text, &strings, rules, &mut ranges);
                }
                None => rules.find(line, start, false, &mut ranges),
            }
            start += line.len();
        }
    }
    hide(text, ranges)
}

/// Where the strings are in `text`, if it is JSON or lines of it.
fn strings(text: &str) -> Option<Vec<Range<usize>>> {
    if !text.trim_ascii_start().starts_with(['{', '[', '"', '}', ']', ',']) {
        return None;
    }
    let (bytes, mut strings, mut at) = (text.as_bytes(), Vec::new(), 0);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        if byte == b'"' {
            let start = at;
            loop {
                match bytes.get(at)? {
                    b'"' => break,
                    b'\\' => {
                        let is_hex = || {
                            bytes.get(at + 2..at + 6).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit))
                        };
                        match bytes.get(at + 1)? {
                            b'u' if is_hex() => at += 6,
                            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => at += 2,
                            _ => return None,
                        }
                    }
                    0..0x20 => return None,
                    _ => at += 1,
                }
            }
            strings.push(start..at);
            at += 1;
        } else if !byte.is_ascii_alphanumeric() && !b"{}[],:+-. \t\r\n".contains(&byte) {
            return None;
        }
    }
    Some(strings)
}

/// Adds the secrets in `strings` of JSON, and those that are members with the names of secrets.
fn in_json(text: &str, strings: &[Range<usize>], rules: &Rules, ranges: &mut Vec<Range<usize>>) {
    let mut is_secret = false;
    for (index, at) in strings.iter().enumerate() {
        let string = &text[at.clone()];
        let next = strings.get(index + 1).map_or(text.len(), |next| next.start - 1);
        let between = text[at.end + 1..next].trim_ascii();
        if std::mem::take(&mut is_secret) {
            ranges.push(at.clone());
        } else if between == ":" && rules.is_secret(string, false) {
            is_secret = true;
        } else {
            rules.find(string, at.start, true, ranges);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, from_str, json};
    use url_testdata::{hostile::short_strings, own_vectors, read_json_lines, text};

    use super::*;
    use crate::Finder;

    #[test]
    fn secrets_are_hidden() {
        let records = read_json_lines(&own_vectors("find").join("redacted.jsonl")).unwrap();
        let rules = Rules::default().with_paths();
        for record in &records {
            let [line, redacted] = ["line", "redacted"].map(|key| text(record, key).unwrap());
            assert_eq!(redact(line, &rules), redacted);
            assert_eq!(redact(redacted, &rules), redacted, "again");
            assert_eq!(from_str::<Value>(line).is_ok(), from_str::<Value>(redacted).is_ok(), "{redacted}");
            // The same in a string of JSON, unless it is JSON already.
            if line.contains('\\') && line.starts_with(['{', '[']) {
                continue;
            }
            let json = json!({ "a": line, "b": [line] }).to_string();
            let value: Value = from_str(&redact(&json, &rules)).unwrap();
            assert_eq!(value, json!({ "a": redacted, "b": [redacted] }));
        }
        assert!(records.len() >= 130);
    }

    #[test]
    fn what_is_redacted_has_no_password_and_stays() {
        let (rules, finder) = (Rules::default(), Finder::default());
        for signs in short_strings("hu%x:@?&#/;'\" ", 4) {
            let line = signs.replace('%', "tok%65n=").replace('h', "https://").replace('u', "u:p@a.test/");
            let once = redact(&line, &rules);
            assert_eq!(redact(&once, &rules), once, "{line}");
            for url in finder.find(&once).filter_map(|found| found.url().ok()) {
                // No host begins with a quotation mark, which ends text.
                let is_redacted = url.password().is_none_or(|password| password == "***");
                assert!(is_redacted || once.contains("//\""), "{line} -> {once}");
            }
            let json = json!({ "a": line, "token": signs }).to_string();
            let json = redact(&json, &rules);
            assert!(from_str::<Value>(&json).is_ok(), "{json}");
        }
    }

    #[test]
    fn time_is_linear() {
        let rules = Rules::default().with_paths();
        for one in [
            "@",
            "%40",
            "//",
            "//a:b/",
            "//a:b@",
            "token=",
            "key=",
            "token='",
            "%25",
            "%25%32%35",
            "\":",
            "\\\"",
            "{\"",
            "https://",
            "a:'",
            "<a",
            "?a=,",
            "http:",
            "?token=<",
            "//hooks.slack.com/",
            "\"password\":\"",
            "'password':'",
            "token=a;",
            "&#x26;",
            "\\u0026",
        ] {
            let hostile = one.repeat((1 << 18) / one.len());
            let started = std::time::Instant::now();
            let redacted = redact(&hostile, &rules);
            let took = started.elapsed();
            assert!(took.as_secs() < 5 && redacted.len() <= hostile.len() * 2, "{one}: {took:?}");
        }
    }
}
