//! Nameprep in browsers. Implements manakai "The Nameprep algorithm".

use std::borrow::Cow;

use url_core::{Reason, Rejection, Report, Section, Span, Trace, sections::manakai, to_ascii_lower_case};

use super::{
    HostProfile,
    Marker::{Gecko, This},
    bidi::check_bidi,
    corrigendum_5::swap_corrigendum_5_sequences,
    stringprep_tables as tables,
};

/// Maps, normalizes and checks `s` under a profile, without the bidi check of step 11.
///
/// # Errors
/// [`Reason::HostProhibited`], with all of `s` as its place; [`Reason::NoUnicodeTables`] in a build without
/// the tables.
///
/// Spec: manakai#nameprep
///
/// # Examples
/// ```
/// use url_core::{Manakai, ManakaiChrome, NoTrace};
/// use url_host::manakai::nameprep;
/// assert_eq!(nameprep(Manakai, "ＥＸ\u{AD}ample。", &mut NoTrace).unwrap(), "example。");
/// assert!(nameprep(Manakai, "a\u{E000}", &mut NoTrace).is_err());
/// // U+1F100 came with Unicode 5.2 and Chrome normalized by Unicode 3.2.
/// assert_eq!(nameprep(Manakai, "🄀", &mut NoTrace).unwrap(), "0.");
/// assert_eq!(nameprep(ManakaiChrome, "🄀", &mut NoTrace).unwrap(), "🄀");
/// ```
pub fn nameprep<P: HostProfile, T: Trace>(_: P, input: &str, trace: &mut T) -> Result<String, Rejection> {
    nameprep_with::<P, T>(input, DirectionCheck::Omit, trace)
}

#[derive(Clone, Copy)]
pub(crate) enum DirectionCheck {
    Omit,
    Apply,
}

/// Spec: manakai#nameprep
pub(crate) fn nameprep_with<P: HostProfile, T: Trace>(
    input: &str,
    direction: DirectionCheck,
    trace: &mut T,
) -> Result<String, Rejection> {
    let span = Span::whole(input);
    // 1. Let s be the given string.
    trace.visited(manakai::NAMEPREP_1, span);
    // 2. GECKO: If s contains U+0340 or U+0341, return "fail".
    if matches!(P::MARKER, Gecko) {
        check::<P, T>(manakai::NAMEPREP_2, input, input.contains(['\u{340}', '\u{341}']), span, trace)?;
    }
    // 3. Apply s the Map step.
    let mut s = map(input);
    trace.change(manakai::NAMEPREP_3, span, input, &s);

    // 4. GECKO: If there are Corrigendum 5 Sequences in s, swap the second last and the last characters in the
    // sequences.
    if matches!(P::MARKER, Gecko) {
        let swapped = swap_corrigendum_5_sequences(&s);
        trace.change(manakai::NAMEPREP_4, span, &s, &swapped);
        s = swapped;
    }

    // 5. Let has-unassigned be false.
    let mut has_unassigned = false;
    trace.visited(manakai::NAMEPREP_5, span);
    // 6. THIS/GECKO: Let has-unassigned be true if s contains a code point that was unassigned in Unicode 3.2.0.
    if matches!(P::MARKER, This | Gecko) {
        has_unassigned =
            trace.decide(manakai::NAMEPREP_6, span, &s, s.contains(tables::unassigned_code_point));
    }

    // 7. Apply s the following variant of NFKC: [that of the profile].
    let normalized = P::nfkc(&s);
    trace.change(P::NFKC, span, &s, &normalized);
    s = normalized;

    // 8. THIS/GECKO: If has-unassigned is true, apply s the Map step, again.
    // 9. THIS/GECKO: Apply s the variant of NFKC as described in step 7.
    if matches!(P::MARKER, This | Gecko) {
        if trace.decide(manakai::NAMEPREP_8, span, &s, has_unassigned) {
            let mapped = map(&s);
            trace.change(manakai::NAMEPREP_8, span, &s, &mapped);
            s = mapped;
        }
        // FAST: without unassigned code points step 9 changes nothing, as the document says.
        if T::ENABLED || has_unassigned {
            let normalized = P::nfkc(&s);
            trace.change(manakai::NAMEPREP_9, span, &s, &normalized);
            s = normalized;
        }
    }

    // 10. Apply s the Prohibit step. If it fails, return "fail".
    check::<P, T>(manakai::NAMEPREP_10, &s, s.contains(is_prohibited), span, trace)?;
    // 11. If the algorithm is invoked with bidi checking:
    if matches!(direction, DirectionCheck::Apply) {
        check_bidi::<P, _>(&s, trace)?;
    }
    // 12. Return s.
    trace.visited(manakai::NAMEPREP_12, span);
    Ok(s)
}

/// For Gecko, which has a fallback, the event of a failed check has the result "fail".
///
/// Spec: manakai#nameprep-2, manakai#nameprep-10
fn check<P: HostProfile, T: Trace>(
    section: Section,
    s: &str,
    fails: bool,
    span: Span,
    trace: &mut T,
) -> Result<(), Rejection> {
    trace.step(section, span, s, (fails && matches!(P::MARKER, Gecko)).then_some("fail"));
    if fails { Err(Rejection::new(Reason::HostProhibited, section, span)) } else { Ok(()) }
}

/// Applies the Map step of RFC 3491: tables B.1 and B.2 of RFC 3454.
///
/// Spec: manakai#nameprep-3
pub(crate) fn map(s: &str) -> String {
    s.chars()
        .filter(|&c| !tables::commonly_mapped_to_nothing(c))
        .flat_map(tables::case_fold_for_nfkc)
        .collect()
}

/// Tables C.1.2, C.2.2 and C.3 to C.9 of RFC 3454: the Prohibit step of RFC 3491.
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
pub(crate) fn nameprep_host<'s, P: HostProfile, T: Trace>(
    s: &'s str,
    trace: &mut T,
) -> Result<Cow<'s, str>, Rejection> {
    // FAST: on ASCII only the Map step has an effect: it folds case.
    if s.is_ascii() && !T::ENABLED {
        return Ok(to_ascii_lower_case(s));
    }
    nameprep_with::<P, T>(s, DirectionCheck::Omit, trace).map(Cow::Owned)
}
