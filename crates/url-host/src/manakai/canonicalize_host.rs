//! Canonicalization of hosts in the manakai document. Implements "IPv4 addresses", "IPv6 addresses", and "The
//! CanonicalizeHost algorithm" except steps 17 to 21, which process labels.
//!
//! Helpers, not in a spec: `is_plain_host`, `replace`, `replace_escapes`.

use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
};
use core::net::{Ipv4Addr, Ipv6Addr};

use percent_encoding::percent_decode_str;
use url_core::{
    ByteSet, NoTrace, Reason, Rejection, Report, Span, Trace, manakai::report_percent_encoding,
    sections::manakai, to_ascii_lower_case,
};

use super::{
    HostProfile,
    Marker::{self, Chrome, Gecko, Ie, This},
    labels::{ACE_PREFIX, AsciiRules, canonicalize_labels, is_label_separator, to_ascii_2003},
    nameprep::{is_prohibited, nameprep_host},
};
use crate::{
    Host, HostError, Result,
    error::{locate, narrowed, of_address},
    host::host_of,
    whatwg::{self, value_of, write_ipv6},
};

/// The bytes that the algorithm keeps unchanged in a host that is not an IPv4 address.
const PLAIN: ByteSet = ByteSet::of(b"-._+").and_range(b'0', b'9').and_range(b'a', b'z');

/// Returns true if canonicalization certainly leaves `host` unchanged, and false if it may change `host`.
fn is_plain_host(marker: Marker, host: &str) -> bool {
    // FAST: a host of plain bytes stays unchanged, with two exceptions: an IPv4 address, which starts with a
    // digit, and under IE, a label in Punycode, which step 18 finds.
    let is_number_or_ace = host.as_bytes().first().is_some_and(u8::is_ascii_digit)
        || (matches!(marker, Ie) && host.contains(ACE_PREFIX));
    !is_number_or_ace && PLAIN.contains_all(host.as_bytes())
}

/// Canonicalizes `host` as [`canonicalize_host`] does, without a trace.
///
/// # Errors
/// Returns the reason why the host is rejected.
///
/// Spec: manakai#canonicalize-host
///
/// # Examples
/// ```
/// use url_core::{Manakai, ManakaiIe, Reason};
/// use url_host::manakai::canonical_host;
/// assert_eq!(canonical_host(Manakai, "B%C3%9CCHER.Example", "http"), Ok("xn--bcher-kva.example".into()));
/// assert_eq!(canonical_host(ManakaiIe, "xn--bcher-kva.example", "http"), Ok("bücher.example".into()));
/// assert_eq!(canonical_host(Manakai, "a%2Fb", "http").unwrap_err().reason, Reason::HostForbidden);
/// ```
pub fn canonical_host<'a>(
    profile: impl HostProfile,
    host: impl Into<Cow<'a, str>>,
    scheme: &str,
) -> Result<Cow<'a, str>> {
    canonicalize_host(profile, host, scheme, &mut NoTrace)
}

/// Parses `text` as the host of an `http` URL under a profile, and canonicalizes it.
///
/// # Errors
/// Returns the reason why the host is rejected, with the span of the character or the label at fault.
///
/// Spec: manakai#canonicalize-host
///
/// # Examples
/// ```
/// use url_core::{Manakai, Span};
/// use url_host::{Host, manakai::parse_host};
/// assert_eq!(parse_host(Manakai, "0x7F.1"), Ok(Host::Ipv4([127, 0, 0, 1].into())));
/// assert_eq!(parse_host(Manakai, "a:b").unwrap_err().span(), Span::new(1, 2));
/// ```
pub fn parse_host<P: HostProfile>(profile: P, text: &str) -> Result<Host<Cow<'_, str>>, HostError> {
    canonical_host(profile, text, "http").map(host_of).map_err(|rejection| {
        locate(text, rejection, P::MARKER.forbidden().0, |label| to_ascii_2003(label, AsciiRules::Any))
    })
}

/// Returns the canonical form of `host` under the profile `P`, borrowed if nothing changes. `scheme` is the
/// scheme of the URL in lower case. Under the profile `manakai`, a host in a `file` URL may contain colons,
/// and its `@` is not encoded. [`canonical_host`] does the same without a trace.
///
/// # Errors
/// Returns the reason why the host is rejected, and the section. The span of the error is the character or
/// the label at fault, or all of `host`.
///
/// Spec: manakai#canonicalize-host
///
/// # Examples
/// ```
/// let mut steps = Vec::new();
/// let mut trace = |event: url_core::Event<'_>| steps.extend(event.section().map(|section| section.id()));
/// assert!(url_host::manakai::canonicalize_host(url_core::Manakai, "0x7F.1", "http", &mut trace).is_ok());
/// assert!(steps.contains(&"manakai#ipv4-addresses-2.3"), "{steps:?}");
/// ```
pub fn canonicalize_host<'a, P: HostProfile, T: Trace>(
    _: P,
    host: impl Into<Cow<'a, str>>,
    scheme: &str,
    trace: &mut T,
) -> Result<Cow<'a, str>> {
    canonicalize(P::MARKER, host.into(), scheme, trace)
}

/// Spec: manakai#canonicalize-host
fn canonicalize<'a, T: Trace>(
    marker: Marker,
    mut s: Cow<'a, str>,
    scheme: &str,
    trace: &mut T,
) -> Result<Cow<'a, str>> {
    // 1. Let s be the given string. Let scheme be the scheme of the URL in which s occurs.
    if !T::ENABLED {
        if is_plain_host(marker, &s) {
            return Ok(s);
        }
        // FAST: in a host that also has letters in upper case, only these change.
        if const { &PLAIN.and_range(b'A', b'Z') }.contains_all(s.as_bytes()) {
            let lower = s.to_ascii_lowercase();
            if is_plain_host(marker, &lower) {
                return Ok(Cow::Owned(lower));
            }
        }
    }
    let span = Span::whole(&s);
    trace.visited(manakai::CANONICALIZE_HOST_1, span);
    // 2. Remove U+0009, U+000A, and U+000D from s.
    let is_removed = |c: char| matches!(c, '\t' | '\n' | '\r');
    s = trace.rewrite(manakai::CANONICALIZE_HOST_2, span, s, |s| replace(s, is_removed, ""));
    // 3. Let fallback be "fail".
    trace.visited(manakai::CANONICALIZE_HOST_3, span);
    let given = s.clone();
    let rejected = |Abort { rejection, .. }: Abort| {
        let forbidden = match rejection.section {
            section if section == manakai::CANONICALIZE_HOST_12 => &ByteSet::of(b"%"),
            section if section == manakai::CANONICALIZE_HOST_13_1 => &ByteSet::of(b"\0 "),
            _ => marker.forbidden().0,
        };
        narrowed(&given, rejection, forbidden, |label| to_ascii_2003(label, AsciiRules::Any))
    };
    if !matches!(marker, Gecko) {
        return canonicalize_or_abort(marker, s, None, scheme, span, trace).map_err(rejected);
    }
    // 4. GECKO: Let fallback be s, converted to ASCII lowercase.
    let fallback = s.to_ascii_lowercase();
    trace.step(manakai::CANONICALIZE_HOST_4, span, &s, Some(&fallback));
    match canonicalize_or_abort(marker, s.clone(), Some(&fallback), scheme, span, trace) {
        Err(Abort { rejection, has_fallback: true }) => {
            trace.step(rejection.section, span, &s, Some(&fallback));
            Ok(Cow::Owned(fallback))
        }
        done => done.map_err(rejected),
    }
}

/// A failure of CanonicalizeHost. If `has_fallback` is true, Gecko returns a fallback value instead.
struct Abort {
    rejection: Rejection,
    has_fallback: bool,
}

impl From<Rejection> for Abort {
    fn from(rejection: Rejection) -> Self {
        Self { rejection, has_fallback: true }
    }
}

/// Spec: manakai#canonicalize-host
fn canonicalize_or_abort<'a, T: Trace>(
    marker: Marker,
    mut s: Cow<'a, str>,
    fallback: Option<&str>,
    scheme: &str,
    span: Span,
    trace: &mut T,
) -> Result<Cow<'a, str>, Abort> {
    // 5. THIS: If s begins by "%5B" or "%5b", return fallback.
    let begins_by_bracket = s.starts_with("%5B") || s.starts_with("%5b");
    if matches!(marker, This) && trace.decide(manakai::CANONICALIZE_HOST_5, span, &s, begins_by_bracket) {
        return Err(Rejection::new(Reason::HostEscapedBracket, manakai::CANONICALIZE_HOST_5, span).into());
    }
    // 6. THIS/CHROME: For any percent-encoded substring ss in s:
    if matches!(marker, This | Chrome) {
        let decoded = percent_decode_substrings(&s);
        if decoded != s {
            // 6.1. Percent-decode ss.
            trace.visited(manakai::CANONICALIZE_HOST_6_1, span);
            // 6.2. Decode ss as UTF-8, with error handling.
            trace.visited(manakai::CANONICALIZE_HOST_6_2, span);
        }
        trace.change(manakai::CANONICALIZE_HOST_6, span, &s, &decoded);
        if let Cow::Owned(decoded) = decoded {
            s = Cow::Owned(decoded);
        }
    }
    // 7. IE: Replace following percent-encoded sequences by its percent-decoded representation: [a list].
    if matches!(marker, Ie) {
        s = trace.rewrite(manakai::CANONICALIZE_HOST_7, span, s, percent_decode_listed);
    }
    // 8. Let has-root-dot be false.
    let mut has_root_dot = false;
    trace.visited(manakai::CANONICALIZE_HOST_8, span);
    // 9. Let need-punycode be true if s contains a non-ASCII character, or false otherwise.
    let need_punycode = trace.decide(manakai::CANONICALIZE_HOST_9, span, &s, !s.is_ascii());
    // 10. CHROME/IE: If the last character of s, if any, is a label separator, let has-root-dot be true and
    // remove the character.
    if matches!(marker, Chrome | Ie) {
        has_root_dot = s.ends_with(is_label_separator);
        s = trace.rewrite(manakai::CANONICALIZE_HOST_10, span, s, without_last_separator);
    }
    // 11. THIS/GECKO/IE: Invoke the Nameprep algorithm without bidi checking with s.
    // If the algorithm returns a string, let s be the string. Otherwise, return fallback.
    if matches!(marker, This | Gecko | Ie) {
        let prepared = nameprep_host(marker, &s, &mut trace.at(span));
        let prepared = prepared.map_err(|rejection| {
            let section = if fallback.is_some() { manakai::CANONICALIZE_HOST_11 } else { rejection.section };
            Rejection { span, section, ..rejection }
        })?;
        trace.change(manakai::CANONICALIZE_HOST_11, span, &s, &prepared);
        if let Cow::Owned(prepared) = prepared {
            s = Cow::Owned(prepared);
        }
    }
    // 12. CHROME: If s contains U+0025 (%), return fallback.
    if matches!(marker, Chrome) {
        trace.step(manakai::CANONICALIZE_HOST_12, span, &s, None);
        if s.contains('%') {
            return Err(Rejection::new(Reason::HostForbidden, manakai::CANONICALIZE_HOST_12, span).into());
        }
    }
    // 13. GECKO: If s contains U+0000 or U+0020:
    if matches!(marker, Gecko)
        && let Some(fallback) = fallback
        && s.contains(is_nul_or_space)
    {
        // 13.1. If fallback contains U+0000 or U+0020, return "fail".
        trace.step(manakai::CANONICALIZE_HOST_13_1, span, fallback, None);
        if fallback.contains(is_nul_or_space) {
            let rejection = Rejection::new(Reason::HostForbidden, manakai::CANONICALIZE_HOST_13_1, span);
            return Err(Abort { rejection, has_fallback: false });
        }
        // 13.2. Otherwise, if fallback contains any character disallowed by the Prohibit step of Nameprep,
        // return fallback.
        if fallback.contains(is_prohibited) {
            return Err(Rejection::new(Reason::HostProhibited, manakai::CANONICALIZE_HOST_13_2, span).into());
        }
    }
    // 14. CHROME: Percent-encode s, with encoding set to UTF-8 and the following octets: [those of step 30].
    if matches!(marker, Chrome) {
        let (octets, _) = marker.percent_encode_set(scheme);
        report_percent_encoding(span, trace);
        s = trace.rewrite(manakai::CANONICALIZE_HOST_14, span, s, |s| percent_encode_ascii(s, octets, false));
    }
    // 15. Replace any label separator in s by U+002E (.).
    let is_replaced = |c: char| c != '.' && is_label_separator(c);
    s = trace.rewrite(manakai::CANONICALIZE_HOST_15, span, s, |s| replace(s, is_replaced, "."));
    // 16. THIS: If the last character of s, if any, is ".", let has-root-dot be true and remove the
    // character.
    if matches!(marker, This) {
        has_root_dot = s.ends_with('.');
        s = trace.rewrite(manakai::CANONICALIZE_HOST_16, span, s, without_last_separator);
    }
    // 17. Split s by U+002E (.) and let labels be the result.
    // 20. If the need-punycode flag is true, [convert the labels].
    // 21. Let s be the concatenation of the strings in labels by U+002E (.).
    s = canonicalize_labels(marker, s, need_punycode, span, trace)?;
    // 22. If has-root-dot is true, append a "." to s.
    if has_root_dot {
        s = trace.rewrite(manakai::CANONICALIZE_HOST_22, span, s, |s| Cow::Owned(format!("{s}.")));
    }
    if matches!(marker, Chrome) {
        // 23. CHROME: Replace any percent-encoded octets in s by a character in the range U+0000 to U+00FF.
        s = trace.rewrite(manakai::CANONICALIZE_HOST_23, span, s, |s| {
            replace_escapes(s, |run, decoded| decoded.extend(percent_decode_str(run).map(char::from)))
        });
        // 24. CHROME: Convert s to ASCII lowercase.
        s = trace.rewrite(manakai::CANONICALIZE_HOST_24, span, s, to_ascii_lower_case);
    }
    Ok(canonicalize_address_or_name(marker, s, scheme, span, trace)?)
}

fn replace<'s>(s: &'s str, test: fn(char) -> bool, by: &str) -> Cow<'s, str> {
    if s.contains(test) { Cow::Owned(s.replace(test, by)) } else { Cow::Borrowed(s) }
}

/// Spec: manakai#canonicalize-host-10, manakai#canonicalize-host-16
fn without_last_separator(s: &str) -> Cow<'_, str> {
    Cow::Borrowed(s.strip_suffix(is_label_separator).unwrap_or(s))
}

/// Spec: manakai#canonicalize-host-13
fn is_nul_or_space(c: char) -> bool {
    matches!(c, '\0' | ' ')
}

const DECODED_BY_IE: ByteSet = ByteSet::of(b" \"<>?\\")
    .and_range(0x00, 0x1F)
    .and_range(b'-', b'/')
    .and_range(b'0', b'9')
    .and_range(b'A', b'Z')
    .and_range(b'^', 0x7F);

/// Decodes each sequence of percent-encoded octets as UTF-8. An invalid sequence becomes U+FFFD.
///
/// Spec: manakai#canonicalize-host-6, manakai#canonicalize-host-6.1, manakai#canonicalize-host-6.2
/// Spec: barth-01#host-escape-normalization-2.1, barth-01#host-escape-normalization-2.1.1
/// Spec: webspecs#concept-host-parser-1, webspecs#percent-encode-1
pub(crate) fn percent_decode_substrings(s: &str) -> Cow<'_, str> {
    replace_escapes(s, |run, decoded| decoded.push_str(&percent_decode_str(run).decode_utf8_lossy()))
}

/// Spec: manakai#canonicalize-host-7
fn percent_decode_listed(s: &str) -> Cow<'_, str> {
    replace_escapes(s, |run, decoded| {
        for (at, octet) in percent_decode_str(run).enumerate() {
            if DECODED_BY_IE.contains(octet) {
                decoded.push(char::from(octet));
            } else {
                decoded.push_str(&run[3 * at..][..3]);
            }
        }
    })
}

/// Spec: manakai#canonicalize-host-29
fn has_escaped_nul_or_broken_escape(s: &str) -> bool {
    s.split('%').skip(1).any(|after| match after.as_bytes() {
        [b'0', b'0', ..] => true,
        [high, low, ..] => !(high.is_ascii_hexdigit() && low.is_ascii_hexdigit()),
        _ => true,
    })
}

/// Spec: manakai#canonicalize-host-14, manakai#canonicalize-host-30
pub(crate) fn percent_encode_ascii<'s>(s: &'s str, set: &ByteSet, in_lower_case: bool) -> Cow<'s, str> {
    let is_in_set = |c: char| u8::try_from(c).is_ok_and(|octet| octet.is_ascii() && set.contains(octet));
    if !s.contains(is_in_set) {
        return Cow::Borrowed(s);
    }
    let mut encoded = String::with_capacity(s.len() + 16);
    for c in s.chars() {
        if is_in_set(c) {
            let digits = if in_lower_case { b"0123456789abcdef" } else { b"0123456789ABCDEF" };
            let octet = u32::from(c) as usize;
            encoded.extend(['%', char::from(digits[octet >> 4]), char::from(digits[octet & 0xF])]);
        } else {
            encoded.push(c);
        }
    }
    Cow::Owned(encoded)
}

/// Replaces each sequence of percent-encoded octets in `s` with the text that `replace` appends.
fn replace_escapes(s: &str, mut replace: impl FnMut(&str, &mut String)) -> Cow<'_, str> {
    if !s.contains('%') {
        return Cow::Borrowed(s);
    }
    let mut replaced = String::with_capacity(s.len());
    let mut rest = s;
    while let Some(at) = rest.find('%') {
        replaced.push_str(&rest[..at]);
        rest = &rest[at..];
        let is_escape = |triplet: &&[u8]| matches!(triplet, [b'%', high, low] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit());
        match 3 * rest.as_bytes().chunks(3).take_while(is_escape).count() {
            // A "%" that does not start an escape stays unchanged.
            0 => {
                replaced.push('%');
                rest = &rest[1..];
            }
            run => {
                replace(&rest[..run], &mut replaced);
                rest = &rest[run..];
            }
        }
    }
    replaced.push_str(rest);
    Cow::Owned(replaced)
}

/// Applies steps 25 to 31 of CanonicalizeHost to `s`. The span of the host in the input is `span`.
///
/// Spec: manakai#canonicalize-host
fn canonicalize_address_or_name<'a, T: Trace>(
    marker: Marker,
    mut s: Cow<'a, str>,
    scheme: &str,
    span: Span,
    trace: &mut T,
) -> Result<Cow<'a, str>> {
    let fail = |reason, section| Err(Rejection::new(reason, section, span));
    // 25. If s begins with "[" and ends by "]":
    if let Some(t) = s.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        // 25.1. Let t be s.
        trace.visited(manakai::CANONICALIZE_HOST_25_1, span);
        // 25.2. Remove the first character from t.
        trace.visited(manakai::CANONICALIZE_HOST_25_2, span);
        // 25.3. Remove the last character from t.
        trace.visited(manakai::CANONICALIZE_HOST_25_3, span);
        // 25.4. Invoke the rules for canonicalizing an IPv6 address with t. If it results in a string, return
        // it in brackets.
        if let Some(address) = canonicalize_ipv6(t, &mut trace.at(span)) {
            let bracketed = format!("[{address}]");
            trace.change(manakai::CANONICALIZE_HOST_25_4, span, &s, &bracketed);
            return Ok(if s == bracketed { s } else { Cow::Owned(bracketed) });
        }
        trace.step(manakai::CANONICALIZE_HOST_25_4, span, &s, None);
    // 26. THIS: Otherwise, if s contains ":" and scheme is different from "file", return fallback.
    } else if matches!(marker, This)
        && trace.decide(manakai::CANONICALIZE_HOST_26, span, &s, scheme != "file" && s.contains(':'))
    {
        return fail(Reason::HostColon, manakai::CANONICALIZE_HOST_26);
    }
    // 27. Invoke the rules for canonicalizing an IPv4 address with s. If it results in a string, return the
    // string.
    if let Some(address) = canonicalize_ipv4(&s, &mut trace.at(span)) {
        let address = address.to_string();
        trace.change(manakai::CANONICALIZE_HOST_27, span, &s, &address);
        return Ok(if s == address { s } else { Cow::Owned(address) });
    }
    trace.step(manakai::CANONICALIZE_HOST_27, span, &s, None);
    // 28. If s contains one of the following characters, return fallback: [those of the profile].
    let (forbidden, section) = marker.forbidden();
    trace.step(section, span, &s, None);
    if forbidden.find_in(s.as_bytes()).is_some() {
        return fail(Reason::HostForbidden, section);
    }
    // 29. IE: If s contains "%00" or "%" not followed by two hexadecimal digits, return fallback.
    if matches!(marker, Ie) {
        trace.step(manakai::CANONICALIZE_HOST_29, span, &s, None);
        if has_escaped_nul_or_broken_escape(&s) {
            return fail(Reason::HostForbidden, manakai::CANONICALIZE_HOST_29);
        }
    }
    // 30. Percent-encode s, with encoding set to UTF-8 and the following octets: [those of the profile; in
    // lower case under IE].
    let (octets, section) = marker.percent_encode_set(scheme);
    let in_lower_case = matches!(marker, Ie);
    if !matches!(marker, Gecko) {
        report_percent_encoding(span, trace);
    }
    s = trace.rewrite(section, span, s, |s| percent_encode_ascii(s, octets, in_lower_case));
    // 31. Return s.
    trace.step(manakai::CANONICALIZE_HOST_31, span, &s, None);
    Ok(s)
}

/// Parses `text` as an IPv4 address, as [`canonicalize_host`] does.
///
/// # Errors
/// Returns [`Reason::Ipv4TooManyParts`], [`Reason::Ipv4NonNumericPart`] or [`Reason::HostIpv4OutOfRange`].
///
/// Spec: manakai#canonicalize-ipv4
///
/// # Examples
/// ```
/// use url_host::manakai::parse_ipv4;
/// assert_eq!(parse_ipv4("0x7F.1"), Ok([127, 0, 0, 1].into()));
/// assert_eq!(parse_ipv4("1.256.3").unwrap_err().span(), url_core::Span::new(2, 5));
/// ```
pub fn parse_ipv4(text: &str) -> Result<Ipv4Addr, HostError> {
    canonicalize_ipv4(text, &mut NoTrace)
        .ok_or_else(|| of_address(text, manakai::CANONICALIZE_IPV4_7, whatwg::parse_ipv4(text).err()))
}

/// Parses an IPv4 address of one to four numbers: decimal, octal after `0`, or hexadecimal after `0x`.
/// Returns `None` if `s` is not an IPv4 address. The canonical form is the result's `to_string`.
///
/// Spec: manakai#canonicalize-ipv4, manakai#canonicalize-ipv4-8.1..7, manakai#ipv4-addresses-1
pub(crate) fn canonicalize_ipv4<T: Trace>(s: &str, trace: &mut T) -> Option<Ipv4Addr> {
    // 1. Let s be the given string.
    let span = Span::whole(s);
    trace.visited(manakai::CANONICALIZE_IPV4_1, span);
    // 2. Let addr be a 32-bit unsigned number.
    trace.visited(manakai::CANONICALIZE_IPV4_2, span);
    let Some((addr, count)) = read_ipv4(s, trace) else {
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

/// Returns the IPv4 address with the numbers of `s`, and the count of these numbers.
///
/// Spec: manakai#ipv4-addresses-1.1..4
fn read_ipv4<T: Trace>(s: &str, trace: &mut T) -> Option<(u32, usize)> {
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
        // Each number is one octet of addr, except the last number, which fills the remaining bits.
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

/// Returns the value of the number `s`, or 2^32 if it is greater. Returns `None` if `s` is not a number.
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
    let value = value_of(digits, radix)?;
    trace.visited(form, Span::whole(s));
    Some(value)
}

/// Parses `text`, without brackets, as an IPv6 address, as [`canonicalize_host`] does.
///
/// # Errors
/// Returns the reason why `text` is not an IPv6 address, with the span of the character at fault.
///
/// Spec: manakai#canonicalize-ipv6
///
/// # Examples
/// ```
/// use url_host::manakai::parse_ipv6;
/// assert_eq!(parse_ipv6("::1.02.003.4"), Ok([0, 0, 0, 0, 0, 0, 0x102, 0x304].into()));
/// assert_eq!(parse_ipv6("::1%25a").unwrap_err().span(), url_core::Span::new(3, 4));
/// ```
pub fn parse_ipv6(text: &str) -> Result<Ipv6Addr, HostError> {
    ipv6_with(text, dotted_quad)
        .ok_or_else(|| of_address(text, manakai::CANONICALIZE_IPV6_3, whatwg::parse_ipv6(text).err()))
}

/// Returns the canonical form of the IPv6 address `s`, without brackets, or `None` if `s` is not an address.
/// The form is that of RFC 5952, section 4, with hexadecimal groups only.
///
/// Spec: manakai#canonicalize-ipv6
pub(crate) fn canonicalize_ipv6<T: Trace>(s: &str, trace: &mut T) -> Option<String> {
    // 1. Let s be the given string.
    let span = Span::whole(s);
    trace.visited(manakai::CANONICALIZE_IPV6_1, span);
    let Some(address) = canonicalize_ipv6_with(s, dotted_quad) else {
        // 3. Otherwise, return "fail".
        trace.visited(manakai::CANONICALIZE_IPV6_3, span);
        return None;
    };
    // 2. If s matches to IPv6address of RFC 3986 with the modified IPv4address, return its canonical
    // representation.
    trace.visited(manakai::CANONICALIZE_IPV6_2, span);
    // 4. The canonical representation conforms to the recommendation of RFC 5952, section 4.
    trace.visited(manakai::CANONICALIZE_IPV6_4, span);
    Some(address)
}

/// Canonicalizes the IPv6 address `s`. `embedded_ipv4` parses the text after the last colon if it has a dot.
///
/// Spec: manakai#canonicalize-ipv6-2, manakai#canonicalize-ipv6-4, barth-01#canonicalizing-a-host-1
pub(crate) fn canonicalize_ipv6_with(s: &str, embedded_ipv4: fn(&str) -> Option<Ipv4Addr>) -> Option<String> {
    let address = ipv6_with(s, embedded_ipv4)?;
    // The serializer of the URL Standard conforms to RFC 5952, section 4. It never writes the IPv4 notation.
    let mut representation = String::new();
    write_ipv6(address, &mut representation, &mut NoTrace);
    Some(representation)
}

/// Spec: manakai#canonicalize-ipv6-2, barth-01#canonicalizing-a-host-1
fn ipv6_with(s: &str, embedded_ipv4: fn(&str) -> Option<Ipv4Addr>) -> Option<Ipv6Addr> {
    match s.rsplit_once(':').filter(|(_, last)| last.contains('.')) {
        Some((groups, last)) => {
            let embedded = u32::from(embedded_ipv4(last)?);
            format!("{groups}:{:x}:{:x}", embedded >> 16, embedded & 0xFFFF).parse().ok()
        }
        None => s.parse().ok(),
    }
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
