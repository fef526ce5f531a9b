//! What readings of an IPv6 address share that are not the usual one: pieces between colons, and one `::` that stands for the missing
//! ones; and those of an IPv4 address in any form.

use std::net::{Ipv4Addr, Ipv6Addr};

use crate::text::{divide_last, is_digits, is_hex, number};

/// How many pieces an address has before and after `::`; an IPv4 address at the end counts as two.
pub(crate) enum Pieces {
    All(usize),
    Around(usize, usize),
}

impl Pieces {
    /// Whether the pieces make eight with those that `::` stands for, which is at least one.
    pub(crate) fn fit(&self) -> bool {
        match *self {
            Self::All(count) => count == 8,
            Self::Around(before, after) => before + after < 8,
        }
    }
}

/// The pieces of `address`, of which each must be one for `is_piece`, or the last one for `is_ipv4`.
pub(crate) fn pieces(
    address: &str,
    is_piece: impl Fn(&str) -> bool,
    is_ipv4: impl Fn(&str) -> bool,
) -> Option<Pieces> {
    let count = |side: &str, may_end_in_ipv4: bool| {
        if side.is_empty() {
            return Some(0);
        }
        let (others, last) = divide_last(side, ':');
        // More than eight are too many, however many there are.
        let others = others.into_iter().flat_map(|others| others.split(':')).take(9);
        let before = others.map(|piece| is_piece(piece).then_some(1)).sum::<Option<usize>>()?;
        match last {
            _ if is_piece(last) => Some(before + 1),
            _ if may_end_in_ipv4 && is_ipv4(last) => Some(before + 2),
            _ => None,
        }
    };
    Some(match address.split_once("::") {
        None => Pieces::All(count(address, true)?),
        Some((before, after)) => Pieces::Around(count(before, false)?, count(after, true)?),
    })
}

/// Whether `piece` has one to four hexadecimal digits.
pub(crate) fn is_hex_4(piece: &str) -> bool {
    piece.len() <= 4 && is_hex(piece)
}

/// Whether `text` is four decimal numbers up to 255 with dots between them, each of which `is_written_well`.
pub(crate) fn is_ipv4(text: &str, is_written_well: impl Fn(&str) -> bool) -> bool {
    let is_octet = |octet: &str| {
        let is_number = !octet.is_empty() && is_digits(octet) && number(octet).parse::<u8>().is_ok();
        is_number && is_written_well(octet)
    };
    text.split('.').map(is_octet).eq([true; 4])
}

/// The IPv4 address of up to four `numbers`, of which the last one stands for all the bytes left.
pub(crate) fn ipv4_of(numbers: &[u64]) -> Option<Ipv4Addr> {
    let (&last, first) = numbers.split_last()?;
    let left = 8 * 4_usize.checked_sub(first.len()).filter(|&left| left > 0)?;
    let add = |address: u64, &number: &u64| Some(address << 8 | u64::from(u8::try_from(number).ok()?));
    let first = first.iter().try_fold(0, add)?;
    let address = (last >> left == 0).then_some(first << left | last)?;
    u32::try_from(address).ok().map(Ipv4Addr::from_bits)
}

/// `address` in hexadecimal digits, also what may be written as an IPv4 address.
pub(crate) fn compressed(address: Ipv6Addr) -> String {
    match (address.to_ipv4_mapped(), address.segments()) {
        (Some(_), [.., high, low]) => format!("::ffff:{high:x}:{low:x}"),
        _ => format!("{address}"),
    }
}

/// The `fields` of an address in one, with the first of the longest runs of zeros as `::`, if that is more than one zero. What
/// is empty is a zero.
pub(crate) fn compress(fields: &[&str]) -> String {
    let (mut longest, mut run) = (0..0, 0..0);
    for (at, field) in fields.iter().enumerate() {
        let is_zero = matches!(*field, "" | "0");
        run = if is_zero { run.start..at + 1 } else { at + 1..at + 1 };
        if run.len() > longest.len() {
            longest = run.clone();
        }
    }
    let join = |fields: Option<&[&str]>| fields.unwrap_or_default().join(":");
    if longest.len() < 2 {
        return join(Some(fields));
    }
    format!("{}::{}", join(fields.get(..longest.start)), join(fields.get(longest.end..)))
}
