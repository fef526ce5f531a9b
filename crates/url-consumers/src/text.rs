//! How texts are divided, as most programs do it.

use std::borrow::Cow;

use icu_properties::{CodePointMapData, props::GeneralCategory};
use percent_encoding::percent_decode_str;
use url_core::{ByteSet, Parsed};

/// Every byte.
pub(crate) const ANY: ByteSet = ByteSet::of(b"").complement();

/// What many programs remove wherever it is: tabs and line breaks.
pub(crate) const BLANKS: [char; 3] = ['\t', '\n', '\r'];

/// Divides `text` at its first colon, if a scheme is before that: a letter, then letters, digits, `+`, `-` and `.`.
pub(crate) fn split_scheme(text: &str) -> Option<(&str, &str)> {
    split_loose_scheme(text).filter(|_| text.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// The same, but a scheme may begin with any of these characters.
pub(crate) fn split_loose_scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = cut(text, text.find(|c| !is_of_scheme(c))?);
    Some((scheme, rest.strip_prefix(':')?)).filter(|_| !scheme.is_empty())
}

/// Whether `c` may be in a scheme.
pub(crate) fn is_of_scheme(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')
}

/// `path`, which begins with a slash, without the segments `.` and `..`, where each dot may be escaped if it `decodes`, and without
/// those before `..`.
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

/// `text` up to the first of `ends`, and the rest.
pub(crate) fn before_first<const N: usize>(text: &str, ends: [char; N]) -> (&str, &str) {
    cut(text, text.find(ends).unwrap_or(text.len()))
}

/// `text` up to the first `delimiter`, and what follows that, if it is there.
pub(crate) fn divide(text: &str, delimiter: char) -> (&str, Option<&str>) {
    text.split_once(delimiter).map_or((text, None), |(before, after)| (before, Some(after)))
}

/// What precedes the last `delimiter` of `text`, if that is there, and what follows it.
pub(crate) fn divide_last(text: &str, delimiter: char) -> (Option<&str>, &str) {
    text.rsplit_once(delimiter).map_or((None, text), |(before, after)| (Some(before), after))
}

/// Sets user and password of `url` to the two of [`divide`], for what was `made` of a user-info; they are slices where it is one.
pub(crate) fn set_user_info<'a>(made: Cow<'a, str>, url: &mut Parsed<'a>) {
    let has_password = made.contains(':');
    url.password = has_password.then(|| slice(made.clone(), |text| divide(text, ':').1.unwrap_or_default()));
    url.user = Some(slice(made, |text| divide(text, ':').0));
}

/// The part of `text` that `get` finds.
pub(crate) fn slice(text: Cow<'_, str>, get: impl Fn(&str) -> &str) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(get(text)),
        Cow::Owned(text) => Cow::Owned(get(&text).into()),
    }
}

/// What is in the brackets around `text`.
pub(crate) fn in_brackets(text: &str) -> Option<&str> {
    text.strip_prefix('[')?.strip_suffix(']')
}

/// Whether `text` begins with a minus sign, and what follows that, or a plus sign.
pub(crate) fn split_sign(text: &str) -> (bool, &str) {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    (text.starts_with('-'), unsigned)
}

/// `text` in two, at byte `at`; all of it and nothing, if it is shorter.
pub(crate) fn cut(text: &str, at: usize) -> (&str, &str) {
    text.split_at_checked(at).unwrap_or((text, ""))
}

/// Whether `c` is a control character of ASCII, or a space.
pub(crate) fn is_control_or_space(c: char) -> bool {
    c.is_ascii_control() || c == ' '
}

/// Whether `text` is of ASCII digits alone, or empty.
pub(crate) fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether `c` is a decimal digit of any script.
pub(crate) fn is_decimal(c: char) -> bool {
    CodePointMapData::<GeneralCategory>::new().get(c) == GeneralCategory::DecimalNumber
}

/// The value of `c`, if it is a decimal digit. Unicode has those of one script in a row, from zero on.
pub(crate) fn decimal_value(c: char) -> Option<u32> {
    let before = ('\0'..c).rev().take_while(|&c| is_decimal(c)).count() % 10;
    u32::try_from(before).ok().filter(|_| is_decimal(c))
}

/// Whether `text` is of hexadecimal digits, at least one.
pub(crate) fn is_hex(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether what follows a `v` in brackets is an address of a future version: hexadecimal digits, a dot and more, which is `allowed`.
pub(crate) fn is_ip_future(text: &str, allowed: &ByteSet) -> bool {
    text.split_once('.').is_some_and(|(digits, more)| {
        is_hex(digits) && !more.is_empty() && more.bytes().all(|byte| allowed.contains(byte))
    })
}

/// `digits` without zeros in front.
pub(crate) fn number(digits: &str) -> &str {
    match digits.trim_start_matches('0') {
        "" => "0",
        number => number,
    }
}

/// `text` with its escapes in upper case.
pub(crate) fn upper_case_escapes(text: &str) -> String {
    let mut upper = String::from(text);
    for (at, _) in text.match_indices('%') {
        if let Some(digits) = upper.get_mut(at + 1..at + 3).filter(|digits| is_hex(digits)) {
            digits.make_ascii_uppercase();
        }
    }
    upper
}

/// `text` with its escapes decoded; each octet that belongs to no character is what `others` makes of it.
pub(crate) fn decode_characters(text: &str, others: impl Fn(u8) -> String) -> String {
    let mut decoded = String::with_capacity(text.len());
    let octets: Vec<u8> = percent_decode_str(text).collect();
    for chunk in octets.utf8_chunks() {
        decoded.push_str(chunk.valid());
        decoded.extend(chunk.invalid().iter().map(|&octet| others(octet)));
    }
    decoded
}
