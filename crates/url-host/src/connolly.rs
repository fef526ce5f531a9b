//! Hosts in "Web addresses in HTML 5": the percent-encoded UTF-8 of a host is decoded, then IDNA2003 applies.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use smallvec::SmallVec;
use url_core::{Reason, Rejection, Report, Span, Trace, sections::connolly};

use crate::{
    Result,
    manakai::{AsciiRules, is_label_separator, to_ascii_2003},
};

/// Decodes the percent-encoded octets of `host`, and converts each label by `ToASCII`. The result is borrowed
/// if nothing changes. An IP literal in brackets and the empty host are returned unchanged.
///
/// # Errors
/// Returns [`Reason::HostNotUtf8`], or the reason why `ToASCII` fails. The span of the error is all of
/// `host`.
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
        Rejection::new(reason, connolly::ABSOLUTE_URL_13, span)
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
    let labels: SmallVec<[Cow<'_, str>; 8]> = without_root
        .split(is_label_separator)
        .map(|label| to_ascii_2003(label, AsciiRules::Std3))
        .collect::<Result<_, _>>()?;
    if host.is_ascii() {
        return Ok(Cow::Borrowed(host));
    }
    let root = if without_root.len() < host.len() { "." } else { "" };
    Ok(Cow::Owned(labels.join(".") + root))
}
