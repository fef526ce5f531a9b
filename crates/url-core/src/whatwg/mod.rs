//! Definitions of the URL Standard that several crates need: percent-encode sets, schemes, and checks of URL
//! units and hosts. Implements the sections "URL units" and "Percent-encoded bytes", but no algorithm that
//! takes an encoding. The function for UTF-8 percent-encode is [`crate::percent_encode`].

#[cfg(feature = "candidates")]
mod candidates;
mod edition;
pub(crate) mod scheme_kind;

#[cfg(feature = "candidates")]
pub use candidates::{Candidate, DataChange, PERCENT_ENCODE_SETS};
pub use edition::Edition;
pub use scheme_kind::{
    SPECIAL_SCHEMES, SchemeKind, check_scheme, default_port, find_special_scheme, scan_scheme, scheme_kind,
};

use core::net::Ipv6Addr;

use crate::{ByteSet, Reason, Rejection, Report, Section, Span, Trace, is_url_code_point, sections::whatwg};

/// The C0 control percent-encode set: C0 controls and everything after `~`.
///
/// Source: whatwg#c0-control-percent-encode-set
pub const C0_CONTROL_PERCENT_ENCODE_SET: ByteSet = ByteSet::of(b"").and_range(0, 0x1F).and_range(0x7F, 0xFF);

/// The fragment percent-encode set, for fragments.
///
/// Source: whatwg#fragment-percent-encode-set
pub const FRAGMENT_PERCENT_ENCODE_SET: ByteSet = C0_CONTROL_PERCENT_ENCODE_SET.and(b" \"<>`");

/// The query percent-encode set, for a URL that is not special.
///
/// Source: whatwg#query-percent-encode-set
pub const QUERY_PERCENT_ENCODE_SET: ByteSet = C0_CONTROL_PERCENT_ENCODE_SET.and(b" \"#<>");

/// The special-query percent-encode set, for the query of a special URL.
///
/// Source: whatwg#special-query-percent-encode-set
pub const SPECIAL_QUERY_PERCENT_ENCODE_SET: ByteSet = QUERY_PERCENT_ENCODE_SET.and(b"'");

/// The path percent-encode set, for a path that is not opaque.
///
/// Source: whatwg#path-percent-encode-set
pub const PATH_PERCENT_ENCODE_SET: ByteSet = QUERY_PERCENT_ENCODE_SET.and(b"?^`{}");

/// The userinfo percent-encode set, for usernames and passwords.
///
/// Source: whatwg#userinfo-percent-encode-set
pub const USERINFO_PERCENT_ENCODE_SET: ByteSet = PATH_PERCENT_ENCODE_SET.and(b"/:;=@[\\]|");

/// The component percent-encode set, for data that may be put into any component.
///
/// Source: whatwg#component-percent-encode-set
pub const COMPONENT_PERCENT_ENCODE_SET: ByteSet = USERINFO_PERCENT_ENCODE_SET.and(b"$%&+,");

/// The application/x-www-form-urlencoded percent-encode set: all except ASCII alphanumerics and `*-._`.
///
/// Source: whatwg#application-x-www-form-urlencoded-percent-encode-set
pub const FORM_PERCENT_ENCODE_SET: ByteSet = COMPONENT_PERCENT_ENCODE_SET.and(b"!'()~");

/// The forbidden host code points of the Standard, which an opaque host cannot contain.
///
/// Source: whatwg#forbidden-host-code-point
pub const FORBIDDEN_HOST_CODE_POINTS: ByteSet = ByteSet::of(b"\0\t\n\r #/:<>?@[\\]^|");

/// Returns true if `text` starts with a percent-encoded byte: `%` and two hexadecimal digits.
///
/// Spec: whatwg#percent-encoded-byte
///
/// # Examples
/// ```
/// use url_core::whatwg::starts_with_percent_encoded_byte;
/// assert!(starts_with_percent_encoded_byte(b"%2ex") && !starts_with_percent_encoded_byte(b"%2"));
/// ```
#[inline]
pub fn starts_with_percent_encoded_byte(text: &[u8]) -> bool {
    matches!(text, [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

/// Reports each code point of `text` that is neither a URL code point nor `%` as a violation of the step
/// `not_code_point`, and each `%` without two hexadecimal digits as a violation of `not_escape`.
///
/// Spec: whatwg#url-units, whatwg#invalid-url-unit
///
/// # Examples
/// ```
/// use url_core::{NoTrace, sections::whatwg, whatwg::report_units};
/// report_units("a<%", whatwg::PATH_STATE_2_1, whatwg::PATH_STATE_2_2, &mut NoTrace);
/// ```
pub fn report_units<T: Trace>(text: &str, not_code_point: Section, not_escape: Section, trace: &mut T) {
    if !T::ENABLED {
        return;
    }
    for (at, c) in text.char_indices() {
        let span = Span::new(at, at + c.len_utf8());
        if c == '%' {
            if !starts_with_percent_encoded_byte(&text.as_bytes()[at..]) {
                trace.violation(not_escape, "invalid-URL-unit", span);
            }
        } else if !is_url_code_point(c) {
            trace.violation(not_code_point, "invalid-URL-unit", span);
        }
    }
}

/// Checks that `text` consists of URL units (URL code points and percent-encoded bytes) that are not in
/// `excluded`. `section` is the section that requires this.
///
/// # Errors
/// [`Reason::PercentNotEscape`] for a `%` without two hexadecimal digits, and
/// [`Reason::CharacterNotAllowed`] for any other character that is not allowed.
///
/// Spec: whatwg#url-units, webspecs#url-writing-23
///
/// # Examples
/// ```
/// use url_core::{ByteSet, Span, sections::whatwg, whatwg::check_url_units};
/// let check = |text| check_url_units(text, &ByteSet::of(b"?"), whatwg::URL_PATH_SEGMENT_STRING);
/// assert!(check("a%20é").is_ok());
/// assert_eq!(check("a%2").unwrap_err().span, Span::new(1, 2));
/// assert_eq!(check("a?").unwrap_err().span, Span::new(1, 2));
/// ```
pub fn check_url_units(text: &str, excluded: &ByteSet, section: Section) -> Result<(), Rejection> {
    let is_none = |&(at, c): &(usize, char)| match c {
        '%' => !starts_with_percent_encoded_byte(&text.as_bytes()[at..]),
        c => !is_url_code_point(c) || u8::try_from(c).is_ok_and(|c| c.is_ascii() && excluded.contains(c)),
    };
    match text.char_indices().find(is_none) {
        Some((at, c)) => Err(Rejection::of_character(text, section, Span::new(at, at + c.len_utf8()))),
        None => Ok(()),
    }
}

/// Checks that the host parser accepts `host` in a URL whose scheme is not special. Does not convert the
/// host.
///
/// # Errors
/// Returns [`Reason::HostForbidden`], [`Reason::Ipv6Unclosed`], or [`Reason::HostIpLiteral`] for text in
/// brackets that is not an IPv6 address.
///
/// Spec: whatwg#concept-host-parser-1, whatwg#concept-opaque-host-parser-1
///
/// # Examples
/// ```
/// use url_core::{Span, whatwg::check_opaque_host};
/// assert!(check_opaque_host("[::1]").is_ok() && check_opaque_host("").is_ok());
/// assert_eq!(check_opaque_host("a<b").unwrap_err().span, Span::new(1, 2));
/// ```
pub fn check_opaque_host(host: &str) -> Result<(), Rejection> {
    let Some(address) = host.strip_prefix('[') else {
        // Opaque-host parser 1. A forbidden host code point: host-invalid-code-point, failure.
        return FORBIDDEN_HOST_CODE_POINTS.find_in(host.as_bytes()).map_or(Ok(()), |at| {
            let section = whatwg::CONCEPT_OPAQUE_HOST_PARSER_1;
            Err(Rejection::new(Reason::HostForbidden, section, Span::new(at, at + 1)))
        });
    };
    // Host parser 1.1. No "]" at the end: IPv6-unclosed, failure.
    let Some(address) = address.strip_suffix(']') else {
        let section = whatwg::CONCEPT_HOST_PARSER_1_1;
        return Err(Rejection::new(Reason::Ipv6Unclosed, section, Span::whole(host)));
    };
    // Host parser 1.2. Return the result of IPv6 parsing what is in the brackets.
    // NOTE: the standard library accepts the same addresses, but reports no positions.
    if address.parse::<Ipv6Addr>().is_ok() {
        return Ok(());
    }
    let mut others =
        address.char_indices().filter(|(_, c)| !matches!(c, ':' | '.') && !c.is_ascii_hexdigit());
    let span = others.next().map(|(at, c)| Span::new(at + 1, at + 1 + c.len_utf8()));
    let (section, span) = (whatwg::CONCEPT_HOST_PARSER_1_2, span.unwrap_or(Span::whole(host)));
    Err(Rejection::new(Reason::HostIpLiteral, section, span))
}
