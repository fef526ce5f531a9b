//! The comparison ladder of RFC 3986, section 6.2: levels of normalization.

use std::borrow::Cow;

use url_core::UNRESERVED;
use url_facade::{Parser, Profile, Url};

use crate::parts::{Parts, escaped_at, escapes, remove_dot_segments};
use crate::receipt::{Draft, Edits, Rule};

/// A level of normalization from the comparison ladder of RFC 3986, section 6.2. Each level includes the
/// changes of the levels before it. The last level of the ladder, which asks servers, is not supported.
///
/// # Examples
/// ```
/// use url_facade::Url;
/// use url_policies::{Policy, Normalization};
/// let url = Url::parse("x://A.test/%7e%c3")?;
/// let on = |level| Policy::Rfc3986(level).apply(&url).into_string();
/// assert_eq!(on(Normalization::Case), "x://a.test/%7E%C3");
/// assert_eq!(on(Normalization::PercentEncoding), "x://a.test/~%C3");
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Normalization {
    /// Changes nothing, so that URLs are compared as strings: section 6.2.1.
    SimpleString,
    /// Writes the scheme and the host in lower case, and escapes in upper case: section 6.2.2.1.
    Case,
    /// Decodes the escapes of unreserved characters: section 6.2.2.2.
    PercentEncoding,
    /// Removes the dot-segments of the path: section 6.2.2.3.
    PathSegment,
    /// Removes default and empty ports, and replaces an empty path with `/`, for `http`, `https`, `ws`, `wss`
    /// and `ftp`: section 6.2.3.
    SchemeBased,
}

impl Normalization {
    /// All levels, from the lowest.
    pub const ALL: &[Self] =
        &[Self::SimpleString, Self::Case, Self::PercentEncoding, Self::PathSegment, Self::SchemeBased];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::SimpleString => "rfc3986-simple-string",
            Self::Case => "rfc3986-case",
            Self::PercentEncoding => "rfc3986-percent-encoding",
            Self::PathSegment => "rfc3986-path-segment",
            Self::SchemeBased => "rfc3986-scheme-based",
        }
    }
}

/// Normalizes `url` up to `level`. Returns `url` unchanged if the profile's parser would change the result.
pub(crate) fn normalize<S: AsRef<str>>(url: &Url<S>, level: Normalization, with_receipt: bool) -> Draft<'_> {
    if !is_certain(url) {
        return normalize_and_check(url, level, with_receipt);
    }
    let mut draft = Draft::new(url.as_str(), with_receipt);
    // FAST: only escapes may need a change. `tests::unchecked_normalization_equals_the_checked_one` compares.
    let (bytes, mut has) = (url.as_str().as_bytes(), [false; 2]);
    for (at, byte) in escapes(bytes) {
        has = [has[0] | UNRESERVED.contains(byte), has[1] | has_small_digits(bytes, at)];
    }
    normalize_escapes(&mut draft, level, has);
    draft
}

/// FAST: normalizes the string of a URL that [`is_certain`] accepts to the highest level in one pass.
/// `dedupe::tests::one_pass_equals_the_rules_one_by_one` compares the result with that of [`normalize`].
pub(crate) fn with_normal_escapes(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    if !escapes(bytes).any(|(at, byte)| UNRESERVED.contains(byte) || has_small_digits(bytes, at)) {
        return text.into();
    }
    let (mut new, mut done) = (String::with_capacity(text.len()), 0);
    for (at, byte) in escapes(bytes) {
        new.push_str(&text[done..at]);
        done = at + 3;
        let completes = match new.as_bytes() {
            [.., b'%'] => byte.is_ascii_hexdigit(),
            [.., b'%', digit] => byte.is_ascii_hexdigit() && digit.is_ascii_hexdigit(),
            _ => false,
        };
        if UNRESERVED.contains(byte) && !completes {
            new.push(char::from(byte));
        } else {
            new.extend(text[at..done].chars().map(|c| c.to_ascii_uppercase()));
        }
    }
    new.push_str(&text[done..]);
    if new == text { text.into() } else { new.into() }
}

/// Normalizes escapes up to `level`. The caller sets `unreserved` to false if no escape stands for an
/// unreserved character, and `small` to false if no escape has a lower-case digit.
fn normalize_escapes(draft: &mut Draft<'_>, level: Normalization, [unreserved, small]: [bool; 2]) {
    if unreserved && level >= Normalization::PercentEncoding {
        draft.pass(Rule::PercentEncoding, decode_unreserved);
    }
    if small && level >= Normalization::Case {
        draft.pass(Rule::Case, raise_escapes);
    }
}

fn normalize_and_check<S: AsRef<str>>(url: &Url<S>, level: Normalization, with_receipt: bool) -> Draft<'_> {
    let mut draft = Draft::new(url.as_str(), with_receipt);
    normalize_escapes(&mut draft, level, [true; 2]);
    if level >= Normalization::Case {
        let mut parts = Parts::of(draft.text());
        draft.pass_in(Rule::Case, &mut parts.host, lower_letters);
        draft.pass_in(Rule::Case, &mut parts.scheme, lower_letters);
    }
    if level >= Normalization::PathSegment {
        let mut parts = Parts::of(draft.text());
        // Without an authority, the first dot-segment may prevent `//` at the start: `x:/.//a`.
        if parts.has_authority || !draft.text()[parts.path.clone()].starts_with("/.//") {
            draft.pass_in(Rule::PathSegments, &mut parts.path, remove_dot_segments);
        }
    }
    if level >= Normalization::SchemeBased {
        draft.pass(Rule::DefaultPort, remove_default_port);
        draft.pass(Rule::EmptyPath, fill_empty_path);
    }
    let parsed = || Parser::new(url.profile()).parse(draft.text());
    if draft.is_unchanged() || parsed().is_ok_and(|url| url.as_str() == draft.text()) {
        return draft;
    }
    Draft::new(url.as_str(), with_receipt)
}

/// FAST: returns true if [`normalize`] need not parse its result, because the parser would not change it. The
/// URL Standard's parser has already normalized all of a special URL, except for its escapes. The scheme
/// `file` is an exception, because decoding an escape may create a drive letter.
#[inline]
pub(crate) fn is_certain<S: AsRef<str>>(url: &Url<S>) -> bool {
    url.profile() == Profile::Whatwg && url.is_special() && url.scheme() != "file"
}

/// Decodes the escapes of unreserved characters, except for a digit that would form an escape with a `%`
/// before it: `%%341` does not become `%41`.
fn decode_unreserved(text: &str, edits: &mut Edits) {
    let bytes = text.as_bytes();
    // The end of the last escape, and the last two characters before that end in the result.
    let (mut done, mut before) = (0, [0; 2]);
    for (at, byte) in escapes(bytes) {
        if done != at {
            let kept = &bytes[done.max(at.saturating_sub(2))..at];
            for &byte in kept {
                before = [before[1], byte];
            }
        }
        done = at + 3;
        let completes = byte.is_ascii_hexdigit()
            && (before[1] == b'%' || before[0] == b'%' && before[1].is_ascii_hexdigit());
        if UNRESERVED.contains(byte) && !completes {
            edits.replace_by(at..done, char::from(byte));
            before = [before[1], byte];
        } else {
            before = [0; 2];
        }
    }
}

fn has_small_digits(text: &[u8], at: usize) -> bool {
    text[at + 1..at + 3].iter().any(u8::is_ascii_lowercase)
}

fn raise_escapes(text: &str, edits: &mut Edits) {
    let bytes = text.as_bytes();
    for (at, _) in escapes(bytes).filter(|&(at, _)| has_small_digits(bytes, at)) {
        edits.replace(at..at + 3, &text[at..at + 3].to_ascii_uppercase());
    }
}

/// Converts the letters of `part` to lower case, except for letters that are digits of escapes.
pub(crate) fn lower_letters(part: &str, edits: &mut Edits) {
    let bytes = part.as_bytes();
    let is_escape = |at: usize| (1..=2).any(|back| at >= back && escaped_at(bytes, at - back).is_some());
    for at in (0..bytes.len()).filter(|&at| bytes[at].is_ascii_uppercase() && !is_escape(at)) {
        edits.replace_by(at..at + 1, char::from(bytes[at].to_ascii_lowercase()));
    }
}

/// Source: RFC 9110, sections 4.2.1 and 4.2.2; RFC 6455, section 3; RFC 1738, section 3.2.2.
fn default_port(scheme: &str) -> Option<&'static str> {
    match scheme {
        "http" | "ws" => Some("80"),
        "https" | "wss" => Some("443"),
        "ftp" => Some("21"),
        _ => None,
    }
}

fn remove_default_port(text: &str, edits: &mut Edits) {
    let parts = Parts::of(text);
    let port = text[parts.port.clone()].trim_start_matches(':').trim_start_matches('0');
    if let Some(default) = default_port(&text[parts.scheme])
        && (parts.port.len() == 1 || port == default)
    {
        edits.remove(parts.port);
    }
}

fn fill_empty_path(text: &str, edits: &mut Edits) {
    let parts = Parts::of(text);
    if parts.path.is_empty() && parts.has_authority && default_port(&text[parts.scheme]).is_some() {
        edits.replace(parts.path, "/");
    }
}

#[cfg(test)]
mod tests {
    use url_testdata::hostile::Dice;

    use super::*;

    #[test]
    fn unchecked_normalization_equals_the_checked_one() {
        let mut dice = Dice::new(62);
        let pieces = [
            "%2e", "%2E", "%7e", "%41", "%4", "1", "%", "%c3", "%2f", "/", ".", "..", "?", "#", "a", "A",
            "@", ":", ":80", "%3A", ";", "\\", "%25", "41",
        ];
        for _ in 0..50_000 {
            let scheme = ["http", "https", "ws", "wss", "ftp"][dice.roll(5)];
            let mut input = format!("{scheme}://h");
            for _ in 0..dice.roll(10) {
                input.push_str(pieces[dice.roll(pieces.len())]);
            }
            let Ok(url) = Url::parse(&input) else { continue };
            for &level in Normalization::ALL {
                let (fast, literal) = (normalize(&url, level, true), normalize_and_check(&url, level, true));
                assert_eq!(fast.finish(), literal.finish(), "{input}");
            }
        }
    }
}
