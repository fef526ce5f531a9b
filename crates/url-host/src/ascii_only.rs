//! The conversion of domains to ASCII (UTS 46) in a build without the feature `idna`: ASCII domains only.

use alloc::borrow::Cow;

use url_core::{Reason, to_ascii_lower_case};

/// Converts `domain` to lower case, or returns an error if `domain` is not ASCII or has a label in Punycode.
pub(crate) fn to_ascii(domain: &str, be_strict: bool) -> Result<Cow<'_, str>, Reason> {
    const PREFIX: &[u8] = b"xn--";
    let is_ace = |label: &str| {
        label.as_bytes().get(..PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(PREFIX))
    };
    if !domain.is_ascii() || domain.split('.').any(is_ace) {
        return Err(Reason::NoUnicodeTables);
    }
    if be_strict && (domain.len() > 253 || !domain.split('.').all(is_strict_label)) {
        return Err(Reason::HostIdna);
    }
    Ok(to_ascii_lower_case(domain))
}

/// Returns true if an ASCII label passes `CheckHyphens`, `UseSTD3ASCIIRules` and `VerifyDnsLength`.
fn is_strict_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.get(2..4) != Some("--")
}

/// Returns `domain` unchanged, and true if it is not ASCII or has a label in Punycode.
pub(crate) fn to_unicode(domain: &str) -> (Cow<'_, str>, bool) {
    (Cow::Borrowed(domain), to_ascii(domain, false).is_err())
}
