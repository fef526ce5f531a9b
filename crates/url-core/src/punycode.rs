//! Punycode (RFC 3492) encoding and decoding, for labels of any length.
//!
//! The loops of the RFC take quadratic time: the encoder scans the whole label for each new code point, and
//! the decoder inserts into the middle of a string. The functions here return the same results in O(n log n),
//! because they use a set of positions (`Places`); tests compare the results with the crate `idna`. No number
//! overflows, because a delta is less than 2^21 times the number of code points. The parameter `most` is for
//! imitating a program with smaller integers: it is the greatest integer of that program, and labels that
//! need a greater number are rejected.

use alloc::{string::String, vec::Vec};

// The parameters of RFC 3492, section 5.
const BASE: u64 = 36;
const TMIN: u64 = 1;
const TMAX: u64 = 26;
const SKEW: u64 = 38;
const DAMP: u64 = 700;
const INITIAL_BIAS: u64 = 72;
const INITIAL_N: u32 = 0x80;

/// The number of bits of a code point. `encode` sorts numbers that contain a code point and its position.
const BITS: u32 = 21;

/// The greatest number of non-basic code points that are sorted without an allocation.
const FEW: usize = 32;

/// Appends the Punycode of a label, given as its code `points`, to `result` (RFC 3492, section 6.3). Returns
/// `None` if the algorithm needs a number above `most`.
pub fn encode(points: impl Iterator<Item = u32> + Clone, most: u64, result: &mut String) -> Option<()> {
    // copy the basic code points to the output in order
    let basic = result.len();
    // The non-basic code points, sorted by value. Equal code points are in the order of the label.
    let count = points.clone().filter(|&point| point >= INITIAL_N).count();
    let (mut few, mut many) = ([0; FEW], Vec::new());
    let others = few.get_mut(..count).unwrap_or_else(|| {
        many.resize(count, 0);
        &mut many
    });
    let mut left = others.iter_mut();
    for (at, point) in (0_u64..).zip(points.clone()) {
        if let Some(c) = char::from_u32(point).filter(char::is_ascii) {
            result.push(c);
        } else if let Some(other) = left.next() {
            *other = u64::from(point) << (u64::BITS - BITS) | at;
        }
    }
    others.sort_unstable();
    let b = result.len() - basic;
    // FAST: if the label has at most 64 code points, a set of positions is one integer.
    if b + count <= WORD {
        let before_n = others.iter().fold(u64::MAX, |places, &other| places & !(1 << place(other)));
        encode_others(others, b, before_n, most, result)
    } else {
        encode_others(others, b, Places::new(points.map(|point| point < INITIAL_N)), most, result)
    }
}

fn code_point(other: u64) -> u32 {
    (other >> (u64::BITS - BITS)) as u32
}

fn place(other: u64) -> usize {
    (other & (u64::MAX >> BITS)) as usize
}

/// Appends the delimiter and the encoded `others`: the sorted non-basic code points of a label. `b` is the
/// number of basic code points, and `before_n` is the set of the positions of the basic code points.
fn encode_others(
    others: &[u64],
    b: usize,
    mut before_n: impl PlaceSet,
    most: u64,
    result: &mut String,
) -> Option<()> {
    // let n = initial_n, delta = 0, bias = initial_bias
    let (mut n, mut delta, mut bias) = (INITIAL_N, 0, INITIAL_BIAS);
    // let h = b = the number of basic code points in the input; copy them to the output in order, followed by
    // a delimiter if b > 0
    let mut h = b;
    if b > 0 {
        result.push('-');
    }
    // while h < length(input): let m = the minimum code point >= n in the input
    for of_m in others.chunk_by(|&one, &next| code_point(one) == code_point(next)) {
        let m = of_m.first().map_or(n, |&first| code_point(first));
        // let delta = delta + (m - n) * (h + 1); let n = m
        delta += u64::from(m - n) * (h as u64 + 1);
        n = m;
        // for each code point c in the input in order: if c < n then increment delta
        let (length, mut passed) = (h, 0);
        for &other in of_m {
            let count = before_n.count_below(place(other));
            delta += (count - passed) as u64;
            passed = count;
            if delta > most {
                return None;
            }
            // if c == n: output delta as a variable-length integer, adapt the bias, let delta = 0, increment
            // h
            push_integer(delta, bias, result);
            bias = adapt(delta, h as u64 + 1, h == b);
            delta = 0;
            h += 1;
        }
        delta += (length - passed) as u64;
        // increment delta and n
        delta += 1;
        n += 1;
        for &other in of_m {
            before_n.insert(place(other));
        }
    }
    Some(())
}

/// Appends `q` as a variable-length integer (RFC 3492, section 3.3): least significant digit first, with the
/// thresholds that follow from `bias`.
fn push_integer(mut q: u64, bias: u64, result: &mut String) {
    let mut k = BASE;
    loop {
        let t = threshold(k, bias);
        if q < t {
            break;
        }
        result.push(digit(t + (q - t) % (BASE - t)));
        q = (q - t) / (BASE - t);
        k += BASE;
    }
    result.push(digit(q));
}

/// Returns the digit for `value`, which is less than 36 (RFC 3492, section 5).
fn digit(value: u64) -> char {
    let value = u8::try_from(value).unwrap_or_default();
    char::from(if value < 26 { b'a' + value } else { b'0' - 26 + value })
}

/// Decodes the Punycode `input`, which must be in lower case (RFC 3492, section 6.2). Returns `None` if
/// `input` is invalid or the algorithm needs a number above `most`.
pub fn decode(input: &str, most: u64) -> Option<String> {
    // consume all code points before the last delimiter (if there is one) and copy them to output, fail on
    // any non-basic code point; if more than zero code points were consumed then consume one more
    let (basic, digits) = match input.rsplit_once('-') {
        Some((basic, digits)) if !basic.is_empty() => (basic, digits),
        _ => ("", input),
    };
    if !basic.is_ascii() {
        return None;
    }
    let (mut n, mut i, mut bias) = (u64::from(INITIAL_N), 0, INITIAL_BIAS);
    let mut length = basic.len() as u64;
    // The position and the code point of each insertion. Each insertion has a digit, so the list never grows.
    let mut insertions = Vec::with_capacity(digits.len());
    let mut digits = digits.bytes();
    // while the input is not exhausted
    while digits.len() > 0 {
        // let oldi = i
        let old_i = i;
        length += 1;
        // i may not reach `end`: n increases by one for every `length` in i, and n cannot exceed char::MAX.
        let end = (u64::from(u32::from(char::MAX)) + 1) * length;
        let (mut w, mut k) = (1, BASE);
        loop {
            // consume a code point, or fail if there was none to consume; let digit = its digit-value, fail
            // if it has none
            let digit = value(digits.next()?)?;
            // let i = i + digit * w, fail on overflow
            i += digit * w;
            if i >= end || i > most {
                return None;
            }
            let t = threshold(k, bias);
            if digit < t {
                break;
            }
            // let w = w * (base - t), fail on overflow
            // NOTE: w cannot overflow: w is at most 35 times i, and i is below `end`.
            w *= BASE - t;
            if w > most {
                return None;
            }
            k += BASE;
        }
        // let bias = adapt(i - oldi, length(output) + 1, test oldi is 0?)
        bias = adapt(i - old_i, length, old_i == 0);
        // let n = n + i div (length(output) + 1), fail on overflow; let i = i mod (length(output) + 1)
        n += i / length;
        i %= length;
        // insert n into output at position i; increment i
        let c = char::from_u32(u32::try_from(n).ok()?)?;
        insertions.push(i << BITS | u64::from(c));
        i += 1;
    }
    Some(insert_all(basic, insertions))
}

fn insert_all(basic: &str, mut insertions: Vec<u64>) -> String {
    // The code point that is inserted last is at the position of its insertion. For each earlier insertion,
    // the position is an index into the positions still free. The basic code points fill the other positions.
    let mut left = Places::new(core::iter::repeat_n(true, basic.len() + insertions.len()));
    for insertion in insertions.iter_mut().rev() {
        let place = left.take((*insertion >> BITS) as usize).unwrap_or_default();
        *insertion = (place as u64) << BITS | *insertion & ((1 << BITS) - 1);
    }
    insertions.sort_unstable();
    let mut output = String::with_capacity(basic.len() + insertions.len() * 2);
    let mut basic = basic.chars();
    let mut at = 0;
    for insertion in insertions {
        let place = (insertion >> BITS) as usize;
        output.extend(basic.by_ref().take(place - at));
        output.extend(char::from_u32((insertion & ((1 << BITS) - 1)) as u32));
        at = place + 1;
    }
    output.extend(basic);
    output
}

/// Returns the value of `digit`, or `None` if `digit` is not a lower-case letter or a decimal digit.
fn value(digit: u8) -> Option<u64> {
    match digit {
        b'a'..=b'z' => Some(u64::from(digit - b'a')),
        b'0'..=b'9' => Some(u64::from(digit - b'0') + 26),
        _ => None,
    }
}

/// Returns t: tmin if k <= bias, tmax if k >= bias + tmax, and k - bias otherwise.
fn threshold(k: u64, bias: u64) -> u64 {
    k.saturating_sub(bias).clamp(TMIN, TMAX)
}

/// Adapts the bias after each delta (RFC 3492, section 6.1).
fn adapt(mut delta: u64, numpoints: u64, is_first: bool) -> u64 {
    // let delta = delta div damp if this is the first, delta div 2 otherwise; let delta = delta + delta div
    // numpoints
    delta /= if is_first { DAMP } else { 2 };
    delta += delta / numpoints;
    let mut k = 0;
    while delta > MOST_UNDIVIDED {
        delta /= BASE - TMIN;
        k += BASE;
    }
    // let bias = k + (((base - tmin + 1) * delta) div (delta + skew))
    let quotient = usize::try_from(delta).ok().and_then(|delta| QUOTIENTS.get(delta));
    k + u64::from(quotient.copied().unwrap_or_default())
}

/// The greatest delta that the loop of [`adapt`] does not divide: `((base - tmin) * tmax) div 2`.
const MOST_UNDIVIDED: u64 = (BASE - TMIN) * TMAX / 2;

/// `((base - tmin + 1) * delta) div (delta + skew)` for each delta from 0 to [`MOST_UNDIVIDED`].
///
/// FAST: a look-up takes less time than a division.
#[expect(clippy::cast_possible_truncation, reason = "delta is at most 455, and the quotient less than 36")]
const QUOTIENTS: [u8; MOST_UNDIVIDED as usize + 1] = {
    let mut quotients = [0; MOST_UNDIVIDED as usize + 1];
    let mut delta = 0;
    while delta <= MOST_UNDIVIDED {
        quotients[delta as usize] = ((BASE - TMIN + 1) * delta / (delta + SKEW)) as u8;
        delta += 1;
    }
    quotients
};

const WORD: usize = u64::BITS as usize;

trait PlaceSet {
    /// Adds the position `at`, which must not be a member yet.
    fn insert(&mut self, at: usize);

    fn count_below(&self, at: usize) -> usize;
}

/// A set of positions below [`WORD`], as one bit for each position.
impl PlaceSet for u64 {
    fn insert(&mut self, at: usize) {
        *self |= 1 << at;
    }

    fn count_below(&self, at: usize) -> usize {
        (self & !(Self::MAX << at)).count_ones() as usize
    }
}

/// A set of positions in a string. Finding the n-th member, or the number of members below a position, takes
/// logarithmic time.
struct Places {
    /// One bit for each position.
    words: Vec<u64>,
    /// A Fenwick tree of the number of members in each word. Entry `i - 1` is the number of members in the
    /// words of the range `i - lowest_bit(i)..i`.
    counts: Vec<usize>,
}

impl Places {
    /// Creates the set of the positions at which `members` is true. A position that is inserted later must be
    /// less than the number of items in `members`.
    fn new(members: impl Iterator<Item = bool>) -> Self {
        let mut words = Vec::with_capacity(members.size_hint().0.div_ceil(WORD));
        let mut last = 0;
        let mut at = 0;
        for is_member in members {
            last |= u64::from(is_member) << (at % WORD);
            at += 1;
            if at % WORD == 0 {
                words.push(core::mem::take(&mut last));
            }
        }
        words.push(last);
        let mut counts: Vec<_> = words.iter().map(|word| word.count_ones() as usize).collect();
        for i in 1..=counts.len() {
            let count = counts[i - 1];
            if let Some(above) = counts.get_mut(i + lowest_bit(i) - 1) {
                *above += count;
            }
        }
        Self { words, counts }
    }

    /// Removes and returns the member with `n` members below it. If the set has only `n` members, returns
    /// `None`.
    fn take(&mut self, n: usize) -> Option<usize> {
        // This walks down the tree to the word that contains the member. It decrements each entry on its way
        // that includes that word.
        let (mut at, mut rest) = (0, n);
        let mut step = self.counts.len().next_power_of_two();
        while step > 0 {
            if let Some(count) = self.counts.get_mut(at + step - 1) {
                if *count <= rest {
                    rest -= *count;
                    at += step;
                } else {
                    *count -= 1;
                }
            }
            step /= 2;
        }
        let word = self.words.get_mut(at)?;
        let mut members = *word;
        for _ in 0..rest {
            members &= members.wrapping_sub(1);
        }
        *word &= !(members & members.wrapping_neg());
        Some(at * WORD + members.trailing_zeros() as usize)
    }
}

impl PlaceSet for Places {
    fn insert(&mut self, at: usize) {
        let Some(word) = self.words.get_mut(at / WORD) else { return };
        *word |= 1 << (at % WORD);
        let mut i = at / WORD + 1;
        while let Some(count) = self.counts.get_mut(i - 1) {
            *count += 1;
            i += lowest_bit(i);
        }
    }

    fn count_below(&self, at: usize) -> usize {
        let word = self.words.get(at / WORD).copied().unwrap_or_default();
        let mut count = (word & !(u64::MAX << (at % WORD))).count_ones() as usize;
        let mut i = at / WORD;
        while i > 0 {
            count += self.counts.get(i - 1).copied().unwrap_or_default();
            i -= lowest_bit(i);
        }
        count
    }
}

fn lowest_bit(i: usize) -> usize {
    i & i.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String, vec::Vec};

    use url_testdata::hostile::Dice;

    fn encode(label: &str) -> String {
        let mut encoded = String::new();
        super::encode(label.chars().map(u32::from), u64::MAX, &mut encoded).unwrap();
        encoded
    }

    fn decode(input: &str) -> Option<String> {
        super::decode(input, u64::MAX)
    }

    fn label(dice: &mut Dice, most: usize) -> String {
        let range = [0x80, 0x100, 0x3000, 0x11_0000][dice.roll(4)];
        let start = dice.roll(0x11_0000 - range + 1);
        let mut code_point = || match dice.roll(3) {
            0 => u32::from(b"ab-z09"[dice.roll(6)]),
            _ => u32::try_from(start + dice.roll(range)).unwrap(),
        };
        let code_points: Vec<_> = (0..most).map(|_| code_point()).collect();
        let most = dice.roll(most) + 1;
        code_points.into_iter().filter_map(char::from_u32).take(most).collect()
    }

    #[test]
    fn gives_what_the_crate_idna_gives() {
        let theirs = idna::punycode::decode_to_string;
        let mut dice = Dice::new(3492);
        for turn in 0..4_000 {
            let label = label(&mut dice, if turn % 100 == 0 { 3_000 } else { 40 });
            let encoded = encode(&label);
            assert_eq!(Some(&encoded), idna::punycode::encode_str(&label).as_ref(), "{label:?}");
            assert_eq!(decode(&encoded).as_ref(), Some(&label), "{encoded}");
            // With one byte replaced, the string is usually not the Punycode of any label.
            let mut digits: Vec<_> = encoded.into_bytes();
            let at = dice.roll(digits.len());
            digits[at] = b"a09z-_"[dice.roll(6)];
            let changed = String::from_utf8(digits).unwrap();
            assert_eq!(decode(&changed), theirs(&changed), "{changed}");
        }
        for input in
            ["", "-", "--", "a-", "-a", "z", "zz", "99999999", "a-99999999999999999999999", "999999999b"]
        {
            assert_eq!(decode(input), theirs(input), "{input}");
        }
    }

    /// Tests labels that the quadratic loops of the RFC would need hours for.
    #[test]
    fn a_million_code_points_come_back() {
        let many: String =
            (0..1_000_000).filter_map(|i| char::from_u32(0x4E00 + i % 20_000 * 7919 % 20_000)).collect();
        for label in ["é".repeat(1_000_000), many] {
            assert!(decode(&encode(&label)) == Some(label));
        }
    }

    /// Tests labels of up to four ASCII letters and two non-ASCII code points. The bias with which the second
    /// code point is encoded depends on the first one.
    #[test]
    fn adaptation_is_that_of_the_crate_idna() {
        for c in (0x80..0x11_0000).step_by(7).filter_map(char::from_u32) {
            for letters in ["", "a", "ab", "abc", "abcd"] {
                let label = format!("{letters}{c}\u{10FFFF}");
                let encoded = encode(&label);
                assert_eq!(Some(&encoded), idna::punycode::encode_str(&label).as_ref(), "{label:?}");
                assert_eq!(decode(&encoded).as_ref(), Some(&label), "{label:?}");
            }
        }
    }

    #[test]
    fn greater_numbers_are_refused() {
        let (label, most) = (format!("{}\u{10FFFF}", "a".repeat(2_000)), u64::from(u32::MAX >> 1));
        let encoded = encode(&label);
        assert_eq!(super::encode(label.chars().map(u32::from), most, &mut String::new()), None);
        assert_eq!(super::decode(&encoded, most), None);
        assert_eq!(super::decode(&encoded, 2 * most), Some(label));
        // The decoded number is only 36, but decoding also needs the weight of the last digit, which is
        // 1,225.
        assert_eq!(encode("\u{A4}"), "bba");
        assert_eq!([1_224, 1_225].map(|most| super::decode("bba", most).is_some()), [false, true]);
    }
}
