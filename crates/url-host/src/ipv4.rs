//! IPv4 addresses in one to four numbers. Holds manakai "IPv4 addresses".

use core::net::Ipv4Addr;

/// The IPv4 address that `s` writes in one to four numbers (decimal, octal with `0`, hexadecimal with `0x`), or
/// `None` where it is no address; its `Display` is the canonical form.
///
/// Spec: manakai#canonicalize-ipv4, manakai#canonicalize-ipv4-8.1..7
/// Spec: manakai#ipv4-addresses-1, manakai#ipv4-addresses-1.1..4
///
/// # Examples
/// ```
/// assert_eq!(url_host::canonicalize_ipv4("0x7F.1").unwrap().to_string(), "127.0.0.1");
/// assert_eq!(url_host::canonicalize_ipv4("1.2.3.08"), None);
/// ```
pub fn canonicalize_ipv4(s: &str) -> Option<Ipv4Addr> {
    // 1. Let s be the given string.
    let mut parts = s.split('.');
    // 2. Let addr be a 32-bit unsigned number.
    // 7. Otherwise [none of the below], return "fail".
    let numbers = [parts.next(), parts.next(), parts.next(), parts.next()];
    if parts.next().is_some() {
        return None;
    }
    let count = numbers.iter().flatten().count();
    let mut addr = 0;
    for (i, text) in numbers.into_iter().flatten().enumerate() {
        let number = number(text)?;
        let bits_left = 32 - 8 * i;
        // 3. If s is an IPv4 address with four numbers (1.1.), let them be the four octets of addr.
        // 4. Otherwise, with three numbers (1.2.), let the last be the last 16 bits of addr.
        // 5. Otherwise, with two numbers (1.3.), let the last be the last 24 bits of addr.
        // 6. Otherwise, with a number (1.4.), let addr be the number.
        let width = if i + 1 == count { bits_left } else { 8 };
        if number >> width != 0 {
            return None;
        }
        addr |= number << (bits_left - width);
    }
    // 8. Return the four octets, in the shortest decimal form, joined by U+002E (.).
    u32::try_from(addr).ok().map(Ipv4Addr::from)
}

/// The value of a number, or of 2^32 where it is greater.
///
/// Spec: manakai#ipv4-addresses-2, manakai#ipv4-addresses-2.1..3
fn number(s: &str) -> Option<u64> {
    let (digits, radix) = match s.as_bytes() {
        // 2.1. "0x" or "0X", followed by zero or more hexadecimal digits (none: the value is zero).
        [b'0', b'x' | b'X', ..] => (&s[2..], 16),
        // 2.2. "0", followed by zero or more octal digits.
        [b'0', ..] => (&s[1..], 8),
        // 2.3. A digit 1 to 9, followed by zero or more digits, in decimal.
        [b'1'..=b'9', ..] => (s, 10),
        _ => return None,
    };
    digits.chars().try_fold(0, |value: u64, c| {
        let digit = c.to_digit(radix)?;
        Some((value * u64::from(radix) + u64::from(digit)).min(1 << 32))
    })
}
