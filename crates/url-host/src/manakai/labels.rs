//! The steps on the labels of a host: checks, and the conversion to Punycode or to the form that Internet
//! Explorer shows. Implements steps 17 to 21 of manakai "The CanonicalizeHost algorithm", and the ToASCII
//! operation of RFC 3490 with Nameprep (RFC 3491), for the specs that refer to that operation.
//!
//! Helpers, not in a spec: `to_ascii_2003`, `is_label_separator`, `nameprep_2003`.

use alloc::{
    borrow::{Cow, ToOwned},
    format,
    string::String,
};

use smallvec::SmallVec;
use url_core::{Reason, Rejection, Report, Span, Trace, sections::manakai};

use super::{
    Marker::{self, Chrome, Gecko, Ie, This},
    nameprep::{
        DirectionCheck, check_bidi, direction_unicode_3_2, has_one_direction, is_prohibited, map,
        nameprep_with, nfkc_unicode_3_2,
    },
    profiles::{IDN_BLACKLIST, IDN_ENABLED_TLDS},
    punycode,
    stringprep_tables::unassigned_code_point,
};
use crate::Result;

const GECKO_LIMIT: usize = 62;

/// Applies steps 17 to 21 of CanonicalizeHost. Each event has the `span` of the host, because labels change.
///
/// Spec: manakai#canonicalize-host
pub(crate) fn canonicalize_labels<'a, T: Trace>(
    marker: Marker,
    s: Cow<'a, str>,
    mut need_punycode: bool,
    span: Span,
    trace: &mut T,
) -> Result<Cow<'a, str>> {
    // 17. Split s by U+002E (.) and let labels be the result.
    let labels = || s.split('.');
    trace.step(manakai::CANONICALIZE_HOST_17, span, &s, None);
    // 18. IE: If any string in labels begins with "xn--", let need-punycode be true.
    if matches!(marker, Ie) {
        let has_ace = labels().any(|label| label.starts_with(ACE_PREFIX));
        need_punycode |= trace.decide(manakai::CANONICALIZE_HOST_18, span, &s, has_ace);
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
    if matches!(marker, Gecko) {
        idn_enabled = is_idn_enabled(&s, span, trace);
    }
    // 20.2. For each item label in labels:
    // 20.2.1. THIS/GECKO/CHROME: [see canonicalize_label].
    // 20.2.2. IE: Apply the modified ToUnicode operation.
    let convert = |label| match marker {
        Ie => {
            let shown = to_unicode(marker, label, span, trace)?;
            trace.change(manakai::CANONICALIZE_HOST_20_2_2, span, label, &shown);
            Ok(shown)
        }
        This | Gecko | Chrome => canonicalize_label(marker, label, idn_enabled, span, trace),
    };
    let converted: SmallVec<[Cow<'_, str>; 8]> = labels().map(convert).collect::<Result<_, _>>()?;
    // 21. Let s be the concatenation of the strings in labels by U+002E (.).
    let joined = converted.join(".");
    trace.change(manakai::CANONICALIZE_HOST_20_2, span, &s, &joined);
    trace.step(manakai::CANONICALIZE_HOST_21, span, &joined, Some(&joined));
    Ok(Cow::Owned(joined))
}

/// Spec: manakai#canonicalize-host
fn canonicalize_label<'a, T: Trace>(
    marker: Marker,
    label: &'a str,
    idn_enabled: bool,
    span: Span,
    trace: &mut T,
) -> Result<Cow<'a, str>> {
    let fail = |reason, section| Err(Rejection::new(reason, section, span));
    let in_host = |rejection| Rejection { span, ..rejection };
    // 20.2.1.1. Invoke the Nameprep algorithm (including bidi checking) with label.
    // NOTE: after the Nameprep of step 11, the document requires only the check bidi step for THIS and GECKO.
    // GECKO runs all of Nameprep here, because it may find new Corrigendum 5 sequences in the text that the
    // first run composed.
    let mut label = Cow::Borrowed(label);
    let on = &mut trace.at(span);
    let prepared = if matches!(marker, Gecko | Chrome) {
        nameprep_with(marker, &label, DirectionCheck::Apply, on).map(Cow::Owned)
    } else {
        check_bidi(marker, &label, on).map(|()| label.clone())
    };
    let result = prepared.as_ref().unwrap_or(&label);
    trace.change(manakai::CANONICALIZE_HOST_20_2_1_1, span, &label, result);
    label = prepared.map_err(in_host)?;

    // 20.2.1.2. If label contains a non-ASCII character:
    if !label.is_ascii() {
        trace.decide(manakai::CANONICALIZE_HOST_20_2_1_2, span, &label, true);
        // 20.2.1.2.1. If idn-enabled is false:
        trace.decide(manakai::CANONICALIZE_HOST_20_2_1_2_1, span, &label, !idn_enabled);
        if idn_enabled {
            return Ok(label);
        }
        // 20.2.1.2.1.1. THIS/CHROME: If label begins with "xn--" and contains a non-ASCII character, return
        // fallback.
        if matches!(marker, This | Chrome) && label.starts_with(ACE_PREFIX) {
            return fail(Reason::HostAceNotAscii, manakai::CANONICALIZE_HOST_20_2_1_2_1_1);
        }
        // 20.2.1.2.1.2. Encode label by Punycode. If it fails, return fallback.
        // FAST: a label of more than 63 characters has more than 63 in Punycode, so step 4 would reject it.
        // It is rejected before encoding, because the crate `idna` takes quadratic time to encode.
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
    if matches!(marker, Gecko) && label.len() > GECKO_LIMIT {
        let cut = |label: &str| Cow::Owned(label[..GECKO_LIMIT].to_owned());
        label = trace.rewrite(manakai::CANONICALIZE_HOST_20_2_1_3_1, span, label, |label| cut(label));
    }
    // 20.2.1.3.2. THIS/CHROME: If label is the empty string, return fallback.
    if matches!(marker, This | Chrome) && label.is_empty() {
        return fail(Reason::HostEmptyLabel, manakai::CANONICALIZE_HOST_20_2_1_3_2);
    }
    // 20.2.1.3.3. If label contains more than 63 characters, return fallback.
    if label.len() > LABEL_LIMIT {
        return fail(Reason::HostLabelTooLong, manakai::CANONICALIZE_HOST_20_2_1_3_3);
    }
    Ok(label)
}

/// Spec: manakai#canonicalize-host
fn is_idn_enabled<T: Trace>(s: &str, span: Span, trace: &mut T) -> bool {
    // 20.1.1. Let tld be the last non-empty string in labels, if any, or the empty string.
    let mut tld = Cow::Borrowed(s.rsplit('.').find(|label| !label.is_empty()).unwrap_or_default());
    trace.step(manakai::CANONICALIZE_HOST_20_1_1, span, s, Some(&tld));
    // 20.1.2. If tld contains a non-ASCII character:
    if !tld.is_ascii() {
        // 20.1.2.1. Encode tld by Punycode. If the algorithm fails, let tld be the empty string.
        // FAST: a TLD of more than 63 characters is on no list, so it is not encoded (Punycode takes
        // quadratic time).
        let short = Some(&tld).filter(|tld| tld.chars().nth(LABEL_LIMIT).is_none());
        let punycode = short.and_then(|tld| punycode::encode_str(tld)).unwrap_or_default();
        trace.step(manakai::CANONICALIZE_HOST_20_1_2_1, span, &tld, Some(&punycode));
        // 20.1.2.2. Prepend "xn--" to tld unless it is the empty string.
        tld = Cow::Owned(if punycode.is_empty() { String::new() } else { format!("{ACE_PREFIX}{punycode}") });
        if !tld.is_empty() {
            trace.step(manakai::CANONICALIZE_HOST_20_1_2_2, span, &punycode, Some(&tld));
        }
    }
    // 20.1.3. Let idn-enabled be whether tld is in the list of IDN-enabled TLDs or not.
    let is_listed = IDN_ENABLED_TLDS.split(' ').any(|known| known == tld);
    let mut idn_enabled = trace.decide(manakai::CANONICALIZE_HOST_20_1_3, span, &tld, is_listed);
    // 20.1.4. Let idn-enabled be false if s contains a character included in the list of IDN blacklist
    // characters.
    let is_blacklisted = s.contains(|c| IDN_BLACKLIST.binary_search(&c).is_ok());
    if trace.decide(manakai::CANONICALIZE_HOST_20_1_4, span, s, is_blacklisted) {
        trace.step(manakai::CANONICALIZE_HOST_20_1_4, span, s, Some(s));
        idn_enabled = false;
    }
    idn_enabled
}

pub(crate) const ACE_PREFIX: &str = "xn--";
pub(crate) const LABEL_LIMIT: usize = 63;

/// The ASCII characters that ToASCII of RFC 3490 accepts in a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsciiRules {
    /// All ASCII characters: the flag `UseSTD3ASCIIRules` of ToASCII is false.
    Any,
    /// Letters, digits, and hyphens that neither begin nor end a label: `UseSTD3ASCIIRules` is true.
    Std3,
}

/// Converts one label to ASCII by the ToASCII operation of RFC 3490, with the flag `AllowUnassigned`. An
/// ASCII label is borrowed, and keeps its case. An empty label is an error: do not pass the empty label after
/// a final dot, which represents the DNS root.
///
/// # Errors
/// Returns the reason why ToASCII fails on the label.
///
/// # Examples
/// ```
/// use url_host::manakai::{AsciiRules::{Any, Std3}, to_ascii_2003};
/// assert_eq!(["Bücher", "faß"].map(|label| to_ascii_2003(label, Std3).unwrap()), ["xn--bcher-kva", "fass"]);
/// assert!(to_ascii_2003("a_b", Any).is_ok() && to_ascii_2003("a_b", Std3).is_err());
/// ```
pub fn to_ascii_2003(label: &str, rules: AsciiRules) -> Result<Cow<'_, str>, Reason> {
    to_ascii_with(label, rules, nameprep_2003, |reason| reason)
}

/// Applies ToASCII of RFC 3490 to `label`. `nameprep` does step 2. `fail` converts a reason to an error.
///
/// Spec: manakai#canonicalize-host-20.2.2.4
fn to_ascii_with<E>(
    label: &str,
    rules: AsciiRules,
    nameprep: impl FnOnce(&str) -> Result<String, E>,
    fail: impl Fn(Reason) -> E,
) -> Result<Cow<'_, str>, E> {
    // 1. If all code points in the sequence are in the ASCII range (0..7F) then skip to step 3.
    let label = if label.is_ascii() {
        Cow::Borrowed(label)
    } else {
        // 2. Perform the steps specified in [NAMEPREP] and fail if there is an error. The AllowUnassigned
        // flag is used in [NAMEPREP].
        Cow::Owned(nameprep(label)?)
    };
    // 3. If the UseSTD3ASCIIRules flag is set, then perform these checks:
    if rules == AsciiRules::Std3 {
        // (a) Verify the absence of non-LDH ASCII code points.
        if label.bytes().any(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric() && byte != b'-') {
            return Err(fail(Reason::HostNotLdh));
        }
        // (b) Verify the absence of leading and trailing hyphen-minus.
        if label.starts_with('-') || label.ends_with('-') {
            return Err(fail(Reason::HostEdgeHyphen));
        }
    }
    // 4. If all code points in the sequence are in the ASCII range (0..7F), then skip to step 8.
    if label.is_ascii() {
        // 8. Verify that the number of code points is in the range 1 to 63 inclusive.
        return match label.len() {
            0 => Err(fail(Reason::HostEmptyLabel)),
            1..=LABEL_LIMIT => Ok(label),
            _ => Err(fail(Reason::HostLabelTooLong)),
        };
    }
    // 5. Verify that the sequence does NOT begin with the ACE prefix.
    if label.starts_with(ACE_PREFIX) {
        return Err(fail(Reason::HostAceNotAscii));
    }
    // FAST: a label of more than 63 code points has more than 63 in Punycode, so step 8 would reject it. It
    // is rejected before encoding, because the crate `idna` takes quadratic time to encode.
    if label.chars().nth(LABEL_LIMIT).is_some() {
        return Err(fail(Reason::HostLabelTooLong));
    }
    // 6. Encode the sequence using the encoding algorithm in [PUNYCODE] and fail if there is an error.
    let punycode = punycode::encode_str(&label).ok_or_else(|| fail(Reason::HostPunycode))?;
    // 7. Prepend the ACE prefix.
    let ace = format!("{ACE_PREFIX}{punycode}");
    // 8. Verify that the number of code points is in the range 1 to 63 inclusive.
    if ace.len() > LABEL_LIMIT { Err(fail(Reason::HostLabelTooLong)) } else { Ok(Cow::Owned(ace)) }
}

/// Returns true if `c` is a label separator: a full stop, or a character that IDNA2003 treats as one.
pub(crate) fn is_label_separator(c: char) -> bool {
    matches!(c, '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}')
}

/// Applies Nameprep (RFC 3491) with the tables of Unicode 3.2.
fn nameprep_2003(label: &str) -> Result<String, Reason> {
    // 3. Mapping: tables B.1 and B.2. 4. Normalization: form KC.
    let prepared = nfkc_unicode_3_2(&map(label));
    // 5. Prohibited output.
    if prepared.contains(is_prohibited) {
        return Err(Reason::HostProhibited);
    }
    // 6. Bidirectional characters.
    if has_one_direction(&prepared, direction_unicode_3_2) { Ok(prepared) } else { Err(Reason::HostBidi) }
}

/// Spec: manakai#canonicalize-host
fn to_unicode<'a, T: Trace>(
    marker: Marker,
    label: &'a str,
    span: Span,
    trace: &mut T,
) -> Result<Cow<'a, str>> {
    let fail = |reason, section| Err(Rejection::new(reason, section, span));
    let mut label = Cow::Borrowed(label);
    // FAST: a label of more than 63 characters is always rejected: in step 4 because the result is too long,
    // or in step 5 because the result differs. It is rejected here, because `idna` takes quadratic time.
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
    // 20.2.2.4. Apply ToASCII operation to label, with the UseSTD3ASCIIRules flag set (and without
    // AllowUnassigned flag), and let a_label be the output. If the ToASCII operation fails, return fallback.
    let a_label = to_ascii(marker, &label, span, trace)?;
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

/// Applies ToASCII with the flag `UseSTD3ASCIIRules`, and rejects unassigned code points.
///
/// Spec: manakai#canonicalize-host-20.2.2.4
fn to_ascii<'a, T: Trace>(marker: Marker, label: &'a str, span: Span, trace: &mut T) -> Result<Cow<'a, str>> {
    let in_host = |rejection| Rejection { span, ..rejection };
    let fail = |reason| Rejection::new(reason, manakai::CANONICALIZE_HOST_20_2_2_4, span);
    let nameprep_and_check = |label: &str| {
        let on = &mut trace.at(span);
        let label = nameprep_with(marker, label, DirectionCheck::Apply, on).map_err(in_host)?;
        if label.contains(unassigned_code_point) { Err(fail(Reason::HostUnassigned)) } else { Ok(label) }
    };
    to_ascii_with(label, AsciiRules::Std3, nameprep_and_check, fail)
}
