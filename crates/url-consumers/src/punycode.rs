//! Punycode, in nearly linear time: RFC 3492 scans the text for each character anew, and so do most programs.

use std::collections::BTreeMap;

/// The code `points` in Punycode; `None` if a number needs more than 31 bits.
pub(crate) fn encode(points: impl Iterator<Item = u32>) -> Option<String> {
    let mut out = String::new();
    let (mut others, mut basics) = (BTreeMap::<u32, Vec<usize>>::new(), Vec::new());
    let mut count = 0;
    for (at, point) in points.enumerate() {
        count += 1;
        if let Some(c) = char::from_u32(point).filter(char::is_ascii) {
            out.push(c);
            basics.push(at);
        } else {
            others.entry(point).or_default().push(at);
        }
    }
    // Those of smaller code points than the next one.
    let mut smaller = Counts(vec![0; count + 1]);
    for at in basics {
        smaller.add(at, 1);
    }
    let (basic, mut handled) = (out.len(), out.len());
    if basic > 0 {
        out.push('-');
    }
    let (mut next, mut delta, mut bias) = (0x80, 0, 72);
    for (point, places) in others {
        delta += u64::from(point - next) * (handled as u64 + 1);
        let mut before = 0;
        for &at in &places {
            let here = smaller.before(at);
            let number = u32::try_from(delta + here - before).ok().filter(|number| number >> 31 == 0)?;
            integer(number, bias, &mut out);
            let scaled = if handled == basic { number / 700 } else { number / 2 };
            handled += 1;
            bias = adapt(scaled + scaled / u32::try_from(handled).ok()?);
            (before, delta) = (here, 0);
        }
        delta = smaller.before(count) - before + 1;
        next = point + 1;
        for at in places {
            smaller.add(at, 1);
        }
    }
    Some(out)
}

/// What the Punycode `text` stands for, if it is Punycode.
pub(crate) fn decode(text: &str) -> Option<String> {
    let (basic, digits) = text.rsplit_once('-').unwrap_or(("", text));
    let mut digits = digits.chars().map(|c| Some((c.to_digit(36)? + 26) % 36)).peekable();
    let mut inserted = Vec::new();
    let mut count = u32::try_from(basic.len()).ok()?;
    let (mut point, mut at, mut bias) = (0x80_u32, 0_u32, 72);
    while digits.peek().is_some() {
        let (start, mut weight) = (at, 1_u32);
        for k in (36..).step_by(36) {
            let digit = digits.next()??;
            at = at.checked_add(digit.checked_mul(weight)?)?;
            let threshold = u32::saturating_sub(k, bias).clamp(1, 26);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(36 - threshold)?;
        }
        count += 1;
        let scaled = if start == 0 { at / 700 } else { (at - start) / 2 };
        bias = adapt(scaled + scaled / count);
        point = point.checked_add(at / count)?;
        at %= count;
        inserted.push((at as usize, char::from_u32(point)?));
        at += 1;
    }
    // The last one is where it was inserted; of those before it, each is in a place that is still free.
    let mut places = vec![None; count as usize];
    let mut free = Counts(vec![0; places.len() + 1]);
    for at in 0..places.len() {
        free.add(at, 1);
    }
    for (nth, c) in inserted.into_iter().rev() {
        let at = free.find(nth as u64);
        free.add(at, -1);
        *places.get_mut(at)? = Some(c);
    }
    let mut basic = basic.chars();
    places.into_iter().map(|c| c.or_else(|| basic.next())).collect()
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
    fn add(&mut self, at: usize, times: i64) {
        let mut node = at + 1;
        while let Some(count) = self.0.get_mut(node) {
            *count = count.wrapping_add_signed(times);
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

    /// The place that `nth` others are before.
    fn find(&self, mut nth: u64) -> usize {
        let mut at = 0;
        let mut step = self.0.len().next_power_of_two();
        while step > 0 {
            if let Some(&count) = self.0.get(at + step).filter(|&&count| count <= nth) {
                (at, nth) = (at + step, nth - count);
            }
            step /= 2;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use url_testdata::hostile::Dice;

    use super::{decode, encode};

    #[test]
    fn texts_are_as_the_crate_idna_has_them() {
        let mut dice = Dice::new(3492);
        for _ in 0..2_000 {
            let text: String = (0..dice.roll(30))
                .filter_map(|_| {
                    let start = [u32::from('a'), 0xE0, 0x4E00, 0x1_F600][dice.roll(4)];
                    char::from_u32(start + u32::try_from(dice.roll(25)).unwrap())
                })
                .collect();
            let encoded = idna::punycode::encode_str(&text).unwrap();
            assert_eq!(encode(text.chars().map(u32::from)), Some(encoded.clone()), "{text}");
            let changed = format!("{}{}", dice.roll(9), encoded);
            for punycode in [encoded, changed] {
                assert_eq!(decode(&punycode), idna::punycode::decode_to_string(&punycode), "{punycode}");
            }
        }
    }
}
