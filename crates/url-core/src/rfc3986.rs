//! The grammar of hosts in RFC 3986, which several layers need.

use core::net::{Ipv4Addr, Ipv6Addr};

use crate::{
    ByteSet, Reason, Rejection, Repertoire, Report, SUB_DELIMS, Span, Trace, UNRESERVED, sections::rfc3986,
};

/// The ASCII characters of `reg-name`, without `%`, which starts a percent-encoded octet.
///
/// Source: rfc3986#host-8.1
pub const REG_NAME: ByteSet = UNRESERVED.or(&SUB_DELIMS);
const IPV_FUTURE: ByteSet = UNRESERVED.or(&SUB_DELIMS).and(b":");

/// The production of RFC 3986 that a host matches, as [`match_host`] returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostForm {
    /// `IPv6address` in brackets.
    Ipv6,
    /// `IPvFuture` in brackets.
    IpvFuture,
    /// `IPv4address`.
    Ipv4,
    /// `reg-name`, which may be empty.
    RegName,
}

/// Returns the production of RFC 3986 that `host` matches. Addresses are tried before `reg-name`.
///
/// # Errors
/// Returns [`Reason::HostIpLiteral`] if `host` starts with `[` but is not an address in brackets,
/// [`Reason::Ipv6ZoneId`] if it is an IPv6 address with a zone and `R` does not allow zones, and otherwise
/// [`Reason::CharacterNotAllowed`] or [`Reason::PercentNotEscape`]. The span of the error refers to `host`.
///
/// Spec: rfc3986#host-1.1, rfc3986#host-2, rfc3986#host-3, rfc3986#host-3.1, rfc3986#host-6
/// Spec: rfc3986#host-6.1..3
/// Spec: rfc3986#host-7, rfc3986#host-7.1..2, rfc3986#host-8.1, connolly#parsing-urls-8.2
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Reason, Rfc3986, Rfc6874};
/// use url_core::rfc3986::{HostForm, match_host};
/// let form = |host| match_host(Rfc3986, host, &mut NoTrace);
/// assert_eq!((form("[::ffff:192.0.2.1]"), form("[v1.a]")), (Ok(HostForm::Ipv6), Ok(HostForm::IpvFuture)));
/// assert_eq!((form("192.0.2.1"), form("192.0.2.01")), (Ok(HostForm::Ipv4), Ok(HostForm::RegName)));
/// assert_eq!(form("[::1%25eth0]").unwrap_err().reason, Reason::Ipv6ZoneId);
/// assert_eq!(match_host(Rfc6874, "[::1%25eth0]", &mut NoTrace), Ok(HostForm::Ipv6));
/// ```
#[inline]
pub fn match_host<R: Repertoire, T: Trace>(_: R, host: &str, trace: &mut T) -> Result<HostForm, Rejection> {
    let span = Span::whole(host);
    // host = IP-literal / IPv4address / reg-name
    trace.visited(rfc3986::HOST_1_1, span);
    // IP-literal = "[" ( IPv6address / IPvFuture ) "]"
    if host.starts_with('[') {
        let literal = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or_default();
        let has_zone = split_zone(literal).is_some();
        // NOTE: the standard library accepts exactly the strings that match IPv6address, and IPv4address
        // below.
        if literal.parse::<Ipv6Addr>().is_ok() || R::HAS_ZONES && has_zone {
            trace.step(rfc3986::HOST_6_1, span, host, Some(host));
            return Ok(HostForm::Ipv6);
        }
        if is_ipv_future(literal) {
            trace.step(rfc3986::HOST_3_2, span, host, Some(host));
            return Ok(HostForm::IpvFuture);
        }
        let reason = if has_zone { Reason::Ipv6ZoneId } else { Reason::HostIpLiteral };
        trace.step(rfc3986::HOST_3_1, span, host, None);
        return Err(Rejection::new(reason, rfc3986::HOST_3_1, span));
    }
    // "The first-match-wins algorithm": IPv4address is tried before reg-name.
    trace.visited(rfc3986::HOST_2, span);
    // FAST: most hosts end in a letter.
    if host.ends_with(|c: char| c.is_ascii_digit()) && host.parse::<Ipv4Addr>().is_ok() {
        trace.step(rfc3986::HOST_7_1, span, host, Some(host));
        return Ok(HostForm::Ipv4);
    }
    // reg-name = *( unreserved / pct-encoded / sub-delims )
    let allowed = const { &REG_NAME.or(&R::IN_AUTHORITY) };
    let unmatched = allowed.find_unmatched(host, R::is_ucschar);
    trace.step(rfc3986::HOST_8_1, span, host, unmatched.is_none().then_some(host));
    unmatched
        .map_or(Ok(HostForm::RegName), |span| Err(Rejection::of_character(host, rfc3986::HOST_8_1, span)))
}

/// Splits `IPv6addrz` of RFC 6874 into the address and the zone, which stays percent-encoded.
///
/// Spec: rfc3986#host-6
fn split_zone(s: &str) -> Option<(Ipv6Addr, &str)> {
    // IPv6addrz = IPv6address "%25" ZoneID
    let (address, zone) = s.split_once("%25")?;
    // ZoneID = 1*( unreserved / pct-encoded )
    let is_zone = !zone.is_empty() && UNRESERVED.find_unmatched(zone, |_| false).is_none();
    Some((address.parse().ok()?, zone)).filter(|_| is_zone)
}

/// Returns the IPv6 address and the zone of `host`, which stays percent-encoded. Returns `None` if `host` is
/// not an IPv6 address with a zone in brackets (RFC 6874).
///
/// Spec: rfc3986#host-3.1
///
/// # Examples
/// ```
/// use url_core::rfc3986::zone_id;
/// assert_eq!(zone_id("[fe80::1%25eth0]"), Some(("fe80::1".parse().unwrap(), "eth0")));
/// assert_eq!(["[fe80::1]", "[fe80::1%25]", "[fe80::1%25a%]"].map(zone_id), [None; 3]);
/// ```
pub fn zone_id(host: &str) -> Option<(Ipv6Addr, &str)> {
    split_zone(host.strip_prefix('[')?.strip_suffix(']')?)
}

/// Spec: rfc3986#host-3.2
fn is_ipv_future(s: &str) -> bool {
    // IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
    let parts = s.strip_prefix(['v', 'V']).and_then(|after_v| after_v.split_once('.'));
    parts.is_some_and(|(version, address)| {
        !version.is_empty()
            && version.bytes().all(|byte| byte.is_ascii_hexdigit())
            && !address.is_empty()
            && address.bytes().all(|byte| IPV_FUTURE.contains(byte))
    })
}
