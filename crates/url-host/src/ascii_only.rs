//! UTS 46 on ASCII only, for a build without the feature `idna`. Everything else is rejected.

/// UTS 46 on ASCII.
pub(crate) mod uts46 {
    use alloc::borrow::Cow;

    use url_core::{Reason, to_ascii_lower_case};

    /// Unicode ToASCII on ASCII: see the module of the same name for builds with the tables.
    ///
    /// # Errors
    /// [`Reason::HostIdna`], and [`Reason::NoUnicodeTables`] for non-ASCII input and for Punycode, which would have
    /// to be decoded for checking.
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

    /// Whether `label`, which is ASCII, passes `CheckHyphens`, `UseSTD3ASCIIRules` and `VerifyDnsLength`.
    fn is_strict_label(label: &str) -> bool {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.get(2..4) != Some("--")
    }

    /// Unicode ToUnicode, which is impossible without the tables if there is Punycode: it then records an error.
    pub(crate) fn to_unicode(domain: &str) -> (Cow<'_, str>, bool) {
        (Cow::Borrowed(domain), to_ascii(domain, false).is_err())
    }
}
