//! Hosts as `new URL` of Node 20 reads them with the library ada. As for `url.parse`, a few characters that
//! are newer than ada's tables may be read differently.
//!
//! Outside the specs: `is_simple`, `number`.

use percent_encoding::percent_decode_str;
use url_core::to_ascii_lower_case;

use crate::{
    ipv6::{compressed, ipv4_of},
    node_url_parse::to_ascii::to_ascii,
    run::Run,
    sections::npm_fast_uri as rules,
    text::{BLANKS, before_first, is_digits, number as without_zeros, remove_dot_segments},
};

/// Returns true if fast-uri accepts `c` in a host without calling `new URL`.
pub(super) fn is_simple(c: char) -> bool {
    c.is_ascii_lowercase() || "!\"$&'()*+,-.;=_`{}~".contains(c)
}

/// Returns the host that `text` denotes. `place` is the slice of the input that `text` was made from.
///
/// Spec: npm-fast-uri#new-url
pub(super) fn host(text: &str, place: &str, run: &mut Run<'_>) -> Option<String> {
    if let Some(address) = text.strip_prefix('[') {
        return Some(format!("[{}]", compressed(address.strip_suffix(']')?.parse().ok()?)));
    }
    // 1. Escapes are decoded; what is not UTF-8 is refused
    let decoded = run.change_at(rules::NEW_URL_1, place, text, percent_decode_str(text).decode_utf8().ok()?);
    // 2. Converted with ToASCII; what is disallowed is refused
    let lower = to_ascii_lower_case(&decoded);
    let name = to_ascii(&lower, &lower, &mut Run::new(&lower, (20, 0), None)).ok()?;
    run.change_at(rules::NEW_URL_2, place, &decoded, &name);
    // 3. A forbidden character is refused
    if name.is_empty() || name.contains(|c: char| c.is_ascii_control() || " #%/:<>?@[\\]^|".contains(c)) {
        return None;
    }
    run.step_at(rules::NEW_URL_3, place, &name, None);
    // 4. A last label that is a number makes an IPv4 address
    let labels = name.strip_suffix('.').unwrap_or(&name);
    let last = labels.rsplit('.').next().unwrap_or_default();
    let is_number = !last.is_empty() && is_digits(last) || last.starts_with("0x") && number(last).is_some();
    if !is_number {
        return Some(name);
    }
    let numbers = labels.splitn(5, '.').map(number).collect::<Option<Vec<_>>>()?;
    Some(run.change_at(rules::NEW_URL_4, place, &name, ipv4_of(&numbers)?.to_string()))
}

/// Returns the number that `text` denotes in decimal, octal or hexadecimal; `u64::MAX` if it is too large.
fn number(text: &str) -> Option<u64> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x', ..] => (text.get(2..)?, 16),
        [b'0', _, ..] => (text.get(1..)?, 8),
        [] => return None,
        _ => (text, 10),
    };
    let are_digits = digits.chars().all(|c| c.is_digit(radix));
    let value = if digits.is_empty() { Ok(0) } else { u64::from_str_radix(digits, radix) };
    are_digits.then(|| value.unwrap_or(u64::MAX))
}

/// Returns the host of the URL made of `http://` and `given`; `None` if that URL has other components.
/// `place` is the slice of the input that `given` is from.
///
/// Spec: npm-fast-uri#mailto-6.2
pub(super) fn only_host(given: &str, place: &str, run: &mut Run<'_>) -> Option<String> {
    let text = given.trim_end_matches(|c| c <= ' ').replace(BLANKS, "");
    let (authority, rest) = before_first(text.trim_start_matches(['/', '\\']), ['/', '\\', '?', '#']);
    let (user_info, host_and_port) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (name, port) = match host_and_port.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, port),
        _ => (host_and_port, ""),
    };
    let (path, rest) = before_first(rest, ['?', '#']);
    let is_port = port.is_empty() || is_digits(port) && without_zeros(port) == "80";
    let is_only = matches!(user_info, "" | ":") && is_port && matches!(rest, "" | "?" | "#" | "?#");
    let path = path.replace('\\', "/");
    let is_root = matches!(&*remove_dot_segments(&path, true), "" | "/");
    if is_only && is_root { host(name, place, run) } else { None }
}
