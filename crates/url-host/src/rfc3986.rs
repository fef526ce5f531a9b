//! Hosts in RFC 3986: matching a host against the grammar, and normalizing its case.

use alloc::borrow::Cow;

pub use url_core::rfc3986::{HostForm, match_host, zone_id};
use url_core::{
    NoTrace, Reason, Report, Rfc3986, Span, Trace, rfc3986::REG_NAME, sections::rfc3986, to_ascii_lower_case,
};

use crate::{Host, HostError, error::locate, host::host_of};

/// Parses `text` as a host of RFC 3986, in lower case: an IP literal in brackets, an IPv4 address in four
/// decimal numbers, or a registered name, which is a [`Host::Domain`].
///
/// # Errors
/// Returns an error of [`match_host`], with the character at fault if brackets contain no IPv6 address.
///
/// Spec: rfc3986#host-1.1
///
/// # Examples
/// ```
/// use url_host::{Host, rfc3986::parse_host};
/// assert_eq!(parse_host("EXAMPLE.test"), Ok(Host::Domain("example.test".into())));
/// assert_eq!(parse_host("127.1"), Ok(Host::Domain("127.1".into())));
/// assert_eq!(parse_host("[::x]").unwrap_err().span(), url_core::Span::new(3, 4));
/// ```
pub fn parse_host(text: &str) -> Result<Host<Cow<'_, str>>, HostError> {
    match_host(Rfc3986, text, &mut NoTrace)
        .map_err(|rejection| locate(text, rejection, &REG_NAME, |_| Err(Reason::HostForbidden)))?;
    Ok(host_of(normalize_host(text, &mut NoTrace)))
}

/// Converts `host` to lower case, and borrows it if nothing changes. The zone of an IPv6 address keeps its
/// case, because zones are case-sensitive on some systems. The function also converts the digits of
/// percent-encoded octets to lower case, and does not decode letters such as `%41`. To normalize them too,
/// decode unreserved characters before the call, and convert the digits to upper case after the call.
///
/// Spec: rfc3986#case-normalization-2, rfc3986#host-1
///
/// # Examples
/// ```
/// assert_eq!(url_host::rfc3986::normalize_host("EXAMPLE.test", &mut url_core::NoTrace), "example.test");
/// ```
pub fn normalize_host<'a, T: Trace>(host: impl Into<Cow<'a, str>>, trace: &mut T) -> Cow<'a, str> {
    let host = host.into();
    trace.rewrite(rfc3986::CASE_NORMALIZATION_2, Span::whole(&host), host, |host| match zone_id(host) {
        Some((_, zone)) => {
            let address = host.len() - "]".len() - zone.len();
            let (address, zone) = host.split_at(address);
            match to_ascii_lower_case(address) {
                Cow::Borrowed(_) => Cow::Borrowed(host),
                Cow::Owned(address) => Cow::Owned(address + zone),
            }
        }
        None => to_ascii_lower_case(host),
    })
}
