//! UTS 46 on ASCII only, for a build without the feature `idna`. Non-ASCII domains are rejected.

use std::borrow::Cow;

use url_core::{Reason, to_ascii_lower_case};

/// Fails with [`Reason::NoUnicodeTables`] for Punycode too, which cannot be checked without decoding it.
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

/// Checks ASCII as `CheckHyphens`, `UseSTD3ASCIIRules` and `VerifyDnsLength` do.
fn is_strict_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.get(2..4) != Some("--")
}

/// Records an error for Punycode, which cannot be decoded without the tables.
pub(crate) fn to_unicode(domain: &str) -> (Cow<'_, str>, bool) {
    (Cow::Borrowed(domain), to_ascii(domain, false).is_err())
}
