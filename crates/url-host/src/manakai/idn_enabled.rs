//! The test that decides whether Gecko shows the labels of a host in Unicode. Implements manakai "The
//! CanonicalizeHost algorithm" step 20.1.

use std::borrow::Cow;

use url_core::{Report, Span, Trace, sections::manakai};

use super::{
    idna2003::{ACE_PREFIX, LABEL_LIMIT},
    profiles::{IDN_BLACKLIST, IDN_ENABLED_TLDS},
    punycode,
};

/// Spec: manakai#canonicalize-host
pub(crate) fn is_idn_enabled<T: Trace>(s: &str, span: Span, trace: &mut T) -> bool {
    // 20.1.1. Let tld be the last non-empty string in labels, if any, or the empty string.
    let mut tld = Cow::Borrowed(s.rsplit('.').find(|label| !label.is_empty()).unwrap_or_default());
    trace.step(manakai::CANONICALIZE_HOST_20_1_1, span, s, Some(&tld));
    // 20.1.2. If tld contains a non-ASCII character:
    if !tld.is_ascii() {
        // 20.1.2.1. Encode tld by Punycode. If the algorithm fails, let tld be the empty string.
        // FAST: a TLD longer than the limit of a label is not on any list, and Punycode takes quadratic time.
        let short = Some(&tld).filter(|tld| tld.chars().nth(LABEL_LIMIT).is_none());
        let punycode = short.and_then(|tld| punycode::encode_str(tld)).unwrap_or_default();
        trace.step(manakai::CANONICALIZE_HOST_20_1_2_1, span, &tld, Some(&punycode));
        // 20.1.2.2. Prepend "xn--" to tld unless it is the empty string.
        tld = Cow::Owned(if punycode.is_empty() { String::new() } else { format!("{ACE_PREFIX}{punycode}") });
        if !tld.is_empty() {
            trace.step(manakai::CANONICALIZE_HOST_20_1_2_2, span, &punycode, Some(&tld));
        }
    }
    // 20.1.3. Let idn-enabled be whether tld is in the list of IDN-enabled TLDs or not.
    let is_listed = IDN_ENABLED_TLDS.split(' ').any(|known| known == tld);
    let mut idn_enabled = trace.decide(manakai::CANONICALIZE_HOST_20_1_3, span, &tld, is_listed);
    // 20.1.4. Let idn-enabled be false if s contains a character included in the list of IDN blacklist characters.
    let is_blacklisted = s.contains(|c| IDN_BLACKLIST.binary_search(&c).is_ok());
    if trace.decide(manakai::CANONICALIZE_HOST_20_1_4, span, s, is_blacklisted) {
        trace.step(manakai::CANONICALIZE_HOST_20_1_4, span, s, Some(s));
        idn_enabled = false;
    }
    idn_enabled
}
