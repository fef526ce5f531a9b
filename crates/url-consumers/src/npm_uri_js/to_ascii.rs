//! Names in ASCII as punycode 2.1 writes them, which is in uri-js: nothing is checked, and half a character is one too.

use super::escapes::{Units, is};
use crate::punycode::encode;

/// The `name` in ASCII, of which only a label after an @ is another; `None` if a number in it is too large.
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
            ascii.extend(format!("xn--{}", encode(points)?).encode_utf16());
        }
    }
    Some(ascii)
}
