//! Labels by IDNA2008, as the package `idna` of Python checks and encodes them for urllib3.
//!
//! Outside the specs: `category`.

use alloc::{format, string::String, vec::Vec};

use crate::sections::python_urllib3 as rules;
use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{
        BidiClass, ChangesWhenNfkcCasefolded, DefaultIgnorableCodePoint, GeneralCategory, HangulSyllableType,
        JoiningType, Script,
    },
};
use unicode_normalization::{char::canonical_combining_class, is_nfc};
use url_core::{Reason, Section, Trace, in_bounds};

use crate::run::{Result, Run};

/// The greatest number of characters in a label.
const MOST_CHARACTERS: usize = 63;
/// The combining class of a virama.
const VIRAMA: u8 = 9;
const ACE_PREFIX: &str = "xn--";

/// Encodes `label`, a part of `host` in lower case.
///
/// Spec: python-urllib3#alabel
pub(crate) fn encode<T: Trace>(label: &str, host: &str, run: &mut Run<'_, T>) -> Result<String> {
    // FAST: each character takes one in Punycode at least, and Punycode takes quadratic time.
    let too_long = |run: &Run<'_, T>| run.reject(Reason::HostLabelTooLong, rules::ALABEL_4, host);
    if label.chars().nth(MOST_CHARACTERS).is_some() {
        return Err(too_long(run));
    }
    // 1. A label that lower case made ASCII is decoded and checked
    if label.is_ascii() {
        run.step_at(rules::ALABEL_1, host, label, None);
        let decoded = decode(label).ok_or_else(|| run.reject(Reason::HostPunycode, rules::ALABEL_1, host))?;
        check(&decoded, host, run)?;
        return Ok(label.into());
    }
    // 2. Another one is checked
    run.step_at(rules::ALABEL_2, host, label, None);
    check(label, host, run)?;
    // 3. Then encoded in Punycode
    let punycode = idna::punycode::encode_str(label)
        .ok_or_else(|| run.reject(Reason::HostPunycode, rules::ALABEL_3, host))?;
    let encoded = format!("{ACE_PREFIX}{punycode}");
    run.step_at(rules::ALABEL_3, host, label, Some(&encoded));
    // 4. More than 63 characters are refused
    if encoded.len() > MOST_CHARACTERS { Err(too_long(run)) } else { Ok(encoded) }
}

/// What the ASCII `label` stands for, if it is what that would be encoded as.
///
/// Spec: python-urllib3#alabel-1
fn decode(label: &str) -> Option<String> {
    let Some(punycode) = label.strip_prefix(ACE_PREFIX) else { return Some(label.into()) };
    let decoded = idna::punycode::decode_to_string(punycode)?;
    let is_canonical = idna::punycode::encode_str(&decoded).as_deref() == Some(punycode);
    (is_canonical && !punycode.ends_with('-')).then_some(decoded)
}

/// Spec: python-urllib3#check-label
fn check<T: Trace>(label: &str, host: &str, run: &mut Run<'_, T>) -> Result {
    let characters: Vec<char> = label.chars().collect();
    let mut rule = |is_met: bool, reason: Reason, section: Section| {
        run.step_at(section, host, label, None);
        if is_met { Ok(()) } else { Err(run.reject(reason, section, host)) }
    };
    // 1. Anything but form NFC is refused
    rule(is_nfc(label), Reason::HostIdna, rules::CHECK_LABEL_1)?;
    // 2. Hyphens first, last, or third and fourth are refused
    let has_hyphens =
        label.starts_with('-') || label.ends_with('-') || characters.get(2..4) == Some(&['-', '-']);
    rule(!has_hyphens, Reason::HostEdgeHyphen, rules::CHECK_LABEL_2)?;
    // 3. A combining mark first is refused
    let is_mark = |c: &char| {
        use GeneralCategory as Gc;
        matches!(category(*c), Gc::NonspacingMark | Gc::SpacingMark | Gc::EnclosingMark)
    };
    rule(!characters.first().is_some_and(is_mark), Reason::HostIdna, rules::CHECK_LABEL_3)?;
    for (at, &c) in characters.iter().enumerate() {
        let (is_met, section) = match c {
            // 5. A joiner where RFC 5892 does not allow it is refused
            '\u{200C}' | '\u{200D}' => (joiner_may_stand(&characters, at), rules::CHECK_LABEL_5),
            // 6. Some others where it does not allow them are refused
            '\u{B7}'
            | '\u{375}'
            | '\u{5F3}'
            | '\u{5F4}'
            | '\u{30FB}'
            | '\u{660}'..='\u{669}'
            | '\u{6F0}'..='\u{6F9}' => (may_stand(&characters, at), rules::CHECK_LABEL_6),
            // 4. A character that RFC 5892 does not allow is refused
            _ => (is_valid(c), rules::CHECK_LABEL_4),
        };
        rule(is_met, Reason::HostIdna, section)?;
    }
    // 7. A mixture of directions by RFC 5893 is refused
    rule(has_one_direction(&characters), Reason::HostBidi, rules::CHECK_LABEL_7)
}

fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

/// Whether the property that RFC 5892 derives for `c` is PVALID.
///
/// Spec: python-urllib3#check-label-4
fn is_valid(c: char) -> bool {
    use GeneralCategory as Gc;
    match c {
        // RFC 5892 section 2.6, the exceptions; the hyphen is among the characters of LDH.
        '-' | '\u{DF}' | '\u{3C2}' | '\u{6FD}' | '\u{6FE}' | '\u{F0B}' | '\u{3007}' => return true,
        '\u{640}' | '\u{7FA}' | '\u{302E}' | '\u{302F}' | '\u{3031}'..='\u{3035}' | '\u{303B}' => {
            return false;
        }
        // Its section 2.7: blocks of combining marks for symbols, and of musical symbols.
        '\u{20D0}'..='\u{20FF}' | '\u{1D100}'..='\u{1D1FF}' | '\u{1D200}'..='\u{1D24F}' => return false,
        _ => {}
    }
    let is_letter_or_digit = matches!(
        category(c),
        Gc::LowercaseLetter
            | Gc::UppercaseLetter
            | Gc::OtherLetter
            | Gc::DecimalNumber
            | Gc::ModifierLetter
            | Gc::NonspacingMark
            | Gc::SpacingMark
    );
    is_letter_or_digit
        && !CodePointSetData::new::<ChangesWhenNfkcCasefolded>().contains(c)
        && !CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        && !matches!(
            CodePointMapData::<HangulSyllableType>::new().get(c),
            HangulSyllableType::LeadingJamo
                | HangulSyllableType::VowelJamo
                | HangulSyllableType::TrailingJamo
        )
}

/// Spec: python-urllib3#check-label-5
fn joiner_may_stand(label: &[char], at: usize) -> bool {
    let (before, after) = (in_bounds(label.get(..at)), in_bounds(label.get(at + 1..)));
    if before.last().is_some_and(|&c| canonical_combining_class(c) == VIRAMA) {
        return true;
    }
    if label.get(at) == Some(&'\u{200D}') {
        return false;
    }
    let joining = |c: &char| CodePointMapData::<JoiningType>::new().get(*c);
    let is_visible = |joining: &JoiningType| *joining != JoiningType::Transparent;
    let before = before.iter().rev().map(joining).find(is_visible);
    let after = after.iter().map(joining).find(is_visible);
    matches!(before, Some(JoiningType::LeftJoining | JoiningType::DualJoining))
        && matches!(after, Some(JoiningType::RightJoining | JoiningType::DualJoining))
}

/// Spec: python-urllib3#check-label-6
fn may_stand(label: &[char], at: usize) -> bool {
    let script = |c: &char| CodePointMapData::<Script>::new().get(*c);
    let before = at.checked_sub(1).and_then(|at| label.get(at));
    let after = label.get(at + 1);
    match label.get(at) {
        Some('\u{B7}') => before == Some(&'l') && after == Some(&'l'),
        Some('\u{375}') => after.map(script) == Some(Script::Greek),
        Some('\u{5F3}' | '\u{5F4}') => before.map(script) == Some(Script::Hebrew),
        Some('\u{30FB}') => {
            label.iter().any(|c| matches!(script(c), Script::Hiragana | Script::Katakana | Script::Han))
        }
        Some('\u{660}'..='\u{669}') => !label.iter().any(|c| matches!(c, '\u{6F0}'..='\u{6F9}')),
        _ => !label.iter().any(|c| matches!(c, '\u{660}'..='\u{669}')),
    }
}

/// Spec: python-urllib3#check-label-7
fn has_one_direction(label: &[char]) -> bool {
    use BidiClass as Bc;
    let class = |c: &char| CodePointMapData::<BidiClass>::new().get(*c);
    let is = |c: &char, classes: &[BidiClass]| classes.contains(&class(c));
    let has = |classes: &[BidiClass]| label.iter().any(|c| is(c, classes));
    if !has(&[Bc::RightToLeft, Bc::ArabicLetter, Bc::ArabicNumber]) {
        return true;
    }
    let (of_direction, ends): (&[_], &[_]) = match label.first().map(class) {
        Some(Bc::RightToLeft | Bc::ArabicLetter) => (
            &[Bc::RightToLeft, Bc::ArabicLetter, Bc::ArabicNumber],
            &[Bc::RightToLeft, Bc::ArabicLetter, Bc::ArabicNumber, Bc::EuropeanNumber],
        ),
        Some(Bc::LeftToRight) => (&[Bc::LeftToRight], &[Bc::LeftToRight, Bc::EuropeanNumber]),
        _ => return false,
    };
    let neutral = [
        Bc::EuropeanNumber,
        Bc::EuropeanSeparator,
        Bc::CommonSeparator,
        Bc::EuropeanTerminator,
        Bc::OtherNeutral,
        Bc::BoundaryNeutral,
        Bc::NonspacingMark,
    ];
    label.iter().all(|c| is(c, of_direction) || is(c, &neutral))
        && label.iter().rev().find(|c| !is(c, &[Bc::NonspacingMark])).is_some_and(|c| is(c, ends))
        && !(has(&[Bc::EuropeanNumber]) && has(&[Bc::ArabicNumber]))
}
