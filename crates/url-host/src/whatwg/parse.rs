//! The Standard's host parser, opaque-host parser and domain parser.
//!
//! Helpers, not in a spec: `place_of_empty_label`.

use alloc::{
    borrow::Cow,
    string::{String, ToString},
    vec::Vec,
};
use core::net::Ipv4Addr;

use url_core::{
    NoTrace, Output, Reason, Rejection, Report, Section, Span, Trace, UNRESERVED, append_ascii_lower_case,
    append_percent_encoded, hex_octet, is_url_code_point, percent_encode,
    sections::whatwg,
    to_ascii_lower_case,
    whatwg::{C0_CONTROL_PERCENT_ENCODE_SET, Edition, SchemeKind, starts_with_percent_encoded_byte},
};

use super::{
    FORBIDDEN_DOMAIN_CODE_POINTS, FORBIDDEN_HOST_CODE_POINTS, Host, NOT_KEPT,
    addresses::{ends_in_a_number_traced, write_ipv4},
    ends_in_a_number, parse_ipv4_traced, parse_ipv6_traced, write_ipv6,
};
use crate::{Result, error::narrowed, uts46};

/// Parses `input`, the host of a URL with a scheme of the given `kind`, by an `edition` of the Standard.
///
/// # Errors
/// Returns the reason why `input` is not a host, the step that rejects `input`, and the span of the mistake.
///
/// Spec: whatwg#concept-host-parser
///
/// # Examples
/// ```
/// use url_core::{NoTrace, whatwg::{Edition::Newest, SchemeKind::{NotSpecial, Special}}};
/// use url_host::whatwg::{parse_host_traced, serialize_host};
/// let host = |input, kind| {
///     let host = parse_host_traced(input, kind, Newest, &mut NoTrace)?;
///     Ok::<_, url_core::Rejection>(serialize_host(host, &mut NoTrace).into_owned())
/// };
/// assert_eq!(host("B%C3%9CCHER.example", Special).as_deref(), Ok("xn--bcher-kva.example"));
/// assert_eq!(host("0x7F.1", Special).as_deref(), Ok("127.0.0.1"));
/// assert!(host("0x7F.1", NotSpecial).as_deref() == Ok("0x7F.1") && host("a<b", Special).is_err());
/// ```
pub fn parse_host_traced<'a, T: Trace>(
    input: &'a str,
    kind: SchemeKind,
    edition: Edition,
    trace: &mut T,
) -> Result<Host<'a>> {
    // 1. If input starts with "[", then:
    if let Some(after) = input.strip_prefix('[') {
        // 1.1. No "]" at the end: IPv6-unclosed, failure.
        let Some(address) = after.strip_suffix(']') else {
            let (section, span) = (whatwg::CONCEPT_HOST_PARSER_1_1, Span::whole(input));
            trace.violation(section, "IPv6-unclosed", span);
            return Err(Rejection::new(Reason::Ipv6Unclosed, section, span));
        };
        // 1.2. Return the result of IPv6 parsing what is in the brackets.
        trace.step(whatwg::CONCEPT_HOST_PARSER_1_2, Span::whole(input), input, None);
        if let Some(mark) = edition.zone_mark()
            && let Some((address, zone)) = address.split_once(mark)
        {
            return zoned_host([address, mark, zone], edition, trace);
        }
        return parse_ipv6_traced(address, 1, edition, trace).map(Host::Ipv6);
    }
    // 2. If isOpaque is true, return the result of opaque-host parsing.
    if kind == SchemeKind::NotSpecial {
        trace.step(whatwg::CONCEPT_HOST_PARSER_2, Span::whole(input), input, None);
        return parse_opaque_host(input, edition, trace);
    }
    // 3. Assert: input is not the empty string.
    // NOTE: instead, the domain parser fails on an empty domain.
    let span = Span::whole(input);
    trace.visited(whatwg::CONCEPT_HOST_PARSER_3, span);
    if !T::ENABLED
        && let Some(checked) = check_plain_domain(input, edition)
    {
        let ipv4 = checked?;
        return Ok(ipv4.map_or_else(|| Host::Domain(to_ascii_lower_case(input)), Host::Ipv4));
    }
    // 4. A percent-encoded byte: domain-percent-encoded.
    let mut escapes = input.match_indices('%').map(|(at, _)| at);
    if T::ENABLED
        && let Some(at) = escapes.find(|&at| starts_with_percent_encoded_byte(&input.as_bytes()[at..]))
        && edition.has(whatwg::CONCEPT_HOST_PARSER_4)
    {
        let escape = Span::new(at, at + 3);
        trace.violation(whatwg::CONCEPT_HOST_PARSER_4, "domain-percent-encoded", escape);
    }
    // 5. Let domain be the UTF-8 decoded percent-decoding of input.
    let domain = utf8_percent_decode(input, trace);
    trace.change(whatwg::CONCEPT_HOST_PARSER_5, span, input, &domain);
    let decoded = if T::ENABLED { domain.clone() } else { Cow::Borrowed("") };
    // 6. Let asciiDomain be the result of the domain parser.
    let ascii_domain = match domain {
        Cow::Borrowed(domain) => parse_domain_of(edition, domain, trace),
        Cow::Owned(domain) => {
            let parsed = parse_domain_of(edition, &domain, &mut trace.at(span));
            let owned = parsed.map(|ascii_domain| Cow::Owned(ascii_domain.into_owned()));
            owned.map_err(|rejection| Rejection { span, ..rejection })
        }
    };
    // 7. If asciiDomain is failure, return failure.
    let ascii_domain = ascii_domain.map_err(|rejection| {
        trace.visited(whatwg::CONCEPT_HOST_PARSER_7, span);
        narrowed(input, rejection, &FORBIDDEN_DOMAIN_CODE_POINTS, |label| uts46::to_ascii(label, false))
    })?;
    trace.change(whatwg::CONCEPT_HOST_PARSER_6, span, &decoded, &ascii_domain);
    // 8. If asciiDomain ends in a number, return the result of IPv4 parsing.
    trace.step(whatwg::ENDS_IN_A_NUMBER_CHECKER, span, &ascii_domain, None);
    if ends_in_a_number_traced(&ascii_domain, &mut trace.at(span)) {
        // If asciiDomain differs from input in case only, the spans in asciiDomain are valid in input.
        let ipv4 = if ascii_domain.eq_ignore_ascii_case(input) {
            parse_ipv4_traced(&ascii_domain, edition, trace)?
        } else {
            parse_ipv4_traced(&ascii_domain, edition, &mut trace.at(span))
                .map_err(|rejection| Rejection { span, ..rejection })?
        };
        if T::ENABLED {
            trace.change(whatwg::CONCEPT_HOST_PARSER_8, span, &ascii_domain, &ipv4.to_string());
        }
        return Ok(Host::Ipv4(ipv4));
    }
    // 9. Return asciiDomain.
    trace.visited(whatwg::CONCEPT_HOST_PARSER_9, span);
    Ok(Host::Domain(ascii_domain))
}

/// Parses an IPv6 `address` with a `zone` after a `mark`, for an edition that allows zones. The zone must
/// consist of unreserved characters and escapes (RFC 6874). Returns an opaque host, because an IPv6 host has
/// no zone.
///
/// Spec: whatwg#concept-host-parser-1.2
#[cold]
fn zoned_host<T: Trace>(
    [address, mark, zone]: [&str; 3],
    edition: Edition,
    trace: &mut T,
) -> Result<Host<'static>> {
    let mut host = String::from("[");
    write_ipv6(parse_ipv6_traced(address, 1, edition, trace)?, &mut host, &mut NoTrace);
    let start = 1 + address.len() + mark.len();
    if zone.is_empty() || UNRESERVED.find_unmatched(zone, |_| false).is_some() {
        let span = Span::new(start, start + zone.len());
        return Err(Rejection::new(Reason::Ipv6ZoneSyntax, whatwg::CONCEPT_HOST_PARSER_1_2, span));
    }
    host.extend([mark, zone, "]"]);
    Ok(Host::Opaque(host.into()))
}

/// Parses `input` as [`parse_host_traced`] does, and appends the serialized host to `out`.
///
/// # Errors
/// Returns the errors of [`parse_host_traced`].
///
/// Spec: whatwg#concept-host-parser, whatwg#concept-host-serializer
///
/// # Examples
/// ```
/// use url_core::whatwg::{Edition::Newest, SchemeKind};
/// let mut href = String::from("http://");
/// url_host::whatwg::write_host("[0::1]", SchemeKind::Special, Newest, &mut href).unwrap();
/// assert_eq!(href, "http://[::1]");
/// ```
pub fn write_host<O: Output>(input: &str, kind: SchemeKind, edition: Edition, out: &mut O) -> Result<()> {
    // FAST: percent-encoding and lower-casing append directly to `out`, without a `String` for the host.
    if !input.starts_with('[') {
        if kind == SchemeKind::NotSpecial {
            check_opaque_host(input, &mut NoTrace)?;
            append_percent_encoded(input, &C0_CONTROL_PERCENT_ENCODE_SET, out);
            return Ok(());
        }
        if let Some(checked) = check_plain_domain(input, edition) {
            match checked? {
                Some(address) => write_ipv4(address, out, &mut NoTrace),
                None => append_ascii_lower_case(input, out),
            }
            return Ok(());
        }
    }
    match parse_host_traced(input, kind, edition, &mut NoTrace)? {
        // Host serializer 1. IPv4 address: run the IPv4 serializer.
        Host::Ipv4(address) => write_ipv4(address, out, &mut NoTrace),
        // Host serializer 2. IPv6 address: "[", the IPv6 serializer, "]".
        Host::Ipv6(address) => {
            out.push('[');
            write_ipv6(address, out, &mut NoTrace);
            out.push(']');
        }
        // Host serializer 3. Domain, opaque host or empty host: return host.
        Host::Domain(host) | Host::Opaque(host) => out.push_str(&host),
        Host::Empty => {}
    }
    Ok(())
}

/// Runs the host parser on an ASCII `input` without `%`. Returns `Some(Ok(None))` if the host is the domain
/// `input` in lower case, and `None` if the caller must call the full host parser.
///
/// FAST: nothing has to be decoded or converted to Punycode, and the checks do not depend on case.
///
/// Spec: whatwg#concept-host-parser, whatwg#concept-domain-to-ascii
fn check_plain_domain(input: &str, edition: Edition) -> Option<Result<Option<Ipv4Addr>>> {
    let bytes = input.as_bytes();
    let is_kept = NOT_KEPT.find_in(bytes).is_none();
    // Other editions need the full parser: they also convert ASCII input, or add checks.
    if edition != Edition::Newest || !is_kept && bytes.iter().any(|&byte| byte == b'%' || !byte.is_ascii()) {
        return None;
    }
    let failure = |reason, section, span| Some(Err(Rejection::new(reason, section, span)));
    // Domain parser 7. The empty string: return failure.
    if bytes.is_empty() {
        return failure(Reason::HostIdna, whatwg::CONCEPT_DOMAIN_TO_ASCII_7, Span::default());
    }
    // Domain parser 8. A forbidden domain code point: return failure.
    if !is_kept && let Some(at) = FORBIDDEN_DOMAIN_CODE_POINTS.find_in(bytes) {
        return failure(Reason::HostForbidden, whatwg::CONCEPT_DOMAIN_TO_ASCII_8, Span::new(at, at + 1));
    }
    // 8. If asciiDomain ends in a number, return the result of IPv4 parsing.
    Some(ends_in_a_number(input).then(|| parse_ipv4_traced(input, edition, &mut NoTrace)).transpose())
}

/// Spec: whatwg#concept-host-parser-6
fn parse_domain_of<'a, T: Trace>(edition: Edition, domain: &'a str, trace: &mut T) -> Result<Cow<'a, str>> {
    let result = if edition.has_ascii_fallback() {
        parse_domain(domain, Strictness::Lenient, trace)?
    } else {
        domain_to_ascii_of_draft(domain, trace)?
    };
    match edition.refuses_domain(domain, &result) {
        Some((reason, section)) => {
            let label = if reason == Reason::HostEmptyLabel { place_of_empty_label(domain) } else { None };
            Err(Rejection::new(reason, section, label.unwrap_or_else(|| Span::whole(domain))))
        }
        None => Ok(result),
    }
}

/// Returns the span of the first empty label of `domain`. The empty text after a final dot does not count.
pub(super) fn place_of_empty_label(domain: &str) -> Option<Span> {
    let at = if domain.starts_with('.') { 0 } else { domain.find("..")? + 1 };
    Some(Span::new(at, at))
}

/// Spec: whatwg#string-percent-decode
fn utf8_percent_decode<'a, T: Trace>(input: &'a str, trace: &mut T) -> Cow<'a, str> {
    // FAST: a string without percent-encoded bytes decodes to itself.
    let bytes = input.as_bytes();
    let mut escapes = bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'%');
    if !T::ENABLED && !escapes.any(|(at, _)| starts_with_percent_encoded_byte(&bytes[at..])) {
        return Cow::Borrowed(input);
    }
    // 1. Let bytes be the UTF-8 encoding of input.
    trace.visited(whatwg::STRING_PERCENT_DECODE_1, Span::whole(input));
    // 2. Return the percent-decoding of bytes.
    trace.visited(whatwg::STRING_PERCENT_DECODE_2, Span::whole(input));
    let decoded = percent_decode(input, trace);
    match String::from_utf8_lossy(&decoded) {
        Cow::Borrowed(text) if text == input => Cow::Borrowed(input),
        text => Cow::Owned(text.into_owned()),
    }
}

/// Spec: whatwg#percent-decode
fn percent_decode<T: Trace>(input: &str, trace: &mut T) -> Vec<u8> {
    // 1. Let output be an empty byte sequence.
    trace.visited(whatwg::PERCENT_DECODE_1, Span::whole(input));
    let mut output = Vec::with_capacity(input.len());
    // 2. For each byte of input:
    let mut at = 0;
    while let Some(rest) = input.get(at..).filter(|rest| !rest.is_empty()) {
        let place = |len| Span::new(at, at + len);
        at += match (rest.find('%'), rest.as_bytes().get(1..3).and_then(hex_octet)) {
            // 2.3. Two hex digits behind "%":
            (Some(0), Some(byte_point)) => {
                // 2.3.1. Let bytePoint be what they write.
                trace.visited(whatwg::PERCENT_DECODE_2_3_1, place(3));
                // 2.3.2. Append bytePoint.
                trace.visited(whatwg::PERCENT_DECODE_2_3_2, place(3));
                output.push(byte_point);
                // 2.3.3. Skip them.
                trace.visited(whatwg::PERCENT_DECODE_2_3_3, place(3));
                3
            }
            // 2.2. "%" without them: append byte.
            (Some(0), None) => {
                trace.visited(whatwg::PERCENT_DECODE_2_2, place(1));
                output.push(b'%');
                1
            }
            // 2.1. Not "%": append byte.
            // NOTE: this copies all bytes up to the next "%" at once.
            (percent_sign, _) => {
                let len = percent_sign.unwrap_or(rest.len());
                trace.visited(whatwg::PERCENT_DECODE_2_1, place(len));
                output.extend_from_slice(&rest.as_bytes()[..len]);
                len
            }
        };
    }
    // 3. Return output.
    trace.visited(whatwg::PERCENT_DECODE_3, Span::whole(input));
    output
}

/// Parses `input`, the host of a URL whose scheme is not special. Percent-encodes the characters that the
/// given `edition` of the Standard requires.
///
/// # Errors
/// Returns [`Reason::HostForbidden`] if `input` contains a forbidden host code point.
///
/// Spec: whatwg#concept-opaque-host-parser
///
/// # Examples
/// ```
/// use url_core::{NoTrace, whatwg::Edition::Newest};
/// use url_host::whatwg::{Host, parse_opaque_host};
/// let host = |input| parse_opaque_host(input, Newest, &mut NoTrace);
/// assert_eq!((host("Aé"), host("")), (Ok(Host::Opaque("A%C3%A9".into())), Ok(Host::Empty)));
/// assert!(host("a b").is_err());
/// ```
pub fn parse_opaque_host<'a, T: Trace>(input: &'a str, edition: Edition, trace: &mut T) -> Result<Host<'a>> {
    check_opaque_host(input, trace)?;
    if input.is_empty() {
        return Ok(Host::Empty);
    }
    // 4. UTF-8 percent-encode using the C0 control percent-encode set.
    let host = percent_encode(input, edition.percent_encode_set(&C0_CONTROL_PERCENT_ENCODE_SET));
    trace.change(whatwg::CONCEPT_OPAQUE_HOST_PARSER_4, Span::whole(input), input, &host);
    Ok(Host::Opaque(host))
}

/// Spec: whatwg#concept-opaque-host-parser
fn check_opaque_host<T: Trace>(input: &str, trace: &mut T) -> Result<()> {
    // 1. A forbidden host code point: host-invalid-code-point, failure.
    if let Some(at) = FORBIDDEN_HOST_CODE_POINTS.find_in(input.as_bytes()) {
        let (section, span) = (whatwg::CONCEPT_OPAQUE_HOST_PARSER_1, Span::new(at, at + 1));
        trace.violation(section, "host-invalid-code-point", span);
        return Err(Rejection::new(Reason::HostForbidden, section, span));
    }
    if T::ENABLED {
        // 2. Neither a URL code point nor a percent sign: invalid-URL-unit.
        if let Some((at, c)) = input.char_indices().find(|&(_, c)| c != '%' && !is_url_code_point(c)) {
            let span = Span::new(at, at + c.len_utf8());
            trace.violation(whatwg::CONCEPT_OPAQUE_HOST_PARSER_2, "invalid-URL-unit", span);
        }
        // 3. A percent sign without two hex digits: invalid-URL-unit.
        let mut percent_signs = input.match_indices('%').map(|(at, _)| at);
        if let Some(at) = percent_signs.find(|&at| !starts_with_percent_encoded_byte(&input.as_bytes()[at..]))
        {
            let span = Span::new(at, at + 1);
            trace.violation(whatwg::CONCEPT_OPAQUE_HOST_PARSER_3, "invalid-URL-unit", span);
        }
    }
    Ok(())
}

/// The strictness of the conversion of a domain to ASCII. The Standard's argument is named `beStrict`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// Accepts every domain that a URL may contain. `beStrict` is false.
    Lenient,
    /// Accepts a domain only if its ASCII form follows the rules of the DNS. `beStrict` is true.
    Strict,
}

/// Converts `domain` to ASCII: Unicode becomes Punycode, and capitals become lower-case letters.
///
/// # Errors
/// Returns [`Reason::HostIdna`] or [`Reason::HostForbidden`]. In a build without the feature `idna`, returns
/// [`Reason::NoUnicodeTables`] for Unicode and Punycode.
///
/// Spec: whatwg#concept-domain-to-ascii
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// use url_host::whatwg::{Strictness::{Lenient, Strict}, parse_domain};
/// assert_eq!(parse_domain("☕.Example", Lenient, &mut NoTrace), Ok("xn--53h.example".into()));
/// assert_eq!(parse_domain("XN--a", Lenient, &mut NoTrace), Ok("xn--a".into())); // ASCII goes through
/// assert!(parse_domain("a_b", Strict, &mut NoTrace).is_err());
/// ```
pub fn parse_domain<'a, T: Trace>(
    domain: &'a str,
    strictness: Strictness,
    trace: &mut T,
) -> Result<Cow<'a, str>> {
    let span = Span::whole(domain);
    let failure = |reason, section: Section| Err(Rejection::new(reason, section, span));
    // FAST: if beStrict is false, the strict result is used for the validation error only.
    if strictness == Strictness::Strict || T::ENABLED {
        // 1. Let strictResult be the result of domain parser ToASCII with true.
        trace.visited(whatwg::CONCEPT_DOMAIN_TO_ASCII_1, span);
        let strict_result = to_ascii(domain, Strictness::Strict);
        // 2. A failure value: domain-to-ASCII.
        // NOTE: a build without Unicode tables cannot check the domain, so no validation error is reported.
        if strict_result == Err(Reason::HostIdna) {
            trace.violation(whatwg::CONCEPT_DOMAIN_TO_ASCII_2, "domain-to-ASCII", span);
        }
        // 3. If beStrict is true:
        if strictness == Strictness::Strict {
            // 3.1. A failure value: return failure.
            // 3.2. Return strictResult.
            return strict_result.or_else(|reason| failure(reason, whatwg::CONCEPT_DOMAIN_TO_ASCII_3_1));
        }
    }
    // 4. Let result be null.
    trace.visited(whatwg::CONCEPT_DOMAIN_TO_ASCII_4, span);
    // 5. An ASCII string: set result to domain, lowercased.
    let result = if domain.is_ascii() {
        let result = to_ascii_lower_case(domain);
        trace.change(whatwg::CONCEPT_DOMAIN_TO_ASCII_5, span, domain, &result);
        result
    } else {
        // 6. Otherwise:
        // 6.1. Set result to the result of domain parser ToASCII with false.
        // 6.2. A failure value: return failure.
        let result = to_ascii(domain, Strictness::Lenient)
            .or_else(|reason| failure(reason, whatwg::CONCEPT_DOMAIN_TO_ASCII_6_2))?;
        trace.change(whatwg::CONCEPT_DOMAIN_TO_ASCII_6_1, span, domain, &result);
        result
    };
    // 7. The empty string: return failure.
    if result.is_empty() {
        return failure(Reason::HostIdna, whatwg::CONCEPT_DOMAIN_TO_ASCII_7);
    }
    // 8. A forbidden domain code point: return failure.
    if FORBIDDEN_DOMAIN_CODE_POINTS.find_in(result.as_bytes()).is_some() {
        return failure(Reason::HostForbidden, whatwg::CONCEPT_DOMAIN_TO_ASCII_8);
    }
    trace.step(whatwg::CONCEPT_DOMAIN_TO_ASCII_8, span, &result, None);
    // 9. Return result.
    trace.visited(whatwg::CONCEPT_DOMAIN_TO_ASCII_9, span);
    Ok(result)
}

/// Converts `domain` to ASCII by the review draft of February 2026. Unlike [`parse_domain`], this function
/// rejects an ASCII domain with an error of UTS 46, such as a label after `xn--` that is not Punycode.
///
/// Spec: whatwg#concept-domain-to-ascii
fn domain_to_ascii_of_draft<'a, T: Trace>(domain: &'a str, trace: &mut T) -> Result<Cow<'a, str>> {
    let span = Span::whole(domain);
    let failure = |trace: &mut T, name, reason, section: Section| {
        trace.violation(section, name, span);
        Err(Rejection::new(reason, section, span))
    };
    // Draft 1. Let result be the result of Unicode ToASCII.
    // Draft 2. A failure value: domain-to-ASCII, failure.
    let section = whatwg::CONCEPT_DOMAIN_TO_ASCII_6_2;
    let result = to_ascii(domain, Strictness::Lenient)
        .or_else(|reason| failure(trace, "domain-to-ASCII", reason, section))?;
    trace.change(whatwg::CONCEPT_DOMAIN_TO_ASCII_6_1, span, domain, &result);
    // Draft 3. If beStrict is false, as it always is here:
    // Draft 3.1. The empty string: domain-to-ASCII, failure.
    if result.is_empty() {
        return failure(trace, "domain-to-ASCII", Reason::HostIdna, whatwg::CONCEPT_DOMAIN_TO_ASCII_7);
    }
    // Draft 3.2. A forbidden domain code point: domain-invalid-code-point, failure.
    if FORBIDDEN_DOMAIN_CODE_POINTS.find_in(result.as_bytes()).is_some() {
        let name = "domain-invalid-code-point";
        return failure(trace, name, Reason::HostForbidden, whatwg::CONCEPT_DOMAIN_TO_ASCII_8);
    }
    // Draft 4. Assert: result is not empty and has no forbidden domain code point.
    // Draft 5. Return result.
    Ok(result)
}

/// Spec: whatwg#domain-parser-toascii
fn to_ascii(domain: &str, strictness: Strictness) -> Result<Cow<'_, str>, Reason> {
    uts46::to_ascii(domain, strictness == Strictness::Strict)
}

/// Converts `domain`, a result of the host parser, to Unicode. Returns `domain` if ToUnicode has an error.
///
/// Spec: whatwg#concept-domain-to-unicode
///
/// # Examples
/// ```
/// use url_host::whatwg::domain_to_unicode;
/// assert_eq!(["xn--53h.example", "xn--8i7caa"].map(domain_to_unicode), ["☕.example", "xn--8i7caa"]);
/// ```
pub fn domain_to_unicode(domain: &str) -> Cow<'_, str> {
    // 1. Let result be the result of Unicode ToUnicode.
    let (result, recorded) = uts46::to_unicode(domain);
    // 2. If an error was recorded, return domain.
    if recorded {
        return Cow::Borrowed(domain);
    }
    // 3. Return result.
    result
}
