//! The labels of a host with non-ASCII characters: checked, and written in Punycode. Holds manakai "The
//! CanonicalizeHost algorithm" steps 17, 20.2 and 21.

use std::borrow::Cow;

use smallvec::SmallVec;
use url_core::{Pinned, Reason, Rejection, Span, Trace, sections::manakai};

use crate::nameprep::check_bidi;

/// The prefix of labels in Punycode.
const ACE_PREFIX: &str = "xn--";
/// The most characters that a label may have.
const LABEL_LIMIT: usize = 63;

/// Converts each of the labels of `s` to ASCII and joins them again. `span` is the place of the host in the string
/// that the trace counts in, for the labels are no longer those of the input.
///
/// # Errors
/// Why a label fails.
///
/// Spec: manakai#canonicalize-host
pub(crate) fn labels_to_ascii<T: Trace>(s: &str, span: Span, trace: &mut T) -> Result<String, Rejection> {
    // 17. Split s by U+002E (.) and let labels be the result.
    trace.step(manakai::CANONICALIZE_HOST_17, span, s, None);
    // 19. Let idn-enabled be false.
    // 20.2. For each item label in labels:
    let labels: SmallVec<[Cow<'_, str>; 8]> =
        s.split('.').map(|label| label_to_ascii(label, span, trace)).collect::<Result<_, _>>()?;
    // 21. Let s be the concatenation of the strings in labels by U+002E (.).
    let joined = labels.join(".");
    trace.step(manakai::CANONICALIZE_HOST_21, span, s, Some(&joined));
    Ok(joined)
}

/// Checks one label and converts it to ASCII.
///
/// Spec: manakai#canonicalize-host
fn label_to_ascii<'a, T: Trace>(
    label: &'a str,
    span: Span,
    trace: &mut T,
) -> Result<Cow<'a, str>, Rejection> {
    let fail = |reason, section| Err(Rejection::new(reason, section, span));
    // 20.2.1. THIS/GECKO/CHROME:
    // 20.2.1.1. Invoke the Nameprep algorithm (including bidi checking) with label.
    // NOTE: only the check bidi step need be applied, as the document says; the rest of it ran in step 11.
    trace.step(manakai::CANONICALIZE_HOST_20_2_1_1, span, label, None);
    check_bidi(label, &mut Pinned::new(trace, span)).map_err(|rejection| Rejection { span, ..rejection })?;

    // 20.2.1.2. If label contains a non-ASCII character:
    // 20.2.1.2.1. If idn-enabled is false:
    if !label.is_ascii() {
        // 20.2.1.2.1.1. THIS/CHROME: If label begins with "xn--" and contains a non-ASCII character, return fallback.
        if label.starts_with(ACE_PREFIX) {
            return fail(Reason::HostAceNotAscii, manakai::CANONICALIZE_HOST_20_2_1_2_1_1);
        }
        // 20.2.1.2.1.2. Encode label by Punycode. If it fails, return fallback.
        // FAST: each character takes one in Punycode at least, so a label too long for step 4 is not encoded at all
        // (Punycode takes quadratic time).
        if label.chars().nth(LABEL_LIMIT).is_some() {
            return fail(Reason::HostLabelTooLong, manakai::CANONICALIZE_HOST_20_2_1_2_1_4);
        }
        let Some(punycode) = idna::punycode::encode_str(label) else {
            return fail(Reason::HostPunycode, manakai::CANONICALIZE_HOST_20_2_1_2_1_2);
        };
        trace.step(manakai::CANONICALIZE_HOST_20_2_1_2_1_2, span, label, Some(&punycode));
        // 20.2.1.2.1.3. Prepend "xn--" to label.
        let ace = format!("{ACE_PREFIX}{punycode}");
        trace.step(manakai::CANONICALIZE_HOST_20_2_1_2_1_3, span, &punycode, Some(&ace));
        // 20.2.1.2.1.4. If label contains more than 63 characters, return fallback.
        if ace.len() > LABEL_LIMIT {
            return fail(Reason::HostLabelTooLong, manakai::CANONICALIZE_HOST_20_2_1_2_1_4);
        }
        return Ok(Cow::Owned(ace));
    }
    // 20.2.1.3. Otherwise, if label contains no non-ASCII character:
    // 20.2.1.3.2. THIS/CHROME: If label is the empty string, return fallback.
    if label.is_empty() {
        return fail(Reason::HostEmptyLabel, manakai::CANONICALIZE_HOST_20_2_1_3_2);
    }
    // 20.2.1.3.3. If label contains more than 63 characters, return fallback.
    if label.len() > LABEL_LIMIT {
        return fail(Reason::HostLabelTooLong, manakai::CANONICALIZE_HOST_20_2_1_3_3);
    }
    trace.step(manakai::CANONICALIZE_HOST_20_2_1_3, span, label, None);
    Ok(Cow::Borrowed(label))
}
