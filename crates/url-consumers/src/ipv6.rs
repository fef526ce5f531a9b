//! IPv6 addresses that end with an IPv4 address in an unusual form, and IPv4 addresses in any form.

use std::net::{Ipv4Addr, Ipv6Addr};

use crate::text::{is_digits, number};

/// Returns true if `address` is an IPv6 address. Unlike std, allows any text that `is_ipv4` accepts in place
/// of the last two pieces.
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

/// Returns the IPv4 address that one to four `numbers` denote: the last number gives all remaining bytes.
pub(crate) fn ipv4_of(numbers: &[u64]) -> Option<Ipv4Addr> {
    let (&last, first) = numbers.split_last()?;
    let left = 8 * 4_usize.checked_sub(first.len()).filter(|&left| left > 0)?;
    let add = |address: u64, &number: &u64| Some(address << 8 | u64::from(u8::try_from(number).ok()?));
    let first = first.iter().try_fold(0, add)?;
    let address = (last >> left == 0).then_some(first << left | last)?;
    u32::try_from(address).ok().map(Ipv4Addr::from_bits)
}

/// Formats `address` in hexadecimal digits only, without the IPv4 notation of std.
pub(crate) fn compressed(address: Ipv6Addr) -> String {
    match (address.to_ipv4_mapped(), address.segments()) {
        (Some(_), [.., high, low]) => format!("::ffff:{high:x}:{low:x}"),
        _ => format!("{address}"),
    }
}

/// Joins the `fields` of an address with colons, and replaces the longest run of two or more zeros (the first
/// of equals) by `::`. An empty field counts as a zero.
pub(crate) fn compress(fields: &[&str]) -> String {
    let are_zeros = |fields: &[&str]| fields.iter().all(|field| matches!(*field, "" | "0"));
    let shortened = |len| {
        let start = fields.windows(len).position(are_zeros)?;
        Some(format!("{}::{}", fields.get(..start)?.join(":"), fields.get(start + len..)?.join(":")))
    };
    (2..=fields.len()).rev().find_map(shortened).unwrap_or_else(|| fields.join(":"))
}
