//! IDNA2008 as in the Python package `idna`, which urllib3, httpx and yarl call to encode host names.

use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{
        ChangesWhenNfkcCasefolded, DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup,
        HangulSyllableType, Script,
    },
};
use idna_adapter::{
    Adapter, BidiClassMask, FIRST_BC_MASK, JoiningType, LAST_LTR_MASK, LAST_RTL_MASK,
    LEFT_OR_DUAL_JOINING_MASK, MIDDLE_LTR_MASK, MIDDLE_RTL_MASK, RIGHT_OR_DUAL_JOINING_MASK, RTL_MASK,
};
use unicode_normalization::is_nfc;

use crate::prelude::*;

pub(crate) const MOST_OF_LABEL: usize = 63;
pub(crate) const ACE_PREFIX: &str = "xn--";
const MOST_OF_NAME: usize = 253;
pub(crate) const DOTS: [char; 4] = ['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'];

/// The characters that the package allows and that Unicode 14 lacks. Python 3.11 has no bidirectional class
/// for them. The ranges also contain characters that the package refuses.
#[rustfmt::skip]
const LATER: [(char, char); 38] = [
    ('\u{088F}', '\u{0897}'), ('\u{0C5C}', '\u{0C5C}'), ('\u{0CDC}', '\u{0CDC}'), ('\u{0CF3}', '\u{0CF3}'),
    ('\u{0ECE}', '\u{0ECE}'), ('\u{1ACF}', '\u{1AEB}'), ('\u{1C8A}', '\u{1C8A}'), ('\u{A7CD}', '\u{A7CD}'),
    ('\u{A7CF}', '\u{A7CF}'), ('\u{A7DB}', '\u{A7DB}'), ('\u{105C0}', '\u{105F3}'),
    ('\u{10940}', '\u{10959}'), ('\u{10D4A}', '\u{10D4F}'), ('\u{10D69}', '\u{10D85}'),
    ('\u{10EC2}', '\u{10EFF}'), ('\u{1123F}', '\u{11241}'), ('\u{11380}', '\u{113E2}'),
    ('\u{116D0}', '\u{116E3}'), ('\u{11B60}', '\u{11BF9}'), ('\u{11DB0}', '\u{11DE9}'),
    ('\u{11F00}', '\u{11F5A}'), ('\u{1342F}', '\u{143FA}'), ('\u{16100}', '\u{16139}'),
    ('\u{16D40}', '\u{16D79}'), ('\u{16EBB}', '\u{16ED3}'), ('\u{16FF2}', '\u{16FF3}'),
    ('\u{187F8}', '\u{187FF}'), ('\u{18CFF}', '\u{18CFF}'), ('\u{18D09}', '\u{18DF2}'),
    ('\u{1B132}', '\u{1B132}'), ('\u{1B155}', '\u{1B155}'), ('\u{1DF25}', '\u{1DF2A}'),
    ('\u{1E08F}', '\u{1E08F}'), ('\u{1E4D0}', '\u{1E6FF}'), ('\u{2B739}', '\u{2B73F}'),
    ('\u{2CEA2}', '\u{2CEAD}'), ('\u{2EBF0}', '\u{2EE5D}'), ('\u{31350}', '\u{33479}'),
];

/// The sections for the steps of the package's functions, in the rules of one program that uses the package.
pub(crate) struct Rules {
    pub(crate) alabel: [Section; 4],
    pub(crate) check_label: [Section; 7],
}

macro_rules! rules_of {
    ($rules:ident) => {
        $crate::idna_2008::Rules {
            alabel: [$rules::ALABEL_1, $rules::ALABEL_2, $rules::ALABEL_3, $rules::ALABEL_4],
            check_label: [
                $rules::CHECK_LABEL_1,
                $rules::CHECK_LABEL_2,
                $rules::CHECK_LABEL_3,
                $rules::CHECK_LABEL_4,
                $rules::CHECK_LABEL_5,
                $rules::CHECK_LABEL_6,
                $rules::CHECK_LABEL_7,
            ],
        }
    };
}
pub(crate) use rules_of;

/// Encodes `name`, which is `host` in lower case. The sections are the rules for whole names.
///
/// Spec: python-httpx#idna-encode, python-yarl#idna-encode
pub(crate) fn encode_name(
    name: &str,
    host: &str,
    [too_long, empty, joined]: [Section; 3],
    rules: &Rules,
    run: &mut Run<'_>,
) -> Result<String> {
    let (dotless, dot) = name.strip_suffix(DOTS).map_or((name, ""), |dotless| (dotless, "."));
    // 1. More than 253 characters, and a dot, are refused
    run.step_at(too_long, host, name, None);
    run.refuse_if(name.chars().nth(MOST_OF_NAME + 1).is_some(), Reason::TooLong, too_long, host)?;
    let mut encoded = String::with_capacity(name.len());
    for label in dotless.split(DOTS) {
        // 2. An empty label is refused, but for the last one
        run.refuse_if(label.is_empty(), Reason::HostEmptyLabel, empty, host)?;
        run.step_at(empty, host, label, None);
        if !encoded.is_empty() {
            encoded.push('.');
        }
        encoded.push_str(&encode(label, host, rules, run)?);
    }
    run.refuse_if(encoded.len() > MOST_OF_NAME, Reason::TooLong, too_long, host)?;
    // 3. The labels that are left are joined by dots
    encoded.push_str(dot);
    Ok(run.make_at(joined, host, name, encoded))
}

/// Spec: python-urllib3#alabel, python-httpx#alabel, python-yarl#alabel
pub(crate) fn encode(label: &str, host: &str, rules: &Rules, run: &mut Run<'_>) -> Result<String> {
    let [ascii, others, punycode, length] = rules.alabel;
    // FAST: Punycode is at least as long as its label, and encoding takes quadratic time.
    let is_long = label.chars().nth(MOST_OF_LABEL).is_some();
    run.refuse_if(is_long, Reason::HostLabelTooLong, length, host)?;
    // 1. A label of ASCII is decoded and checked
    if label.is_ascii() {
        run.step_at(ascii, host, label, None);
        let decoded = run.need(decode(label), Reason::HostPunycode, ascii, host)?;
        check(&decoded, host, rules, run)?;
        return Ok(label.into());
    }
    // 2. A label with other characters is checked
    run.step_at(others, host, label, None);
    check(label, host, rules, run)?;
    // 3. Then encoded in Punycode
    let encoded = run.need(idna::punycode::encode_str(label), Reason::HostPunycode, punycode, host)?;
    let encoded = run.make_at(punycode, host, label, format!("{ACE_PREFIX}{encoded}"));
    // 4. More than 63 characters are refused
    run.step_at(length, host, &encoded, None);
    run.refuse_if(encoded.len() > MOST_OF_LABEL, Reason::HostLabelTooLong, length, host)?;
    Ok(encoded)
}

/// Decodes the ASCII `label`. Returns `None` if encoding the result does not return `label` again.
///
/// Spec: python-urllib3#alabel-1, python-httpx#alabel-1, python-yarl#alabel-1
fn decode(label: &str) -> Option<String> {
    let Some(punycode) = label.strip_prefix(ACE_PREFIX) else { return Some(label.into()) };
    let decoded = idna::punycode::decode_to_string(punycode)?;
    let is_canonical = idna::punycode::encode_str(&decoded).as_deref() == Some(punycode);
    (is_canonical && !punycode.is_empty() && !punycode.ends_with('-')).then_some(decoded)
}

/// Spec: python-urllib3#check-label, python-httpx#check-label, python-yarl#check-label
fn check(label: &str, host: &str, rules: &Rules, run: &mut Run<'_>) -> Result {
    let [nfc, hyphens, mark, character, joiner, context, direction] = rules.check_label;
    let chars: Vec<char> = label.chars().collect();
    let mut rule = |is_met: bool, reason: Reason, section: Section| {
        run.step_at(section, host, label, None);
        run.refuse_if(!is_met, reason, section, host)
    };
    // 1. Anything but form NFC is refused
    rule(is_nfc(label), Reason::HostIdna, nfc)?;
    // 2. Hyphens first, last, or third and fourth are refused
    let has_hyphens = label.trim_matches('-') != label || chars.get(2..4) == Some(&['-', '-']);
    rule(!has_hyphens, Reason::HostEdgeHyphen, hyphens)?;
    // 3. A combining mark first is refused
    let data = Adapter::new();
    rule(!label.starts_with(|c| data.is_mark(c)), Reason::HostIdna, mark)?;
    for (at, &c) in chars.iter().enumerate() {
        let (is_met, section) = match c {
            // 5. A joiner where RFC 5892 does not allow it is refused
            '\u{200C}' | '\u{200D}' => (joiner_may_stand(&chars, at, &data), joiner),
            // 4. A character that RFC 5892 does not allow is refused
            // 6. Some others are refused where RFC 5892 does not allow them
            _ => may_stand(&chars, at).map_or_else(|| (is_valid(c), character), |is_met| (is_met, context)),
        };
        rule(is_met, Reason::HostIdna, section)?;
    }
    // 7. A mixture of directions by RFC 5893 is refused
    rule(has_one_direction(label, &data), Reason::HostBidi, direction)
}

/// Returns true if the property that RFC 5892 derives for `c` is PVALID.
///
/// Spec: python-urllib3#check-label-4, python-httpx#check-label-4, python-yarl#check-label-4
fn is_valid(c: char) -> bool {
    use GeneralCategoryGroup as Group;
    use HangulSyllableType as Hst;
    match c {
        // The exceptions of RFC 5892, section 2.6, and the hyphen, which is in the category LDH.
        '-' | '\u{DF}' | '\u{3C2}' | '\u{6FD}' | '\u{6FE}' | '\u{F0B}' | '\u{3007}' => return true,
        '\u{640}' | '\u{7FA}' | '\u{302E}' | '\u{302F}' | '\u{3031}'..='\u{3035}' | '\u{303B}' => {
            return false;
        }
        // Section 2.7: blocks of combining marks for symbols, and of musical symbols.
        '\u{20D0}'..='\u{20FF}' | '\u{1D100}'..='\u{1D1FF}' | '\u{1D200}'..='\u{1D24F}' => return false,
        _ => {}
    }
    // Titlecase letters are not included: case folding changes them.
    let letters_and_digits = Group::Letter.union(Group::DecimalNumber);
    let letters_and_digits = letters_and_digits.union(Group::NonspacingMark).union(Group::SpacingMark);
    letters_and_digits.contains(CodePointMapData::<GeneralCategory>::new().get(c))
        && !CodePointSetData::new::<ChangesWhenNfkcCasefolded>().contains(c)
        && !CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        && !matches!(
            CodePointMapData::<HangulSyllableType>::new().get(c),
            Hst::LeadingJamo | Hst::VowelJamo | Hst::TrailingJamo
        )
}

/// Spec: python-urllib3#check-label-5, python-httpx#check-label-5, python-yarl#check-label-5
fn joiner_may_stand(label: &[char], at: usize, data: &Adapter) -> bool {
    let (before, after) = (in_bounds(label.get(..at)), in_bounds(label.get(at + 1..)));
    if before.last().is_some_and(|&c| data.is_virama(c)) {
        return true;
    }
    let joining = |c: &char| Some(data.joining_type(*c)).filter(|joining| !joining.is_transparent());
    let before = before.iter().rev().find_map(joining).map(JoiningType::to_mask);
    let after = after.iter().find_map(joining).map(JoiningType::to_mask);
    label.get(at) == Some(&'\u{200C}')
        && before.is_some_and(|before| before.intersects(LEFT_OR_DUAL_JOINING_MASK))
        && after.is_some_and(|after| after.intersects(RIGHT_OR_DUAL_JOINING_MASK))
}

/// Returns true if `label[at]` satisfies its context rule in RFC 5892, or `None` if no context rule applies
/// to it.
///
/// Spec: python-urllib3#check-label-6, python-httpx#check-label-6, python-yarl#check-label-6
fn may_stand(label: &[char], at: usize) -> Option<bool> {
    let script = |c: &char| CodePointMapData::<Script>::new().get(*c);
    let before = at.checked_sub(1).and_then(|at| label.get(at));
    let after = label.get(at + 1);
    Some(match label.get(at)? {
        '\u{B7}' => before == Some(&'l') && after == Some(&'l'),
        '\u{375}' => after.map(script) == Some(Script::Greek),
        '\u{5F3}' | '\u{5F4}' => before.map(script) == Some(Script::Hebrew),
        '\u{30FB}' => {
            label.iter().any(|c| matches!(script(c), Script::Hiragana | Script::Katakana | Script::Han))
        }
        '\u{660}'..='\u{669}' => !label.iter().any(|c| matches!(c, '\u{6F0}'..='\u{6F9}')),
        '\u{6F0}'..='\u{6F9}' => !label.iter().any(|c| matches!(c, '\u{660}'..='\u{669}')),
        _ => return None,
    })
}

/// Spec: python-urllib3#check-label-7, python-httpx#check-label-7, python-yarl#check-label-7
fn has_one_direction(label: &str, data: &Adapter) -> bool {
    let class = |c: char| data.bidi_class(c);
    let is = |c: char, classes: BidiClassMask| class(c).to_mask().intersects(classes);
    if label.contains(|c| LATER.iter().any(|(first, last)| (first..=last).contains(&&c))) {
        return false;
    }
    if !label.contains(|c| is(c, RTL_MASK)) {
        return true;
    }
    let (of_direction, ends) = match label.chars().next().map(class) {
        Some(first) if first.is_ltr() => (MIDDLE_LTR_MASK, LAST_LTR_MASK),
        Some(first) if first.to_mask().intersects(FIRST_BC_MASK) => (MIDDLE_RTL_MASK, LAST_RTL_MASK),
        _ => return false,
    };
    let has_both =
        label.contains(|c| class(c).is_european_number()) && label.contains(|c| class(c).is_arabic_number());
    label.chars().all(|c| is(c, of_direction))
        && label.chars().rfind(|&c| !class(c).is_nonspacing_mark()).is_some_and(|c| is(c, ends))
        && !has_both
}
