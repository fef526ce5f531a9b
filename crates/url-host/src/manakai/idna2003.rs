//! Conversion of one label of an internationalized host to ASCII by IDNA2003. Implements RFC 3490 section 4.1
//! (ToASCII) with Nameprep (RFC 3491), for the specs that refer to it by name.
//!
//! Outside the specs: `to_ascii_2003`, `is_label_separator`, `nameprep_2003`.

use alloc::{borrow::Cow, format, string::String};

use url_core::Reason;

use super::{
    bidi::has_one_direction,
    directions,
    nameprep::{is_prohibited, map},
    nfkc, punycode,
};

pub(crate) const ACE_PREFIX: &str = "xn--";
pub(crate) const LABEL_LIMIT: usize = 63;

/// The ASCII characters that the ToASCII operation of RFC 3490 accepts: its flag `UseSTD3ASCIIRules`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsciiRules {
    /// All ASCII characters: the flag is not set.
    Any,
    /// Letters, digits and hyphens, but no hyphens at the ends of a label: the flag is set.
    Std3,
}

/// Converts one label to ASCII by the ToASCII operation of RFC 3490; borrows an ASCII label and keeps its
/// case.
///
/// The flag `AllowUnassigned` is set. An empty label fails, so a caller that allows an empty last label (the
/// DNS root) must not pass it.
///
/// # Errors
/// The reason why the label fails.
///
/// # Examples
/// ```
/// use url_host::manakai::{AsciiRules::{Any, Std3}, to_ascii_2003};
/// assert_eq!(to_ascii_2003("Bücher", Std3).unwrap(), "xn--bcher-kva");
/// assert_eq!(to_ascii_2003("faß", Std3).unwrap(), "fass");
/// assert_eq!(to_ascii_2003("a_b", Any).unwrap(), "a_b");
/// assert_eq!(to_ascii_2003("a_b", Std3), Err(url_core::Reason::HostNotLdh));
/// ```
pub fn to_ascii_2003(label: &str, rules: AsciiRules) -> Result<Cow<'_, str>, Reason> {
    to_ascii_with(label, rules, nameprep_2003, |reason| reason)
}

/// `nameprep` is step 2; `fail` converts a reason to the error type.
///
/// Spec: manakai#canonicalize-host-20.2.2.4
pub(crate) fn to_ascii_with<E>(
    label: &str,
    rules: AsciiRules,
    nameprep: impl FnOnce(&str) -> Result<String, E>,
    fail: impl Fn(Reason) -> E,
) -> Result<Cow<'_, str>, E> {
    // 1. If all code points in the sequence are in the ASCII range (0..7F) then skip to step 3.
    let label = if label.is_ascii() {
        Cow::Borrowed(label)
    } else {
        // 2. Perform the steps specified in [NAMEPREP] and fail if there is an error. The AllowUnassigned flag is used
        // in [NAMEPREP].
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
    // FAST: each code point takes at least one character in Punycode, so a label that is too long for step 8
    // is not encoded at all (Punycode takes quadratic time).
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

/// Returns true if `c` is a label separator: a character that IDNA2003 recognizes as a dot.
pub(crate) fn is_label_separator(c: char) -> bool {
    matches!(c, '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}')
}

/// Applies Nameprep of RFC 3491, with Unicode 3.2.
fn nameprep_2003(label: &str) -> Result<String, Reason> {
    // 3. Mapping: tables B.1 and B.2. 4. Normalization: form KC.
    let prepared = nfkc::unicode_3_2(&map(label));
    // 5. Prohibited output.
    if prepared.contains(is_prohibited) {
        return Err(Reason::HostProhibited);
    }
    // 6. Bidirectional characters.
    if has_one_direction(&prepared, directions::unicode_3_2) { Ok(prepared) } else { Err(Reason::HostBidi) }
}
