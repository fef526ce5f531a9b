//! UTS 46 with the settings that the specs use. `CheckBidi` and `CheckJoiners` are true. `CheckHyphens`,
//! `UseSTD3ASCIIRules`, `Transitional_Processing`, `IgnoreInvalidPunycode` and `VerifyDnsLength` are false.
//! The functions call the crate `idna` for the strict conversion to ASCII, and for the conversion of short
//! domains to Unicode. That crate limits the length of labels. For other conversions, this module implements
//! UTS 46 without a limit, with the Unicode tables of that crate.

use alloc::{borrow::Cow, string::String};
use core::iter;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use idna_adapter::{
    Adapter, BidiClass, BidiClassMask, FIRST_BC_MASK, JoiningTypeMask, LAST_LTR_MASK, LAST_RTL_MASK,
    LEFT_OR_DUAL_JOINING_MASK, MIDDLE_LTR_MASK, MIDDLE_RTL_MASK, RIGHT_OR_DUAL_JOINING_MASK, RTL_MASK,
};
use url_core::{Reason, append_ascii_lower_case, punycode};

/// A domain of at most this number of bytes is within the limits of the crate `idna`: 1,000 code points to
/// encode a label in Punycode, and 2,000 to decode a label. Mapping produces at most six code points for each
/// byte: U+FDFA has three bytes and becomes 18 code points.
const EXACT_UP_TO: usize = 1_000 / 6;

/// Applies nontransitional ToASCII of UTS 46 with the settings of this module. If `be_strict` is true,
/// `CheckHyphens`, `UseSTD3ASCIIRules` and `VerifyDnsLength` are true instead of false.
pub(crate) fn to_ascii(domain: &str, be_strict: bool) -> Result<Cow<'_, str>, Reason> {
    if be_strict {
        // The crate rejects labels above its limit. Such labels are also too long for the DNS.
        let (deny_list, hyphens) = (AsciiDenyList::STD3, Hyphens::Check);
        let strict = Uts46::new().to_ascii(domain.as_bytes(), deny_list, hyphens, DnsLength::Verify);
        return strict.map_err(|_| Reason::HostIdna);
    }
    let result = to_ascii_leniently(&tables(), domain).ok_or(Reason::HostIdna)?;
    Ok(if result == domain { Cow::Borrowed(domain) } else { Cow::Owned(result) })
}

/// Applies ToUnicode of UTS 46. Returns the converted domain, and true if ToUnicode records an error.
pub(crate) fn to_unicode(domain: &str) -> (Cow<'_, str>, bool) {
    if domain.len() > EXACT_UP_TO {
        let (result, recorded) = process(&tables(), domain);
        return (Cow::Owned(result), recorded);
    }
    let mut breaks_criterion_4 = false;
    let (result, recorded) = Uts46::new().to_user_interface(
        domain.as_bytes(),
        AsciiDenyList::EMPTY,
        Hyphens::Allow,
        |label, _, _| {
            // The crate does not check criterion 4 on a processed label that is not ASCII.
            breaks_criterion_4 |= label.iter().copied().take(PREFIX.len()).eq(PREFIX.chars());
            true
        },
    );
    (result, recorded.is_err() || breaks_criterion_4)
}

/// Returns the Unicode tables of the crate `idna`. A compiled program contains a copy of the tables for each
/// module that refers to them. To avoid copies, only this module calls `Uts46::new` or `Adapter::new`.
#[inline(never)]
fn tables() -> Adapter {
    Adapter::new()
}

/// For a longer domain, in bytes, [`process`] computes the mapped length before it allocates a buffer.
const SHORT: usize = 256;

/// Applies ToASCII (section 4.2). Returns `None` if ToASCII reports an error.
fn to_ascii_leniently(data: &Adapter, domain: &str) -> Option<String> {
    // 1. Process; an error is a failure.
    let (processed, recorded) = process(data, domain);
    if recorded {
        return None;
    }
    // A label in Punycode has fewer bytes than in UTF-8, apart from "xn--" and a hyphen.
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

/// Applies Processing (section 4), which is the same as ToUnicode (section 4.3). Returns the converted
/// domain, and true if Processing records an error.
fn process(data: &Adapter, domain: &str) -> (String, bool) {
    // Mapping may produce eleven bytes for each byte. A buffer that grows would need twice the memory.
    let len = match domain.len() {
        len @ ..=SHORT => len,
        _ => data.map_normalize(domain.chars()).map(char::len_utf8).sum(),
    };
    let mut processed = String::with_capacity(len);
    let (mut is_valid, mut may_be_bidi) = (true, false);
    // FAST: a full stop is never mapped or composed, so the text between two full stops is mapped separately.
    for (i, labels) in labels(domain).enumerate() {
        if i > 0 {
            processed.push('.');
        }
        is_valid &= process_labels(data, labels, &mut processed, &mut may_be_bidi);
    }
    // 4. The validity criterion on all labels of a Bidi domain name, which contains a right-to-left
    // character.
    let is_right_to_left = |c| may_be_right_to_left(c) && data.bidi_class(c).to_mask().intersects(RTL_MASK);
    if is_valid && may_be_bidi && processed.contains(is_right_to_left) {
        is_valid = labels(&processed).all(|label| satisfies_bidi_rule(data, label));
    }
    (processed, !is_valid)
}

fn labels(domain: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(domain);
    // FAST: labels are short, so a byte-by-byte search is faster than a search by words.
    iter::from_fn(move || {
        let domain = rest?;
        let end = domain.bytes().position(|byte| byte == b'.');
        rest = end.and_then(|end| domain.get(end + 1..));
        domain.get(..end.unwrap_or(domain.len()))
    })
}

/// Applies steps 1 to 4 of Processing to `labels`, which has no U+002E (.) before it is mapped. Appends the
/// result to `processed`. Returns true if there is no error. Sets `may_be_bidi` to true if the result may
/// contain right-to-left characters.
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

/// Applies step 4 of Processing, Convert/Validate, to the label that starts at byte `start` of `processed`.
/// Returns true if there is no error.
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

const PREFIX: &str = "xn--";

/// Returns true if `label` meets the validity criteria, except the Bidi criterion, which [`process`] checks.
fn is_valid_label(data: &Adapter, label: &str) -> bool {
    // 1. It is in Normalization Form C.
    // 7. Each code point has the status valid or deviation: others are mapped, or become U+FFFD.
    data.normalize_validate(label.chars()).eq(label.chars())
        // 2., 3. CheckHyphens is false.
        // 4. Then it does not begin with "xn--".
        && !label.starts_with(PREFIX)
        // 5. It does not contain U+002E (.).
        && !label.contains('.')
        && is_valid_mapped_label(data, label)
}

/// Returns the same as [`is_valid_label`]. Requires that `label` is mapped and normalized, contains no
/// U+002E (.) and does not start with "xn--".
///
/// FAST: criteria 1 and 7 are true for such a label, unless it contains U+FFFD, which breaks criterion 7.
fn is_valid_mapped_label(data: &Adapter, label: &str) -> bool {
    let mut has_joiner = false;
    for c in label.chars() {
        // 7. A code point with another status became U+FFFD.
        if c == char::REPLACEMENT_CHARACTER {
            return false;
        }
        has_joiner |= matches!(c, '\u{200C}' | '\u{200D}');
    }
    // 6. It does not begin with a combining mark.
    !label.chars().next().is_some_and(|first| data.is_mark(first))
        // 8. It satisfies the ContextJ rules.
        && (!has_joiner || satisfies_context_j(data, label))
}

/// Returns true if `c` is settled: an ASCII character or a letter of a common script that mapping and
/// normalization keep unchanged, that is valid anywhere in a label, and that is not a mark.
fn is_settled(c: char) -> bool {
    match c {
        // ASCII except capitals, then the small letters of Latin, Greek, Cyrillic and Armenian; Hebrew,
        // Arabic.
        ..'\u{700}' => {
            matches!(c, '\0'..='@' | '['..='\x7F' | 'à'..='ö' | 'ø'..='ÿ' | 'α'..='ω' | 'а'..='џ')
                || matches!(c, 'ա'..='ֆ' | '\u{5D0}'..='\u{5EA}' | '\u{621}'..='\u{63A}' | '\u{641}'..='\u{64A}')
        }
        // Consonants of Devanagari and Bengali; Tamil from the letter na on; Thai, Georgian.
        ..'\u{3000}' => {
            matches!(c, 'क'..='ह' | 'ক'..='ন' | 'প'..='র' | '\u{BA8}'..='\u{BAA}' | '\u{BAE}'..='\u{BB9}')
                || matches!(c, 'ก'..='ะ' | 'ა'..='ჺ')
        }
        // Hiragana, Katakana, Han, Hangul.
        _ => matches!(c, 'ぁ'..='ゖ' | 'ァ'..='ヺ' | '一'..='鿿' | '가'..='힣'),
    }
}

/// Returns true if each joiner of `label` satisfies rule A.1 or A.2 of RFC 5892, Appendix A.
fn satisfies_context_j(data: &Adapter, label: &str) -> bool {
    // Linear: a joiner is not transparent, so the text between two joiners is scanned at most twice.
    label.match_indices(['\u{200C}', '\u{200D}']).all(|(at, joiner)| {
        let (before, after) = (&label[..at], &label[at + joiner.len()..]);
        // A.1, A.2: the canonical combining class of the preceding character is Virama.
        before.chars().next_back().is_some_and(|c| data.is_virama(c))
            // A.1: (Joining_Type:{L,D})(Joining_Type:T)* U+200C (Joining_Type:T)*(Joining_Type:{R,D}).
            || joiner == "\u{200C}"
                && next_joining(data, before.chars().rev(), LEFT_OR_DUAL_JOINING_MASK)
                && next_joining(data, after.chars(), RIGHT_OR_DUAL_JOINING_MASK)
    })
}

fn next_joining(data: &Adapter, mut chars: impl Iterator<Item = char>, types: JoiningTypeMask) -> bool {
    let first = chars.find(|&c| !data.joining_type(c).is_transparent());
    first.is_some_and(|c| data.joining_type(c).to_mask().intersects(types))
}

/// FAST: a comparison of ranges that returns true for all right-to-left characters and some other characters.
fn may_be_right_to_left(c: char) -> bool {
    !matches!(c, '\0'..'\u{590}' | '\u{900}'..'\u{200F}' | '\u{2070}'..'\u{FB1D}')
}

/// Returns true if `label` satisfies the Bidi Rule (RFC 5893, section 2). The empty label satisfies it.
fn satisfies_bidi_rule(data: &Adapter, label: &str) -> bool {
    let class = |c| data.bidi_class(c);
    let is_in = |c, classes: BidiClassMask| class(c).to_mask().intersects(classes);
    let Some(first) = label.chars().next() else { return true };
    // The last character that is not NSM. It exists, because the first character is not NSM.
    let last = label.chars().rfind(|&c| !class(c).is_nonspacing_mark());
    let is_all = |classes| label.chars().all(|c| is_in(c, classes));
    // 1. The first character is L, R or AL.
    if !is_in(first, FIRST_BC_MASK) {
        return false;
    }
    if class(first).is_ltr() {
        // 5. Only L, EN, ES, CS, ET, ON, BN and NSM.
        // 6. The end is L or EN, followed by zero or more NSM.
        return is_all(MIDDLE_LTR_MASK) && last.is_some_and(|c| is_in(c, LAST_LTR_MASK));
    }
    // 2. Only R, AL, AN, EN, ES, CS, ET, ON, BN and NSM.
    // 3. The end is R, AL, EN or AN, followed by zero or more NSM.
    // 4. Not both EN and AN.
    let has = |is_one: fn(BidiClass) -> bool| label.chars().any(|c| is_one(class(c)));
    is_all(MIDDLE_RTL_MASK)
        && last.is_some_and(|c| is_in(c, LAST_RTL_MASK))
        && !(has(BidiClass::is_european_number) && has(BidiClass::is_arabic_number))
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String};

    use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
    use unicode_normalization::UnicodeNormalization as _;
    use url_testdata::hostile::Dice;

    use super::{
        Adapter, EXACT_UP_TO, PREFIX, RTL_MASK, is_settled, may_be_right_to_left, process, to_ascii,
        to_ascii_leniently, to_unicode,
    };

    #[test]
    fn no_label_begins_with_the_prefix_once_it_is_processed() {
        for domain in
            ["xn--xn---epa", "xn--xn---epa.é", "xn--xn---epa\u{AD}", "xn--\u{2060}xn---epa", "é.XN--XN---EPA"]
        {
            assert_eq!(to_ascii(domain, false), Err(super::Reason::HostIdna), "{domain}");
            assert!(to_unicode(domain).1, "{domain}");
        }
        // These decode to "éxn--", "xn-é-" and "xn-é", which do not start with "xn--".
        for domain in ["xn--xn---9oa", "xn--xn---dpa", "xn--xn--dma"] {
            assert_eq!(to_ascii(domain, false).as_deref(), Ok(domain));
            assert!(!to_unicode(domain).1, "{domain}");
        }
    }

    #[test]
    fn labels_are_of_any_length() {
        for n in [999, 1_000, 1_001, 2_000, 2_001, 10_000] {
            for label in ["é".repeat(n), format!("{}é", "a".repeat(n)), "日本".repeat(n / 2)] {
                for domain in [format!("{label}.Test"), format!("xn--a.{label}"), format!("{label}-.\u{300}")]
                {
                    let (ascii, unicode) = (to_ascii(&domain, false), to_unicode(&domain));
                    let is_valid = domain.ends_with("Test");
                    assert_eq!((ascii.is_ok(), unicode.1), (is_valid, !is_valid));
                    if let Ok(ascii) = ascii {
                        assert_eq!(to_ascii(&ascii, false).as_deref(), Ok(&*ascii));
                        assert_eq!(to_unicode(&ascii), (domain.to_lowercase().into(), false));
                        assert_eq!(unicode, (domain.to_lowercase().into(), false));
                    }
                }
            }
        }
        assert_eq!(to_ascii(&"é".repeat(1_001), false).unwrap(), String::from("xn--9caa") + &"a".repeat(999));
    }

    #[test]
    fn agrees_with_the_crate_idna_except_for_processed_prefixes() {
        let (data, mut dice) = (Adapter::new(), Dice::new(46));
        let (mut taken, mut only_theirs) = (0, 0);
        for _ in 0..30_000 {
            let domain = dice.domain();
            let uts46 = Uts46::new();
            let theirs =
                uts46.to_ascii(domain.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow, DnsLength::Ignore);
            let (unicode, error) = uts46.to_unicode(domain.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
            let (ours, (processed, recorded)) = (to_ascii_leniently(&data, &domain), process(&data, &domain));
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

    /// Tests the assumptions of this module about single characters with every character.
    #[test]
    fn every_character_is_as_assumed() {
        let data = Adapter::new();
        let (mut settled, mut right_to_left) = (0, 0);
        for c in '\0'..=char::MAX {
            let mapped: String = data.map_normalize([c].into_iter()).collect();
            // No byte becomes more than six code points.
            assert!(mapped.chars().count() * EXACT_UP_TO <= 1_000 * c.len_utf8(), "{c:?}: {mapped}");
            // Mapped and normalized labels are valid.
            for label in mapped.split('.') {
                let again: String = data.normalize_validate(label.chars()).collect();
                assert_eq!(label, again, "{c:?}");
            }
            if is_settled(c) {
                assert_eq!(mapped, String::from(c));
                assert!(!data.is_mark(c) && !c.is_ascii_uppercase(), "{c:?}");
                settled += 1;
            }
            // A character that composes with the one before it is in a decomposition, after the first
            // character. No settled character is there.
            assert_eq!(c.nfd().skip(1).find(|&c| is_settled(c)), None, "{c:?}");
            if data.bidi_class(c).to_mask().intersects(RTL_MASK) {
                assert!(may_be_right_to_left(c), "{c:?}");
                right_to_left += 1;
            }
        }
        assert_eq!(settled, 32_817);
        assert!(right_to_left > 1_000);
    }
}
