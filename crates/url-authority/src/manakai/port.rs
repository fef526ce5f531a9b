//! The canonical port. Implements manakai "Canonicalization" step 7.

use alloc::{borrow::Cow, string::ToString};

use url_core::{Component, Reason, Rejection, Report, Span, Trace, sections::manakai};

use crate::check_digits;

/// Removes an empty or default port, and the leading zeros of any other. Borrows if nothing changes.
///
/// `default` is the default port of the URL's scheme, if it has one.
///
/// # Errors
/// [`Reason::PortNotNumber`] and [`Reason::PortOutOfRange`], with the place in `port`.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Reason};
/// use url_authority::manakai::canonicalize_port;
/// assert_eq!(canonicalize_port("080", Some(80), &mut NoTrace), Ok(None));
/// assert_eq!(canonicalize_port("080", Some(21), &mut NoTrace), Ok(Some("80".into())));
/// assert_eq!(canonicalize_port("8x", None, &mut NoTrace).unwrap_err().reason, Reason::PortNotNumber);
/// ```
pub fn canonicalize_port<'a, T: Trace>(
    port: impl Into<Cow<'a, str>>,
    default: Option<u16>,
    trace: &mut T,
) -> Result<Option<Cow<'a, str>>, Rejection> {
    let port = port.into();
    let span = Span::whole(&port);
    // 7.1. If the port is the empty string, remove the port.
    if port.is_empty() {
        trace.omit(manakai::CANONICALIZATION_7_1, Component::Port, span);
        return Ok(None);
    }
    // 7.2. Otherwise, if the port consists of one or more ASCII digits:
    // 7.3. Otherwise, the URL is invalid.
    let section = manakai::CANONICALIZATION_7_3;
    check_digits(&port, section).inspect_err(|_| trace.step(section, span, &port, None))?;
    // 7.2.1. Interpret the port as a decimal number p.
    let digits = port.trim_start_matches('0');
    let p = if digits.is_empty() { Some(0) } else { digits.parse::<u16>().ok() };
    trace.step(manakai::CANONICALIZATION_7_2_1, span, &port, None);
    // 7.2.2. If p is equal to the default port of the scheme, if any, remove the port.
    if p.is_some() && p == default {
        trace.step(manakai::CANONICALIZATION_7_2_2, span, &port, Some(""));
        return Ok(None);
    }
    // 7.2.3. Otherwise, if p is less than or equal to 65535, replace the port by the shortest representation of p.
    if let Some(p) = p {
        let has_leading_zero = port.starts_with('0');
        return Ok(Some(trace.rewrite(manakai::CANONICALIZATION_7_2_3, span, port, |port| {
            if has_leading_zero { Cow::Owned(p.to_string()) } else { Cow::Borrowed(port) }
        })));
    }
    // 7.2.4. Otherwise, the URL is invalid.
    trace.step(manakai::CANONICALIZATION_7_2_4, span, &port, None);
    Err(Rejection::new(Reason::PortOutOfRange, manakai::CANONICALIZATION_7_2_4, span))
}
