//! Hosts in the WebSpecs document: the grammar rules for hosts, and the host parser.

use alloc::{borrow::Cow, format, string::String};

use url_core::{
    ByteSet, Component, NoTrace, Reason, Rejection, Report, Span, Trace, fast::split_at_any,
    sections::webspecs, to_ascii_lower_case,
};

use crate::{
    Host, HostError, Result,
    error::{locate, narrowed},
    host::host_of,
    manakai::{canonicalize_ipv6, percent_decode_substrings},
    uts46,
    whatwg::{
        check_valid_domain_string, check_valid_ipv4_address_string, check_valid_ipv6_address_string, value_of,
    },
};

const FORBIDDEN: ByteSet = ByteSet::of(b"\0\t\n\r #%/:?@[\\]");
/// The bytes that the host parser only converts to lower case, in a name without Punycode that is not an IPv4
/// address.
const PLAIN: ByteSet = ByteSet::of(b"-._").and_range(b'0', b'9').and_range(b'A', b'Z').and_range(b'a', b'z');

/// Parses `text` as a host, all of which must match the grammar rule [`host`].
///
/// # Errors
/// Returns an error of [`host`], with the span of the character or the label at fault.
///
/// Spec: webspecs#host
///
/// # Examples
/// ```
/// use url_host::{Host, webspecs::parse_host};
/// assert_eq!(parse_host("faß.test"), Ok(Host::Domain("fass.test".into())));
/// assert_eq!(parse_host("a.test:80").unwrap_err().span(), url_core::Span::new(6, 7));
/// ```
pub fn parse_host(text: &str) -> Result<Host<Cow<'_, str>>, HostError> {
    let found = host(text, &mut NoTrace).and_then(|(found, rest)| match text.len() - rest.len() {
        _ if rest.is_empty() => Ok(host_of(found)),
        at => Err(Rejection::new(Reason::HostForbidden, webspecs::HOST_1, Span::new(at, at + 1))),
    });
    found.map_err(|rejection| locate(text, rejection, &FORBIDDEN, to_ascii))
}

/// Parses the host at the start of `input` by the grammar rule `host`. Returns the host in canonical form,
/// and the part of `input` after the host.
///
/// # Errors
/// Returns an error if `input` starts with brackets that do not contain an IPv6 address, if a number of an
/// IPv4 address is too large, or if [`host_parser`] returns an error for any other host.
///
/// Spec: webspecs#host, webspecs#host-complete, webspecs#host-complete-1.1
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Reason};
/// let host = |input| url_host::webspecs::host(input, &mut NoTrace);
/// assert_eq!(host("B%C3%9Ccher.EXAMPLE:80"), Ok(("xn--bcher-kva.example".into(), ":80")));
/// assert_eq!((host("0x7F.1/"), host("[::0:1]")), (Ok(("127.0.0.1".into(), "/")), Ok(("[::1]".into(), ""))));
/// assert_eq!(host("a%2Fb").unwrap_err().reason, Reason::HostForbidden);
/// ```
#[inline]
pub fn host<'a, T: Trace>(input: &'a str, trace: &mut T) -> Result<(Cow<'a, str>, &'a str)> {
    // 1. Parse input: an IPv6 literal; an IPv4 number form; otherwise the longest run without ":", "/", "\",
    // "?", "#".
    let (run, after_run) = split_at_any(input, b":/\\?#");
    trace.visited(webspecs::HOST_1, Span::whole(run));
    // 7. An empty run returns the empty string with no error.
    if run.is_empty() {
        trace.found(Component::Host, Span::default(), "");
        trace.step_by_reading("W14", webspecs::HOST_COMPLETE_7, Span::default(), "", Some(""));
        return Ok(("".into(), after_run));
    }
    // FAST: the host parser only converts a name of plain bytes to lower case. IPv4 addresses start with a
    // digit.
    if !T::ENABLED && !run.as_bytes()[0].is_ascii_digit() && PLAIN.contains_all(run.as_bytes()) {
        let name = to_ascii_lower_case(run);
        if !name.contains("xn--") {
            return Ok((name, after_run));
        }
    }
    // 1.1. The first two only count when the next character is one of "\", "/", "?", "#", ":" or the end.
    trace.visited(webspecs::HOST_COMPLETE_1_1, Span::whole(run));
    // 2. If ipv6addr is present, return the value of ipv6addr.
    let is_end = |rest: &str| rest.is_empty() || rest.starts_with([':', '/', '\\', '?', '#']);
    if let Some((address, rest)) = ipv6addr(input, trace).filter(|(_, rest)| is_end(rest)) {
        let span = Span::new(0, input.len() - rest.len());
        trace.found(Component::Host, span, span.of(input));
        trace.step(webspecs::HOST_2, span, span.of(input), Some(&address));
        return Ok((address.into(), rest));
    }
    let span = Span::whole(run);
    trace.found(Component::Host, span, run);
    if run.starts_with('[') {
        // "[" must start an IPv6 address: a name must not contain a bracket.
        trace.step_by_reading("W16", webspecs::IPV6ADDR_4, span, run, None);
        let end = input.find(']').map_or(run.len(), |at| at + 1);
        return Err(Rejection::new(Reason::HostIpLiteral, webspecs::IPV6ADDR_4, Span::new(0, end)));
    }
    // 3. If ipv4addr is present, return the value of ipv4addr.
    // NOTE: the address must end where `run` ends (step 1.1), so all of `run` must match.
    if let Some(address) = ipv4addr(run, trace)? {
        trace.step(webspecs::HOST_3, span, run, Some(&address));
        return Ok((address.into(), after_run));
    }
    // 4. Let result be the characters matched by the railroad diagram.
    trace.step(webspecs::HOST_4, span, run, None);
    let domain = name_to_domain(run, trace)?;
    Ok((domain, after_run))
}

/// Spec: webspecs#host, webspecs#host-complete
fn name_to_domain<'a, T: Trace>(run: &'a str, trace: &mut T) -> Result<Cow<'a, str>> {
    let span = Span::whole(run);
    // 5. If any tab, newline or invisible code points are present in result, remove them and indicate a
    // conformance error.
    for (at, c) in run.char_indices().filter(|&(_, c)| T::ENABLED && is_dropped(c)) {
        trace.violation(webspecs::HOST_5, "invisible-in-host", Span::new(at, at + c.len_utf8()));
    }
    let result = trace.rewrite(webspecs::HOST_5, span, run.into(), |run| {
        if run.contains(is_dropped) { Cow::Owned(run.replace(is_dropped, "")) } else { Cow::Borrowed(run) }
    });
    // 6. Let domain be the result of host parsing result. Failure is a parse exception.
    // The result may differ from the text of the run, in which the text at fault is found again.
    let parsed = host_parser(&result, &mut trace.at(span));
    let domain =
        parsed.map_err(|rejection| narrowed(run, Rejection { span, ..rejection }, &FORBIDDEN, to_ascii))?;
    trace.change(webspecs::HOST_6, span, &result, &domain);
    // 6. If host parsing returned a different value, indicate a conformance error.
    let domain = if domain == result {
        result
    } else {
        trace.violation(webspecs::HOST_6, "host-not-canonical", span);
        Cow::Owned(domain.into_owned())
    };
    // 7. Try parsing domain as an ipv4addr. If this succeeds, replace domain with the result.
    // NOTE: by host-complete 5, an address out of range is not an exception here. The span is that of the
    // run, because the domain may differ from the text of the run.
    match ipv4_address(&domain) {
        Some(Ok(found)) => {
            found.report_unusual_numbers(span, &mut trace.at(span));
            trace.step(webspecs::HOST_7, span, &domain, Some(&found.text));
            return Ok(found.text.into());
        }
        Some(Err(_)) => trace.step_by_reading("W14", webspecs::HOST_COMPLETE_5, span, &domain, None),
        _ => trace.step(webspecs::HOST_7, span, &domain, None),
    }
    // 8. Validate domain as follows:
    // 8.1. Split the string at U+002E.
    trace.step(webspecs::HOST_8_1, span, &domain, None);
    // 8.2. If any of the pieces, other than the first one, are empty strings, indicate a conformance error.
    if T::ENABLED && domain.split('.').skip(1).any(str::is_empty) {
        trace.violation(webspecs::HOST_8_2, "empty-label", span);
    }
    // 6. The host is still returned.
    trace.step(webspecs::HOST_COMPLETE_6, span, &domain, Some(&domain));
    Ok(domain)
}

/// Spec: webspecs#host-5
fn is_dropped(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{200B}' | '\u{2060}' | '\u{FEFF}')
}

/// Parses an IPv6 address in brackets at the start of `input` by the grammar rule `ipv6addr`. Returns its
/// canonical form in brackets, and the rest of `input`. Returns `None` if `input` does not start with such an
/// address.
///
/// Spec: webspecs#ipv6addr, webspecs#host-serializer
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// use url_host::webspecs::ipv6addr;
/// assert_eq!(ipv6addr("[1:2:0::1.2.3.4]/", &mut NoTrace), Some(("[1:2::102:304]".into(), "/")));
/// assert_eq!(ipv6addr("[1::2::3]", &mut NoTrace), None);
/// ```
pub fn ipv6addr<'a, T: Trace>(input: &'a str, trace: &mut T) -> Option<(String, &'a str)> {
    // 4. The RFC 4291 text forms: eight groups of 1-4 hex digits; at most one "::" standing for one or more
    // groups; the last two groups may be a dotted quad with each part at most 255. No zones.
    let end = input.strip_prefix('[')?.find(']')? + 1;
    let address = canonicalize_ipv6(&input[1..end], &mut NoTrace)?;
    let (matched, rest) = input.split_at_checked(end + 1)?;
    trace.step_by_reading("W16", webspecs::IPV6ADDR_4, Span::whole(matched), matched, None);
    // host-serializer 1. Shortest lower case groups, the first longest run of two or more zero groups
    // compressed, in brackets.
    let bracketed = format!("[{address}]");
    trace.change(webspecs::HOST_SERIALIZER_1, Span::whole(matched), matched, &bracketed);
    Some((bracketed, rest))
}

/// Parses all of `input` by the grammar rule `ipv4addr`. Returns the address in dotted decimal, or `None`.
///
/// # Errors
/// Returns [`Reason::HostIpv4OutOfRange`] with the span of the number that is too large.
///
/// Spec: webspecs#ipv4addr
///
/// # Examples
/// ```
/// let address = |input| url_host::webspecs::ipv4addr(input, &mut url_core::NoTrace);
/// assert_eq!((address("08.0x1.256"), address("1.2.3.4.5")), (Ok(Some("8.1.1.0".into())), Ok(None)));
/// assert_eq!(address("1.256.3").unwrap_err().reason, url_core::Reason::HostIpv4OutOfRange);
/// ```
pub fn ipv4addr<T: Trace>(input: &str, trace: &mut T) -> Result<Option<String>> {
    let span = Span::whole(input);
    match ipv4_address(input) {
        None => Ok(None),
        Some(address) => {
            // 1. Up to four numbers joined by dots.
            trace.step(webspecs::IPV4ADDR_1, span, input, None);
            // 2. The alternatives are tried in this order.
            trace.visited(webspecs::IPV4ADDR_2, span);
            let address = address?;
            address.report_unusual_numbers(span, trace);
            trace.change(webspecs::IPV4ADDR_5, span, input, &address.text);
            Ok(Some(address.text))
        }
    }
}

struct Ipv4Text {
    text: String,
    count: usize,
    /// The span of the first number that is not decimal.
    not_decimal: Option<Span>,
}

/// Returns `None` if `input` does not have the form of an IPv4 address, and an error if a number of the
/// address is too large.
///
/// Spec: webspecs#ipv4addr
fn ipv4_address(input: &str) -> Option<Result<Ipv4Text>> {
    // 1. Up to four numbers joined by dots.
    let mut numbers = [0; 4];
    let (mut count, mut start, mut not_decimal) = (0, 0, None);
    for text in input.split('.') {
        let (value, radix) = number(text)?;
        *numbers.get_mut(count)? = value;
        count += 1;
        if radix != 10 {
            not_decimal.get_or_insert(Span::new(start, start + text.len()));
        }
        start += text.len() + 1;
    }
    let (last, others) = numbers[..count].split_last()?;
    // 4. Exception when a number other than the last is over 255, or the last is at least 256^(5-count).
    let wrong = others.iter().position(|&number| number > 255);
    let wrong = wrong.or((*last >= 1 << (8 * (5 - count))).then_some(count - 1));
    if let Some(index) = wrong {
        let start: usize = input.split('.').take(index).map(|text| text.len() + 1).sum();
        let len = input.split('.').nth(index).map_or(0, str::len);
        let span = Span::new(start, start + len);
        return Some(Err(Rejection::new(Reason::HostIpv4OutOfRange, webspecs::IPV4ADDR_4, span)));
    }
    // 5. Value: last + first*256^3 + second*256^2 + third*256 (only those that are present and not last).
    let shifts = [24, 16, 8];
    let value = others.iter().zip(shifts).fold(*last, |value, (number, shift)| value + (number << shift));
    // 5. Output four decimal bytes with dots.
    let [a, b, c, d] = [24, 16, 8, 0].map(|shift| value >> shift & 0xFF);
    Some(Ok(Ipv4Text { text: format!("{a}.{b}.{c}.{d}"), count, not_decimal }))
}

/// Returns the value and the radix of `text`, or `None` if it is not a number. Larger values become 2^32.
///
/// Spec: webspecs#ipv4addr
fn number(text: &str) -> Option<(u64, u32)> {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let octal = text.strip_prefix('0');
    // 1. "0x" + hex digits (one or more); "0" + octal digits (one or more); decimal digits.
    // 2. The alternatives are tried in this order.
    let value = |digits: &str, radix| {
        let value = value_of(digits, radix).filter(|_| !digits.is_empty());
        value.map(|value| (value, radix))
    };
    let hex = hex.and_then(|digits| value(digits, 16));
    hex.or_else(|| octal.and_then(|digits| value(digits, 8))).or_else(|| value(text, 10))
}

impl Ipv4Text {
    /// Spec: webspecs#ipv4addr
    fn report_unusual_numbers<T: Trace>(&self, span: Span, trace: &mut T) {
        // 3. Hex or octal: conformance error.
        if let Some(number) = self.not_decimal {
            trace.violation(webspecs::IPV4ADDR_3, "ipv4-number-not-decimal", number);
        }
        // 3. Fewer than four numbers: conformance error.
        if self.count < 4 {
            trace.violation(webspecs::IPV4ADDR_3, "ipv4-missing-number", span);
        }
    }
}

/// Percent-decodes `input` and converts it to ASCII, by the document's algorithm "host parser".
///
/// # Errors
/// Returns [`Reason::HostEmpty`], [`Reason::HostIdna`] or [`Reason::HostForbidden`], with the span of all of
/// `input`.
///
/// Spec: webspecs#concept-host-parser
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_host::webspecs::host_parser("a%C2%AD%3F", &mut NoTrace).is_err(), true);
/// assert_eq!(url_host::webspecs::host_parser("fa%C3%9F", &mut NoTrace).unwrap(), "fass");
/// ```
pub fn host_parser<'a, T: Trace>(input: &'a str, trace: &mut T) -> Result<Cow<'a, str>> {
    let span = Span::whole(input);
    let fail = |reason, section| Err(Rejection::new(reason, section, span));
    // 1. Empty: failure.
    if input.is_empty() {
        return fail(Reason::HostEmpty, webspecs::CONCEPT_HOST_PARSER_1);
    }
    // 1. UTF-8 encode, percent-decode, UTF-8 decode without BOM handling.
    // FAST: text without escapes is UTF-8 already, so only the percent-encoded parts are decoded.
    let decoded = percent_decode_substrings(input);
    trace.change(webspecs::CONCEPT_HOST_PARSER_1, span, input, &decoded);
    // 1. Domain to ASCII; failure: failure.
    let ascii = to_ascii(&decoded).map_err(|reason| {
        trace.step(webspecs::DOMAIN_TO_ASCII_1, span, &decoded, None);
        Rejection::new(reason, webspecs::DOMAIN_TO_ASCII_1, span)
    })?;
    trace.change(webspecs::DOMAIN_TO_ASCII_1, span, &decoded, &ascii);
    // 1. Fail when the result has U+0000, tab, LF, CR, space, or any of "# % / : ? @ [ \ ]"; return.
    trace.step(webspecs::CONCEPT_HOST_PARSER_1, span, &ascii, None);
    if FORBIDDEN.find_in(ascii.as_bytes()).is_some() {
        return fail(Reason::HostForbidden, webspecs::CONCEPT_HOST_PARSER_1);
    }
    Ok(if ascii == decoded { decoded } else { Cow::Owned(ascii.into_owned()) })
}

/// Converts a domain to ASCII by transitional UTS 46 ToASCII, without the STD3 rules and without a check of
/// lengths. As later versions of the URL Standard require, hyphens are not checked, and a label that starts
/// with `xn--` after processing is an error.
///
/// # Errors
/// Returns [`Reason::HostIdna`] with the span of the label at fault.
///
/// Spec: webspecs#domain-to-ascii
///
/// # Examples
/// ```
/// use url_host::webspecs::domain_to_ascii;
/// assert_eq!(domain_to_ascii("Faß.a--b-"), Ok("fass.a--b-".into()));
/// assert_eq!(domain_to_ascii("b.a\u{FFFD}").unwrap_err().span(), url_core::Span::new(2, 6));
/// ```
pub fn domain_to_ascii(domain: &str) -> Result<Cow<'_, str>, HostError> {
    to_ascii(domain).map_err(|reason| {
        let rejection = Rejection::new(reason, webspecs::DOMAIN_TO_ASCII_1, Span::whole(domain));
        locate(domain, rejection, &FORBIDDEN, to_ascii)
    })
}

/// Spec: webspecs#domain-to-ascii-1
fn to_ascii(domain: &str) -> Result<Cow<'_, str>, Reason> {
    // 1. UTS 46 ToASCII, STD3 off, transitional, no DNS length check.
    match map_deviations(domain) {
        Cow::Borrowed(domain) => uts46::to_ascii(domain, false),
        Cow::Owned(mapped) => uts46::to_ascii(&mapped, false).map(|ascii| Cow::Owned(ascii.into_owned())),
    }
}

/// Replaces or removes the deviation characters of `domain`, as transitional processing requires.
///
/// Spec: webspecs#domain-to-ascii-1
fn map_deviations(domain: &str) -> Cow<'_, str> {
    if !domain.contains(['ß', 'ẞ', 'ς', '\u{200C}', '\u{200D}']) {
        return Cow::Borrowed(domain);
    }
    let mut mapped = String::with_capacity(domain.len());
    for c in domain.chars() {
        match c {
            'ß' | 'ẞ' => mapped.push_str("ss"),
            'ς' => mapped.push('σ'),
            '\u{200C}' | '\u{200D}' => {}
            _ => mapped.push(c),
        }
    }
    Cow::Owned(mapped)
}

/// Converts a domain to Unicode: UTS 46 ToUnicode without the STD3 rules. Errors are ignored.
///
/// Spec: webspecs#domain-to-ascii
///
/// # Examples
/// ```
/// assert_eq!(url_host::webspecs::domain_to_unicode("xn--bcher-kva.test"), "bücher.test");
/// ```
pub fn domain_to_unicode(domain: &str) -> Cow<'_, str> {
    // 1. Domain to Unicode: ToUnicode, STD3 off, errors ignored.
    uts46::to_unicode(domain).0
}

/// Checks that `input` is a host that the document allows authors to write. The document does not define the
/// notation of an IPv4 address or "valid domain", so this function uses the URL Standard's definitions.
///
/// # Errors
/// Returns [`Reason::Ipv6Unclosed`], or an error of [`crate::whatwg::check_valid_domain_string`] or
/// [`crate::whatwg::check_valid_ipv6_address_string`].
///
/// Spec: webspecs#url-writing-13..15
///
/// # Examples
/// ```
/// use url_host::webspecs::check_host;
/// assert!(["a.test", "127.0.0.1", "[::1]"].into_iter().all(|host| check_host(host).is_ok()));
/// assert!(["", "a_b", "127.1", "[::1", "[x]"].into_iter().all(|host| check_host(host).is_err()));
/// ```
pub fn check_host(input: &str) -> Result<()> {
    // "[" followed by an IPv6 address followed by "]",
    if let Some(after) = input.strip_prefix('[') {
        let Some(address) = after.strip_suffix(']') else {
            let span = Span::whole(input);
            return Err(Rejection::new(Reason::Ipv6Unclosed, webspecs::URL_WRITING_13, span));
        };
        return check_valid_ipv6_address_string(address)
            .map_err(|breach| Rejection { section: webspecs::URL_WRITING_15, ..breach }.after(1));
    }
    // or an IPv4 address,
    if check_valid_ipv4_address_string(input).is_ok() {
        return Ok(());
    }
    // or a domain: a string that is a valid domain.
    check_valid_domain_string(input)
        .map_err(|breach| Rejection { section: webspecs::URL_WRITING_14, ..breach })
}
