//! Canonicalization of hosts in draft-abarth-url-01: its sections "Canonicalizing a Host" and "Host Escape
//! Normalization". The draft does not define percent-unescaping and the canonical form of IP addresses. This
//! module defines both.

use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
};

use smallvec::SmallVec;
use url_core::{
    ByteSet, NoTrace, Reason, Report, Span, Trace, is_noncharacter, percent_encode, sections::barth_01,
    to_ascii_lower_case,
};

use crate::{
    Host, HostError, Result,
    host::host_of,
    manakai::{
        AsciiRules, canonicalize_ipv4, canonicalize_ipv6_with, is_label_separator, percent_decode_substrings,
        percent_encode_ascii, to_ascii_2003,
    },
};

/// Source: barth-01#host-escape-normalization-1
const HOST_ESCAPED: ByteSet =
    ByteSet::of(b",/\\^`").and_range(0x00, 0x2A).and_range(0x3B, 0x40).and_range(0x7B, 0x7F);

/// The bytes that canonicalization keeps unchanged in a host that is not an IPv4 address.
const PLAIN: ByteSet = ByteSet::of(b"-._+").and_range(b'0', b'9').and_range(b'a', b'z');

const NOT_ASCII: ByteSet = ByteSet::of(b"").and_range(0x80, 0xFF);

/// Parses `text` as a host, and canonicalizes it. The draft escapes the characters that it does not convert.
///
/// # Errors
/// Returns the errors of [`canonicalize_host`].
///
/// Spec: barth-01#canonicalizing-a-host
///
/// # Examples
/// ```
/// use url_host::{Host, barth::parse_host};
/// assert_eq!(parse_host("0xc0.0250.1."), Ok(Host::Ipv4([192, 168, 0, 1].into())));
/// assert_eq!(parse_host("A b"), Ok(Host::Domain("a%20b".into())));
/// ```
pub fn parse_host(text: &str) -> Result<Host<Cow<'_, str>>, HostError> {
    Ok(host_of(canonicalize_host(text, &mut NoTrace)?))
}

/// Returns the canonical form of `host`, borrowed if nothing changes. If ToASCII fails, the result is the
/// host with its non-ASCII characters percent-encoded, and `trace` receives the violation `invalid-host`.
///
/// # Errors
/// Returns [`Reason::NoUnicodeTables`] for a non-ASCII host in a build without the feature `idna`.
///
/// Spec: barth-01#canonicalizing-a-host
///
/// # Examples
/// ```
/// let canonical = |host| url_host::barth::canonicalize_host(host, &mut url_core::NoTrace).unwrap();
/// assert_eq!(["B%C3%9CCHER.Example", "a!b%"].map(canonical), ["xn--bcher-kva.example", "a%21b%25"]);
/// assert_eq!(canonical("0xc0.0250.1."), "192.168.0.1");
/// assert_eq!(["[::ffff:0xC0.0Xa8.0x0.0x1]", "\u{FDD0}"].map(canonical), ["[::ffff:c0a8:1]", "%EF%BF%BD"]);
/// ```
#[inline]
pub fn canonicalize_host<'a, T: Trace>(host: impl Into<Cow<'a, str>>, trace: &mut T) -> Result<Cow<'a, str>> {
    let host = host.into();
    // FAST: a host of plain bytes stays unchanged, except an IPv4 address, which starts with a digit. In a
    // host that also has letters in upper case, only these change.
    if !T::ENABLED && !host.as_bytes().first().is_some_and(u8::is_ascii_digit) {
        if PLAIN.contains_all(host.as_bytes()) {
            return Ok(host);
        }
        if const { &PLAIN.and_range(b'A', b'Z') }.contains_all(host.as_bytes()) {
            return Ok(Cow::Owned(host.to_ascii_lowercase()));
        }
    }
    let span = Span::whole(&host);
    // 2. Let unicode-host be the host-escape-normalized host.
    trace.visited(barth_01::CANONICALIZING_A_HOST_2, span);
    let unicode_host = normalize_host_escapes(host, span, trace);
    trace.step(barth_01::CANONICALIZING_A_HOST_2, span, &unicode_host, None);
    // 3. Output result of applying the IDNA to-ascii algorithm to the unicode-host.
    let output = to_ascii(unicode_host, span, trace);
    // 1. Open: Handle IP addresses.
    // NOTE: the calls follow steps of manakai, so `trace` does not receive them as steps of this draft.
    let ipv4 = |s: &str| canonicalize_ipv4(s, &mut NoTrace);
    let address = match output.strip_prefix('[').and_then(|output| output.strip_suffix(']')) {
        Some(bracketed) => canonicalize_ipv6_with(bracketed, ipv4).map(|address| format!("[{address}]")),
        None => ipv4(output.strip_suffix('.').unwrap_or(&output)).map(|address| address.to_string()),
    };
    let section = barth_01::CANONICALIZING_A_HOST_1;
    if address.is_some() || output.starts_with(|c: char| c.is_ascii_digit() || c == '[') {
        trace.step_by_reading("B18", section, span, &output, address.as_deref());
    } else {
        trace.step(section, span, &output, None);
    }
    Ok(match address {
        Some(address) if address != output => Cow::Owned(address),
        _ => output,
    })
}

/// Spec: barth-01#host-escape-normalization
fn normalize_host_escapes<'a, T: Trace>(mut host: Cow<'a, str>, span: Span, trace: &mut T) -> Cow<'a, str> {
    // 2. Process each character of the host in sequence:
    // NOTE: each step runs on the whole host. No step matches the output of an earlier step.
    // 2.1. If the current character is "%":
    if host.contains('%') {
        // 2.1.1. Open: Handle percent-unescaping.
        let section = barth_01::HOST_ESCAPE_NORMALIZATION_2_1_1;
        host = trace.rewrite_by_reading("B17", section, span, host, percent_decode_substrings);
    }
    if host.contains(is_noncharacter) {
        let section = barth_01::HOST_ESCAPE_NORMALIZATION_2;
        let replace = |host: &str| host.replace(is_noncharacter, "\u{FFFD}");
        host = trace.rewrite_by_reading("B17", section, span, host, |host| Cow::Owned(replace(host)));
    }
    // 2.3. Otherwise, if the current character matches ALPHA:
    // 2.3.1. Output the current character converted to lower case.
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let section = barth_01::HOST_ESCAPE_NORMALIZATION_2_3_1;
    let host = trace.rewrite_where(section, span, host, is_letter, to_ascii_lower_case);
    // 2.4. Otherwise:
    // 2.4.1. Output the current character.
    let is_other = |c| !is_host_escaped(c) && !is_letter(c);
    trace.visited_where(barth_01::HOST_ESCAPE_NORMALIZATION_2_4_1, span, &host, is_other);
    // 2.2. If the current character matches host-escaped:
    // 2.2.1. Output the utf8-percent-escaping of the current character.
    trace.rewrite_where(barth_01::HOST_ESCAPE_NORMALIZATION_2_2_1, span, host, is_host_escaped, |host| {
        percent_encode_ascii(host, &HOST_ESCAPED, false)
    })
}

/// Spec: barth-01#host-escape-normalization-1
fn is_host_escaped(c: char) -> bool {
    u8::try_from(c).is_ok_and(|byte| c.is_ascii() && HOST_ESCAPED.contains(byte))
}

/// Applies ToASCII, and escapes the remaining non-ASCII characters (our interpretation B17). `span` is the
/// span of the host.
///
/// Spec: barth-01#canonicalizing-a-host-3
fn to_ascii<'a, T: Trace>(unicode_host: Cow<'a, str>, span: Span, trace: &mut T) -> Cow<'a, str> {
    let section = barth_01::CANONICALIZING_A_HOST_3;
    // FAST: an ASCII host is returned unchanged even if ToASCII fails.
    if unicode_host.is_ascii() && !T::ENABLED {
        return unicode_host;
    }
    let converted = labels_to_ascii(&unicode_host);
    if unicode_host.is_ascii() {
        if converted.is_err() {
            trace.violation(section, "invalid-host", span);
        }
        trace.step(section, span, &unicode_host, None);
        return unicode_host;
    }
    // Nameprep may have produced new escapes, so escapes are normalized again.
    let ascii = match converted {
        Ok(converted) => {
            trace.step_by_reading("B17", section, span, &unicode_host, Some(&converted));
            normalize_host_escapes(Cow::Owned(converted), span, trace)
        }
        Err(_) => unicode_host,
    };
    if ascii.is_ascii() {
        return ascii;
    }
    // This host is still not ASCII: ToASCII failed, or decoding the new escapes produced non-ASCII text.
    trace.violation(section, "invalid-host", span);
    let escaped = percent_encode(&ascii, &NOT_ASCII).into_owned();
    trace.step_by_reading("B17", section, span, &ascii, Some(&escaped));
    Cow::Owned(escaped)
}

/// Applies ToASCII to each label, without the STD3 rules. Allows unassigned code points and one final dot.
///
/// Spec: barth-01#canonicalizing-a-host-3
fn labels_to_ascii(unicode_host: &str) -> Result<String, Reason> {
    let (labels, root) = match unicode_host.strip_suffix(is_label_separator) {
        Some(labels) => (labels, "."),
        None => (unicode_host, ""),
    };
    if labels.is_empty() {
        return Ok(root.into());
    }
    let labels: SmallVec<[Cow<'_, str>; 8]> = labels
        .split(is_label_separator)
        .map(|label| to_ascii_2003(label, AsciiRules::Any))
        .collect::<Result<_, _>>()?;
    Ok(labels.join(".") + root)
}
