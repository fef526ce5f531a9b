//! Percent-encoding and -decoding for the steps of CanonicalizeHost. Implements manakai "The CanonicalizeHost
//! algorithm" steps 6, 7, 14, 23, 29 and 30.
//!
//! Outside the specs: `replace_escapes`.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use url_core::ByteSet;

const DECODED_BY_IE: ByteSet = ByteSet::of(b" \"<>?\\")
    .and_range(0x00, 0x1F)
    .and_range(b'-', b'/')
    .and_range(b'0', b'9')
    .and_range(b'A', b'Z')
    .and_range(b'^', 0x7F);

/// Decodes each run of percent-encoded octets in `s` as UTF-8, with U+FFFD for invalid sequences.
///
/// Spec: manakai#canonicalize-host-6, manakai#canonicalize-host-6.1, manakai#canonicalize-host-6.2
/// Spec: barth-01#host-escape-normalization-2.1, barth-01#host-escape-normalization-2.1.1
/// Spec: webspecs#concept-host-parser-1, webspecs#percent-encode-1
pub(crate) fn percent_decode_substrings(s: &str) -> Cow<'_, str> {
    replace_escapes(s, |run, decoded| decoded.push_str(&percent_decode_str(run).decode_utf8_lossy()))
}

/// Spec: manakai#canonicalize-host-7
pub(crate) fn percent_decode_listed(s: &str) -> Cow<'_, str> {
    replace_escapes(s, |run, decoded| {
        for (at, octet) in percent_decode_str(run).enumerate() {
            if DECODED_BY_IE.contains(octet) {
                decoded.push(char::from(octet));
            } else {
                decoded.push_str(&run[3 * at..][..3]);
            }
        }
    })
}

/// Spec: manakai#canonicalize-host-23
pub(crate) fn percent_decode_to_latin_1(s: &str) -> Cow<'_, str> {
    replace_escapes(s, |run, decoded| decoded.extend(percent_decode_str(run).map(char::from)))
}

/// Spec: manakai#canonicalize-host-29
pub(crate) fn has_escaped_nul_or_broken_escape(s: &str) -> bool {
    s.split('%').skip(1).any(|after| match after.as_bytes() {
        [b'0', b'0', ..] => true,
        [high, low, ..] => !(high.is_ascii_hexdigit() && low.is_ascii_hexdigit()),
        _ => true,
    })
}

/// Spec: manakai#canonicalize-host-14, manakai#canonicalize-host-30
pub(crate) fn percent_encode<'s>(s: &'s str, set: &ByteSet, in_lower_case: bool) -> Cow<'s, str> {
    let is_in_set = |c: char| u8::try_from(c).is_ok_and(|octet| octet.is_ascii() && set.contains(octet));
    if !s.contains(is_in_set) {
        return Cow::Borrowed(s);
    }
    let mut encoded = String::with_capacity(s.len() + 16);
    for c in s.chars() {
        if is_in_set(c) {
            let digits = if in_lower_case { b"0123456789abcdef" } else { b"0123456789ABCDEF" };
            let octet = u32::from(c) as usize;
            encoded.extend(['%', char::from(digits[octet >> 4]), char::from(digits[octet & 0xF])]);
        } else {
            encoded.push(c);
        }
    }
    Cow::Owned(encoded)
}

/// Passes each run of percent-encoded octets in `s` to `replace`, which appends its replacement.
fn replace_escapes(s: &str, mut replace: impl FnMut(&str, &mut String)) -> Cow<'_, str> {
    if !s.contains('%') {
        return Cow::Borrowed(s);
    }
    let mut replaced = String::with_capacity(s.len());
    let mut rest = s;
    while let Some(at) = rest.find('%') {
        replaced.push_str(&rest[..at]);
        rest = &rest[at..];
        let is_escape = |triplet: &&[u8]| matches!(triplet, [b'%', high, low] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit());
        match 3 * rest.as_bytes().chunks(3).take_while(is_escape).count() {
            // A "%" that does not start an escape stays unchanged.
            0 => {
                replaced.push('%');
                rest = &rest[1..];
            }
            run => {
                replace(&rest[..run], &mut replaced);
                rest = &rest[run..];
            }
        }
    }
    replaced.push_str(rest);
    Cow::Owned(replaced)
}
