//! Hosts as libcurl reads them: IPv4 addresses in every form, escapes, and IPv6 addresses with zones.
//!
//! Outside the specs: `number`.

use std::{
    borrow::Cow,
    net::{Ipv4Addr, Ipv6Addr},
};

use percent_encoding::percent_decode_str;
use url_core::Reason;

use crate::{
    ipv6::ipv4_of,
    run::{Result, Run},
    sections::curl as rules,
};

/// The ASCII characters that a name must not contain, except those that earlier rules refuse.
const FORBIDDEN: &[u8] = b" \r\n\t/:#?!@{}[]\\$'\"^`*<>=;,+&()";

/// The longest zone of an IPv6 address, in bytes.
const LONGEST_ZONE: usize = 15;

/// Returns `host` in the form that libcurl exposes.
///
/// Spec: curl#parseurl
pub(super) fn convert<'a>(host: &'a str, run: &mut Run<'_>) -> Result<Cow<'a, str>> {
    let mut octets = Cow::Borrowed(host.as_bytes());
    // 10.1. Since 8.21 (#21918) its escapes are decoded first
    let decodes_first = run.is_since((8, 21));
    if decodes_first {
        run.step(rules::PARSEURL_10_1, host, None);
        octets = decode_host(host, run)?;
    }
    // 11. The host, if it is an IPv4 address in some form
    if let Some(address) = ipv4_normalize(&String::from_utf8_lossy(&octets), host, run) {
        return Ok(Cow::Owned(run.make(rules::PARSEURL_11, host, address)));
    }
    // 12. Otherwise the host, decoded and checked
    run.step(rules::PARSEURL_12, host, None);
    if !decodes_first && !host.starts_with('[') {
        octets = decode_host(host, run)?;
    }
    let address = hostname_check(host, &octets, run)?.map(Cow::Owned);
    let name = || match &octets {
        Cow::Borrowed(_) => Cow::Borrowed(host),
        Cow::Owned(octets) => Cow::Owned(String::from_utf8_lossy(octets).into_owned()),
    };
    Ok(address.unwrap_or_else(name))
}

/// Returns `text`, the decoded `host`, as four decimal numbers, if it is an IPv4 address in some form.
///
/// Spec: curl#ipv4-normalize
fn ipv4_normalize(text: &str, host: &str, run: &mut Run<'_>) -> Option<String> {
    // 1. One to four numbers; 0x begins hexadecimal, 0 octal ones
    let without_dot = text.strip_suffix('.').filter(|_| run.is_since((8, 21)));
    // NOTE: `hostname_check` handles brackets.
    if !text.starts_with('[') {
        run.step_at(rules::IPV4_NORMALIZE_1, host, text, None);
    }
    let numbers = without_dot.unwrap_or(text).splitn(5, '.').map(number).collect::<Option<Vec<_>>>()?;
    if numbers.len() > 4 {
        return None;
    }
    // 1.1. Since 8.21 (#21635) a dot after them is dropped
    if without_dot.is_some() {
        run.step_at(rules::IPV4_NORMALIZE_1_1, host, text, without_dot);
    }
    // 2. The last number stands for all the bytes left
    let address = ipv4_of(&numbers)?;
    run.step_at(rules::IPV4_NORMALIZE_2, host, text, None);
    // 3. Written as four decimal numbers
    Some(run.change_at(rules::IPV4_NORMALIZE_3, host, text, address.to_string()))
}

/// Returns the number that `text` denotes for C's `strtoul` in base 0: decimal, or with `0x` or `0`.
fn number(text: &str) -> Option<u64> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (text.get(2..)?, 16),
        [b'0', _, ..] => (text.get(1..)?, 8),
        _ => (text, 10),
    };
    // `from_str_radix` would accept a sign.
    if digits.starts_with('+') { None } else { u32::from_str_radix(digits, radix).ok().map(u64::from) }
}

/// Spec: curl#decode-host
fn decode_host<'a>(host: &'a str, run: &mut Run<'_>) -> Result<Cow<'a, [u8]>> {
    if !host.contains('%') {
        return Ok(Cow::Borrowed(host.as_bytes()));
    }
    // 1. Decode the escapes
    let octets: Vec<u8> = percent_decode_str(host).collect();
    run.change(rules::DECODE_HOST_1, host, String::from_utf8_lossy(&octets));
    // 2. A control character, escaped or not, is refused
    let is_refused = octets.iter().any(|&octet| octet < b' ');
    run.refuse_if(is_refused, Reason::HostForbidden, rules::DECODE_HOST_2, host)?;
    Ok(Cow::Owned(octets))
}

/// Checks `octets`, the decoded form of `host`. Returns the address in brackets if it is an IPv6 address.
///
/// Spec: curl#hostname-check
fn hostname_check(host: &str, octets: &[u8], run: &mut Run<'_>) -> Result<Option<String>> {
    // 1. An empty host is refused
    run.refuse_if(octets.is_empty(), Reason::HostEmpty, rules::HOSTNAME_CHECK_1, host)?;
    let may_be_address = host.starts_with('[') || !run.is_since((8, 23));
    let Some(inner) = octets.strip_prefix(b"[").filter(|_| may_be_address) else {
        let refused = [
            // 3. A name with a forbidden character is refused
            (rules::HOSTNAME_CHECK_3, (0, 0), octets.iter().any(|octet| FORBIDDEN.contains(octet))),
            // 3.1. Since 8.0 (#10711) a name with % is refused
            (rules::HOSTNAME_CHECK_3_1, (8, 0), octets.contains(&b'%')),
            // 3.2. Since 8.21 (#21762) a name with | is refused
            (rules::HOSTNAME_CHECK_3_2, (8, 21), octets.contains(&b'|')),
            // 3.3. Since 8.21 (#21622) one dot, and two at the end, are, too
            (rules::HOSTNAME_CHECK_3_3, (8, 21), octets == b"." || octets.ends_with(b"..")),
            // 3.4. Since 8.23 a name with an escaped U+007F is refused
            (rules::HOSTNAME_CHECK_3_4, (8, 23), octets.contains(&b'\x7F')),
        ];
        for (section, since, holds) in refused {
            run.refuse_if(holds && run.is_since(since), Reason::HostForbidden, section, host)?;
        }
        run.step(rules::HOSTNAME_CHECK_3, host, None);
        return Ok(None);
    };
    // 2. [ begins an IPv6 address; before 8.23, an escaped [ does too
    run.step(rules::HOSTNAME_CHECK_2, host, None);
    // 2.1. Less than four characters are refused
    run.refuse_if(inner.len() < 3, Reason::HostIpLiteral, rules::HOSTNAME_CHECK_2_1, host)?;
    let in_address = |byte: &u8| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.');
    let end = inner.iter().position(|byte| !in_address(byte)).unwrap_or(inner.len());
    let (address, after) = inner.split_at_checked(end).unwrap_or((inner, &[]));
    // libcurl drops the last character unchecked. It is a bracket, unless the brackets were escaped.
    if after.len() != 1 {
        // 2.4. What is not hexadecimal, colons and dots is refused
        let [b'%', zone @ ..] = after else {
            return Err(run.reject(Reason::HostIpLiteral, rules::HOSTNAME_CHECK_2_4, host));
        };
        // 2.2. What is after % is the zone, and is dropped
        let without = format!("[{}]", String::from_utf8_lossy(address));
        run.step(rules::HOSTNAME_CHECK_2_2, host, Some(&without));
        let is_more = |after: &&[u8]| !matches!(**after, [] | [b']', ..]);
        let zone = zone.strip_prefix(b"25").filter(is_more).unwrap_or(zone);
        // 2.3. An empty, long or open zone is refused
        let len = zone.iter().position(|&byte| byte == b']');
        let zone = len.filter(|len| (1..=LONGEST_ZONE).contains(len)).and_then(|len| zone.get(..len));
        let zone = run.demand(zone, Reason::HostIpLiteral, rules::HOSTNAME_CHECK_2_3, host)?;
        // 2.3.1. Since 8.23 (#22949), other ASCII than unreserved is refused
        let in_zone = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"-._~".contains(byte);
        let is_refused = run.is_since((8, 23)) && !zone.iter().all(in_zone);
        run.refuse_if(is_refused, Reason::HostIpLiteral, rules::HOSTNAME_CHECK_2_3_1, host)?;
    }
    // 2.5. What is not an IPv6 address is refused
    let text = String::from_utf8_lossy(address);
    let parsed = text.parse::<Ipv6Addr>().ok();
    let parsed = run.demand(parsed, Reason::HostIpLiteral, rules::HOSTNAME_CHECK_2_5, host)?;
    // 2.6. The usual form of the address, if that is shorter glibc's `inet_ntop` writes the end of an
    // IPv4-compatible address as four decimal numbers.
    let usual = match parsed.segments() {
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 => {
            format!("::{}", Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low)))
        }
        _ => parsed.to_string(),
    };
    // 2.6.1. Since 8.18 (#20067), also if it is as long
    let is_as_long = run.is_since((8, 18)) && usual.len() == text.len();
    let section = if is_as_long { rules::HOSTNAME_CHECK_2_6_1 } else { rules::HOSTNAME_CHECK_2_6 };
    let is_usual = is_as_long || usual.len() < text.len();
    Ok(Some(run.change(section, host, format!("[{}]", if is_usual { &usual } else { &*text }))))
}
