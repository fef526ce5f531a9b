//! Checks of the labels of a host that needs Punycode, and their conversion to Punycode or to the form that
//! the browser shows. Implements manakai "The CanonicalizeHost algorithm" steps 17 to 21.

use std::borrow::Cow;

use smallvec::SmallVec;
use url_core::{Reason, Rejection, Report, Span, Trace, sections::manakai};

use super::{
    HostProfile,
    Marker::{Chrome, Gecko, Ie, This},
    bidi::check_bidi,
    idn_enabled::is_idn_enabled,
    idna2003::{ACE_PREFIX, LABEL_LIMIT},
    nameprep::{DirectionCheck, nameprep_with},
    punycode,
    to_unicode::to_unicode,
};

const GECKO_LIMIT: usize = 62;

/// Events have the `span` of the whole host, because converted labels are no longer slices of the input.
///
/// Spec: manakai#canonicalize-host
pub(crate) fn canonicalize_labels<'a, P: HostProfile, T: Trace>(
    s: Cow<'a, str>,
    mut need_punycode: bool,
    span: Span,
    trace: &mut T,
) -> Result<Cow<'a, str>, Rejection> {
    // 17. Split s by U+002E (.) and let labels be the result.
    let labels = || s.split('.');
    trace.step(manakai::CANONICALIZE_HOST_17, span, &s, None);
    // 18. IE: If any string in labels begins with "xn--", let need-punycode be true.
    if matches!(P::MARKER, Ie)
        && trace.decide(
            manakai::CANONICALIZE_HOST_18,
            span,
            &s,
            labels().any(|label| label.starts_with(ACE_PREFIX)),
        )
    {
        need_punycode = true;
    }
    // 19. Let idn-enabled be false.
    let mut idn_enabled = false;
    trace.visited(manakai::CANONICALIZE_HOST_19, span);
    // 20. If the need-punycode flag is true:
    trace.decide(manakai::CANONICALIZE_HOST_20, span, &s, need_punycode);
    if !need_punycode {
        // 21. [The labels are as they were.]
        trace.step(manakai::CANONICALIZE_HOST_21, span, &s, None);
        return Ok(s);
    }
    // 20.1. GECKO: Check the TLD.
    if matches!(P::MARKER, Gecko) {
        idn_enabled = is_idn_enabled(&s, span, trace);
    }
    // 20.2. For each item label in labels:
    // 20.2.1. THIS/GECKO/CHROME: [see canonicalize_label].
    // 20.2.2. IE: Apply the modified ToUnicode operation.
    let convert = |label| match P::MARKER {
        Ie => {
            let shown = to_unicode::<P, T>(label, span, trace)?;
            trace.change(manakai::CANONICALIZE_HOST_20_2_2, span, label, &shown);
            Ok(shown)
        }
        This | Gecko | Chrome => canonicalize_label::<P, T>(label, idn_enabled, span, trace),
    };
    let converted: SmallVec<[Cow<'_, str>; 8]> = labels().map(convert).collect::<Result<_, _>>()?;
    // 21. Let s be the concatenation of the strings in labels by U+002E (.).
    let joined = converted.join(".");
    trace.change(manakai::CANONICALIZE_HOST_20_2, span, &s, &joined);
    trace.step(manakai::CANONICALIZE_HOST_21, span, &joined, Some(&joined));
    Ok(Cow::Owned(joined))
}

/// Spec: manakai#canonicalize-host
fn canonicalize_label<'a, P: HostProfile, T: Trace>(
    label: &'a str,
    idn_enabled: bool,
    span: Span,
    trace: &mut T,
) -> Result<Cow<'a, str>, Rejection> {
    let fail = |reason, section| Err(Rejection::new(reason, section, span));
    let in_host = |rejection| Rejection { span, ..rejection };
    // 20.2.1.1. Invoke the Nameprep algorithm (including bidi checking) with label.
    // NOTE: for THIS, the document says that only the check bidi step need be applied, because the rest of
    // the algorithm ran in step 11. It says the same for GECKO, but there Nameprep may find new Corrigendum 5
    // sequences in the text that it has composed.
    let mut label = Cow::Borrowed(label);
    let on = &mut trace.at(span);
    let prepared = if matches!(P::MARKER, Gecko | Chrome) {
        nameprep_with::<P, _>(&label, DirectionCheck::Apply, on).map(Cow::Owned)
    } else {
        check_bidi::<P, _>(&label, on).map(|()| label.clone())
    };
    trace.change(
        manakai::CANONICALIZE_HOST_20_2_1_1,
        span,
        &label,
        prepared.as_ref().map_or(&label, |prepared| prepared),
    );
    label = prepared.map_err(in_host)?;

    // 20.2.1.2. If label contains a non-ASCII character:
    if !label.is_ascii() {
        trace.decide(manakai::CANONICALIZE_HOST_20_2_1_2, span, &label, true);
        // 20.2.1.2.1. If idn-enabled is false:
        trace.decide(manakai::CANONICALIZE_HOST_20_2_1_2_1, span, &label, !idn_enabled);
        if idn_enabled {
            return Ok(label);
        }
        // 20.2.1.2.1.1. THIS/CHROME: If label begins with "xn--" and contains a non-ASCII character, return fallback.
        if matches!(P::MARKER, This | Chrome) && label.starts_with(ACE_PREFIX) {
            return fail(Reason::HostAceNotAscii, manakai::CANONICALIZE_HOST_20_2_1_2_1_1);
        }
        // 20.2.1.2.1.2. Encode label by Punycode. If it fails, return fallback.
        // FAST: each character takes at least one in Punycode, so a label that is too long for step 4 is not
        // encoded at all (Punycode takes quadratic time).
        if label.chars().nth(LABEL_LIMIT).is_some() {
            return fail(Reason::HostLabelTooLong, manakai::CANONICALIZE_HOST_20_2_1_2_1_4);
        }
        let Some(punycode) = punycode::encode_str(&label) else {
            return fail(Reason::HostPunycode, manakai::CANONICALIZE_HOST_20_2_1_2_1_2);
        };
        trace.step(manakai::CANONICALIZE_HOST_20_2_1_2_1_2, span, &label, Some(&punycode));
        // 20.2.1.2.1.3. Prepend "xn--" to label.
        let ace = format!("{ACE_PREFIX}{punycode}");
        trace.step(manakai::CANONICALIZE_HOST_20_2_1_2_1_3, span, &punycode, Some(&ace));
        // 20.2.1.2.1.4. If label contains more than 63 characters, return fallback.
        if ace.len() > LABEL_LIMIT {
            return fail(Reason::HostLabelTooLong, manakai::CANONICALIZE_HOST_20_2_1_2_1_4);
        }
        trace.step(manakai::CANONICALIZE_HOST_20_2_1_2_1, span, &label, Some(&ace));
        return Ok(Cow::Owned(ace));
    }
    trace.decide(manakai::CANONICALIZE_HOST_20_2_1_2, span, &label, false);
    // 20.2.1.3. Otherwise, if label contains no non-ASCII character:
    trace.decide(manakai::CANONICALIZE_HOST_20_2_1_3, span, &label, true);
    // 20.2.1.3.1. GECKO: Let label be first 62 characters of it if it contains more than 62 characters.
    if matches!(P::MARKER, Gecko) && label.len() > GECKO_LIMIT {
        let cut = |label: &str| Cow::Owned(label[..GECKO_LIMIT].to_owned());
        label = trace.rewrite(manakai::CANONICALIZE_HOST_20_2_1_3_1, span, label, |label| cut(label));
    }
    // 20.2.1.3.2. THIS/CHROME: If label is the empty string, return fallback.
    if matches!(P::MARKER, This | Chrome) && label.is_empty() {
        return fail(Reason::HostEmptyLabel, manakai::CANONICALIZE_HOST_20_2_1_3_2);
    }
    // 20.2.1.3.3. If label contains more than 63 characters, return fallback.
    if label.len() > LABEL_LIMIT {
        return fail(Reason::HostLabelTooLong, manakai::CANONICALIZE_HOST_20_2_1_3_3);
    }
    Ok(label)
}
