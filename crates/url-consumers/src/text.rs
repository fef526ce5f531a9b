//! Functions on text that several consumers share.

use std::borrow::Cow;

use icu_properties::{CodePointMapData, props::GeneralCategory};
use percent_encoding::percent_decode_str;
use url_core::ByteSet;

use crate::Parsed;

/// Every byte.
pub(crate) const ANY: ByteSet = ByteSet::of(b"").complement();

/// Tabs and line breaks, which many programs remove everywhere.
pub(crate) const BLANKS: [char; 3] = ['\t', '\n', '\r'];

/// Divides `text` at its first colon, if the text before it is a scheme: a letter, then letters, digits, `+`,
/// `-` and `.`.
pub(crate) fn split_scheme(text: &str) -> Option<(&str, &str)> {
    split_loose_scheme(text).filter(|_| text.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Works like [`split_scheme`], but a scheme may also begin with a digit, `+`, `-` or `.`.
pub(crate) fn split_loose_scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = cut(text, text.find(|c| !is_of_scheme(c))?);
    Some((scheme, rest.strip_prefix(':')?)).filter(|_| !scheme.is_empty())
}

/// Returns true if `c` may be in a scheme.
pub(crate) fn is_of_scheme(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')
}

/// Removes the segments `.` and `..` from `path`, which begins with a slash, and the segment before each
/// `..`. If `decodes` is true, the dots may be escaped.
pub(crate) fn remove_dot_segments(path: &str, decodes: bool) -> Cow<'_, str> {
    let dots = |segment: &str| match segment.to_ascii_lowercase().as_str() {
        "." => 1,
        ".." => 2,
        "%2e" if decodes => 1,
        ".%2e" | "%2e." | "%2e%2e" if decodes => 2,
        _ => 0,
    };
    let mut kept = Vec::new();
    for segment in path.split('/').skip(1) {
        match dots(segment) {
            0 => kept.push(segment),
            taken => kept.truncate(kept.len().saturating_sub(taken - 1)),
        }
    }
    if path.rsplit('/').next().is_some_and(|last| dots(last) > 0) {
        kept.push("");
    }
    let made = format!("/{}", kept.join("/"));
    if made == path { Cow::Borrowed(path) } else { Cow::Owned(made) }
}

/// Splits `text` before the first character that is one of `ends`.
pub(crate) fn before_first<const N: usize>(text: &str, ends: [char; N]) -> (&str, &str) {
    cut(text, text.find(ends).unwrap_or(text.len()))
}

/// Returns `text` up to the first `delimiter`, and the text after it, if there is one.
pub(crate) fn divide(text: &str, delimiter: char) -> (&str, Option<&str>) {
    text.split_once(delimiter).map_or((text, None), |(before, after)| (before, Some(after)))
}

/// Returns the text before the last `delimiter` of `text`, if there is one, and the text after it.
pub(crate) fn divide_last(text: &str, delimiter: char) -> (Option<&str>, &str) {
    text.rsplit_once(delimiter).map_or((None, text), |(before, after)| (Some(before), after))
}

/// Sets the user and the password of `url` to those in `made`, a rewritten user-info.
pub(crate) fn set_user_info<'a>(made: Cow<'a, str>, url: &mut Parsed<'a>) {
    let has_password = made.contains(':');
    url.password = has_password.then(|| slice(made.clone(), |text| divide(text, ':').1.unwrap_or_default()));
    url.user = Some(slice(made, |text| divide(text, ':').0));
}

/// Returns the slice of `text` that `get` returns, without a copy if `text` is borrowed.
pub(crate) fn slice(text: Cow<'_, str>, get: impl Fn(&str) -> &str) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(get(text)),
        Cow::Owned(text) => Cow::Owned(get(&text).into()),
    }
}

/// Returns `text` without the brackets around it; `None` if it is not in brackets.
pub(crate) fn in_brackets(text: &str) -> Option<&str> {
    text.strip_prefix('[')?.strip_suffix(']')
}

/// Returns true if `text` begins with a minus sign; and `text` without a minus or plus sign at its start.
pub(crate) fn split_sign(text: &str) -> (bool, &str) {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    (text.starts_with('-'), unsigned)
}

/// Splits `text` at byte `at`; returns `text` and an empty string if `at` is not a boundary in it.
pub(crate) fn cut(text: &str, at: usize) -> (&str, &str) {
    text.split_at_checked(at).unwrap_or((text, ""))
}

/// Returns true if `c` is a control character of ASCII, or a space.
pub(crate) fn is_control_or_space(c: char) -> bool {
    c.is_ascii_control() || c == ' '
}

/// Returns true if `text` contains only ASCII digits, or is empty.
pub(crate) fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns true if `c` is a decimal digit of any script.
pub(crate) fn is_decimal(c: char) -> bool {
    CodePointMapData::<GeneralCategory>::new().get(c) == GeneralCategory::DecimalNumber
}

/// Returns the value of `c`, if it is a decimal digit. It is counted from the zero of the script: in Unicode,
/// the ten digits of a script are adjacent.
pub(crate) fn decimal_value(c: char) -> Option<u32> {
    let before = ('\0'..c).rev().take_while(|&c| is_decimal(c)).count() % 10;
    u32::try_from(before).ok().filter(|_| is_decimal(c))
}

/// Returns true if `text` is one or more hexadecimal digits.
pub(crate) fn is_hex(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns true if `text`, which follows a `v` in brackets, is an address of a future version: hexadecimal
/// digits, a dot and `allowed` bytes.
pub(crate) fn is_ip_future(text: &str, allowed: &ByteSet) -> bool {
    text.split_once('.').is_some_and(|(digits, more)| {
        is_hex(digits) && !more.is_empty() && more.bytes().all(|byte| allowed.contains(byte))
    })
}

/// Returns `digits` without leading zeros.
pub(crate) fn number(digits: &str) -> &str {
    match digits.trim_start_matches('0') {
        "" => "0",
        number => number,
    }
}

/// Returns `text` with the hexadecimal digits of its escapes in upper case.
pub(crate) fn upper_case_escapes(text: &str) -> String {
    let mut upper = String::from(text);
    for (at, _) in text.match_indices('%') {
        if let Some(digits) = upper.get_mut(at + 1..at + 3).filter(|digits| is_hex(digits)) {
            digits.make_ascii_uppercase();
        }
    }
    upper
}

/// Decodes the escapes of `text`. `others` converts each octet that is not part of valid UTF-8.
pub(crate) fn decode_characters(text: &str, others: impl Fn(u8) -> String) -> String {
    let mut decoded = String::with_capacity(text.len());
    let octets: Vec<u8> = percent_decode_str(text).collect();
    for chunk in octets.utf8_chunks() {
        decoded.push_str(chunk.valid());
        decoded.extend(chunk.invalid().iter().map(|&octet| others(octet)));
    }
    decoded
}
