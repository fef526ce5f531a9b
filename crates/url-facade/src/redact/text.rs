//! Redacts text, also inside JSON.

use std::{borrow::Cow, ops::Range};

use super::{CODE, Rules, Secret, hide};

/// Returns `text` with `***` in place of each secret that `rules` find, in URLs and elsewhere. JSON stays
/// JSON, also inside strings.
///
/// In JSON, it hides the values of members with the names of secrets, also in lists, and `"x"` in
/// `"name":"token","value":"x"`. A number with four digits or more becomes the string `"***"`.
///
/// # Examples
/// ```
/// use url_facade::redact::{Rules, redact};
/// let log = r#"{"msg":"url=\"https://a.test/?token=abc\"","password":"x","n":1}"#;
/// assert_eq!(
///     redact(log, &Rules::default()),
///     r#"{"msg":"url=\"https://a.test/?token=***\"","password":"***","n":1}"#
/// );
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

/// A text, or the decoded content of a JSON string.
struct Part<'t> {
    text: Cow<'t, str>,
    /// The offset in the whole text of each byte, and of the end; empty if nothing was decoded.
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

/// Returns the secrets in `text`, which is JSON with `strings`. Passes strings with escapes to `inner`, with
/// their starts.
fn in_json(
    text: &str,
    strings: &[Range<usize>],
    rules: &Rules,
    mut inner: impl FnMut(Part<'static>, usize),
) -> Vec<Secret> {
    let mut secrets = Vec::new();
    // The depth of lists in the value of a secret member; and true after the name of one, as in
    // `"name":"token","value":"x"`.
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
