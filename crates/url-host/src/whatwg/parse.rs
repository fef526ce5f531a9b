//! The host parser and the opaque-host parser. Holds whatwg "Host parsing" but for addresses.

use alloc::{borrow::Cow, string::ToString as _};

use percent_encoding::percent_decode_str;
use url_core::{
    ByteSet, Pinned, Reason, Rejection, Span, Trace, is_url_code_point, percent_encode,
    sections::whatwg,
    whatwg::{C0_CONTROL_PERCENT_ENCODE_SET, Edition, starts_with_percent_encoded_byte},
};

use super::{
    FORBIDDEN_DOMAIN_CODE_POINTS, FORBIDDEN_HOST_CODE_POINTS, Host, domain_to_ascii,
    ipv4::ends_in_a_number_traced, parse_domain, parse_ipv4, parse_ipv6,
};

/// The host that `input` writes, in an `edition` of the Standard; `is_opaque` says that the URL is not special.
///
/// # Errors
/// Why it writes none, with the step that found it and the place.
///
/// Spec: whatwg#concept-host-parser
///
/// # Examples
/// ```
/// use url_core::{NoTrace, whatwg::Edition::Newest};
/// use url_host::whatwg::{parse_host, serialize_host};
/// let host = |input, is_opaque| {
///     parse_host(input, is_opaque, Newest, &mut NoTrace).map(|host| serialize_host(host).into_owned())
/// };
/// assert_eq!(host("B%C3%9CCHER.example", false).as_deref(), Ok("xn--bcher-kva.example"));
/// assert_eq!(host("0x7F.1", false).as_deref(), Ok("127.0.0.1"));
/// assert_eq!(host("0x7F.1", true).as_deref(), Ok("0x7F.1"));
/// assert!(host("a<b", false).is_err());
/// ```
pub fn parse_host<'a, T: Trace>(
    input: &'a str,
    is_opaque: bool,
    edition: Edition,
    trace: &mut T,
) -> Result<Host<'a>, Rejection> {
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
        return parse_ipv6(address, 1, edition, trace).map(Host::Ipv6);
    }
    // 2. If isOpaque is true, return the result of opaque-host parsing.
    if is_opaque {
        trace.step(whatwg::CONCEPT_HOST_PARSER_2, Span::whole(input), input, None);
        return parse_opaque_host(input, trace);
    }
    // 3. Assert: input is not the empty string.
    // NOTE: an empty domain is failure.
    let span = Span::whole(input);
    trace.took(whatwg::CONCEPT_HOST_PARSER_3, span);
    // FAST: there is nothing to decode, to convert and to refuse.
    if !T::ENABLED && edition == Edition::Newest && is_plain_domain(input) {
        return Ok(Host::Domain(Cow::Borrowed(input)));
    }
    // 4. A percent-encoded byte: domain-percent-encoded.
    let mut escapes = input.match_indices('%').map(|(at, _)| at);
    if let Some(at) =
        escapes.find(|&at| T::ENABLED && starts_with_percent_encoded_byte(&input.as_bytes()[at..]))
        && edition.has(whatwg::CONCEPT_HOST_PARSER_4)
    {
        let escape = Span::new(at, at + 3);
        trace.violation(whatwg::CONCEPT_HOST_PARSER_4, "domain-percent-encoded", escape);
    }
    // 5. Let domain be the UTF-8 decoded percent-decoding of input.
    // FAST: that of a string without "%" is the string.
    let domain =
        if T::ENABLED || input.contains('%') { percent_decode(input, trace) } else { Cow::Borrowed(input) };
    trace.change(whatwg::CONCEPT_HOST_PARSER_5, span, input, &domain);
    // 6. Let asciiDomain be the result of the domain parser.
    let ascii_domain = match domain {
        Cow::Borrowed(domain) => parse_domain_of(edition, domain, trace),
        Cow::Owned(domain) => {
            let parsed = parse_domain_of(edition, &domain, &mut Pinned::new(trace, span));
            let owned = parsed.map(|ascii_domain| Cow::Owned(ascii_domain.into_owned()));
            owned.map_err(|rejection| Rejection { span, ..rejection })
        }
    };
    // 7. If asciiDomain is failure, return failure.
    let ascii_domain = ascii_domain.inspect_err(|_| trace.took(whatwg::CONCEPT_HOST_PARSER_7, span))?;
    trace.change(whatwg::CONCEPT_HOST_PARSER_6, span, input, &ascii_domain);
    // 8. If asciiDomain ends in a number, return the result of IPv4 parsing.
    trace.step(whatwg::ENDS_IN_A_NUMBER_CHECKER, span, &ascii_domain, None);
    if ends_in_a_number_traced(&ascii_domain, &mut Pinned::new(trace, span)) {
        // Places in asciiDomain are places in input where the two differ in case at most.
        let ipv4 = if ascii_domain.eq_ignore_ascii_case(input) {
            parse_ipv4(&ascii_domain, edition, trace)?
        } else {
            parse_ipv4(&ascii_domain, edition, &mut Pinned::new(trace, span))
                .map_err(|rejection| Rejection { span, ..rejection })?
        };
        if T::ENABLED {
            trace.change(whatwg::CONCEPT_HOST_PARSER_8, span, &ascii_domain, &ipv4.to_string());
        }
        return Ok(Host::Ipv4(ipv4));
    }
    // 9. Return asciiDomain.
    trace.took(whatwg::CONCEPT_HOST_PARSER_9, span);
    Ok(Host::Domain(ascii_domain))
}

/// Whether `input` is a domain that the host parser leaves as it is, and no label of it begins with a digit.
///
/// Spec: none (a fast test for whatwg#concept-host-parser)
fn is_plain_domain(input: &str) -> bool {
    const NOT_PLAIN: ByteSet = FORBIDDEN_DOMAIN_CODE_POINTS.and_range(b'A', b'Z').and_range(0x80, 0xFF);
    let mut before = b'.';
    let is_plain = |byte: u8| {
        let starts_with_digit = before == b'.' && byte.is_ascii_digit();
        before = byte;
        !NOT_PLAIN.contains(byte) && !starts_with_digit
    };
    !input.is_empty() && input.bytes().all(is_plain)
}

/// The domain that `domain` writes, as the host parser of `edition` asks for it.
///
/// Spec: whatwg#concept-host-parser-6
fn parse_domain_of<'a, T: Trace>(
    edition: Edition,
    domain: &'a str,
    trace: &mut T,
) -> Result<Cow<'a, str>, Rejection> {
    match edition {
        Edition::Newest => parse_domain(domain, false, trace),
        Edition::ReviewDraft202602 => domain_to_ascii(domain, false, trace),
    }
}

/// The UTF-8 decoding of the percent-decoding of `input`; borrows when there is nothing to decode.
///
/// Spec: whatwg#string-percent-decode
fn percent_decode<'a, T: Trace>(input: &'a str, trace: &mut T) -> Cow<'a, str> {
    // 1. Let bytes be the UTF-8 encoding of input.
    trace.took(whatwg::STRING_PERCENT_DECODE_1, Span::whole(input));
    // 2. Return the percent-decoding of bytes.
    trace.took(whatwg::STRING_PERCENT_DECODE_2, Span::whole(input));
    if T::ENABLED {
        tell_percent_decode(input, trace);
    }
    percent_decode_str(input).decode_utf8_lossy()
}

/// Reports the steps of percent-decoding `input`, which a crate takes.
///
/// Spec: whatwg#percent-decode
fn tell_percent_decode<T: Trace>(input: &str, trace: &mut T) {
    // 1. Let output be an empty byte sequence.
    trace.took(whatwg::PERCENT_DECODE_1, Span::whole(input));
    // 2. For each byte of input:
    let mut at = 0;
    while let Some(rest) = input.get(at..).filter(|rest| !rest.is_empty()) {
        let place = |len| Span::new(at, at + len);
        at += match rest.find('%') {
            // 2.3. Two hex digits behind "%":
            Some(0) if starts_with_percent_encoded_byte(rest.as_bytes()) => {
                // 2.3.1. Let bytePoint be what they write.
                trace.took(whatwg::PERCENT_DECODE_2_3_1, place(3));
                // 2.3.2. Append bytePoint.
                trace.took(whatwg::PERCENT_DECODE_2_3_2, place(3));
                // 2.3.3. Skip them.
                trace.took(whatwg::PERCENT_DECODE_2_3_3, place(3));
                3
            }
            // 2.2. "%" without them: append byte.
            Some(0) => {
                trace.took(whatwg::PERCENT_DECODE_2_2, place(1));
                1
            }
            // 2.1. Not "%": append byte.
            percent_sign => {
                let len = percent_sign.unwrap_or(rest.len());
                trace.took(whatwg::PERCENT_DECODE_2_1, place(len));
                len
            }
        };
    }
    // 3. Return output.
    trace.took(whatwg::PERCENT_DECODE_3, Span::whole(input));
}

/// The opaque host, or the empty one, that `input` writes.
///
/// # Errors
/// [`Reason::HostForbidden`].
///
/// Spec: whatwg#concept-opaque-host-parser
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// use url_host::whatwg::{Host, parse_opaque_host};
/// assert_eq!(parse_opaque_host("Aé", &mut NoTrace), Ok(Host::Opaque("A%C3%A9".into())));
/// assert_eq!(parse_opaque_host("", &mut NoTrace), Ok(Host::Empty));
/// assert!(parse_opaque_host("a b", &mut NoTrace).is_err());
/// ```
pub fn parse_opaque_host<'a, T: Trace>(input: &'a str, trace: &mut T) -> Result<Host<'a>, Rejection> {
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
    if input.is_empty() {
        return Ok(Host::Empty);
    }
    // 4. UTF-8 percent-encode using the C0 control percent-encode set.
    let host = percent_encode(input, &C0_CONTROL_PERCENT_ENCODE_SET);
    trace.change(whatwg::CONCEPT_OPAQUE_HOST_PARSER_4, Span::whole(input), input, &host);
    Ok(Host::Opaque(host))
}
