//! Section 4.1 of UTS 46, Validity Criteria, with the settings of [`processing`](super::processing).

use idna_adapter::{
    Adapter, BidiClass, BidiClassMask, FIRST_BC_MASK, LAST_LTR_MASK, LAST_RTL_MASK,
    LEFT_OR_DUAL_JOINING_MASK, MIDDLE_LTR_MASK, MIDDLE_RTL_MASK, RIGHT_OR_DUAL_JOINING_MASK, RTL_MASK,
};

pub(super) const PREFIX: &str = "xn--";

/// Returns true if `label` meets the criteria, except the one on all labels of a Bidi domain name.
pub(super) fn is_valid_label(data: &Adapter, label: &str) -> bool {
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

/// Returns [`is_valid_label`] for a mapped and normalized label that contains no U+002E (.) and does not
/// start with "xn--".
///
/// FAST: mapping and normalizing again would change nothing, so criterion 1 is met, and criterion 7 except
/// for U+FFFD.
pub(super) fn is_valid_mapped_label(data: &Adapter, label: &str) -> bool {
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

/// Returns true if `c` is settled: an ASCII character or a letter of a common script that is valid anywhere
/// in a label of such characters, is neither mapped nor composed, and is not a mark.
pub(super) fn is_settled(c: char) -> bool {
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

/// Checks Appendix A of RFC 5892, rules A.1 and A.2, on each joiner of `label`.
fn satisfies_context_j(data: &Adapter, label: &str) -> bool {
    // Linear: no joiner is transparent, so the text between two of them is scanned twice at most.
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

fn next_joining(
    data: &Adapter,
    mut chars: impl Iterator<Item = char>,
    types: idna_adapter::JoiningTypeMask,
) -> bool {
    let first = chars.find(|&c| !data.joining_type(c).is_transparent());
    first.is_some_and(|c| data.joining_type(c).to_mask().intersects(types))
}

/// Returns true if `domain`, which is processed, contains a right-to-left character (RFC 5893, section 2).
pub(super) fn is_bidi_domain_name(data: &Adapter, domain: &str) -> bool {
    domain.chars().any(|c| may_be_right_to_left(c) && data.bidi_class(c).to_mask().intersects(RTL_MASK))
}

/// FAST: most scripts are outside the ranges of right-to-left characters.
pub(super) fn may_be_right_to_left(c: char) -> bool {
    !matches!(c, '\0'..'\u{590}' | '\u{900}'..'\u{200F}' | '\u{2070}'..'\u{FB1D}')
}

/// Checks section 2 of RFC 5893, the Bidi Rule, on a label of a Bidi domain name. The empty label passes.
pub(super) fn satisfies_bidi_rule(data: &Adapter, label: &str) -> bool {
    let class = |c| data.bidi_class(c);
    let is_in = |c, classes: BidiClassMask| class(c).to_mask().intersects(classes);
    let Some(first) = label.chars().next() else { return true };
    // The last character that is not NSM, which exists because the first is not NSM.
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
    use alloc::string::String;

    use unicode_normalization::UnicodeNormalization as _;

    use super::{Adapter, RTL_MASK, is_settled, may_be_right_to_left};

    #[test]
    fn tables_keep_stable_characters() {
        let data = Adapter::new();
        let mut found = 0;
        for c in ('\0'..=char::MAX).filter(|&c| is_settled(c)) {
            assert!(data.map_normalize([c].into_iter()).eq([c]), "{c:?}");
            assert!(!data.is_mark(c) && !c.is_ascii_uppercase(), "{c:?}");
            found += 1;
        }
        assert_eq!(found, 32_817);
        // A character that composes with the one before it is in some decomposition, after the first place.
        // No settled character is.
        for c in '\0'..=char::MAX {
            let composed = c.nfd().skip(1).find(|&c| is_settled(c));
            assert_eq!(composed, None, "{c:?}");
        }
    }

    #[test]
    fn the_quick_check_finds_all_right_to_left_characters() {
        let data = Adapter::new();
        let mut found = 0;
        for c in ('\0'..=char::MAX).filter(|&c| data.bidi_class(c).to_mask().intersects(RTL_MASK)) {
            assert!(may_be_right_to_left(c), "{c:?}");
            found += 1;
        }
        assert!(found > 1_000);
    }

    #[test]
    fn mapped_and_normalized_labels_are_valid() {
        let data = Adapter::new();
        for c in '\0'..=char::MAX {
            let mapped: String = data.map_normalize([c].into_iter()).collect();
            for label in mapped.split('.') {
                let again: String = data.normalize_validate(label.chars()).collect();
                assert_eq!(label, again, "{c:?}");
            }
        }
    }
}
