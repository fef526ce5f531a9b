//! UTS 46, as the crate `idna` has it, in the settings that specs ask for.

use alloc::{borrow::Cow, string::String};

use idna::uts46::{AsciiDenyList, DnsLength, ErrorPolicy, Hyphens, ProcessingSuccess, Uts46};
use url_core::Reason;

/// Unicode ToASCII of UTS 46, nontransitional, with bidi and joiner checks; `be_strict` adds the checks of hyphens, of STD3
/// and of lengths.
///
/// # Errors
/// [`Reason::HostIdna`].
pub(crate) fn to_ascii(domain: &str, be_strict: bool) -> Result<Cow<'_, str>, Reason> {
    if be_strict {
        let (deny_list, hyphens) = (AsciiDenyList::STD3, Hyphens::Check);
        let strict = Uts46::new().to_ascii(domain.as_bytes(), deny_list, hyphens, DnsLength::Verify);
        return strict.map_err(|_| Reason::HostIdna);
    }
    // FAST: what has no length to be verified is what is written here, where there is room for it already. Punycode takes
    // fewer bytes than it stands for, but for `xn--` and a hyphen.
    let mut result = String::with_capacity(domain.len() + 16);
    let processed = Uts46::new().process(
        domain.as_bytes(),
        AsciiDenyList::EMPTY,
        Hyphens::Allow,
        ErrorPolicy::FailFast,
        |_, _, _| false,
        &mut result,
        None,
    );
    match processed {
        Ok(ProcessingSuccess::Passthrough) => Ok(Cow::Borrowed(domain)),
        Ok(ProcessingSuccess::WroteToSink) => Ok(Cow::Owned(result)),
        Err(_) => Err(Reason::HostIdna),
    }
}

/// Unicode ToUnicode of UTS 46, and whether an error was recorded.
pub(crate) fn to_unicode(domain: &str) -> (Cow<'_, str>, bool) {
    let (result, recorded) = Uts46::new().to_unicode(domain.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
    (result, recorded.is_err())
}
