//! IDNA2003, as Python's codec `idna` applies it to names, with the tables of Unicode 3.2.
//!
//! Outside the specs: `is_right_to_left`, `is_left_to_right`.

use std::iter::once;

use stringprep::tables;
use unicode_normalization::UnicodeNormalization as _;
use url_core::Reason;

use crate::{
    idna_2008::{ACE_PREFIX, DOTS, MOST_CHARACTERS},
    lower_case::lower,
    run::{Result, Run},
    sections::python_yarl as rules,
};

/// Spec: python-yarl#idna-codec
pub(super) fn encode(host: &str, run: &mut Run<'_>) -> Result<String> {
    let (dotless, dot) = host.strip_suffix(DOTS).map_or((host, ""), |dotless| (dotless, "."));
    // 1. Divided at . and what looks like it
    run.step(rules::IDNA_CODEC_1, host, None);
    let mut encoded = String::with_capacity(host.len());
    for (at, label) in dotless.split(DOTS).enumerate() {
        encoded.extend((at > 0).then_some('.'));
        encoded.push_str(&to_ascii(label, run)?);
    }
    Ok(encoded + dot)
}

/// Spec: python-yarl#to-ascii
fn to_ascii(label: &str, run: &mut Run<'_>) -> Result<String> {
    // 1. ASCII is kept; others are prepared
    let prepared = if label.is_ascii() { label.into() } else { nameprep(label, run)? };
    run.change(rules::TO_ASCII_1, label, &prepared);
    // 2. A label that is empty or has more than 63 is refused
    let check_length = |text: &str, run: &Run<'_>| match text.chars().count() {
        0 => Err(run.reject(Reason::HostEmptyLabel, rules::TO_ASCII_2, label)),
        1..=MOST_CHARACTERS => Ok(()),
        _ => Err(run.reject(Reason::HostLabelTooLong, rules::TO_ASCII_2, label)),
    };
    if prepared.is_ascii() {
        check_length(&prepared, run)?;
        return Ok(prepared);
    }
    // 3. What then begins with xn-- is refused
    run.refuse_if(prepared.starts_with(ACE_PREFIX), Reason::HostAceNotAscii, rules::TO_ASCII_3, label)?;
    // FAST: Punycode is at least as long as its label, and encoding takes quadratic time.
    check_length(&prepared, run)?;
    // 4. What is not ASCII then is encoded in Punycode
    let punycode =
        run.demand(idna::punycode::encode_str(&prepared), Reason::HostPunycode, rules::TO_ASCII_4, label)?;
    let encoded = format!("{ACE_PREFIX}{punycode}");
    check_length(&encoded, run)?;
    Ok(run.make_at(rules::TO_ASCII_4, label, &prepared, encoded))
}

/// Spec: python-yarl#nameprep
fn nameprep(label: &str, run: &mut Run<'_>) -> Result<String> {
    // 1. Tables B.1 and B.2 of RFC 3454 map it
    let kept = label.chars().filter(|&c| !tables::commonly_mapped_to_nothing(c));
    // The table has no letters added after Unicode 3.2, but the codec lowercases these too.
    let mapped: String = kept.flat_map(lower).flat_map(tables::case_fold_for_nfkc).collect();
    run.change(rules::NAMEPREP_1, label, &mapped);
    // 2. NFKC, which leaves what Unicode 3.2 had not
    let normalized = run.change_at(rules::NAMEPREP_2, label, &mapped, nfkc(&mapped));
    // 3. Tables C.1.2, C.2.2 and C.3 to C.9 refuse characters
    run.step_at(rules::NAMEPREP_3, label, &normalized, None);
    run.refuse_if(normalized.contains(is_prohibited), Reason::HostProhibited, rules::NAMEPREP_3, label)?;
    // 4. A right-to-left label with others, or inside others: refused
    let is_bidi = normalized.contains(is_right_to_left);
    let is_mixed = normalized.contains(is_left_to_right)
        || !normalized.starts_with(is_right_to_left)
        || !normalized.ends_with(is_right_to_left);
    run.refuse_if(is_bidi && is_mixed, Reason::HostBidi, rules::NAMEPREP_4, label)?;
    run.step_at(rules::NAMEPREP_4, label, &normalized, None);
    Ok(normalized)
}

/// Normalizes `text` to NFKC. Characters added after Unicode 3.2 are not decomposed, but sorted and composed
/// as in current Unicode.
///
/// Spec: python-yarl#nameprep-2
fn nfkc(text: &str) -> String {
    let is_whole = |c| tables::unassigned_code_point(c) && !once(c).nfc().eq([c]);
    let mut normalized = String::with_capacity(text.len());
    for piece in text.split_inclusive(is_whole) {
        let parts = piece.strip_suffix(is_whole).unwrap_or(piece);
        let mut decomposed = String::with_capacity(parts.len());
        for c in parts.chars() {
            if tables::unassigned_code_point(c) {
                decomposed.push(c);
            } else {
                decomposed.extend(once(before_corrigendum_4(c)).nfkd());
            }
        }
        normalized.extend(decomposed.nfc());
        normalized.push_str(&piece[parts.len()..]);
    }
    normalized
}

/// Returns the decomposition of `c` in Unicode 3.2 if Corrigendum 4 changed it later, or else `c`.
///
/// Spec: python-yarl#nameprep-2
fn before_corrigendum_4(c: char) -> char {
    match c {
        '\u{2F868}' => '\u{2136A}',
        '\u{2F874}' => '\u{5F33}',
        '\u{2F91F}' => '\u{43AB}',
        '\u{2F95F}' => '\u{7AAE}',
        '\u{2F9BF}' => '\u{4D57}',
        _ => c,
    }
}

/// Spec: python-yarl#nameprep-3
fn is_prohibited(c: char) -> bool {
    tables::non_ascii_space_character(c)
        || tables::non_ascii_control_character(c)
        || tables::private_use(c)
        || tables::non_character_code_point(c)
        || tables::inappropriate_for_plain_text(c)
        || tables::inappropriate_for_canonical_representation(c)
        || tables::change_display_properties_or_deprecated(c)
        || tables::tagging_character(c)
}

fn is_right_to_left(c: char) -> bool {
    // In Unicode 3.2, U+06DD was right-to-left, and U+070F was not.
    !tables::unassigned_code_point(c) && (tables::bidi_r_or_al(c) && c != '\u{70F}' || c == '\u{6DD}')
}

fn is_left_to_right(c: char) -> bool {
    let was_other = matches!(c, '\u{CBF}' | '\u{CC6}' | '\u{1734}' | '\u{2132}' | '\u{2800}'..='\u{28FF}' | '\u{302E}'..='\u{302F}');
    let is_other_today = "\u{17B4}\u{17B5}\u{1885}\u{1886}\u{1D6C1}\u{1D6DB}\u{1D6FB}\u{1D715}\
        \u{1D735}\u{1D74F}\u{1D76F}\u{1D789}\u{1D7A9}\u{1D7C3}"
        .contains(c);
    !tables::unassigned_code_point(c) && (tables::bidi_l(c) && !was_other || is_other_today)
}
