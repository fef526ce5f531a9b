//! Text without secrets.

use std::{borrow::Cow, ops::Range};

pub use url_facade::Rules;
use url_facade::redact::{CODE, Secret, hide};

/// Returns `text` with `***` for each secret that `rules` find, in URLs and beside them. JSON stays JSON, also in its strings.
///
/// In JSON, the values of members with the names of secrets are hidden, in lists too, and so is `"x"` in `"name":"token","value":"x"`.
/// A number with four digits or more becomes the string `"***"`.
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
    let mut redacted = hide(text, secrets(text, rules));
    // Without a secret, the text around it may be another URL.
    for _ in 0..4 {
        let Cow::Owned(once) = &redacted else { break };
        let Cow::Owned(again) = hide(once, secrets(once, rules)) else { break };
        if again == *once {
            break;
        }
        redacted = again.into();
    }
    redacted
}

/// Returns the secrets in `text`.
fn secrets(text: &str, rules: &Rules) -> Vec<Secret> {
    let mut secrets = Vec::new();
    // Each string in a string takes twice the backslashes, so there are few levels.
    let mut parts = vec![Part { text: text.into(), places: Vec::new() }];
    while let Some(part) = parts.pop() {
        let is_json = strings(&part.text).is_some();
        let mut start = 0;
        for line in part.text.split_inclusive(|c| c == '\n' && !is_json) {
            let found = match strings(line) {
                Some(strings) => in_json(line, &strings, rules, |string, at| {
                    let places = string.places.iter().map(|place| part.place(start + at + place));
                    parts.push(Part { places: places.collect(), ..string });
                }),
                None => rules.find(line),
            };
            secrets
                .extend(found.into_iter().map(|secret| secret.within(|offset| part.place(start + offset))));
            start += line.len();
        }
    }
    secrets
}

/// A text, or one that a string of JSON holds.
struct Part<'t> {
    text: Cow<'t, str>,
    /// The place of each byte, and that of the end; empty if nothing was decoded.
    places: Vec<usize>,
}

impl<'t> Part<'t> {
    fn place(&self, at: usize) -> usize {
        self.places.get(at).copied().unwrap_or(at)
    }

    /// Decodes a string of JSON.
    fn decode(string: &'t str) -> Self {
        if !string.contains('\\') {
            return Self { text: string.into(), places: Vec::new() };
        }
        let (mut text, mut places, mut at) = (String::with_capacity(string.len()), Vec::new(), 0);
        while let Some(c) = string[at..].chars().next() {
            let (c, length) = match &string.as_bytes()[at..] {
                [b'\\', b'u', ..] => {
                    let code = string.get(at + 2..at + 6).and_then(|hex| u32::from_str_radix(hex, 16).ok());
                    (code.and_then(char::from_u32).unwrap_or('\u{FFFD}'), 6)
                }
                [b'\\', byte, ..] => match byte {
                    b'n' => ('\n', 2),
                    b'r' => ('\r', 2),
                    b't' => ('\t', 2),
                    b'b' | b'f' => ('\u{c}', 2),
                    _ => (char::from(*byte), 2),
                },
                _ => (c, c.len_utf8()),
            };
            text.push(c);
            places.resize(text.len(), at);
            at += length;
        }
        places.push(at);
        Self { text: text.into(), places }
    }
}

/// Returns the spans of the strings in `text` if it is JSON, or lines of it.
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

/// Returns the secrets in `text`, which is JSON with `strings`, but for those that have escapes, which `inner` gets with their starts.
fn in_json(
    text: &str,
    strings: &[Range<usize>],
    rules: &Rules,
    mut inner: impl FnMut(Part<'static>, usize),
) -> Vec<Secret> {
    let mut secrets = Vec::new();
    // The depth of lists in the value of a secret member; and true behind the name of one, as in `"name":"token","value":"x"`.
    let (mut value, mut is_named) = (None, false);
    for (index, at) in strings.iter().enumerate() {
        let string = Part::decode(&text[at.clone()]);
        let end = strings.get(index + 1).map_or(text.len(), |next| next.start - 1);
        let gap = &text[at.end + 1..end];
        if value.is_some() {
            secrets.push(Secret { span: at.clone(), quote: 0..0 });
        } else {
            let is_secret = rules.is_secret(&string.text, false);
            if !gap.trim_ascii_start().starts_with(':') {
                is_named = is_secret;
            } else if is_secret || is_named && string.text == "value" {
                value = Some(0);
            }
            if string.places.is_empty() {
                let found = rules.find(&string.text).into_iter();
                secrets.extend(found.map(|secret| secret.within(|offset| at.start + offset)));
            } else {
                inner(Part { text: string.text.into_owned().into(), places: string.places }, at.start);
            }
        }
        let mut from = 0;
        while let Some((depth, byte)) = value.zip(gap.as_bytes().get(from)) {
            let number = gap[from..].bytes().take_while(u8::is_ascii_digit).count();
            if number >= CODE {
                let start = at.end + 1 + from;
                secrets.push(Secret { span: start..start + number, quote: at.end..at.end + 1 });
            }
            value = match byte {
                b'[' => Some(depth + 1),
                b']' if depth > 1 => Some(depth - 1),
                b',' if depth > 0 => value,
                b',' | b']' | b'{' | b'}' => None,
                _ => value,
            };
            from += number.max(1);
        }
    }
    secrets
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
        let (rules, finder) = (Rules::default().with_paths(), Finder::default());
        for record in &records {
            let [line, redacted] = ["line", "redacted"].map(|key| text(record, key).unwrap());
            assert_eq!(redact(line, &rules), redacted);
            assert_eq!(redact(redacted, &rules), redacted, "again");
            assert_eq!(from_str::<Value>(line).is_ok(), from_str::<Value>(redacted).is_ok(), "{redacted}");
            assert_no_secret(redacted, &finder, &rules);
            // The same in a parameter.
            let encode = |text: &str| {
                let marks = "%:/?&=#@;";
                let encoded =
                    |c: char| if marks.contains(c) { format!("%{:02X}", c as u32) } else { c.to_string() };
                format!("https://a.test/?next={}&x=1", text.chars().map(encoded).collect::<String>())
            };
            let is_encoded = line.contains("%25") || !line.starts_with("https://");
            if !is_encoded && !line.contains([' ', '"', '\'', '`', '<', '>', '\\']) {
                assert_eq!(redact(&encode(line), &rules), encode(redacted));
                assert_eq!(redact(&encode(&encode(line)), &rules), encode(&encode(redacted)));
            }
            // The same in strings of JSON, to the depth of the backslashes that are undone.
            let (mut line, mut redacted) = (line.to_owned(), redacted.to_owned());
            for depth in 1..=3 {
                [line, redacted] = [line, redacted].map(|text| json!({ "a": text, "b": [text] }).to_string());
                assert_eq!(redact(&line, &rules), redacted, "depth {depth}");
            }
        }
        assert!(records.len() >= 280);
    }

    /// Panics if a URL in `text` has credentials or values of secret names that are not hidden.
    fn assert_no_secret(text: &str, finder: &Finder, rules: &Rules) {
        let is_hidden = |value: &str| value.is_empty() || value.starts_with("***");
        for url in finder.find(text).filter_map(|found| found.url().ok()) {
            let (user, password) = (url.username(), url.password());
            assert!(password.is_none_or(is_hidden), "{text}");
            // Marks of text are part of passwords, not of user names.
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
            // No host begins with a quotation mark, which ends text.
            if !once.contains("//\"") {
                assert_no_secret(&once, &finder, &rules);
            }
            let json = json!({ "a": line, "token": signs }).to_string();
            let json = redact(&json, &rules);
            assert!(from_str::<Value>(&json).is_ok(), "{json}");
        }
    }

    /// The inputs are long enough that a run in quadratic time would take minutes.
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
}
