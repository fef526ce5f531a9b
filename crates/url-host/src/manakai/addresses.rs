//! Hosts with canonical labels as addresses, names, or forbidden. Implements manakai "The CanonicalizeHost
//! algorithm" steps 25 to 31, "IPv4 addresses" and "IPv6 addresses".

use std::{
    borrow::Cow,
    net::{Ipv4Addr, Ipv6Addr},
};

use url_core::{
    NoTrace, Reason, Rejection, Report, Span, Trace, manakai::report_percent_encoding, sections::manakai,
};

use super::{
    HostProfile,
    Marker::{Gecko, Ie, This},
    canonicalize_host::{has_escaped_nul_or_broken_escape, percent_encode},
};
use crate::whatwg::write_ipv6;

/// Applies steps 25 to 31 to the host `s`, which is at `span`.
///
/// Spec: manakai#canonicalize-host
pub(crate) fn canonicalize_address_or_name<'a, P: HostProfile, T: Trace>(
    mut s: Cow<'a, str>,
    scheme: &str,
    span: Span,
    trace: &mut T,
) -> Result<Cow<'a, str>, Rejection> {
    let fail = |reason, section| Err(Rejection::new(reason, section, span));
    // 25. If s begins with "[" and ends by "]":
    if let Some(t) = s.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        // 25.1. Let t be s.
        trace.visited(manakai::CANONICALIZE_HOST_25_1, span);
        // 25.2. Remove the first character from t.
        trace.visited(manakai::CANONICALIZE_HOST_25_2, span);
        // 25.3. Remove the last character from t.
        trace.visited(manakai::CANONICALIZE_HOST_25_3, span);
        // 25.4. Invoke the rules for canonicalizing an IPv6 address with t. If it results in a string, return it in
        // brackets.
        if let Some(address) = canonicalize_ipv6(t, &mut trace.at(span)) {
            let bracketed = format!("[{address}]");
            trace.change(manakai::CANONICALIZE_HOST_25_4, span, &s, &bracketed);
            return Ok(if s == bracketed { s } else { Cow::Owned(bracketed) });
        }
        trace.step(manakai::CANONICALIZE_HOST_25_4, span, &s, None);
    // 26. THIS: Otherwise, if s contains ":" and scheme is different from "file", return fallback.
    } else if matches!(P::MARKER, This)
        && trace.decide(manakai::CANONICALIZE_HOST_26, span, &s, scheme != "file" && s.contains(':'))
    {
        return fail(Reason::HostColon, manakai::CANONICALIZE_HOST_26);
    }
    // 27. Invoke the rules for canonicalizing an IPv4 address with s. If it results in a string, return the string.
    if let Some(address) = canonicalize_ipv4(&s, &mut trace.at(span)) {
        let address = address.to_string();
        trace.change(manakai::CANONICALIZE_HOST_27, span, &s, &address);
        return Ok(if s == address { s } else { Cow::Owned(address) });
    }
    trace.step(manakai::CANONICALIZE_HOST_27, span, &s, None);
    // 28. If s contains one of the following characters, return fallback: [those of the profile].
    let (ref forbidden, section) = P::FORBIDDEN;
    trace.step(section, span, &s, None);
    if forbidden.find_in(s.as_bytes()).is_some() {
        return fail(Reason::HostForbidden, section);
    }
    // 29. IE: If s contains "%00" or "%" not followed by two hexadecimal digits, return fallback.
    if matches!(P::MARKER, Ie) {
        trace.step(manakai::CANONICALIZE_HOST_29, span, &s, None);
        if has_escaped_nul_or_broken_escape(&s) {
            return fail(Reason::HostForbidden, manakai::CANONICALIZE_HOST_29);
        }
    }
    // 30. Percent-encode s, with encoding set to UTF-8 and the following octets: [those of the profile; in lower case
    // under IE].
    let octets = P::percent_encode_set(scheme);
    let in_lower_case = matches!(P::MARKER, Ie);
    if !matches!(P::MARKER, Gecko) {
        report_percent_encoding(span, trace);
    }
    s = trace.rewrite(P::PERCENT_ENCODE, span, s, |s| percent_encode(s, octets, in_lower_case));
    // 31. Return s.
    trace.step(manakai::CANONICALIZE_HOST_31, span, &s, None);
    Ok(s)
}

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

/// Returns the canonical form (RFC 5952 section 4, always hexadecimal) of the IPv6 address `s`, without
/// brackets; `None` if it is not an address.
///
/// Spec: manakai#canonicalize-ipv6
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_host::manakai::canonicalize_ipv6("0:0::FFFF:1.02.003.4", &mut NoTrace).unwrap(), "::ffff:102:304");
/// assert_eq!(url_host::manakai::canonicalize_ipv6("::1%25eth0", &mut NoTrace), None);
/// ```
pub fn canonicalize_ipv6<T: Trace>(s: &str, trace: &mut T) -> Option<String> {
    // 1. Let s be the given string.
    let span = Span::whole(s);
    trace.visited(manakai::CANONICALIZE_IPV6_1, span);
    let Some(address) = canonicalize_ipv6_with(s, dotted_quad) else {
        // 3. Otherwise, return "fail".
        trace.visited(manakai::CANONICALIZE_IPV6_3, span);
        return None;
    };
    // 2. If s matches to IPv6address of RFC 3986 with the modified IPv4address, return its canonical representation.
    trace.visited(manakai::CANONICALIZE_IPV6_2, span);
    // 4. The canonical representation conforms to the recommendation of RFC 5952, section 4.
    trace.visited(manakai::CANONICALIZE_IPV6_4, span);
    Some(address)
}

/// `embedded_ipv4` parses the text after the last colon if it contains a dot.
///
/// Spec: manakai#canonicalize-ipv6-2, manakai#canonicalize-ipv6-4, barth-01#canonicalizing-a-host-1
pub(crate) fn canonicalize_ipv6_with(s: &str, embedded_ipv4: fn(&str) -> Option<Ipv4Addr>) -> Option<String> {
    let address: Ipv6Addr = match s.rsplit_once(':').filter(|(_, last)| last.contains('.')) {
        Some((groups, last)) => {
            let embedded = u32::from(embedded_ipv4(last)?);
            format!("{groups}:{:x}:{:x}", embedded >> 16, embedded & 0xFFFF).parse().ok()?
        }
        None => s.parse().ok()?,
    };
    // The serializer of the URL Standard conforms to RFC 5952 section 4, and never writes an IPv4 address.
    let mut representation = String::new();
    write_ipv6(address, &mut representation, &mut NoTrace);
    Some(representation)
}

/// Spec: manakai#canonicalize-ipv6-2
fn dotted_quad(s: &str) -> Option<Ipv4Addr> {
    let mut parts = s.split('.');
    let mut octet = || {
        let digits = parts.next().filter(|digits| digits.len() <= 3 && !digits.starts_with('+'))?;
        digits.parse().ok()
    };
    let quad: [u8; 4] = [octet()?, octet()?, octet()?, octet()?];
    parts.next().is_none().then_some(quad.into())
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
