//! Conversion of labels to the form that Internet Explorer shows. Implements manakai "The CanonicalizeHost
//! algorithm" step 20.2.2.

use std::borrow::Cow;

use url_core::{Reason, Rejection, Report, Span, Trace, sections::manakai};

use super::{
    HostProfile,
    idna2003::{ACE_PREFIX, AsciiRules, LABEL_LIMIT, to_ascii_with},
    nameprep::{DirectionCheck, nameprep_with},
    punycode,
    stringprep_tables::unassigned_code_point,
};

/// Spec: manakai#canonicalize-host
pub(crate) fn to_unicode<'a, P: HostProfile, T: Trace>(
    label: &'a str,
    span: Span,
    trace: &mut T,
) -> Result<Cow<'a, str>, Rejection> {
    let fail = |reason, section| Err(Rejection::new(reason, section, span));
    let mut label = Cow::Borrowed(label);
    // FAST: a longer label is rejected in any case: in step 4 because the result is too long, or in step 5
    // because the result differs. Punycode takes quadratic time.
    if label.chars().nth(LABEL_LIMIT).is_some() {
        return fail(Reason::HostLabelTooLong, manakai::CANONICALIZE_HOST_20_2_2_4);
    }
    // 20.2.2.1. If label contains a non-ASCII character:
    if !label.is_ascii() {
        // 20.2.2.1.1. Encode label by Punycode. If it fails, return fallback.
        let Some(punycode) = punycode::encode_str(&label) else {
            return fail(Reason::HostPunycode, manakai::CANONICALIZE_HOST_20_2_2_1_1);
        };
        trace.step(manakai::CANONICALIZE_HOST_20_2_2_1_1, span, &label, Some(&punycode));
        // 20.2.2.1.2. Prepend "xn--" to label.
        label = Cow::Owned(format!("{ACE_PREFIX}{punycode}"));
        trace.step(manakai::CANONICALIZE_HOST_20_2_2_1_2, span, &punycode, Some(&label));
    }
    // 20.2.2.2. Let p_label be label.
    let p_label = label.clone();
    trace.visited(manakai::CANONICALIZE_HOST_20_2_2_2, span);
    // 20.2.2.3. If label begins with "xn--":
    if let Some(punycode) = p_label.strip_prefix(ACE_PREFIX) {
        // 20.2.2.3.1. Remove "xn--" prefix from label.
        trace.step(manakai::CANONICALIZE_HOST_20_2_2_3_1, span, &p_label, Some(punycode));
        // 20.2.2.3.2. Decode label by Punycode decode algorithm. If it fails, return fallback.
        let Some(decoded) = punycode::decode_to_string(punycode) else {
            return fail(Reason::HostPunycode, manakai::CANONICALIZE_HOST_20_2_2_3_2);
        };
        trace.step(manakai::CANONICALIZE_HOST_20_2_2_3_2, span, punycode, Some(&decoded));
        label = Cow::Owned(decoded);
    }
    // 20.2.2.4. Apply ToASCII operation to label, with the UseSTD3ASCIIRules flag set (and without AllowUnassigned
    // flag), and let a_label be the output. If the ToASCII operation fails, return fallback.
    let a_label = to_ascii::<P, T>(&label, span, trace)?;
    trace.step(manakai::CANONICALIZE_HOST_20_2_2_4, span, &label, Some(&a_label));
    // 20.2.2.5. If a_label is different from p_label, return fallback.
    if trace.decide(manakai::CANONICALIZE_HOST_20_2_2_5, span, &a_label, a_label != p_label) {
        return fail(Reason::HostAceNotRoundTrip, manakai::CANONICALIZE_HOST_20_2_2_5);
    }
    // 20.2.2.6. If label contains U+3002, return fallback.
    if trace.decide(manakai::CANONICALIZE_HOST_20_2_2_6, span, &label, label.contains('\u{3002}')) {
        return fail(Reason::HostForbidden, manakai::CANONICALIZE_HOST_20_2_2_6);
    }
    Ok(label)
}

/// Sets the flag `UseSTD3ASCIIRules`, but not `AllowUnassigned`.
///
/// Spec: manakai#canonicalize-host-20.2.2.4
fn to_ascii<'a, P: HostProfile, T: Trace>(
    label: &'a str,
    span: Span,
    trace: &mut T,
) -> Result<Cow<'a, str>, Rejection> {
    let in_host = |rejection| Rejection { span, ..rejection };
    let fail = |reason| Rejection::new(reason, manakai::CANONICALIZE_HOST_20_2_2_4, span);
    let nameprep_and_check = |label: &str| {
        let on = &mut trace.at(span);
        let label = nameprep_with::<P, _>(label, DirectionCheck::Apply, on).map_err(in_host)?;
        if label.contains(unassigned_code_point) { Err(fail(Reason::HostUnassigned)) } else { Ok(label) }
    };
    to_ascii_with(label, AsciiRules::Std3, nameprep_and_check, fail)
}
