//! Hosts in the URL Standard: the parser, the serializer, the checker of valid host strings, and the search
//! for the end of a host.

mod addresses;
mod parse;
#[cfg(feature = "display")]
mod rendering;
mod whole;
mod writing;

#[cfg(feature = "manakai")]
pub(crate) use addresses::value_of;
pub use addresses::{ends_in_a_number, parse_ipv4_traced, parse_ipv6_traced};
pub(crate) use addresses::{may_end_in_a_number, write_ipv6};
pub use parse::{
    Strictness, domain_to_unicode, parse_domain, parse_host_traced, parse_opaque_host, write_host,
};
#[cfg(feature = "display")]
pub use rendering::{decode_for_display, is_bidirectional, render_domain};
pub use whole::{domain_to_ascii, domain_to_ascii_strict, parse_host, parse_ipv4, parse_ipv6};
pub use writing::{
    check_valid_domain_string, check_valid_host_string, check_valid_ipv4_address_string,
    check_valid_ipv6_address_string, check_valid_opaque_host_string, is_valid_domain,
};

use alloc::{borrow::Cow, string::String};
use core::fmt;

use addresses::write_ipv4;
pub use url_core::whatwg::FORBIDDEN_HOST_CODE_POINTS;
use url_core::{ByteSet, NoTrace, Report, Span, Trace, sections::whatwg, whatwg::SchemeKind};

/// The forbidden domain code points of the Standard, which a domain cannot contain.
///
/// Source: whatwg#forbidden-domain-code-point
pub const FORBIDDEN_DOMAIN_CODE_POINTS: ByteSet = FORBIDDEN_HOST_CODE_POINTS.and_range(0, 0x1F).and(b"%\x7F");

/// The bytes of a domain that the domain parser rejects or changes.
pub(crate) const NOT_KEPT: ByteSet = FORBIDDEN_DOMAIN_CODE_POINTS.and_range(b'A', b'Z').and_range(0x80, 0xFF);

/// A host in ASCII. Parsers borrow its text from their input if the text is the same there.
///
/// Source: whatwg#concept-host
pub type Host<'a> = crate::Host<Cow<'a, str>>;

/// Serializes `host`. A host has no position in a string, so `trace` receives each step with an empty span at
/// offset 0 (see [`url_core::Report::at`]).
///
/// Spec: whatwg#concept-host-serializer
///
/// # Examples
/// ```
/// use url_host::whatwg::{Host, serialize_host};
/// assert_eq!(serialize_host(Host::Ipv6(1.into()), &mut url_core::NoTrace), "[::1]");
/// ```
#[inline]
pub fn serialize_host<'a, T: Trace>(host: Host<'a>, trace: &mut T) -> Cow<'a, str> {
    let place = Span::default();
    let host = match host {
        // 1. IPv4 address: run the IPv4 serializer.
        Host::Ipv4(address) => {
            trace.visited(whatwg::CONCEPT_HOST_SERIALIZER_1, place);
            let mut text = String::new();
            write_ipv4(address, &mut text, trace);
            return Cow::Owned(text);
        }
        // 2. IPv6 address: "[", the IPv6 serializer, "]".
        Host::Ipv6(address) => {
            trace.visited(whatwg::CONCEPT_HOST_SERIALIZER_2, place);
            let mut text = String::from("[");
            write_ipv6(address, &mut text, trace);
            text.push(']');
            return Cow::Owned(text);
        }
        Host::Domain(host) | Host::Opaque(host) => host,
        Host::Empty => Cow::Borrowed(""),
    };
    // 3. Domain, opaque host or empty host: return host.
    trace.visited(whatwg::CONCEPT_HOST_SERIALIZER_3, place);
    host
}

impl<S: AsRef<str>> fmt::Display for crate::Host<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&serialize_host(self.as_deref().map(Cow::Borrowed), &mut NoTrace))
    }
}

/// Returns the length of the host at the start of `input`. The host ends before a colon outside brackets,
/// `/`, `?` or `#`, and before `\` if the scheme is special.
///
/// Spec: whatwg#host-state
///
/// # Examples
/// ```
/// use url_core::{NoTrace, whatwg::SchemeKind};
/// use url_host::whatwg::scan_host;
/// assert_eq!(scan_host("[::1]:80", SchemeKind::Special, &mut NoTrace), 5);
/// assert_eq!(scan_host(r"a\b/c", SchemeKind::NotSpecial, &mut NoTrace), 3);
/// ```
#[inline]
pub fn scan_host<T: Trace>(input: &str, kind: SchemeKind, trace: &mut T) -> usize {
    let mut inside_brackets = false;
    for (at, byte) in input.bytes().enumerate() {
        match byte {
            b':' if !inside_brackets => return at,
            b'/' | b'?' | b'#' => return at,
            b'\\' if kind.is_special() => return at,
            // 4.1. "[": set insideBrackets to true.
            b'[' => {
                trace.visited(whatwg::HOST_STATE_4_1, Span::new(at, at + 1));
                inside_brackets = true;
            }
            // 4.2. "]": set insideBrackets to false.
            b']' => {
                trace.visited(whatwg::HOST_STATE_4_2, Span::new(at, at + 1));
                inside_brackets = false;
            }
            // 4.3. Append c to buffer.
            // NOTE: the caller copies the whole host.
            _ => {}
        }
    }
    input.len()
}

/// Returns the length of a file URL's host at the start of `input`. The host ends before `/`, `\`, `?`, `#`.
///
/// Spec: whatwg#file-host-state-1, whatwg#file-host-state-2
///
/// # Examples
/// ```
/// assert_eq!(url_host::whatwg::scan_file_host("a:b/c"), 3);
/// ```
#[inline]
pub fn scan_file_host(input: &str) -> usize {
    const END: ByteSet = ByteSet::of(b"/\\?#");
    END.find_in(input.as_bytes()).unwrap_or(input.len())
}
