//! Conversion of domains to ASCII and to Unicode. Implements whatwg "IDNA".

use alloc::borrow::Cow;

use url_core::{Reason, Rejection, Report, Section, Span, Trace, sections::whatwg, to_ascii_lower_case};

use super::FORBIDDEN_DOMAIN_CODE_POINTS;
use crate::uts46;

/// The strictness of the conversion to ASCII: the Standard's argument `beStrict`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// Accepts every domain that a URL may have: `beStrict` is false.
    Lenient,
    /// Accepts only domains within the restrictions of DNS: `beStrict` is true.
    Strict,
}

/// Returns the ASCII form of `domain`.
///
/// # Errors
/// [`Reason::HostIdna`] and [`Reason::HostForbidden`]; [`Reason::NoUnicodeTables`] in a build without the
/// tables.
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
) -> Result<Cow<'a, str>, Rejection> {
    let span = Span::whole(domain);
    let failure = |reason, section: Section| Err(Rejection::new(reason, section, span));
    // FAST: without beStrict only a trace needs the strict result.
    if strictness == Strictness::Strict || T::ENABLED {
        // 1. Let strictResult be the result of domain parser ToASCII with true.
        trace.visited(whatwg::CONCEPT_DOMAIN_TO_ASCII_1, span);
        let strict_result = to_ascii(domain, Strictness::Strict);
        // 2. A failure value: domain-to-ASCII.
        // NOTE: missing tables are not a failure value.
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

/// Returns the ASCII form of `domain` by the review draft of February 2026, which has this algorithm instead
/// of [`parse_domain`]. ASCII input must be valid too.
///
/// # Errors
/// [`Reason::HostIdna`] and [`Reason::HostForbidden`]; [`Reason::NoUnicodeTables`] in a build without the
/// tables.
///
/// Spec: whatwg#concept-domain-to-ascii
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// use url_host::whatwg::{Strictness::Lenient, domain_to_ascii};
/// assert_eq!(domain_to_ascii("☕.Example", Lenient, &mut NoTrace), Ok("xn--53h.example".into()));
/// assert!(domain_to_ascii("XN--a", Lenient, &mut NoTrace).is_err());
/// ```
pub fn domain_to_ascii<'a, T: Trace>(
    domain: &'a str,
    strictness: Strictness,
    trace: &mut T,
) -> Result<Cow<'a, str>, Rejection> {
    let span = Span::whole(domain);
    let failure = |trace: &mut T, name, reason, section: Section| {
        trace.violation(section, name, span);
        Err(Rejection::new(reason, section, span))
    };
    // Draft 1. Let result be the result of Unicode ToASCII.
    // Draft 2. A failure value: domain-to-ASCII, failure.
    let section = whatwg::CONCEPT_DOMAIN_TO_ASCII_6_2;
    let result =
        to_ascii(domain, strictness).or_else(|reason| failure(trace, "domain-to-ASCII", reason, section))?;
    trace.change(whatwg::CONCEPT_DOMAIN_TO_ASCII_6_1, span, domain, &result);
    // Draft 3. If beStrict is false:
    if strictness == Strictness::Lenient {
        // Draft 3.1. The empty string: domain-to-ASCII, failure.
        if result.is_empty() {
            return failure(trace, "domain-to-ASCII", Reason::HostIdna, whatwg::CONCEPT_DOMAIN_TO_ASCII_7);
        }
        // Draft 3.2. A forbidden domain code point: domain-invalid-code-point, failure.
        if FORBIDDEN_DOMAIN_CODE_POINTS.find_in(result.as_bytes()).is_some() {
            let name = "domain-invalid-code-point";
            return failure(trace, name, Reason::HostForbidden, whatwg::CONCEPT_DOMAIN_TO_ASCII_8);
        }
    }
    // Draft 4. Assert: result is not empty and has no forbidden domain code point.
    // Draft 5. Return result.
    Ok(result)
}

/// Spec: whatwg#domain-parser-toascii
fn to_ascii(domain: &str, strictness: Strictness) -> Result<Cow<'_, str>, Reason> {
    uts46::to_ascii(domain, strictness == Strictness::Strict)
}

/// Converts `domain`, a result of the host parser, to Unicode; returns it unchanged if that is impossible.
///
/// Spec: whatwg#concept-domain-to-unicode
///
/// # Examples
/// ```
/// use url_host::whatwg::domain_to_unicode;
/// assert_eq!(domain_to_unicode("xn--53h.example"), "☕.example");
/// assert_eq!(domain_to_unicode("xn--8i7caa"), "xn--8i7caa");
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
