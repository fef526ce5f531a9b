//! Functions that take only a text: they parse a whole host, domain or address by the newest edition of the
//! Standard, and return errors with the text at fault.
//!
//! Helpers, not in a spec: `parse`, `parse_opaque`, `located`.

use alloc::{borrow::Cow, string::String};
use core::{
    net::{Ipv4Addr, Ipv6Addr},
    str::FromStr,
};

use url_core::{
    ByteSet, NoTrace, Reason, Rejection,
    whatwg::{Edition, SchemeKind},
};

use super::{
    FORBIDDEN_DOMAIN_CODE_POINTS, Host, Strictness, check_valid_domain_string, parse_domain,
    parse_host_traced, parse_ipv4_traced, parse_ipv6_traced,
};
use crate::{
    HostError, Result,
    error::{ToAscii, forbidden_character, label, locate},
    uts46,
};

const LENIENT: ToAscii = |label| uts46::to_ascii(label, false);

/// Parses `text` as the host of a URL with a special scheme, such as `https`: an IPv6 address in brackets, an
/// IPv4 address, or a domain, which is converted to ASCII.
///
/// # Errors
/// Returns the reason why `text` is not a host. An IPv6 address without brackets is a [`Reason::HostColon`].
///
/// Spec: whatwg#concept-host-parser
///
/// # Examples
/// ```
/// use url_host::{Host, whatwg::parse_host};
/// assert_eq!(parse_host("Bücher.example"), Ok(Host::Domain("xn--bcher-kva.example".into())));
/// assert_eq!(parse_host("0x7F.1"), Ok(Host::Ipv4([127, 0, 0, 1].into())));
/// assert_eq!(parse_host("a%2Fb").unwrap_err().span(), url_core::Span::new(1, 4));
/// ```
pub fn parse_host(text: &str) -> Result<Host<'_>, HostError> {
    parse_host_traced(text, SchemeKind::Special, Edition::Newest, &mut NoTrace)
        .map_err(|rejection| located(text, rejection))
}

impl<'a> Host<'a> {
    /// Parses a host as the function [`parse_host`] does.
    ///
    /// # Errors
    /// Returns the errors of [`parse_host`].
    ///
    /// # Examples
    /// ```
    /// use url_host::Host;
    /// assert_eq!(Host::parse("[::0001]"), Ok(Host::Ipv6(1.into())));
    /// assert_eq!(Host::parse("").unwrap_err().reason(), url_core::Reason::HostEmpty);
    /// ```
    pub fn parse(text: &'a str) -> Result<Self, HostError> {
        parse_host(text)
    }

    /// Parses the host of a URL whose scheme is not special: an IPv6 address in brackets, the empty string,
    /// or text without forbidden characters.
    ///
    /// # Errors
    /// Returns the errors of [`parse_host`].
    ///
    /// # Examples
    /// ```
    /// use url_host::Host;
    /// assert_eq!(Host::parse_opaque("0x7F.1"), Ok(Host::Opaque("0x7F.1".into())));
    /// assert!(Host::parse_opaque("a b").is_err());
    /// ```
    pub fn parse_opaque(text: &'a str) -> Result<Self, HostError> {
        parse_host_traced(text, SchemeKind::NotSpecial, Edition::Newest, &mut NoTrace)
            .map_err(|rejection| located(text, rejection))
    }
}

impl FromStr for crate::Host<String> {
    type Err = HostError;

    /// Parses a host as [`parse_host`] does.
    fn from_str(text: &str) -> Result<Self, HostError> {
        parse_host(text).map(crate::Host::into_owned)
    }
}

/// Parses `text` as an IPv4 address of one to four numbers: decimal, octal after `0`, or hexadecimal after
/// `0x`. [`Ipv4Addr`]'s own parser accepts only four decimal numbers.
///
/// # Errors
/// Returns [`Reason::Ipv4TooManyParts`], [`Reason::Ipv4NonNumericPart`] or [`Reason::HostIpv4OutOfRange`].
///
/// Spec: whatwg#concept-ipv4-parser
///
/// # Examples
/// ```
/// assert_eq!(url_host::parse_ipv4("0x7F.1"), Ok([127, 0, 0, 1].into()));
/// assert_eq!(url_host::parse_ipv4("1.2.3.400").unwrap_err().span(), url_core::Span::new(6, 9));
/// ```
pub fn parse_ipv4(text: &str) -> Result<Ipv4Addr, HostError> {
    Ok(parse_ipv4_traced(text, Edition::Newest, &mut NoTrace)?)
}

/// Parses `text`, without brackets, as an IPv6 address. Accepts the same texts as [`Ipv6Addr`]'s own parser.
/// [`parse_host`] parses an address in brackets.
///
/// # Errors
/// Returns the reason why `text` is not an IPv6 address, with the span of the character at fault, which is
/// empty if the address ends too early.
///
/// Spec: whatwg#concept-ipv6-parser
///
/// # Examples
/// ```
/// assert_eq!(url_host::parse_ipv6("1::0.0.0.2"), Ok([1, 0, 0, 0, 0, 0, 0, 2].into()));
/// assert_eq!(url_host::parse_ipv6("fe80::x").unwrap_err().span(), url_core::Span::new(6, 7));
/// ```
pub fn parse_ipv6(text: &str) -> Result<Ipv6Addr, HostError> {
    Ok(parse_ipv6_traced(text, 0, Edition::Newest, &mut NoTrace)?)
}

/// Converts `domain` to ASCII as the host parser does: Unicode becomes Punycode, and capitals become
/// lower-case letters. The result may contain text that the DNS cannot: see [`domain_to_ascii_strict`].
///
/// # Errors
/// Returns [`Reason::HostEmpty`], [`Reason::HostForbidden`], [`Reason::HostColon`] or [`Reason::HostIdna`].
///
/// Spec: whatwg#concept-domain-to-ascii
///
/// # Examples
/// ```
/// use url_host::domain_to_ascii;
/// assert_eq!(domain_to_ascii("☕.Example"), Ok("xn--53h.example".into()));
/// assert_eq!(domain_to_ascii("☕.a/b").unwrap_err().span(), url_core::Span::new(5, 6));
/// ```
pub fn domain_to_ascii(domain: &str) -> Result<Cow<'_, str>, HostError> {
    parse_domain(domain, Strictness::Lenient, &mut NoTrace).map_err(|rejection| located(domain, rejection))
}

/// Converts `domain` to ASCII if the result is a name that the DNS can contain: labels of at most 63 letters,
/// digits and inner hyphens, at most 253 bytes, no final dot, and not an IPv4 address.
///
/// # Errors
/// Returns an error of [`check_valid_domain_string`], [`Reason::HostNotLdh`] or [`Reason::HostLabelTooLong`].
///
/// Spec: whatwg#valid-domain
///
/// # Examples
/// ```
/// use url_core::Reason;
/// use url_host::domain_to_ascii_strict;
/// assert_eq!(domain_to_ascii_strict("Bücher.example"), Ok("xn--bcher-kva.example".into()));
/// let reason = |name| domain_to_ascii_strict(name).unwrap_err().reason();
/// assert_eq!([reason("a_b"), reason("1.2.3.4")], [Reason::HostNotLdh, Reason::HostNotIpv4String]);
/// ```
pub fn domain_to_ascii_strict(domain: &str) -> Result<Cow<'_, str>, HostError> {
    const NOT_LDH: ByteSet = ByteSet::of(b"")
        .and_range(0, b',')
        .and(b"/")
        .and_range(b':', b'@')
        .and_range(b'[', b'`')
        .and_range(b'{', 0x7F);
    let fail = |mut rejection: Rejection| {
        if rejection.reason == Reason::HostIdna {
            if let Some(character) = forbidden_character(domain, &NOT_LDH, LENIENT) {
                (rejection.reason, rejection.span) = (Reason::HostNotLdh, character);
            } else if let Some(label) = label(domain, Reason::HostIdna, |label| uts46::to_ascii(label, true))
            {
                let is_long = LENIENT(label.of(domain)).is_ok_and(|ascii| ascii.len() > 63);
                let reason = if is_long { Reason::HostLabelTooLong } else { Reason::HostIdna };
                (rejection.reason, rejection.span) = (reason, label);
            }
        }
        HostError::from(rejection)
    };
    check_valid_domain_string(domain).map_err(fail)?;
    Ok(parse_domain(domain, Strictness::Strict, &mut NoTrace)?)
}

#[cold]
fn located(text: &str, rejection: Rejection) -> HostError {
    locate(text, rejection, &FORBIDDEN_DOMAIN_CODE_POINTS, LENIENT)
}
