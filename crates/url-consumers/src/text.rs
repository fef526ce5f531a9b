//! Functions that several consumers use: to split text, to parse IP addresses, and to simulate JavaScript.
//! Also converts to lower case by Unicode 14, as Python 3.11 and Perl 5.36 do, and 16, as Python 3.14 does.

use std::ops::RangeInclusive;

use icu_properties::{CodePointMapData, props::GeneralCategory};

use crate::prelude::*;

pub(crate) const ANY: ByteSet = ByteSet::of(b"").complement();
/// Tabs and line breaks, which many programs remove from all parts of a URL.
pub(crate) const BLANKS: [char; 3] = ['\t', '\n', '\r'];

/// Divides `text` at its first colon, if the text before it is a scheme: a letter, then letters, digits, `+`,
/// `-` and `.`.
pub(crate) fn split_scheme(text: &str) -> Option<(&str, &str)> {
    split_loose_scheme(text).filter(|_| text.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Divides `text` as [`split_scheme`] does, but a scheme may also begin with a digit, `+`, `-` or `.`.
pub(crate) fn split_loose_scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = cut(text, text.find(|c| !is_of_scheme(c))?);
    Some((scheme, rest.strip_prefix(':')?)).filter(|_| !scheme.is_empty())
}

pub(crate) fn is_of_scheme(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')
}

/// Removes each segment `.`, and each segment `..` with the segment before it, from `path`, which begins with
/// a slash. If `decodes` is true, the dots may be escaped.
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

/// Splits the user-info `made` at its first colon, and sets the user and the password of `url` to the parts.
pub(crate) fn set_user_info<'a>(made: Cow<'a, str>, url: &mut Parsed<'a>) {
    let has_password = made.contains(':');
    url.password = has_password.then(|| slice(made.clone(), |text| divide(text, ':').1.unwrap_or_default()));
    url.user = Some(slice(made, |text| divide(text, ':').0));
}

/// Returns the slice of `text` that `get` selects. The result borrows if `text` does.
pub(crate) fn slice(text: Cow<'_, str>, get: impl Fn(&str) -> &str) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(get(text)),
        Cow::Owned(text) => Cow::Owned(get(&text).into()),
    }
}

pub(crate) fn in_brackets(text: &str) -> Option<&str> {
    text.strip_prefix('[')?.strip_suffix(']')
}

/// Returns true if `text` begins with `-`, and the text after a leading `-` or `+`.
pub(crate) fn split_sign(text: &str) -> (bool, &str) {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    (text.starts_with('-'), unsigned)
}

/// Splits `text` at byte `at`. Returns `text` and an empty string if `at` is not a character boundary.
pub(crate) fn cut(text: &str, at: usize) -> (&str, &str) {
    text.split_at_checked(at).unwrap_or((text, ""))
}

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

/// Returns the value of `c` if it is a decimal digit of any script: the distance from the zero of the script.
/// In Unicode, the ten digits of a script are adjacent.
pub(crate) fn decimal_value(c: char) -> Option<u32> {
    let before = ('\0'..c).rev().take_while(|&c| is_decimal(c)).count() % 10;
    u32::try_from(before).ok().filter(|_| is_decimal(c))
}

/// Returns true if `text` is one or more hexadecimal digits.
pub(crate) fn is_hex(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns true if `text`, the text after the `v` in a host `[v...]`, is an address of a future IP version.
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

/// Decodes the escapes of `text` as UTF-8. `others` returns the replacement of an invalid octet.
pub(crate) fn decode_characters(text: &str, others: impl Fn(u8) -> String) -> String {
    let mut decoded = String::with_capacity(text.len());
    let octets: Vec<u8> = percent_decode_str(text).collect();
    for chunk in octets.utf8_chunks() {
        decoded.push_str(chunk.valid());
        decoded.extend(chunk.invalid().iter().map(|&octet| others(octet)));
    }
    decoded
}

/// Returns true if `address` is an IPv6 address. Its last two pieces may be an IPv4 address, which `is_ipv4`
/// checks.
pub(crate) fn is_ipv6(address: &str, is_ipv4: impl Fn(&str) -> bool) -> bool {
    match address.rsplit_once(':') {
        Some((before, last)) if is_ipv4(last) => format!("{before}:0:0").parse::<Ipv6Addr>().is_ok(),
        _ => address.parse::<Ipv6Addr>().is_ok(),
    }
}

/// Returns true if `text` is four decimal numbers up to 255, separated by dots, and `is_written_well` returns
/// true for each of them.
pub(crate) fn is_ipv4(text: &str, is_written_well: impl Fn(&str) -> bool) -> bool {
    let is_octet = |octet: &str| {
        let is_number = !octet.is_empty() && is_digits(octet) && number(octet).parse::<u8>().is_ok();
        is_number && is_written_well(octet)
    };
    text.split('.').map(is_octet).eq([true; 4])
}

/// Returns the IPv4 address of one to four `numbers`. The last number fills all remaining bytes.
pub(crate) fn ipv4_of(numbers: &[u64]) -> Option<Ipv4Addr> {
    let (&last, first) = numbers.split_last()?;
    let left = 8 * 4_usize.checked_sub(first.len()).filter(|&left| left > 0)?;
    let add = |address: u64, &number: &u64| Some(address << 8 | u64::from(u8::try_from(number).ok()?));
    let first = first.iter().try_fold(0, add)?;
    let address = (last >> left == 0).then_some(first << left | last)?;
    u32::try_from(address).ok().map(Ipv4Addr::from_bits)
}

/// Formats `address` as std does, except that an IPv4-mapped address has only hexadecimal digits.
pub(crate) fn compressed(address: Ipv6Addr) -> String {
    match (address.to_ipv4_mapped(), address.segments()) {
        (Some(_), [.., high, low]) => format!("::ffff:{high:x}:{low:x}"),
        _ => format!("{address}"),
    }
}

/// Joins the `fields` of an IPv6 address with colons, and replaces the longest sequence of two or more zeros
/// by `::`. Of several longest sequences, the first one is replaced. An empty field is a zero.
pub(crate) fn compress(fields: &[&str]) -> String {
    let are_zeros = |fields: &[&str]| fields.iter().all(|field| matches!(*field, "" | "0"));
    let shortened = |len| {
        let start = fields.windows(len).position(are_zeros)?;
        Some(format!("{}::{}", fields.get(..start)?.join(":"), fields.get(start + len..)?.join(":")))
    };
    (2..=fields.len()).rev().find_map(shortened).unwrap_or_else(|| fields.join(":"))
}

/// The greatest number that the Punycode implementations of JavaScript accept in a calculation.
pub(crate) const MOST_OF_PUNYCODE: u64 = (1 << 31) - 1;

/// Returns true if `\s` in a regular expression of JavaScript matches `c`.
pub(crate) fn is_white_space(c: char) -> bool {
    c == '\u{FEFF}' || c != '\u{85}' && c.is_whitespace()
}

/// Returns true if `c` is one of the non-ASCII line breaks that `.` in JavaScript does not match.
pub(crate) fn is_line_separator(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

/// Returns `text` in lower case by Unicode 17, as in Node 20.20.
pub(crate) fn to_lower_case(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { to_ascii_lower_case(text) } else { Cow::Owned(text.to_lowercase()) }
}

/// Decodes the escapes of `text`. Returns `None` if a `%` begins no escape, or if the octets are not UTF-8.
pub(crate) fn decode_uri_component(text: &str) -> Option<Cow<'_, str>> {
    let is_escape = |(at, _)| text.as_bytes().get(at + 1..at + 3).and_then(hex_octet).is_some();
    let are_escapes = text.match_indices('%').all(is_escape);
    // Decode all of `text` at once: octets on both sides of an unescaped character never form one.
    percent_decode_str(text).decode_utf8().ok().filter(|_| are_escapes)
}

/// The letters with upper and lower case that Unicode 15 to 17 added, each range with its version. Programs
/// with older tables leave these letters unchanged.
const LATER_LETTERS: [(RangeInclusive<char>, u8); 11] = [
    ('\u{1C89}'..='\u{1C8A}', 16),
    ('\u{A7CB}'..='\u{A7CD}', 16),
    ('\u{A7CE}'..='\u{A7CF}', 17),
    ('\u{A7D2}'..='\u{A7D2}', 17),
    ('\u{A7D4}'..='\u{A7D4}', 17),
    ('\u{A7DA}'..='\u{A7DC}', 16),
    ('\u{10D50}'..='\u{10D65}', 16),
    ('\u{10D70}'..='\u{10D85}', 16),
    ('\u{16EA0}'..='\u{16EB8}', 17),
    ('\u{16EBB}'..='\u{16ED3}', 17),
    ('\u{1DF25}'..='\u{1DF2A}', 15),
];

fn is_later(c: char, unicode: u8) -> bool {
    LATER_LETTERS.iter().any(|(letters, since)| *since > unicode && letters.contains(&c))
}

pub(crate) fn to_lower_case_in(text: &str, unicode: u8) -> String {
    let is_later = |c| is_later(c, unicode);
    let mut lower = String::with_capacity(text.len());
    // To the old tables, a later letter is not a letter, so a capital sigma before it ends a word.
    for piece in text.split_inclusive(is_later) {
        let letters = piece.strip_suffix(is_later).unwrap_or(piece);
        lower.push_str(&letters.to_lowercase());
        lower.push_str(&piece[letters.len()..]);
    }
    lower
}

/// Returns `c` in lower case by Unicode 14. The characters before and after `c` do not matter.
pub(crate) fn lower(c: char) -> impl Iterator<Item = char> {
    c.to_lowercase().map(move |lower| if is_later(c, 14) { c } else { lower })
}

#[cfg(test)]
mod tests {
    use super::{lower, to_lower_case_in};

    #[test]
    fn later_letters_stay_as_they_are() {
        assert_eq!(to_lower_case_in("ÄΑΣ\u{A7CB}ΑΣΑ\u{10D50}Σ", 14), "äας\u{A7CB}ασα\u{10D50}σ");
        assert_eq!(to_lower_case_in("Σ\u{1C89}Σ\u{A7CE}", 16), "σ\u{1C8A}ς\u{A7CE}");
        assert_eq!(to_lower_case_in("\u{2C2F}\u{10570}", 14), "\u{2C5F}\u{10597}");
        assert!(lower('\u{16EA0}').eq(['\u{16EA0}']) && lower('İ').eq(['i', '\u{307}']));
    }
}
