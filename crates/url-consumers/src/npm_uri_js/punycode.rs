//! Names in ASCII as punycode 2.1 writes them, which is in uri-js: nothing is checked, and half a character is one too.
//!
//! Outside the specs: `integer`, `adapt`, `add`, `before`.

use alloc::{collections::BTreeMap, format, string::String, vec, vec::Vec};

use super::escapes::{Units, is};

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
        if label.iter().all(|&unit| unit < 0x7F) {
            ascii.extend(label);
        } else {
            ascii.extend(format!("xn--{}", encode(label)?).encode_utf16());
        }
    }
    Some(ascii)
}

/// `label` in Punycode.
///
/// FAST: RFC 3492 scans the label for each character anew. Here each is found by its code, and a tree counts those before it.
///
/// Spec: npm-uri-js#to-ascii-2
fn encode(label: &[u16]) -> Option<String> {
    let mut places = BTreeMap::<u32, Vec<usize>>::new();
    let mut smaller = Counts(vec![0; label.len() + 1]);
    let mut out = String::new();
    for (at, point) in char::decode_utf16(label.iter().copied()).enumerate() {
        let point = point.map_or_else(|half| u32::from(half.unpaired_surrogate()), u32::from);
        if let Some(c) = char::from_u32(point).filter(char::is_ascii) {
            out.push(c);
            smaller.add(at);
        } else {
            places.entry(point).or_default().push(at);
        }
    }
    let (basic, mut handled) = (out.len(), out.len());
    if basic > 0 {
        out.push('-');
    }
    let (mut next, mut delta, mut bias) = (0x80, 0, 72);
    for (point, places) in places {
        delta += u64::from(point - next) * (handled as u64 + 1);
        let mut before = 0;
        for &at in &places {
            let count = smaller.before(at);
            // 2.1. What needs more than 31 bits is refused
            let number = u32::try_from(delta + count - before).ok().filter(|number| number >> 31 == 0)?;
            integer(number, bias, &mut out);
            let scaled = if handled == basic { number / 700 } else { number / 2 };
            handled += 1;
            bias = adapt(scaled + scaled / u32::try_from(handled).ok()?);
            (before, delta) = (count, 0);
        }
        delta = smaller.before(label.len()) - before + 1;
        next = point + 1;
        for at in places {
            smaller.add(at);
        }
    }
    Some(out)
}

/// Appends `number` in the digits of variable length of RFC 3492.
fn integer(mut number: u32, bias: u32, out: &mut String) {
    for k in (36..).step_by(36) {
        let threshold = u32::saturating_sub(k, bias).clamp(1, 26);
        let is_last = number < threshold;
        let digit = if is_last { number } else { threshold + (number - threshold) % (36 - threshold) };
        // Letters are the first digits.
        out.extend(char::from_digit((digit + 10) % 36, 36));
        if is_last {
            return;
        }
        number = (number - threshold) / (36 - threshold);
    }
}

fn adapt(mut delta: u32) -> u32 {
    let mut k = 0;
    while delta > 455 {
        delta /= 35;
        k += 36;
    }
    k + 36 * delta / (delta + 38)
}

/// How many of the places of a text were added, as a tree of sums.
struct Counts(Vec<u64>);

impl Counts {
    fn add(&mut self, at: usize) {
        let mut node = at + 1;
        while let Some(count) = self.0.get_mut(node) {
            *count += 1;
            node += node & node.wrapping_neg();
        }
    }

    /// How many are before `at`.
    fn before(&self, at: usize) -> u64 {
        let (mut node, mut sum) = (at, 0);
        while node > 0 {
            sum += self.0.get(node).copied().unwrap_or_default();
            node &= node - 1;
        }
        sum
    }
}
