//! Section 4 of UTS 46, Processing, on a domain of any length, with `CheckHyphens`, `UseSTD3ASCIIRules`,
//! `Transitional_Processing`, `IgnoreInvalidPunycode` and `VerifyDnsLength` false, and `CheckBidi` and
//! `CheckJoiners` true.
//!
//! The tables, and so the version of Unicode, are those of the crate `idna`.

use alloc::string::String;
use core::iter;

use idna_adapter::Adapter;
use url_core::{append_ascii_lower_case, punycode};

use super::validity::{
    PREFIX, is_bidi_domain_name, is_settled, is_valid_label, is_valid_mapped_label, may_be_right_to_left,
    satisfies_bidi_rule,
};

/// The longest domain, in bytes, whose buffer may grow instead of being measured first.
const SHORT: usize = 256;

/// Applies ToASCII (section 4.2). Returns `None` if an error is recorded.
pub(super) fn to_ascii(data: &Adapter, domain: &str) -> Option<String> {
    // 1. Process; an error is a failure.
    let (processed, recorded) = process(data, domain);
    if recorded {
        return None;
    }
    // Punycode takes fewer bytes than the text that it represents, apart from "xn--" and a hyphen.
    let mut result = String::with_capacity(processed.len() + 16);
    // 2. Break the result into labels at U+002E (.).
    for (i, label) in labels(&processed).enumerate() {
        if i > 0 {
            result.push('.');
        }
        // 3. Convert each label that is not ASCII into Punycode, behind "xn--".
        if label.is_ascii() {
            result.push_str(label);
        } else {
            result.push_str(PREFIX);
            // This cannot fail: no number exceeds `u64::MAX`.
            punycode::encode(label.chars().map(u32::from), u64::MAX, &mut result);
        }
    }
    // 4. VerifyDnsLength is false.
    Some(result)
}

/// Applies Processing (section 4), which is also ToUnicode (4.3). Returns true if an error was recorded.
pub(super) fn process(data: &Adapter, domain: &str) -> (String, bool) {
    // Mapping may produce eleven bytes for each byte. A large buffer that grows would take twice the memory.
    let len = match domain.len() {
        len @ ..=SHORT => len,
        _ => data.map_normalize(domain.chars()).map(char::len_utf8).sum(),
    };
    let mut processed = String::with_capacity(len);
    let (mut is_valid, mut may_be_bidi) = (true, false);
    // FAST: a full stop is not mapped and never composes, so the text between two of them is mapped by
    // itself.
    for (i, labels) in labels(domain).enumerate() {
        if i > 0 {
            processed.push('.');
        }
        is_valid &= process_labels(data, labels, &mut processed, &mut may_be_bidi);
    }
    // 4. The validity criterion on all labels of a Bidi domain name.
    if is_valid && may_be_bidi && is_bidi_domain_name(data, &processed) {
        is_valid = labels(&processed).all(|label| satisfies_bidi_rule(data, label));
    }
    (processed, !is_valid)
}

fn labels(domain: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(domain);
    // FAST: labels are short, so starting a word-by-word search costs more than it saves.
    iter::from_fn(move || {
        let domain = rest?;
        let end = domain.bytes().position(|byte| byte == b'.');
        rest = end.and_then(|end| domain.get(end + 1..));
        domain.get(..end.unwrap_or(domain.len()))
    })
}

/// Applies steps 1 to 4 of Processing to `labels`, a text without U+002E (.) that may be mapped to it.
/// Returns true if there is no error. Sets `may_be_bidi` if the result may have right-to-left characters.
fn process_labels(data: &Adapter, labels: &str, processed: &mut String, may_be_bidi: &mut bool) -> bool {
    let mut start = processed.len();
    let prefix = labels.as_bytes().get(..PREFIX.len());
    if !prefix.is_some_and(|prefix| prefix.eq_ignore_ascii_case(PREFIX.as_bytes())) {
        // FAST: ASCII without Punycode is mapped to lower case, and is valid.
        if labels.is_ascii() {
            append_ascii_lower_case(labels, processed);
            return true;
        }
        // FAST: a label of settled characters is valid and unchanged.
        let mut is_found = false;
        let mut settled = labels.chars().inspect(|&c| is_found |= may_be_right_to_left(c));
        if settled.all(is_settled) {
            *may_be_bidi |= is_found;
            processed.push_str(labels);
            return true;
        }
    }
    *may_be_bidi = true;
    let mut is_valid = true;
    // 1. Map. 2. Normalize.
    for c in data.map_normalize(labels.chars()) {
        // 3. Break the string into labels at U+002E (.).
        if c == '.' {
            is_valid &= convert_label(data, processed, start);
            start = processed.len() + 1;
        }
        processed.push(c);
    }
    is_valid & convert_label(data, processed, start)
}

/// Applies step 4, Convert/Validate, to the label from `start` on. Returns true if there is no error.
fn convert_label(data: &Adapter, processed: &mut String, start: usize) -> bool {
    let label = &processed[start..];
    // The label starts with "xn--":
    if let Some(rest) = label.strip_prefix(PREFIX) {
        // 1. A code point that is not ASCII is an error; continue with the next label.
        // 2. Attempt to convert the rest to Unicode according to Punycode; failure is an error; continue.
        if !label.is_ascii() {
            return false;
        }
        let Some(decoded) = punycode::decode(rest, u64::MAX) else { return false };
        // 2. Otherwise replace the label by the result.
        processed.truncate(start);
        processed.push_str(&decoded);
        // 3. A label that is empty or all ASCII is an error.
        // 4. So is one that does not meet the validity criteria.
        return !decoded.is_ascii() && is_valid_label(data, &decoded);
    }
    // It does not: verify that it meets the validity criteria.
    is_valid_mapped_label(data, label)
}

#[cfg(test)]
mod tests {
    use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
    use url_testdata::hostile::Dice;

    use super::{PREFIX, process, to_ascii};

    /// The crate `idna` accepts a non-ASCII label that starts with `xn--` after processing. Otherwise the two
    /// agree on domains of this length, so `super::super` uses the crate for short domains.
    #[test]
    fn agrees_with_the_crate_idna_except_for_processed_prefixes() {
        let (data, mut dice) = (idna_adapter::Adapter::new(), Dice::new(46));
        let (mut taken, mut only_theirs) = (0, 0);
        for _ in 0..30_000 {
            let domain = dice.domain();
            let uts46 = Uts46::new();
            let theirs =
                uts46.to_ascii(domain.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow, DnsLength::Ignore);
            let (unicode, error) = uts46.to_unicode(domain.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
            let (ours, (processed, recorded)) = (to_ascii(&data, &domain), process(&data, &domain));
            assert_eq!(ours.is_none(), recorded, "{domain:?}");
            if let Some(ours) = ours {
                assert_eq!(Some(&*ours), theirs.as_deref().ok(), "{domain:?}");
                assert_eq!((&*processed, false), (&*unicode, error.is_err()), "{domain:?}");
                taken += 1;
            } else if theirs.is_ok() {
                let breaks_criterion_4 = |label: &str| !label.is_ascii() && label.starts_with(PREFIX);
                assert!(unicode.split('.').any(breaks_criterion_4), "{domain:?}");
                only_theirs += 1;
            }
        }
        assert!(taken > 1_500 && only_theirs > 15, "{taken} {only_theirs}");
    }
}
