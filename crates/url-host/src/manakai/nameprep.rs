//! Nameprep (RFC 3491) as browsers apply it. Implements manakai "The Nameprep algorithm".
//!
//! Helpers, not in a spec: `nfkc_of_version`, `has_one_direction`.

use alloc::{borrow::Cow, string::String};

use icu_properties::{CodePointMapData, props::BidiClass};
use stringprep::tables::{self, unassigned_code_point};
use unicode_normalization::{
    UnicodeNormalization as _,
    char::{canonical_combining_class, compose},
};
use url_core::{
    Reason, Rejection, Report, Section, Span, Trace, before_corrigendum_4, sections::manakai,
    to_ascii_lower_case,
};

use super::{
    Direction, HostProfile,
    Marker::{self, Gecko, This},
    unicode_tables::{ADDED_AFTER_3_2_UP_TO_4_1, contains},
};
use crate::Result;

/// Applies Nameprep to `input` under the profile `P`: maps, normalizes and checks it, without the bidi check.
///
/// # Errors
/// Returns [`Reason::HostProhibited`] with the span of all of the input.
///
/// Spec: manakai#nameprep
///
/// # Examples
/// ```
/// use url_core::{Manakai, ManakaiChrome, NoTrace};
/// use url_host::manakai::nameprep;
/// assert_eq!(nameprep(Manakai, "ＥＸ\u{AD}ample。", &mut NoTrace), Ok("example。".into()));
/// // Unicode 5.2 added U+1F100. Chrome normalized by Unicode 3.2, which keeps it unchanged.
/// assert_eq!(nameprep(Manakai, "🄀", &mut NoTrace), Ok("0.".into()));
/// assert_eq!(nameprep(ManakaiChrome, "🄀", &mut NoTrace), Ok("🄀".into()));
/// ```
pub fn nameprep<P: HostProfile, T: Trace>(_: P, input: &str, trace: &mut T) -> Result<String> {
    nameprep_with(P::MARKER, input, DirectionCheck::Omit, trace)
}

#[derive(Clone, Copy)]
pub(crate) enum DirectionCheck {
    Omit,
    Apply,
}

/// Spec: manakai#nameprep
pub(crate) fn nameprep_with<T: Trace>(
    marker: Marker,
    input: &str,
    direction: DirectionCheck,
    trace: &mut T,
) -> Result<String> {
    let span = Span::whole(input);
    // 1. Let s be the given string.
    trace.visited(manakai::NAMEPREP_1, span);
    // 2. GECKO: If s contains U+0340 or U+0341, return "fail".
    if matches!(marker, Gecko) {
        check(marker, manakai::NAMEPREP_2, input, input.contains(['\u{340}', '\u{341}']), span, trace)?;
    }
    // 3. Apply s the Map step.
    let mut s = map(input);
    trace.change(manakai::NAMEPREP_3, span, input, &s);

    // 4. GECKO: If there are Corrigendum 5 Sequences in s, swap the second last and the last characters in
    // the sequences.
    if matches!(marker, Gecko) {
        let swapped = swap_corrigendum_5_sequences(&s);
        trace.change(manakai::NAMEPREP_4, span, &s, &swapped);
        s = swapped;
    }

    // 5. Let has-unassigned be false.
    let mut has_unassigned = false;
    trace.visited(manakai::NAMEPREP_5, span);
    // 6. THIS/GECKO: Let has-unassigned be true if s contains a code point that was unassigned in Unicode
    // 3.2.0.
    if matches!(marker, This | Gecko) {
        has_unassigned = trace.decide(manakai::NAMEPREP_6, span, &s, s.contains(unassigned_code_point));
    }

    // 7. Apply s the following variant of NFKC: [that of the profile].
    let normalized = marker.nfkc(&s);
    trace.change(marker.nfkc_section(), span, &s, &normalized);
    s = normalized;

    // 8. THIS/GECKO: If has-unassigned is true, apply s the Map step, again.
    // 9. THIS/GECKO: Apply s the variant of NFKC as described in step 7.
    if matches!(marker, This | Gecko) {
        if trace.decide(manakai::NAMEPREP_8, span, &s, has_unassigned) {
            let mapped = map(&s);
            trace.change(manakai::NAMEPREP_8, span, &s, &mapped);
            s = mapped;
        }
        // FAST: without unassigned code points, step 9 changes nothing. The document says so.
        if T::ENABLED || has_unassigned {
            let normalized = marker.nfkc(&s);
            trace.change(manakai::NAMEPREP_9, span, &s, &normalized);
            s = normalized;
        }
    }

    // 10. Apply s the Prohibit step. If it fails, return "fail".
    check(marker, manakai::NAMEPREP_10, &s, s.contains(is_prohibited), span, trace)?;
    // 11. If the algorithm is invoked with bidi checking:
    if matches!(direction, DirectionCheck::Apply) {
        check_bidi(marker, &s, trace)?;
    }
    // 12. Return s.
    trace.visited(manakai::NAMEPREP_12, span);
    Ok(s)
}

/// Reports a step that checks `s`, and returns an error if `fails` is true. Under Gecko, the reported result
/// of a failed step is "fail".
///
/// Spec: manakai#nameprep-2, manakai#nameprep-10
fn check<T: Trace>(
    marker: Marker,
    section: Section,
    s: &str,
    fails: bool,
    span: Span,
    trace: &mut T,
) -> Result<()> {
    trace.step(section, span, s, (fails && matches!(marker, Gecko)).then_some("fail"));
    if fails { Err(Rejection::new(Reason::HostProhibited, section, span)) } else { Ok(()) }
}

/// Applies the Map step of RFC 3491, which maps by tables B.1 and B.2 of RFC 3454.
///
/// Spec: manakai#nameprep-3
pub(crate) fn map(s: &str) -> String {
    s.chars()
        .filter(|&c| !tables::commonly_mapped_to_nothing(c))
        .flat_map(tables::case_fold_for_nfkc)
        .collect()
}

/// Returns true if `c` is in tables C.1.2, C.2.2 or C.3 to C.9 of RFC 3454: the Prohibit step of RFC 3491.
///
/// Spec: manakai#nameprep-10
pub(crate) fn is_prohibited(c: char) -> bool {
    tables::non_ascii_space_character(c)
        || tables::non_ascii_control_character(c)
        || tables::private_use(c)
        || tables::non_character_code_point(c)
        || tables::inappropriate_for_plain_text(c)
        || tables::inappropriate_for_canonical_representation(c)
        || tables::change_display_properties_or_deprecated(c)
        || tables::tagging_character(c)
}

/// Spec: manakai#nameprep
pub(crate) fn nameprep_host<'s, T: Trace>(marker: Marker, s: &'s str, trace: &mut T) -> Result<Cow<'s, str>> {
    // FAST: on ASCII, the other steps change nothing, and the Map step converts to lower case.
    if s.is_ascii() && !T::ENABLED {
        return Ok(to_ascii_lower_case(s));
    }
    nameprep_with(marker, s, DirectionCheck::Omit, trace).map(Cow::Owned)
}

/// Swaps the last two parts of every Corrigendum 5 sequence in `s`. Such a sequence consists of a starter,
/// one or more characters with a nonzero combining class, and a starter that composes with the first starter.
///
/// Normalization then combines the two starters, as it did before that corrigendum of Unicode.
///
/// Spec: manakai#nameprep-4
fn swap_corrigendum_5_sequences(s: &str) -> String {
    let mut swapped = String::with_capacity(s.len());
    // The starter that may begin a sequence, and its end in `swapped`.
    let mut first: Option<(char, usize)> = None;
    for c in s.chars() {
        if is_assigned_in_4_1(c) && canonical_combining_class(c) != 0 {
            swapped.push(c);
            continue;
        }
        match first {
            Some((starter, end))
                if end < swapped.len() && is_assigned_in_4_1(c) && compose(starter, c).is_some() =>
            {
                swapped.insert(end, c);
                first = None;
            }
            _ => {
                swapped.push(c);
                first = Some((c, swapped.len()));
            }
        }
    }
    swapped
}

/// Spec: manakai#nameprep-7.1
pub(crate) fn nfkc_latest(s: &str) -> String {
    s.nfkc().collect()
}

/// Applies NFKC of Unicode 4.1, as the author's tests do. The document says 4.0.0 with Corrigendum #5.
///
/// Spec: manakai#nameprep-7.2
pub(crate) fn nfkc_unicode_4_1(s: &str) -> String {
    nfkc_of_version(s, is_assigned_in_4_1, |c| c)
}

/// Applies NFKC of Unicode 3.2 with Corrigenda #3 (which 3.2.0 includes) and #5, but without #4.
///
/// Spec: manakai#nameprep-7.3, manakai#nameprep-7.4
pub(crate) fn nfkc_unicode_3_2(s: &str) -> String {
    nfkc_of_version(s, |c| !unassigned_code_point(c), before_corrigendum_4)
}

/// Spec: manakai#nameprep-7.2
fn is_assigned_in_4_1(c: char) -> bool {
    !unassigned_code_point(c) || contains(&ADDED_AFTER_3_2_UP_TO_4_1, c)
}

/// Normalizes `s` by NFKC of an old version of Unicode, after `correct` has replaced characters of `s`.
fn nfkc_of_version(s: &str, is_assigned: fn(char) -> bool, correct: fn(char) -> char) -> String {
    let mut out = String::with_capacity(s.len());
    for stretch in s.split_inclusive(|c| !is_assigned(c)) {
        let unassigned = stretch.chars().next_back().filter(|&c| !is_assigned(c));
        let assigned = &stretch[..stretch.len() - unassigned.map_or(0, char::len_utf8)];
        out.extend(assigned.chars().map(correct).nfkc());
        out.extend(unassigned);
    }
    out
}

/// Spec: manakai#nameprep
pub(crate) fn check_bidi<T: Trace>(marker: Marker, label: &str, trace: &mut T) -> Result<()> {
    let span = Span::whole(label);
    // 11. If the algorithm is invoked with bidi checking: Apply Check bidi step, using [what the profile
    // has].
    trace.step(marker.check_bidi_section(), span, label, None);
    if has_one_direction(label, |c| marker.direction(c)) {
        return Ok(());
    }
    Err(Rejection::new(Reason::HostBidi, marker.check_bidi_section(), span))
}

/// Returns true if `label` passes the check bidi step of RFC 3454, section 6.
pub(crate) fn has_one_direction(label: &str, direction: impl Fn(char) -> Direction) -> bool {
    let is_r_or_al = |c: char| direction(c) == Direction::RightToLeft;
    let is_l = |c: char| direction(c) == Direction::LeftToRight;
    // "If a string contains any RandALCat character, the string MUST NOT contain any LCat character", and "a
    // RandALCat character MUST be the first character of the string, and [...] the last character of the
    // string."
    !label.contains(is_r_or_al)
        || (!label.contains(is_l) && label.starts_with(is_r_or_al) && label.ends_with(is_r_or_al))
}

/// Returns the current direction of `c`. An unassigned code point has the default direction of its block.
///
/// Spec: manakai#nameprep-11.1, manakai#nameprep-11.2
pub(crate) fn direction_latest(c: char) -> Direction {
    match CodePointMapData::<BidiClass>::new().get(c) {
        BidiClass::RightToLeft | BidiClass::ArabicLetter => Direction::RightToLeft,
        BidiClass::LeftToRight => Direction::LeftToRight,
        _ => Direction::Other,
    }
}

/// Returns the direction of `c` by tables D.1 and D.2 of RFC 3454. It is the current `Bidi_Class`, except for
/// the characters in this function, whose class has changed since Unicode 3.2. A test compares all
/// characters.
///
/// Spec: manakai#nameprep-11.3
pub(crate) fn direction_unicode_3_2(c: char) -> Direction {
    match c {
        _ if unassigned_code_point(c) => Direction::Other,
        '\u{6DD}' => Direction::RightToLeft,
        '\u{17B4}' | '\u{17B5}' | '\u{1885}' | '\u{1886}' | '\u{1D6C1}' | '\u{1D6DB}' | '\u{1D6FB}'
        | '\u{1D715}' | '\u{1D735}' | '\u{1D74F}' | '\u{1D76F}' | '\u{1D789}' | '\u{1D7A9}' | '\u{1D7C3}' => {
            Direction::LeftToRight
        }
        '\u{2800}'..='\u{28FF}' => Direction::Other,
        _ if "\u{70F}\u{CBF}\u{CC6}\u{1734}\u{2132}\u{302E}\u{302F}".contains(c) => Direction::Other,
        c => direction_latest(c),
    }
}
