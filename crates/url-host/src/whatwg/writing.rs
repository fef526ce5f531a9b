//! Checks of hosts that authors write. Implements the Standard's section "Host writing".
//!
//! Helpers, not in a spec: `of_length`.

use url_core::{NoTrace, Reason, Rejection, Section, Span, sections::whatwg, whatwg::check_url_units};

use super::{
    FORBIDDEN_HOST_CODE_POINTS, Strictness, ends_in_a_number, parse::place_of_empty_label, parse_domain,
};
use crate::Result;

/// Checks that `input` is a valid host string: an address or a domain that authors may write.
///
/// # Errors
/// Returns [`Reason::Ipv6Unclosed`], or an error of [`check_valid_domain_string`] or
/// [`check_valid_ipv6_address_string`].
///
/// Spec: whatwg#valid-host-string
///
/// # Examples
/// ```
/// let is_valid = |host: &str| url_host::whatwg::check_valid_host_string(host).is_ok();
/// assert!(["☕.example", "127.0.0.1", "[::1]"].into_iter().all(is_valid));
/// assert!(!["", "a_b", "127.1", "[::01]", "[::1"].into_iter().any(is_valid));
/// ```
pub fn check_valid_host_string(input: &str) -> Result<()> {
    // U+005B ([), a valid IPv6-address string, U+005D (]);
    if let Some(found) = check_in_brackets(input, whatwg::VALID_HOST_STRING) {
        return found;
    }
    // a valid IPv4-address string;
    if check_valid_ipv4_address_string(input).is_ok() {
        return Ok(());
    }
    // or a valid domain string.
    check_valid_domain_string(input)
}

/// Checks that `input` is an IPv6-address string in brackets. Returns `None` if `input` does not start with
/// `[`.
///
/// Spec: whatwg#valid-host-string, whatwg#valid-opaque-host-string
fn check_in_brackets(input: &str, section: Section) -> Option<Result<()>> {
    let after = input.strip_prefix('[')?;
    Some(match after.strip_suffix(']') {
        Some(address) => check_valid_ipv6_address_string(address).map_err(|breach| breach.after(1)),
        None => Err(Rejection::new(Reason::Ipv6Unclosed, section, Span::whole(input))),
    })
}

/// Checks that `input` is a valid domain string: a domain that authors may write.
///
/// # Errors
/// Returns [`Reason::HostEmpty`], [`Reason::HostIdna`] or [`Reason::HostNotIpv4String`] with the span of
/// `input`, [`Reason::HostEmptyLabel`] with that of the label, or [`Reason::HostFinalDot`] with the dot's.
/// The span of [`Reason::HostIdna`] is that of the first forbidden ASCII character, if `input` has one.
///
/// Spec: whatwg#valid-domain-string, whatwg#valid-domain
///
/// # Examples
/// ```
/// use url_host::whatwg::check_valid_domain_string;
/// assert!(check_valid_domain_string("a-1.example").is_ok() && check_valid_domain_string("a.1").is_err());
/// ```
pub fn check_valid_domain_string(input: &str) -> Result<()> {
    let breach = |reason, section| Err(Rejection::new(reason, section, Span::whole(input)));
    // 1. Let domain be the result of the domain parser with true.
    match parse_domain(input, Strictness::Strict, &mut NoTrace) {
        // 2. If domain is failure, return false.
        Err(_) if input.is_empty() => breach(Reason::HostEmpty, whatwg::VALID_DOMAIN_2),
        Err(rejection) => {
            // NOTE: `VerifyDnsLength` allows no empty label, so a final dot is also an error.
            let of_dot = || Some(Span::new(input.strip_suffix('.')?.len(), input.len()));
            // `UseSTD3ASCIIRules` allows only letters, digits and hyphens in the ASCII part of labels.
            let is_not_ldh = |c: char| c.is_ascii() && !c.is_ascii_alphanumeric() && !matches!(c, '-' | '.');
            let (reason, span) = if let Some(label) = place_of_empty_label(input) {
                (Reason::HostEmptyLabel, label)
            } else if let Some(dot) = of_dot() {
                (Reason::HostFinalDot, dot)
            } else if let Some((at, c)) = input.match_indices(is_not_ldh).next() {
                (rejection.reason, Span::new(at, at + c.len()))
            } else {
                (rejection.reason, Span::whole(input))
            };
            Err(Rejection::new(reason, whatwg::VALID_DOMAIN_2, span))
        }
        // 3. If domain ends in a number, return false.
        Ok(domain) if ends_in_a_number(&domain) => breach(Reason::HostNotIpv4String, whatwg::VALID_DOMAIN_3),
        // 4. Return true.
        Ok(_) => Ok(()),
    }
}

/// Returns true if [`check_valid_domain_string`] accepts `input`. A valid domain has no final dot: the domain
/// parser sets `VerifyDnsLength` of UTS 46 to true, so that every empty label is an error.
///
/// Spec: whatwg#valid-domain
///
/// # Examples
/// ```
/// use url_host::whatwg::is_valid_domain;
/// assert!(is_valid_domain("☕.example") && !is_valid_domain("a_b") && !is_valid_domain("1.2"));
/// assert!(is_valid_domain("example.com") && !is_valid_domain("example.com."));
/// ```
pub fn is_valid_domain(input: &str) -> bool {
    check_valid_domain_string(input).is_ok()
}

/// Checks that `input` is a valid IPv4-address string: four decimal numbers without leading zeros.
///
/// # Errors
/// Returns [`Reason::HostNotIpv4String`] for any other string.
///
/// Spec: whatwg#valid-ipv4-address-string
///
/// # Examples
/// ```
/// let is_valid = |input| url_host::whatwg::check_valid_ipv4_address_string(input).is_ok();
/// assert!(is_valid("127.0.0.1") && !is_valid("127.0.0.01"));
/// ```
pub fn check_valid_ipv4_address_string(input: &str) -> Result<()> {
    // Four shortest possible strings of ASCII digits, a decimal number in the range 0 to 255, separated by
    // U+002E (.).
    let is_number = |part: &str| {
        let is_shortest = part == "0" || !part.starts_with('0');
        is_shortest && part.bytes().all(|byte| byte.is_ascii_digit()) && part.parse::<u8>().is_ok()
    };
    if input.split('.').count() == 4 && input.split('.').all(is_number) {
        return Ok(());
    }
    let section = whatwg::VALID_IPV4_ADDRESS_STRING;
    Err(Rejection::new(Reason::HostNotIpv4String, section, Span::whole(input)))
}

/// Checks that `input` is a valid IPv6-address string. Rejects brackets, and pieces with leading zeros.
///
/// # Errors
/// Returns [`Reason::Ipv6InvalidCodePoint`], [`Reason::Ipv6PieceLeadingZero`], [`Reason::Ipv6TooFewPieces`],
/// [`Reason::Ipv6TooManyPieces`] or [`Reason::HostNotIpv4String`].
///
/// Spec: whatwg#valid-ipv6-address-string
///
/// # Examples
/// ```
/// let is_valid = |address| url_host::whatwg::check_valid_ipv6_address_string(address).is_ok();
/// assert!(is_valid("::") && is_valid("1:2:3:4:5:6:7::") && is_valid("::ffff:1.2.3.4"));
/// assert!(!is_valid("1:2") && !is_valid("::1::") && !is_valid("::01") && !is_valid("1:2:3:4:5:6:7::8"));
/// let places = ["1:2:03:4:5:6:7:8", "01::", "::1:2:03"].map(|address| {
///     url_host::whatwg::check_valid_ipv6_address_string(address).unwrap_err().span.to_string()
/// });
/// assert_eq!(places, ["4..6", "0..2", "6..8"]);
/// ```
pub fn check_valid_ipv6_address_string(input: &str) -> Result<()> {
    let (pieces, most) = match input.split_once("::") {
        // A valid IPv6-pieces string, or a valid IPv6-pieces-and-IPv4 string, with effective piece length 8.
        None => {
            let pieces = check_ipv6_pieces_maybe_ipv4(input)?;
            if pieces < 8 {
                return Err(of_length(Reason::Ipv6TooFewPieces, input));
            }
            (pieces, 8)
        }
        // U+003A U+003A (::), optionally preceded by a valid IPv6-pieces string, and optionally followed by
        // one or by a valid IPv6-pieces-and-IPv4 string, such that the sum of the effective piece lengths is
        // at most 7.
        Some((before, after)) => {
            let offset = before.len() + 2;
            let before = if before.is_empty() { 0 } else { check_ipv6_pieces(before)? };
            let after = match after {
                "" => Ok(0),
                after => check_ipv6_pieces_maybe_ipv4(after).map_err(|breach| breach.after(offset)),
            };
            (before + after?, 7)
        }
    };
    if pieces > most {
        return Err(of_length(Reason::Ipv6TooManyPieces, input));
    }
    Ok(())
}

#[cold]
fn of_length(reason: Reason, input: &str) -> Rejection {
    Rejection::new(reason, whatwg::VALID_IPV6_ADDRESS_STRING, Span::whole(input))
}

/// Spec: whatwg#valid-ipv6-pieces-and-ipv4-string, whatwg#effective-piece-length
fn check_ipv6_pieces_maybe_ipv4(input: &str) -> Result<usize> {
    let (pieces, last) = input.rsplit_once(':').map_or((None, input), |(pieces, last)| (Some(pieces), last));
    if !last.contains('.') {
        return check_ipv6_pieces(input);
    }
    // A valid IPv6-pieces string, followed by U+003A (:), followed by a valid IPv4-address string;
    // or a valid IPv4-address string alone.
    let pieces = pieces.map_or(Ok(0), check_ipv6_pieces)?;
    check_valid_ipv4_address_string(last).map_err(|breach| breach.after(input.len() - last.len()))?;
    // The effective length of the string is the number of its pieces, plus 2.
    Ok(pieces + 2)
}

/// Spec: whatwg#valid-ipv6-pieces-string, whatwg#effective-piece-length
fn check_ipv6_pieces(input: &str) -> Result<usize> {
    let (mut count, mut start) = (0, 0);
    // One or more valid IPv6-piece strings, separated from each other by U+003A (:).
    for piece in input.split(':') {
        check_ipv6_piece(piece).map_err(|breach| breach.after(start))?;
        start += piece.len() + 1;
        count += 1;
    }
    Ok(count)
}

/// Spec: whatwg#valid-ipv6-piece-string
fn check_ipv6_piece(input: &str) -> Result<()> {
    // A shortest possible string of ASCII hex digits, a hexadecimal number in the range 0 to 0xFFFF.
    let is_hex = !input.is_empty() && input.bytes().all(|byte| byte.is_ascii_hexdigit());
    let reason = match input {
        "0" => return Ok(()),
        _ if !is_hex => Reason::Ipv6InvalidCodePoint,
        _ if input.starts_with('0') => Reason::Ipv6PieceLeadingZero,
        _ if input.len() > 4 => Reason::Ipv6InvalidCodePoint,
        _ => return Ok(()),
    };
    Err(Rejection::new(reason, whatwg::VALID_IPV6_PIECE_STRING, Span::whole(input)))
}

/// Checks that `input` is a valid opaque-host string: a host that authors may write in a non-special URL.
///
/// # Errors
/// Returns [`Reason::HostEmpty`], [`Reason::CharacterNotAllowed`] or [`Reason::PercentNotEscape`], or an
/// error of [`check_valid_ipv6_address_string`].
///
/// Spec: whatwg#valid-opaque-host-string
///
/// # Examples
/// ```
/// let is_valid = |host| url_host::whatwg::check_valid_opaque_host_string(host).is_ok();
/// assert!(is_valid("a%2Fé") && is_valid("[::]") && !is_valid("") && !is_valid("u@h"));
/// ```
pub fn check_valid_opaque_host_string(input: &str) -> Result<()> {
    let section = whatwg::VALID_OPAQUE_HOST_STRING;
    // U+005B ([), a valid IPv6-address string, U+005D (]);
    if let Some(found) = check_in_brackets(input, section) {
        return found;
    }
    // or one or more URL units excluding forbidden host code points.
    if input.is_empty() {
        return Err(Rejection::new(Reason::HostEmpty, section, Span::default()));
    }
    check_url_units(input, &FORBIDDEN_HOST_CODE_POINTS, section)
}
