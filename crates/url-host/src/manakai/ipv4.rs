//! IPv4 addresses of one to four numbers. Implements manakai "IPv4 addresses".

use core::net::Ipv4Addr;

use url_core::{Report, Span, Trace, sections::manakai};

/// Parses an IPv4 address of one to four numbers (decimal, octal with `0`, hexadecimal with `0x`); returns
/// `None` if `s` is not an address. The `Display` of the result is the canonical form.
///
/// Spec: manakai#canonicalize-ipv4, manakai#canonicalize-ipv4-8.1..7, manakai#ipv4-addresses-1
///
/// # Examples
/// ```
/// let address = |s| url_host::manakai::canonicalize_ipv4(s, &mut url_core::NoTrace);
/// assert_eq!((address("0x7F.1"), address("1.2.3.08")), (Some([127, 0, 0, 1].into()), None));
/// ```
pub fn canonicalize_ipv4<T: Trace>(s: &str, trace: &mut T) -> Option<Ipv4Addr> {
    // 1. Let s be the given string.
    let span = Span::whole(s);
    trace.visited(manakai::CANONICALIZE_IPV4_1, span);
    // 2. Let addr be a 32-bit unsigned number.
    trace.visited(manakai::CANONICALIZE_IPV4_2, span);
    let Some((addr, count)) = parse_ipv4(s, trace) else {
        // 7. Otherwise [none of the below], return "fail".
        trace.visited(manakai::CANONICALIZE_IPV4_7, span);
        return None;
    };
    let step = match count {
        // 3. If s is an IPv4 address with four numbers, let them be the four octets of addr.
        4 => manakai::CANONICALIZE_IPV4_3,
        // 4. Otherwise, with three numbers, let the last be the last 16 bits of addr.
        3 => manakai::CANONICALIZE_IPV4_4,
        // 5. Otherwise, with two numbers, let the last be the last 24 bits of addr.
        2 => manakai::CANONICALIZE_IPV4_5,
        // 6. Otherwise, with a number, let addr be the number.
        _ => manakai::CANONICALIZE_IPV4_6,
    };
    trace.visited(step, span);
    // 8. Return the four octets, in the shortest decimal form, joined by U+002E (.).
    trace.visited(manakai::CANONICALIZE_IPV4_8, span);
    Some(Ipv4Addr::from(addr))
}

/// Returns the address that the numbers of `s` form, and how many numbers there are.
///
/// Spec: manakai#ipv4-addresses-1.1..4
fn parse_ipv4<T: Trace>(s: &str, trace: &mut T) -> Option<(u32, usize)> {
    let mut parts = s.split('.');
    let numbers = [parts.next(), parts.next(), parts.next(), parts.next()];
    if parts.next().is_some() {
        return None;
    }
    let count = numbers.iter().flatten().count();
    let mut addr = 0;
    let mut start = 0;
    for (i, text) in numbers.into_iter().flatten().enumerate() {
        let number = number(text, &mut trace.after(start))?;
        start += text.len() + 1;
        // All numbers but the last are octets of addr; the last one fills the remaining bits.
        let bits_left = 32 - 8 * i;
        let width = if i + 1 == count { bits_left } else { 8 };
        if number >> width != 0 {
            return None;
        }
        addr |= number << (bits_left - width);
    }
    let condition = match count {
        // 1.1. Four numbers, all up to 255.
        4 => manakai::IPV4_ADDRESSES_1_1,
        // 1.2. Three numbers, the first two up to 255 and the last up to 65535.
        3 => manakai::IPV4_ADDRESSES_1_2,
        // 1.3. Two numbers, the first up to 255 and the last up to 16777215.
        2 => manakai::IPV4_ADDRESSES_1_3,
        // 1.4. A number up to 4294967295.
        _ => manakai::IPV4_ADDRESSES_1_4,
    };
    trace.visited(condition, Span::whole(s));
    Some((u32::try_from(addr).ok()?, count))
}

/// Returns the value of a number, or 2^32 if it is greater.
///
/// Spec: manakai#ipv4-addresses-2, manakai#ipv4-addresses-2.1..3
fn number<T: Trace>(s: &str, trace: &mut T) -> Option<u64> {
    let (digits, radix, form) = match s.as_bytes() {
        // 2.1. "0x" or "0X", followed by zero or more hexadecimal digits (none: the value is zero).
        [b'0', b'x' | b'X', ..] => (&s[2..], 16, manakai::IPV4_ADDRESSES_2_1),
        // 2.2. "0", followed by zero or more octal digits.
        [b'0', ..] => (&s[1..], 8, manakai::IPV4_ADDRESSES_2_2),
        // 2.3. A digit 1 to 9, followed by zero or more digits, in decimal.
        [b'1'..=b'9', ..] => (s, 10, manakai::IPV4_ADDRESSES_2_3),
        _ => return None,
    };
    let value = digits.chars().try_fold(0, |value: u64, c| {
        let digit = c.to_digit(radix)?;
        Some((value * u64::from(radix) + u64::from(digit)).min(1 << 32))
    })?;
    trace.visited(form, Span::whole(s));
    Some(value)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use url_core::{Event, sections::manakai};

    use super::parse_ipv4;

    /// Spec: manakai#ipv4-addresses-1
    #[test]
    fn the_number_of_parts_is_reported() {
        let conditions = [
            ("1.2.3.4", manakai::IPV4_ADDRESSES_1_1),
            ("1.2.3", manakai::IPV4_ADDRESSES_1_2),
            ("1.2", manakai::IPV4_ADDRESSES_1_3),
            ("1", manakai::IPV4_ADDRESSES_1_4),
        ];
        for (address, condition) in conditions {
            let mut sections = Vec::new();
            assert!(parse_ipv4(address, &mut |event: Event<'_>| sections.extend(event.section())).is_some());
            assert_eq!(sections.last(), Some(&condition), "{address}");
        }
    }
}
