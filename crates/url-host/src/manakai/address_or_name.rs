//! Classification of a host with canonical labels as an address, a name, or forbidden. Implements manakai
//! "The CanonicalizeHost algorithm" steps 25 to 31.

use std::borrow::Cow;

use url_core::{Reason, Rejection, Report, Span, Trace, manakai::report_percent_encoding, sections::manakai};

use super::{
    HostProfile,
    Marker::{Gecko, Ie, This},
    canonicalize_ipv4, canonicalize_ipv6,
    percent::{has_escaped_nul_or_broken_escape, percent_encode},
};

/// Applies steps 25 to 31 to the host `s`, which is at `span`.
///
/// Spec: manakai#canonicalize-host
pub(crate) fn canonicalize_address_or_name<'a, P: HostProfile, T: Trace>(
    mut s: Cow<'a, str>,
    scheme: &str,
    span: Span,
    trace: &mut T,
) -> Result<Cow<'a, str>, Rejection> {
    let fail = |reason, section| Err(Rejection::new(reason, section, span));
    // 25. If s begins with "[" and ends by "]":
    if let Some(t) = s.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        // 25.1. Let t be s.
        trace.visited(manakai::CANONICALIZE_HOST_25_1, span);
        // 25.2. Remove the first character from t.
        trace.visited(manakai::CANONICALIZE_HOST_25_2, span);
        // 25.3. Remove the last character from t.
        trace.visited(manakai::CANONICALIZE_HOST_25_3, span);
        // 25.4. Invoke the rules for canonicalizing an IPv6 address with t. If it results in a string, return it in
        // brackets.
        if let Some(address) = canonicalize_ipv6(t, &mut trace.at(span)) {
            let bracketed = format!("[{address}]");
            trace.change(manakai::CANONICALIZE_HOST_25_4, span, &s, &bracketed);
            return Ok(if s == bracketed { s } else { Cow::Owned(bracketed) });
        }
        trace.step(manakai::CANONICALIZE_HOST_25_4, span, &s, None);
    // 26. THIS: Otherwise, if s contains ":" and scheme is different from "file", return fallback.
    } else if matches!(P::MARKER, This)
        && trace.decide(manakai::CANONICALIZE_HOST_26, span, &s, scheme != "file" && s.contains(':'))
    {
        return fail(Reason::HostColon, manakai::CANONICALIZE_HOST_26);
    }
    // 27. Invoke the rules for canonicalizing an IPv4 address with s. If it results in a string, return the string.
    if let Some(address) = canonicalize_ipv4(&s, &mut trace.at(span)) {
        let address = address.to_string();
        trace.change(manakai::CANONICALIZE_HOST_27, span, &s, &address);
        return Ok(if s == address { s } else { Cow::Owned(address) });
    }
    trace.step(manakai::CANONICALIZE_HOST_27, span, &s, None);
    // 28. If s contains one of the following characters, return fallback: [those of the profile].
    let (ref forbidden, section) = P::FORBIDDEN;
    trace.step(section, span, &s, None);
    if forbidden.find_in(s.as_bytes()).is_some() {
        return fail(Reason::HostForbidden, section);
    }
    // 29. IE: If s contains "%00" or "%" not followed by two hexadecimal digits, return fallback.
    if matches!(P::MARKER, Ie) {
        trace.step(manakai::CANONICALIZE_HOST_29, span, &s, None);
        if has_escaped_nul_or_broken_escape(&s) {
            return fail(Reason::HostForbidden, manakai::CANONICALIZE_HOST_29);
        }
    }
    // 30. Percent-encode s, with encoding set to UTF-8 and the following octets: [those of the profile; in lower case
    // under IE].
    let octets = P::percent_encode_set(scheme);
    let in_lower_case = matches!(P::MARKER, Ie);
    if !matches!(P::MARKER, Gecko) {
        report_percent_encoding(span, trace);
    }
    s = trace.rewrite(P::PERCENT_ENCODE, span, s, |s| percent_encode(s, octets, in_lower_case));
    // 31. Return s.
    trace.step(manakai::CANONICALIZE_HOST_31, span, &s, None);
    Ok(s)
}
