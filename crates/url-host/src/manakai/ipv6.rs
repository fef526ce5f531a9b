//! IPv6 addresses. Implements manakai "IPv6 addresses".

use alloc::{format, string::String};
use core::net::{Ipv4Addr, Ipv6Addr};

use url_core::{NoTrace, Report, Span, Trace, sections::manakai};

use crate::whatwg::write_ipv6;

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
