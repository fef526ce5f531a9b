//! The canonical host. Holds manakai "The CanonicalizeHost algorithm".

use std::borrow::Cow;

use percent_encoding::utf8_percent_encode;
use url_core::{ByteSet, Pinned, Reason, Rejection, Span, Trace, sections::manakai};

use crate::{HostProfile, canonicalize_ipv4, canonicalize_ipv6, labels::labels_to_ascii, nameprep::nameprep};

/// Bytes that no step of the algorithm changes or stops at, once the host is no IPv4 address.
const PLAIN: ByteSet = ByteSet::of(b"-._~+").and_range(b'0', b'9').and_range(b'a', b'z');

/// The canonical form of `host` under the profile `P`; borrows when that is how it stands.
///
/// `is_file` says whether the scheme of the URL is `file`, which allows colons and does not encode `@`.
///
/// # Errors
/// Why the host fails, with the section; the place is all of `host` unless one byte is to blame.
///
/// Spec: manakai#canonicalize-host
///
/// # Examples
/// ```
/// use url_core::{Manakai, NoTrace, Reason};
/// let canonical = |host| url_host::canonicalize_host::<Manakai, _>(host, false, &mut NoTrace);
/// assert_eq!(canonical("B%C3%9CCHER.Example").unwrap(), "xn--bcher-kva.example");
/// assert_eq!(canonical("0x7F.1").unwrap(), "127.0.0.1");
/// assert_eq!(canonical("[::0:1]").unwrap(), "[::1]");
/// assert_eq!(canonical("a%2Fb").unwrap_err().reason, Reason::HostForbidden);
/// ```
pub fn canonicalize_host<'a, P: HostProfile, T: Trace>(
    host: impl Into<Cow<'a, str>>,
    is_file: bool,
    trace: &mut T,
) -> Result<Cow<'a, str>, Rejection> {
    // 1. Let s be the given string. Let scheme be the scheme of the URL in which s occurs.
    let mut s = host.into();
    // FAST: a host of plain bytes stays as it is unless it is an IPv4 address, which begins with a digit.
    if !T::ENABLED
        && !s.as_bytes().first().is_some_and(u8::is_ascii_digit)
        && s.bytes().all(|byte| PLAIN.contains(byte))
    {
        return Ok(s);
    }
    let span = Span::whole(&s);

    // 2. Remove U+0009, U+000A, and U+000D from s.
    s = trace.rewrite(manakai::CANONICALIZE_HOST_2, span, s, |s| replace(s, is_tab_or_newline, ""));
    // 3. Let fallback be "fail".
    // 5. THIS: If s begins by "%5B" or "%5b", return fallback.
    if s.starts_with("%5B") || s.starts_with("%5b") {
        trace.step(manakai::CANONICALIZE_HOST_5, span, &s, None);
        return Err(Rejection::new(Reason::HostEscapedBracket, manakai::CANONICALIZE_HOST_5, span));
    }
    // 6. THIS/CHROME: For any percent-encoded substring ss in s:
    // 6.1. Percent-decode ss. 6.2. Decode ss as UTF-8, with error handling.
    s = trace.rewrite(manakai::CANONICALIZE_HOST_6, span, s, percent_decode_substrings);
    // 8. Let has-root-dot be false.
    // 9. Let need-punycode be true if s contains a non-ASCII character, or false otherwise.
    let need_punycode = !s.is_ascii();
    trace.step(manakai::CANONICALIZE_HOST_9, span, &s, Some(if need_punycode { "true" } else { "false" }));

    // 11. THIS/GECKO/IE: Invoke the Nameprep algorithm without bidi checking with s.
    // If the algorithm returns a string, let s be the string. Otherwise, return fallback.
    if need_punycode || T::ENABLED {
        let prepared = nameprep::<P, _>(&s, &mut Pinned::new(trace, span));
        let prepared = prepared.map_err(|rejection| Rejection { span, ..rejection })?;
        trace.change(manakai::CANONICALIZE_HOST_11, span, &s, &prepared);
        s = Cow::Owned(prepared);
    } else if s.bytes().any(|byte| byte.is_ascii_uppercase()) {
        // FAST: in ASCII only the Map step does something: it folds case.
        s.to_mut().make_ascii_lowercase();
    }
    // 15. Replace any label separator in s by U+002E (.).
    s = trace.rewrite(manakai::CANONICALIZE_HOST_15, span, s, |s| replace(s, is_label_separator, "."));
    // 16. THIS: If the last character of s, if any, is ".", let has-root-dot be true and remove the character.
    let has_root_dot = s.ends_with('.');
    if need_punycode {
        if has_root_dot {
            s = trace.rewrite(manakai::CANONICALIZE_HOST_16, span, s, |s| Cow::Borrowed(&s[..s.len() - 1]));
        }
        // 20. If the need-punycode flag is true: [convert the labels].
        // NOTE: steps 17 and 21 stand with it; without need-punycode they undo each other, as 16 and 22 do.
        s = Cow::Owned(labels_to_ascii(&s, span, trace)?);
        // 22. If has-root-dot is true, append a "." to s.
        if has_root_dot {
            s = trace.rewrite(manakai::CANONICALIZE_HOST_22, span, s, |s| Cow::Owned(format!("{s}.")));
        }
    }
    canonicalize_address_or_name::<P, T>(s, is_file, span, trace)
}

/// The steps that follow the labels, for the host `s` that stood at `span`: addresses, forbidden characters,
/// percent-encoding.
///
/// Spec: manakai#canonicalize-host
fn canonicalize_address_or_name<'a, P: HostProfile, T: Trace>(
    mut s: Cow<'a, str>,
    is_file: bool,
    span: Span,
    trace: &mut T,
) -> Result<Cow<'a, str>, Rejection> {
    // 25. If s begins with "[" and ends by "]":
    // 25.1. Let t be s.
    // 25.2. Remove the first character from t.
    // 25.3. Remove the last character from t.
    if let Some(t) = s.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        // 25.4. Invoke the rules for canonicalizing an IPv6 address with t. If it results in a string, return it in
        // brackets.
        if let Some(address) = canonicalize_ipv6(t) {
            let bracketed = format!("[{address}]");
            trace.change(manakai::CANONICALIZE_HOST_25_4, span, &s, &bracketed);
            return Ok(if s == bracketed { s } else { Cow::Owned(bracketed) });
        }
        trace.step(manakai::CANONICALIZE_HOST_25_4, span, &s, None);
    // 26. THIS: Otherwise, if s contains ":" and scheme is different from "file", return fallback.
    } else if !is_file && s.contains(':') {
        trace.step(manakai::CANONICALIZE_HOST_26, span, &s, None);
        return Err(Rejection::new(Reason::HostColon, manakai::CANONICALIZE_HOST_26, span));
    }
    // 27. Invoke the rules for canonicalizing an IPv4 address with s. If it results in a string, return the string.
    if let Some(address) = canonicalize_ipv4(&s) {
        let address = address.to_string();
        trace.change(manakai::CANONICALIZE_HOST_27, span, &s, &address);
        return Ok(if s == address { s } else { Cow::Owned(address) });
    }
    trace.step(manakai::CANONICALIZE_HOST_27, span, &s, None);
    // 28. If s contains one of the following characters, return fallback: 28.1. THIS: U+0000, "/", "%", or "\".
    trace.step(manakai::CANONICALIZE_HOST_28_1, span, &s, None);
    if P::FORBIDDEN.find_in(s.as_bytes()).is_some() {
        return Err(Rejection::new(Reason::HostForbidden, manakai::CANONICALIZE_HOST_28_1, span));
    }
    // 30. Percent-encode s, with encoding set to UTF-8 and the following octets: 30.1. THIS: [the profile's list].
    s = trace.rewrite(manakai::CANONICALIZE_HOST_30_1, span, s, |s| {
        utf8_percent_encode(s, P::percent_encode_set(is_file)).into()
    });
    // 31. Return s.
    trace.step(manakai::CANONICALIZE_HOST_31, span, &s, None);
    Ok(s)
}

/// `s` with every character that `test` picks replaced; borrowed when there is none.
///
/// Spec: none (string handling)
fn replace<'s>(s: &'s str, test: fn(char) -> bool, by: &str) -> Cow<'s, str> {
    if s.contains(test) { Cow::Owned(s.replace(test, by)) } else { Cow::Borrowed(s) }
}

/// Decodes each run of percent-encoded octets in `s` as UTF-8, with U+FFFD for what is not UTF-8.
///
/// Spec: manakai#canonicalize-host-6, manakai#canonicalize-host-6.1, manakai#canonicalize-host-6.2
fn percent_decode_substrings(s: &str) -> Cow<'_, str> {
    if !s.contains('%') {
        return Cow::Borrowed(s);
    }
    let mut decoded = String::with_capacity(s.len());
    let mut rest = s;
    while let Some(at) = rest.find('%') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        let escape = |triplet: &[u8]| matches!(triplet, [b'%', high, low] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit());
        let run = 3 * rest.as_bytes().chunks(3).take_while(|triplet| escape(triplet)).count();
        // A "%" that begins no escape stands for itself.
        let (run, after) = rest.split_at(run.max(1));
        decoded.push_str(&percent_encoding::percent_decode_str(run).decode_utf8_lossy());
        rest = after;
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

/// Whether step 2 removes `c`.
///
/// Spec: manakai#canonicalize-host-2
fn is_tab_or_newline(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}

/// Whether `c` is a label separator of RFC 3490.
///
/// Spec: manakai#canonicalize-host-15
fn is_label_separator(c: char) -> bool {
    matches!(c, '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}')
}
