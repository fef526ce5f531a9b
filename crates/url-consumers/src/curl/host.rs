//! Hosts in libcurl: IPv4 addresses in every form, escapes, IPv6 addresses with zones.
//!
//! Outside the specs: `number`, `usual_form`.

use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString as _},
    vec::Vec,
};
use core::net::{Ipv4Addr, Ipv6Addr};

use url_core::{Reason, Trace, hex_octet, in_bounds};

use crate::{
    run::{Result, Run},
    sections::curl as rules,
};

/// The ASCII characters that no name may hold. Others that may not be here have been refused before.
const FORBIDDEN: &[u8] = b" \r\n\t/:#?!@{}[]\\$'\"^`*<>=;,+&()";

/// The longest zone of an IPv6 address, in bytes.
const LONGEST_ZONE: usize = 15;

/// `host` as four decimal numbers, if it is an IPv4 address in some form.
///
/// Spec: curl#ipv4-normalize
pub(super) fn ipv4_normalize<T: Trace>(host: &str, run: &mut Run<'_, T>) -> Option<String> {
    // 1. One to four numbers; 0x begins hexadecimal, 0 octal ones
    let mut numbers = [0; 4];
    let mut count: u32 = 0;
    for part in host.split('.') {
        *numbers.get_mut(count as usize)? = number(part)?;
        count += 1;
    }
    run.step(rules::IPV4_NORMALIZE_1, host, None);
    // 2. The last number stands for all the bytes left
    let (last, first) = numbers.get(..count as usize)?.split_last()?;
    let mut address = 0;
    for &number in first {
        address = address << 8 | u32::from(u8::try_from(number).ok()?);
    }
    let left = 8 * (5 - count);
    if u64::from(*last) >= 1 << left {
        return None;
    }
    let address = u64::from(address) << left | u64::from(*last);
    run.step(rules::IPV4_NORMALIZE_2, host, None);
    // 3. Written as four decimal numbers
    let written = Ipv4Addr::from_bits(u32::try_from(address).ok()?).to_string();
    run.step(rules::IPV4_NORMALIZE_3, host, (written != host).then_some(&written));
    Some(written)
}

/// The number that `text` stands for, as C reads it in base 0.
fn number(text: &str) -> Option<u32> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (text.get(2..)?, 16),
        [b'0', _, ..] => (text.get(1..)?, 8),
        _ => (text, 10),
    };
    // `from_str_radix` accepts a sign.
    if digits.starts_with('+') { None } else { u32::from_str_radix(digits, radix).ok() }
}

/// Spec: curl#decode-host
pub(super) fn decode_and_check<'a, T: Trace>(host: &'a str, run: &mut Run<'_, T>) -> Result<Cow<'a, str>> {
    if host.starts_with('[') || !host.contains('%') {
        return Ok(match hostname_check(host, host.as_bytes(), run)? {
            Some(address) => Cow::Owned(address),
            None => Cow::Borrowed(host),
        });
    }
    // 1. Decode the escapes
    let mut octets = Vec::with_capacity(host.len());
    let mut left = host.as_bytes();
    while let Some((&byte, after)) = left.split_first() {
        let escaped = if byte == b'%' { after.get(..2).and_then(hex_octet) } else { None };
        octets.push(escaped.unwrap_or(byte));
        left = if escaped.is_some() { in_bounds(after.get(2..)) } else { after };
    }
    let decoded = String::from_utf8_lossy(&octets).into_owned();
    run.step(rules::DECODE_HOST_1, host, (decoded != host).then_some(&decoded));
    // 2. A control character, escaped or not, is refused
    if octets.iter().any(|&octet| octet < b' ') {
        return Err(run.reject(Reason::HostForbidden, rules::DECODE_HOST_2, host));
    }
    let address = hostname_check(host, &octets, run)?;
    Ok(Cow::Owned(address.unwrap_or(decoded)))
}

/// Checks `octets`, which `host` was decoded to. Returns the address in brackets, if it is an IPv6 address.
///
/// Spec: curl#hostname-check
fn hostname_check<T: Trace>(host: &str, octets: &[u8], run: &mut Run<'_, T>) -> Result<Option<String>> {
    // 1. An empty host is refused
    if octets.is_empty() {
        return Err(run.reject(Reason::HostEmpty, rules::HOSTNAME_CHECK_1, host));
    }
    let Some(inner) = octets.strip_prefix(b"[") else {
        // 3. A name with a forbidden character is refused
        if octets.iter().any(|octet| FORBIDDEN.contains(octet)) {
            return Err(run.reject(Reason::HostForbidden, rules::HOSTNAME_CHECK_3, host));
        }
        run.step(rules::HOSTNAME_CHECK_3, host, None);
        return Ok(None);
    };
    // 2. [ begins an IPv6 address, also if it was escaped
    run.step(rules::HOSTNAME_CHECK_2, host, None);
    // 2.1. Less than four characters are refused
    if inner.len() < 3 {
        return Err(run.reject(Reason::HostIpLiteral, rules::HOSTNAME_CHECK_2_1, host));
    }
    let in_address = |byte: &u8| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.');
    let end = inner.iter().position(|byte| !in_address(byte)).unwrap_or(inner.len());
    let (address, after) = inner.split_at_checked(end).unwrap_or((inner, &[]));
    // libcurl does not look at the last character, which is a bracket unless brackets were escaped.
    if after.len() != 1 {
        // 2.4. What is not hexadecimal, colons and dots is refused
        let [b'%', zone @ ..] = after else {
            return Err(run.reject(Reason::HostIpLiteral, rules::HOSTNAME_CHECK_2_4, host));
        };
        // 2.2. What is after % is the zone, and is dropped
        let without = format!("[{}]", String::from_utf8_lossy(address));
        run.step(rules::HOSTNAME_CHECK_2_2, host, Some(&without));
        let zone = match zone {
            [b'2', b'5', after @ ..] if !matches!(after, [] | [b']', ..]) => after,
            _ => zone,
        };
        // 2.3. An empty, long or open zone is refused
        let len = zone.iter().position(|&byte| byte == b']');
        if !len.is_some_and(|len| (1..=LONGEST_ZONE).contains(&len)) {
            return Err(run.reject(Reason::HostIpLiteral, rules::HOSTNAME_CHECK_2_3, host));
        }
    }
    // 2.5. What is not an IPv6 address is refused
    let text = String::from_utf8_lossy(address);
    let Ok(parsed) = text.parse::<Ipv6Addr>() else {
        return Err(run.reject(Reason::HostIpLiteral, rules::HOSTNAME_CHECK_2_5, host));
    };
    // 2.6. The usual form of the address, if that is shorter
    let usual = usual_form(parsed);
    let shorter = if usual.len() < text.len() { usual } else { text.into_owned() };
    let written = format!("[{shorter}]");
    run.step(rules::HOSTNAME_CHECK_2_6, host, (written != host).then_some(&written));
    Ok(Some(written))
}

/// `address` as `inet_ntop` of glibc writes it: that writes the end of an IPv4-compatible address in decimal.
fn usual_form(address: Ipv6Addr) -> String {
    match address.segments() {
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 => {
            format!("::{}", Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low)))
        }
        _ => address.to_string(),
    }
}
