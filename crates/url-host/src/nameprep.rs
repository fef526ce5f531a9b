//! Nameprep as browsers run it. Holds manakai "The Nameprep algorithm".

use icu_properties::{CodePointMapData, props::BidiClass};
use stringprep::tables;
use url_core::{Reason, Rejection, Span, Trace, sections::manakai};

use crate::HostProfile;

/// Maps, normalizes and checks `s` as the profile `P` has it, without the bidi check, which [`check_bidi`] is.
///
/// # Errors
/// [`Reason::HostProhibited`], with all of `s` for its place.
///
/// Spec: manakai#nameprep
///
/// # Examples
/// ```
/// use url_core::{Manakai, NoTrace};
/// assert_eq!(url_host::nameprep::<Manakai, _>("ＥＸ\u{AD}ample。", &mut NoTrace).unwrap(), "example。");
/// assert!(url_host::nameprep::<Manakai, _>("a\u{E000}", &mut NoTrace).is_err());
/// ```
pub fn nameprep<P: HostProfile, T: Trace>(input: &str, trace: &mut T) -> Result<String, Rejection> {
    let span = Span::whole(input);
    // 1. Let s be the given string.
    // 3. Apply s the Map step.
    let mapped = map(input);
    trace.change(manakai::NAMEPREP_3, span, input, &mapped);

    // 5. Let has-unassigned be false.
    // 6. THIS/GECKO: Let has-unassigned be true if s contains a code point that was unassigned in Unicode 3.2.0.
    let has_unassigned = mapped.chars().any(tables::unassigned_code_point);
    trace.step(manakai::NAMEPREP_6, span, &mapped, Some(if has_unassigned { "true" } else { "false" }));

    // 7. Apply s the following variant of NFKC: 7.1. THIS: the latest version of Unicode.
    let mut s = P::nfkc(&mapped);
    trace.change(manakai::NAMEPREP_7_1, span, &mapped, &s);

    if has_unassigned {
        // 8. THIS/GECKO: If has-unassigned is true, apply s the Map step again.
        let again = map(&s);
        trace.change(manakai::NAMEPREP_8, span, &s, &again);
        // 9. THIS/GECKO: Apply s the variant of NFKC as described in step 7.
        // NOTE: without unassigned code points this changes nothing, as the document says.
        s = P::nfkc(&again);
        trace.change(manakai::NAMEPREP_9, span, &again, &s);
    }

    // 10. Apply s the Prohibit step. If it fails, return "fail".
    trace.step(manakai::NAMEPREP_10, span, &s, None);
    if s.contains(is_prohibited) {
        return Err(Rejection::new(Reason::HostProhibited, manakai::NAMEPREP_10, span));
    }
    // 12. Return s.
    Ok(s)
}

/// The Map step of RFC 3491: tables B.1 and B.2 of RFC 3454.
///
/// Spec: manakai#nameprep-3
pub(crate) fn map(s: &str) -> String {
    s.chars()
        .filter(|&c| !tables::commonly_mapped_to_nothing(c))
        .flat_map(tables::case_fold_for_nfkc)
        .collect()
}

/// Whether the Prohibit step of RFC 3491 fails on `c`: tables C.1.2, C.2.2 and C.3 to C.9 of RFC 3454.
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

/// The check bidi step of RFC 3454 section 6, for one label: step 11 of the Nameprep algorithm.
///
/// # Errors
/// [`Reason::HostBidi`], with all of `label` for its place.
///
/// Spec: manakai#nameprep
pub(crate) fn check_bidi<T: Trace>(label: &str, trace: &mut T) -> Result<(), Rejection> {
    let span = Span::whole(label);
    // 11. If the algorithm is invoked with bidi checking: 11.1. THIS: by the latest version of Unicode.
    trace.step(manakai::NAMEPREP_11_1, span, label, None);
    let class = |c| CodePointMapData::<BidiClass>::new().get(c);
    let is_r_or_al = |c: char| matches!(class(c), BidiClass::RightToLeft | BidiClass::ArabicLetter);
    let is_l = |c: char| class(c) == BidiClass::LeftToRight;
    // "If a string contains any RandALCat character, the string MUST NOT contain any LCat character", and "a
    // RandALCat character MUST be the first character of the string, and [...] the last character of the string."
    if label.contains(is_r_or_al)
        && (label.contains(is_l) || !label.starts_with(is_r_or_al) || !label.ends_with(is_r_or_al))
    {
        return Err(Rejection::new(Reason::HostBidi, manakai::NAMEPREP_11_1, span));
    }
    Ok(())
}
