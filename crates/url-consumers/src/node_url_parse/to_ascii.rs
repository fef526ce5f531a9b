//! ToASCII as implemented by ada, a library in Node. It differs from UTS 46 for joiners, right-to-left labels
//! and labels with `xn--`.

use std::borrow::Cow;

use idna_adapter::{
    Adapter, BidiClass, BidiClassMask, FIRST_BC_MASK, LAST_LTR_MASK, LAST_RTL_MASK,
    LEFT_OR_DUAL_JOINING_MASK, MIDDLE_LTR_MASK, MIDDLE_RTL_MASK, RIGHT_OR_DUAL_JOINING_MASK, RTL_MASK,
};
use url_core::{Reason, Section, in_bounds, punycode};

use crate::{
    idna_2008::ACE_PREFIX,
    javascript::MOST_OF_PUNYCODE,
    run::{Result, Run},
    sections::node_url_parse as rules,
};

/// Converts `name`, which is in lower case, to ASCII. `place` is the slice of the input that it is from.
///
/// Spec: node-url-parse#to-ascii
pub(crate) fn to_ascii(name: &str, place: &str, run: &mut Run<'_>) -> Result<String> {
    // 1.1. Since 26.7 (ada 4.0) an ASCII name stays as it is
    if run.is_since((26, 7)) && name.is_ascii() {
        run.step_at(rules::TO_ASCII_1_1, place, name, None);
        return Ok(name.into());
    }
    let data = Adapter::new();
    // 1. Map and normalize as UTS 46 says; disallowed: refused
    let mapped: Cow<'_, str> = if name.is_ascii() {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(data.map_normalize(name.chars()).collect())
    };
    run.change_at(rules::TO_ASCII_1, place, name, &mapped);
    run.refuse_if(mapped.contains(char::REPLACEMENT_CHARACTER), Reason::HostIdna, rules::TO_ASCII_1, place)?;
    let mut out = String::with_capacity(mapped.len());
    for (at, label) in mapped.split('.').enumerate() {
        out.extend((at > 0).then_some('.'));
        let mut made = Cow::Borrowed(label);
        let mut section = rules::TO_ASCII_2_1;
        let checked = if let Some(punycode) = label.strip_prefix(ACE_PREFIX) {
            check_decoded(&data, label, punycode, run)
        } else if label.is_ascii() {
            out.push_str(label);
            continue;
        } else {
            // 3. A label that is not ASCII is encoded
            section = rules::TO_ASCII_3;
            let mut encoded = String::from(ACE_PREFIX);
            let is_encoded = punycode::encode(label.chars().map(u32::from), MOST_OF_PUNYCODE, &mut encoded);
            is_encoded.ok_or(section).and_then(|()| {
                made = Cow::Owned(encoded);
                is_label_valid(&data, label, run)
            })
        };
        checked.map_err(|section| run.reject(Reason::HostIdna, section, place))?;
        run.change_at(section, place, label, &made);
        out.push_str(&made);
    }
    Ok(out)
}

/// Checks the decoded form of `punycode`, the part of `label` after `xn--`.
///
/// # Errors
/// If the decoded form is refused: the rule that refuses it.
///
/// Spec: node-url-parse#to-ascii
fn check_decoded(data: &Adapter, label: &str, punycode: &str, run: &Run<'_>) -> Result<(), Section> {
    // 2. A label with xn-- that is not ASCII is refused
    if !label.is_ascii() {
        return Err(rules::TO_ASCII_2);
    }
    // 2.1. It is decoded, also without letters before its hyphen
    let digits = punycode.strip_prefix('-').filter(|digits| !digits.contains('-')).unwrap_or(punycode);
    let decoded = punycode::decode(digits, u32::MAX.into()).ok_or(rules::TO_ASCII_2_1)?;
    // 2.2. It is refused if UTS 46 would map what it decodes to
    let is_unchanged = data.map_normalize(decoded.chars()).eq(decoded.chars());
    if decoded.is_empty() || !is_unchanged || decoded.contains(char::REPLACEMENT_CHARACTER) {
        return Err(rules::TO_ASCII_2_2);
    }
    // 2.3. Since 24 ASCII is refused, and what begins with xn--
    if run.is_since((24, 0)) && (decoded.is_ascii() || decoded.starts_with(ACE_PREFIX)) {
        return Err(rules::TO_ASCII_2_3);
    }
    is_label_valid(data, &decoded, run)
}

/// # Errors
/// If `label` is refused: the rule that refuses it.
///
/// Spec: node-url-parse#is-label-valid
fn is_label_valid(data: &Adapter, label: &str, run: &Run<'_>) -> Result<(), Section> {
    let holds = |condition, section| if condition { Ok(()) } else { Err(section) };
    // 1. It does not begin with a combining mark
    holds(!label.starts_with(|c| data.is_mark(c)), rules::IS_LABEL_VALID_1)?;
    // 2. The first joiner alone decides: it must be allowed there
    if let Some((at, joiner)) = label.char_indices().find(|&(_, c)| matches!(c, '\u{200C}' | '\u{200D}')) {
        let (before, after) = label.split_at_checked(at).unwrap_or((label, ""));
        let has = |text: &str, types| text.chars().any(|c| data.joining_type(c).to_mask().intersects(types));
        let is_allowed = before.ends_with(|c| data.is_virama(c))
            || joiner == '\u{200C}'
                && has(before, LEFT_OR_DUAL_JOINING_MASK)
                && has(after, RIGHT_OR_DUAL_JOINING_MASK);
        return holds(is_allowed, rules::IS_LABEL_VALID_2);
    }
    // 3. If it holds right-to-left characters, their order
    let class = |c| data.bidi_class(c);
    let is_in = |c, classes: BidiClassMask| class(c).to_mask().intersects(classes);
    let last = label.char_indices().rfind(|&(_, c)| !class(c).is_nonspacing_mark());
    let Some((at, last)) = last.filter(|_| label.contains(|c| is_in(c, RTL_MASK))) else { return Ok(()) };
    let before_last = in_bounds(label.get(..at));
    let is_strict = run.is_since((26, 7));
    // 3.1. After a left-to-right one, none but the last may be
    if label.starts_with(|c| class(c).is_ltr()) {
        let are_allowed = before_last.chars().all(|c| is_in(c, MIDDLE_LTR_MASK));
        holds(are_allowed, rules::IS_LABEL_VALID_3_1)?;
        // 3.1.1. Since 26.7 (ada 4.0) the last is one, or a digit
        let ends_well = is_in(last, LAST_LTR_MASK);
        return holds(!is_strict || ends_well, rules::IS_LABEL_VALID_3_1_1);
    }
    // 3.2. Otherwise the rule of RFC 5893, from any first character
    let holds_number = |is_one: fn(BidiClass) -> bool| label.contains(|c| is_one(class(c)));
    let has_both = holds_number(BidiClass::is_european_number) && holds_number(BidiClass::is_arabic_number);
    let are_allowed = before_last.chars().all(|c| is_in(c, MIDDLE_RTL_MASK)) && is_in(last, LAST_RTL_MASK);
    holds(are_allowed && !has_both, rules::IS_LABEL_VALID_3_2)?;
    // 3.2.1. Since 26.7 (ada 4.0) the first is a letter
    let starts_well = label.starts_with(|c| is_in(c, FIRST_BC_MASK));
    holds(!is_strict || starts_well, rules::IS_LABEL_VALID_3_2_1)
}
