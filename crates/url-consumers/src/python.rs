//! Rules that several Python programs share, and functions that parse numbers and addresses as Python does.
//!
//! Helpers, not in a spec: `ipv6_address`, `nfkc_makes`, `default_port`, `port`, `int`, `digit`, `is_digit`.

use icu_properties::{CodePointMapData, props::NumericType};
use unicode_normalization::UnicodeNormalization as _;

use crate::prelude::*;

/// The maximum number of digits that Python's `int` converts.
pub(crate) const MOST_DIGITS: usize = 4300;

/// The zero of each set of ten decimal digits that Unicode 15 to 17 added. Python 3.11 lacks these digits.
const LATER_ZEROS: &str = "\u{10D40}\u{116D0}\u{116DA}\u{11BF0}\u{11DE0}\u{11F50}\u{16130}\u{16D70}\
    \u{1CCF0}\u{1E4F0}\u{1E5F1}";

/// Spec: python-urlsplit#urlsplit, python-yarl#split-url
pub(crate) fn clean<'a>(
    input: &'a str,
    [leading, anywhere]: [Section; 2],
    run: &mut Run<'_>,
    split: for<'t> fn(&'t str, &mut Run<'_>) -> Result<Parsed<'t>>,
) -> Result<Parsed<'a>> {
    // 1. Leading controls and spaces are removed
    let url = run.change(leading, input, input.trim_start_matches(|c| c <= ' '));
    // 2. Tabs and line breaks are removed, wherever they are
    if !url.contains(BLANKS) {
        run.step(anywhere, url, None);
    }
    run.parse_replaced(anywhere, url, (&BLANKS, ""), split)
}

/// Parses `text` as Python's `ipaddress.IPv6Address` does. Returns the address and the scope.
pub(crate) fn ipv6_address(text: &str) -> Option<(Ipv6Addr, Option<&str>)> {
    let (address, scope) = divide(text, '%');
    let is_scope = scope.is_none_or(|scope| !scope.is_empty() && !scope.contains('%'));
    is_scope.then(|| Some((address.parse().ok()?, scope))).flatten()
}

/// Returns true if NFKC changes `location`, without its `@` and `:`, to text that has one of `delimiters`.
pub(crate) fn nfkc_makes(delimiters: &[char], location: &str) -> bool {
    let others = || location.chars().filter(|c| !matches!(c, '@' | ':'));
    others().nfkc().any(|c| delimiters.contains(&c)) && !others().nfkc().eq(others())
}

/// Returns the default port of `scheme`, or an empty string if `scheme` has none in these programs.
pub(crate) fn default_port(scheme: &str) -> &'static str {
    match scheme {
        "http" | "ws" => "80",
        "https" | "wss" => "443",
        "ftp" => "21",
        _ => "",
    }
}

/// Parses the port `text`. The sections are the rules for an empty port and for a number.
pub(crate) fn port<'a>(
    text: &'a str,
    [of_none, of_number]: [Section; 2],
    run: &mut Run<'_>,
) -> Result<Option<Cow<'a, str>>> {
    if text.is_empty() {
        run.step(of_none, text, None);
        return Ok(None);
    }
    let number = run.need(int(text), Reason::PortNotNumber, of_number, text)?;
    run.announce(Component::Port, text);
    run.step(of_number, text, Some(&number));
    Ok(Some(if number == text { Cow::Borrowed(text) } else { Cow::Owned(number) }))
}

/// Returns the number to which Python's `int` converts `text`, in ASCII digits without leading zeros.
pub(crate) fn int(text: &str) -> Option<String> {
    let (is_negative, text) = split_sign(text.trim());
    let is_divided_well = text.split('_').all(|part| !part.is_empty());
    // FAST: a number with one digit more than the maximum is refused, so ignore further digits.
    let digits = text.chars().filter(|&c| c != '_').take(MOST_DIGITS + 1);
    let digits = digits.map(digit).collect::<Option<String>>()?;
    let number = number(&digits);
    let sign = if is_negative && number != "0" { "-" } else { "" };
    (is_divided_well && digits.len() <= MOST_DIGITS).then(|| String::from(sign) + number)
}

/// Returns the ASCII digit with the value of `c`, if `c` is a decimal digit in Python 3.11.
fn digit(c: char) -> Option<char> {
    let value = decimal_value(c)?;
    let zero = char::from_u32(u32::from(c) - value)?;
    char::from_digit(value, 10).filter(|_| !LATER_ZEROS.contains(zero))
}

/// Returns true if Python's `str.isdigit` is true for `c`.
pub(crate) fn is_digit(c: char) -> bool {
    CodePointMapData::<NumericType>::new().get(c) == NumericType::Digit || digit(c).is_some()
}

#[cfg(test)]
mod tests {
    use super::{int, is_digit};

    #[test]
    fn numbers_are_those_of_int() {
        let made = ["080", "-0", "+8_0", " -7\u{85}", "８٠𝟛", "\u{3000}٣"].map(int);
        assert_eq!(made.map(Option::unwrap_or_default), ["80", "0", "80", "-7", "803", "3"]);
        for text in ["", "_8", "8_", "8__0", "+-8", "- 8", "8.", "²", "\u{1C}8", "\u{1E4F0}"] {
            assert_eq!(int(text), None, "{text:?}");
        }
        assert!(int(&"0".repeat(4300)).is_some() && int(&"0".repeat(4301)).is_none());
        assert!(['7', '٣', '፩', '➀'].into_iter().all(is_digit) && !is_digit('½') && !is_digit('a'));
    }
}
