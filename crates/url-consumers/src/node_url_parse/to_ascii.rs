//! ToASCII of the library ada in Node 20. It differs from UTS 46 in joiners, in right-to-left labels and in labels with `xn--`.

use alloc::{borrow::Cow, string::String};

use idna_adapter::{
    Adapter, BidiClassMask, LAST_RTL_MASK, LEFT_OR_DUAL_JOINING_MASK, MIDDLE_LTR_MASK, MIDDLE_RTL_MASK,
    RIGHT_OR_DUAL_JOINING_MASK, RTL_MASK,
};
use url_core::{Section, sections::node_url_parse as rules};

/// The prefix of a label in Punycode.
const PREFIX: &str = "xn--";

/// `name`, which is in lower case, in ASCII.
///
/// # Errors
/// The rule that refuses it.
///
/// Spec: node-url-parse#to-ascii
pub(super) fn to_ascii(name: &str) -> Result<String, Section> {
    let data = Adapter::new();
    // 1. Map and normalize as UTS 46 says; disallowed: refused
    let mapped: Cow<'_, str> = if name.is_ascii() {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(data.map_normalize(name.chars()).collect())
    };
    if mapped.contains(char::REPLACEMENT_CHARACTER) {
        return Err(rules::TO_ASCII_1);
    }
    let mut out = String::with_capacity(mapped.len());
    for (i, label) in mapped.split('.').enumerate() {
        if i > 0 {
            out.push('.');
        }
        if let Some(punycode) = label.strip_prefix(PREFIX) {
            check_decoded(&data, label, punycode)?;
            out.push_str(label);
        } else if label.is_ascii() {
            out.push_str(label);
        } else {
            // 3. A label that is not ASCII is encoded
            is_label_valid(&data, label)?;
            out.push_str(PREFIX);
            out.push_str(&idna::punycode::encode_str(label).ok_or(rules::TO_ASCII_3)?);
        }
    }
    Ok(out)
}

/// Checks what `punycode` decodes to: that is `label` without its prefix.
///
/// Spec: node-url-parse#to-ascii
fn check_decoded(data: &Adapter, label: &str, punycode: &str) -> Result<(), Section> {
    // 2. A label with xn-- that is not ASCII is refused
    if !label.is_ascii() {
        return Err(rules::TO_ASCII_2);
    }
    // 2.1. It is decoded, also without letters before its hyphen
    let digits = punycode.strip_prefix('-').filter(|digits| !digits.contains('-')).unwrap_or(punycode);
    let decoded = idna::punycode::decode_to_string(digits).ok_or(rules::TO_ASCII_2_1)?;
    // 2.2. It is refused if UTS 46 would map what it decodes to
    // 2.3. It may decode to ASCII
    let is_unchanged = data.map_normalize(decoded.chars()).eq(decoded.chars());
    if decoded.is_empty() || !is_unchanged || decoded.contains(char::REPLACEMENT_CHARACTER) {
        return Err(rules::TO_ASCII_2_2);
    }
    is_label_valid(data, &decoded)
}

/// Spec: node-url-parse#is-label-valid
fn is_label_valid(data: &Adapter, label: &str) -> Result<(), Section> {
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
    // 3. It holds more than marks without width
    let class = |c| data.bidi_class(c);
    let is_in = |c, classes: BidiClassMask| class(c).to_mask().intersects(classes);
    let Some((last_at, last)) = label.char_indices().rfind(|&(_, c)| !class(c).is_nonspacing_mark()) else {
        return Err(rules::IS_LABEL_VALID_3);
    };
    // 4. If it holds right-to-left characters, their order
    if !label.contains(|c| is_in(c, RTL_MASK)) {
        return Ok(());
    }
    let before_last = label.get(..last_at).unwrap_or_default();
    // 4.1. After a left-to-right one, none but the last may be
    if label.starts_with(|c| class(c).is_ltr()) {
        return holds(before_last.chars().all(|c| is_in(c, MIDDLE_LTR_MASK)), rules::IS_LABEL_VALID_4_1);
    }
    // 4.2. Otherwise the rule of RFC 5893, from any first character
    let mut with_last = before_last.chars().chain([last]);
    let has_both_numbers = {
        let mut all = before_last.chars().chain([last]);
        let mut again = before_last.chars().chain([last]);
        all.any(|c| class(c).is_european_number()) && again.any(|c| class(c).is_arabic_number())
    };
    let is_right_to_left = with_last.all(|c| is_in(c, MIDDLE_RTL_MASK)) && is_in(last, LAST_RTL_MASK);
    holds(is_right_to_left && !has_both_numbers, rules::IS_LABEL_VALID_4_2)
}
