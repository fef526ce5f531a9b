//! JavaScript strings as UTF-16 code units: the functions by which uri-js decodes and escapes strings, and
//! converts names to ASCII.
//!
//! Outside the specs: `units`, `text`, `is`, `to_lower_case`, `octet`.

use std::mem;

use url_core::{ByteSet, UNRESERVED, hex_octet, percent_encode_octets, punycode};

use crate::{javascript::MOST_OF_PUNYCODE, text::upper_case_escapes};

/// A JavaScript string, which may contain unpaired surrogates.
pub(super) type Units = Vec<u16>;

pub(super) fn units(text: &str) -> Units {
    text.encode_utf16().collect()
}

/// Converts `units` to text; an unpaired surrogate becomes U+FFFD.
pub(super) fn text(units: &[u16]) -> String {
    String::from_utf16_lossy(units)
}

/// Returns true if `unit` is the ASCII character `byte`.
pub(super) fn is(unit: u16, byte: u8) -> bool {
    unit == u16::from(byte)
}

pub(super) fn to_lower_case(units: &[u16]) -> Units {
    let (mut lower, mut whole) = (Units::new(), String::new());
    for c in char::decode_utf16(units.iter().copied()) {
        match c {
            Ok(c) => whole.push(c),
            Err(half) => {
                lower.extend(mem::take(&mut whole).to_lowercase().encode_utf16());
                lower.push(half.unpaired_surrogate());
            }
        }
    }
    lower.extend(whole.to_lowercase().encode_utf16());
    lower
}

/// Returns the octet of the escape at index `at`; `None` if there is no escape.
fn octet(units: &[u16], at: usize) -> Option<u8> {
    let digit = |unit: u16| u8::try_from(unit).ok();
    match *units.get(at..at + 3)? {
        [percent, high, low] if is(percent, b'%') => hex_octet(&[digit(high)?, digit(low)?]),
        _ => None,
    }
}

/// Reads the escapes at the start of `units` that are decoded together, or a unit that does not begin an
/// escape. Returns the number of units read, the number of these that are kept unchanged, and the unit that
/// the others are decoded to.
///
/// Spec: npm-uri-js#decode
fn sequence(units: &[u16]) -> (usize, usize, Option<u16>) {
    let Some(first) = octet(units, 0) else { return (1, 1, None) };
    let bits = |octet: u8, mask: u8| u16::from(octet & mask);
    match (first, octet(units, 3), octet(units, 6)) {
        // 1. One, two or three make a unit of UTF-16, unchecked
        (..0x80, ..) => (3, 0, Some(u16::from(first))),
        (0xE0.., Some(second), Some(third)) => {
            (9, 0, Some(bits(first, 0xF) << 12 | bits(second, 0x3F) << 6 | bits(third, 0x3F)))
        }
        (0xC2..0xE0, Some(second), _) => (6, 0, Some(bits(first, 0x1F) << 6 | bits(second, 0x3F))),
        // The first escape is kept.
        (..0xC2, Some(second @ ..0x80), _) => (6, 3, Some(u16::from(second))),
        (_, Some(_), _) => (6, 6, None),
        (_, None, _) => (3, 3, None),
    }
}

/// Decodes the sequences of `units` for which `is_decoded` returns true. Its arguments are the number of
/// units kept and the decoded unit.
///
/// Spec: npm-uri-js#decode, npm-uri-js#encoding-1
fn decode_if(units: &[u16], is_decoded: impl Fn(usize, u16) -> bool) -> Units {
    let mut decoded = Units::with_capacity(units.len());
    let mut left = units;
    while !left.is_empty() {
        let (len, kept, unit) = sequence(left);
        let unit = unit.filter(|&unit| is_decoded(kept, unit));
        let kept = if unit.is_some() { kept } else { len };
        decoded.extend(left.iter().take(kept).copied().chain(unit));
        left = left.get(len..).unwrap_or_default();
    }
    decoded
}

/// Spec: npm-uri-js#decode
pub(super) fn decode(units: &[u16]) -> Units {
    decode_if(units, |_, _| true)
}

/// Spec: npm-uri-js#encoding-1
pub(super) fn decode_unreserved(units: &[u16]) -> Units {
    let is_unreserved = |unit: u16| u8::try_from(unit).is_ok_and(|byte| UNRESERVED.contains(byte));
    // uri-js asks if the result contains an unreserved character, as the digits of a kept escape are.
    decode_if(units, |kept, unit| kept > 0 || is_unreserved(unit))
}

/// Escapes `units`, except `allowed` and escapes.
///
/// Spec: npm-uri-js#encoding-4
pub(super) fn encode(units: &[u16], allowed: &ByteSet) -> String {
    let mut octets = Vec::with_capacity(units.len());
    for &unit in units {
        // Encode each unit as UTF-8 by itself, six bits for each octet, even if it is an unpaired surrogate.
        let bits = |shift: u32| (unit >> shift & 0x3F).to_le_bytes()[0];
        match unit {
            0..0x80 => octets.push(unit.to_le_bytes()[0]),
            0x80..0x800 => octets.extend([0xC0 | bits(6), 0x80 | bits(0)]),
            0x800.. => octets.extend([0xE0 | bits(12), 0x80 | bits(6), 0x80 | bits(0)]),
        }
    }
    upper_case_escapes(&percent_encode_octets(&octets, &allowed.and(b"%").complement()))
}

/// Converts `name` to ASCII as punycode 2.1 does, which uri-js includes. It checks nothing, and encodes even
/// unpaired surrogates. In a name with an `@`, only the labels after the `@` change. Returns `None` if a
/// number in a label is too large.
///
/// Spec: npm-uri-js#to-ascii
pub(super) fn to_ascii(name: &[u16]) -> Option<Units> {
    // 1. Before an @, it stays, and after a second one it is lost
    let mut parts = name.split(|&unit| is(unit, b'@'));
    let first = parts.next().unwrap_or_default();
    let (mut ascii, name) = match parts.next() {
        Some(second) => ([first, &[u16::from(b'@')]].concat(), second),
        None => (Units::new(), first),
    };
    for (at, label) in name.split(|unit| matches!(unit, 0x2E | 0x3002 | 0xFF0E | 0xFF61)).enumerate() {
        ascii.extend((at > 0).then_some(u16::from(b'.')));
        // 2. Labels that are not ASCII are encoded, unchecked
        // 2.1. What needs more than 31 bits is refused
        if label.iter().all(|&unit| unit < 0x7F) {
            ascii.extend(label);
        } else {
            let points = char::decode_utf16(label.iter().copied())
                .map(|c| c.map_or_else(|half| u32::from(half.unpaired_surrogate()), u32::from));
            let mut encoded = String::from("xn--");
            punycode::encode(points, MOST_OF_PUNYCODE, &mut encoded)?;
            ascii.extend(encoded.encode_utf16());
        }
    }
    Some(ascii)
}
