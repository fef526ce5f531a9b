//! Hosts in "Web addresses in HTML 5": the percent-encoded UTF-8 of a host is decoded, then IDNA2003 applies.

use alloc::borrow::Cow;

use percent_encoding::percent_decode_str;
use smallvec::SmallVec;
use url_core::{ByteSet, Connolly, NoTrace, Reason, Rejection, Report, Span, Trace, sections::connolly};

use crate::{
    Host, HostError, Result,
    error::{ToAscii, locate, narrowed},
    host::host_of,
    manakai::{AsciiRules, is_label_separator, to_ascii_2003},
    rfc3986::match_host,
};

/// Parses `text` as the host of a Web address: matches it against the grammar, and converts it to ASCII.
///
/// # Errors
/// Returns an error of [`match_host`] or [`host_to_ascii`].
///
/// Spec: connolly#parsing-urls-8.2, connolly#absolute-url-12
///
/// # Examples
/// ```
/// use url_host::{Host, connolly::parse_host};
/// assert_eq!(parse_host("bücher.example"), Ok(Host::Domain("xn--bcher-kva.example".into())));
/// assert_eq!(parse_host("a.b_c").unwrap_err().span(), url_core::Span::new(2, 5));
/// ```
pub fn parse_host(text: &str) -> Result<Host<Cow<'_, str>>, HostError> {
    let matched = match_host(Connolly, text, &mut NoTrace);
    matched
        .and_then(|_| host_to_ascii(text, &mut NoTrace))
        .map(host_of)
        .map_err(|rejection| locate(text, rejection, NONE, TO_ASCII))
}

/// No character is forbidden by itself.
const NONE: &ByteSet = &ByteSet::of(b"");
const TO_ASCII: ToAscii = |label| to_ascii_2003(label, AsciiRules::Std3);
const PLAIN: ByteSet = ByteSet::of(b"-.").and_range(b'0', b'9').and_range(b'A', b'Z').and_range(b'a', b'z');

/// Returns true if `host` has no escapes and only labels that `ToASCII` certainly leaves unchanged.
///
/// Spec: connolly#absolute-url-12
fn is_plain_host(host: &str) -> bool {
    let is_label = |label: &[u8]| {
        (1..=63).contains(&label.len()) && label.first() != Some(&b'-') && label.last() != Some(&b'-')
    };
    let labels = host.strip_suffix('.').unwrap_or(host).as_bytes();
    PLAIN.contains_all(host.as_bytes()) && labels.split(|&byte| byte == b'.').all(is_label)
}

/// Decodes the percent-encoded octets of `host`, and converts each label by `ToASCII`. The result is borrowed
/// if nothing changes. An IP literal in brackets and the empty host are returned unchanged.
///
/// # Errors
/// Returns [`Reason::HostNotUtf8`] with the span of all of `host`, or the reason why `ToASCII` fails, with
/// the span of the label at fault.
///
/// Spec: connolly#absolute-url-10, connolly#absolute-url-12
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Reason};
/// let ascii = |host| url_host::connolly::host_to_ascii(host, &mut NoTrace);
/// assert_eq!(ascii("b%C3%BCcher.Example."), Ok("xn--bcher-kva.Example.".into()));
/// let reasons = ["%FF", "a_b"].map(|host| ascii(host).unwrap_err().reason);
/// assert_eq!(reasons, [Reason::HostNotUtf8, Reason::HostNotLdh]);
/// ```
#[inline]
pub fn host_to_ascii<'a, T: Trace>(host: impl Into<Cow<'a, str>>, trace: &mut T) -> Result<Cow<'a, str>> {
    let host = host.into();
    // FAST: the steps leave a plain host unchanged.
    if !T::ENABLED && is_plain_host(&host) {
        return Ok(host);
    }
    let span = Span::whole(&host);
    if host.is_empty() || host.starts_with('[') {
        if !host.is_empty() {
            trace.step_by_reading("C6", connolly::ABSOLUTE_URL_12, span, &host, None);
        }
        return Ok(host);
    }
    // 10. Replace [the host] with the string that results from expanding any sequences of percent-encoded
    // octets in that component that are valid UTF-8 sequences into Unicode characters as defined by UTF-8.
    // 11. If any percent-encoded octets in that component are not valid UTF-8 sequences, then return an
    // error.
    let Ok(expanded) = percent_decode_str(&host).decode_utf8() else {
        trace.step(connolly::ABSOLUTE_URL_11, span, &host, None);
        return Err(Rejection::new(Reason::HostNotUtf8, connolly::ABSOLUTE_URL_11, span));
    };
    trace.change(connolly::ABSOLUTE_URL_10, span, &host, &expanded);
    // 12. Apply the IDNA ToASCII algorithm to the matching substring, with both the AllowUnassigned and
    // UseSTD3ASCIIRules flags set. Replace the matching substring with the result.
    // 13. If ToASCII fails to convert one of the components of the string, then return an error.
    let ascii = labels_to_ascii(&expanded).map_err(|reason| {
        trace.step_by_reading("C5", connolly::ABSOLUTE_URL_13, span, &expanded, None);
        let rejection = Rejection::new(reason, connolly::ABSOLUTE_URL_13, span);
        narrowed(&host, rejection, NONE, TO_ASCII)
    })?;
    if T::ENABLED && ascii != expanded {
        trace.step_by_reading("C5", connolly::ABSOLUTE_URL_12, span, &expanded, Some(&ascii));
    } else {
        trace.step(connolly::ABSOLUTE_URL_12, span, &expanded, None);
    }
    Ok(if ascii == host { host } else { Cow::Owned(ascii.into_owned()) })
}

/// Applies `ToASCII` to each label. The last label may be empty: the DNS root (our interpretation C5).
///
/// Spec: connolly#absolute-url-12
fn labels_to_ascii(host: &str) -> Result<Cow<'_, str>, Reason> {
    let without_root = host.strip_suffix(is_label_separator).unwrap_or(host);
    let mut labels =
        without_root.split(is_label_separator).map(|label| to_ascii_2003(label, AsciiRules::Std3));
    if host.is_ascii() {
        return labels.try_for_each(|label| label.map(drop)).map(|()| Cow::Borrowed(host));
    }
    let labels: SmallVec<[Cow<'_, str>; 8]> = labels.collect::<Result<_, _>>()?;
    let root = if without_root.len() < host.len() { "." } else { "" };
    Ok(Cow::Owned(labels.join(".") + root))
}
