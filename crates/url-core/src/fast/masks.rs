//! Tests of many bytes of a string at once, for the fast paths of parsers. One step tests sixteen bytes
//! ([`Lanes`]). The result for up to 64 bytes is an integer with a bit for each byte ([`PaddedStr::test`]),
//! in which one instruction finds the first byte that passes. The tests do not branch on single bytes.

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
use self::array::Register;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use self::sse2::Register;
use crate::ByteSet;

/// Sixteen bytes of a string, or the results of one test on sixteen bytes. A result is a byte: all bits are 1
/// if the tested byte passes, and all bits are 0 otherwise.
///
/// Bytes are compared as signed numbers, as SSE2 does: every non-ASCII byte is less than every ASCII byte.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Lanes(Register);

impl From<&[u8; Lanes::COUNT]> for Lanes {
    #[inline]
    fn from(bytes: &[u8; Self::COUNT]) -> Self {
        Self(Register::load(bytes))
    }
}

impl Lanes {
    /// The number of bytes tested in one step.
    pub const COUNT: usize = 16;

    #[inline]
    fn splat(byte: u8) -> Register {
        Register::splat(byte.cast_signed())
    }

    /// Returns the result of a test that no byte passes.
    #[inline]
    pub fn none() -> Self {
        Self(Register::splat(0))
    }

    /// Tests which bytes equal `byte`.
    #[inline]
    pub fn is(self, byte: u8) -> Self {
        Self(self.0.equal(Self::splat(byte)))
    }

    /// Tests which bytes are in `set`.
    #[expect(clippy::inline_always, reason = "a call would keep the compiler from knowing the ranges")]
    #[inline(always)]
    pub fn is_in<const N: usize>(self, set: &Ranges<N>) -> Self {
        set.0.iter().fold(Self::none(), |found, &range| found.or(self.is_in_range(range)))
    }

    #[expect(clippy::inline_always, reason = "see `is_in`")]
    #[inline(always)]
    fn is_in_range(self, (first, last): (i8, i8)) -> Self {
        // The ranges are constants, so the compiler removes these branches.
        Self(if first == last {
            self.0.equal(Register::splat(first))
        } else if first == i8::MIN {
            self.0.greater(Register::splat(last)).xor(Register::splat(-1))
        } else if last == i8::MAX {
            self.0.greater(Register::splat(first - 1))
        } else {
            // After shifting the range so that it ends at `i8::MAX`, one comparison is enough.
            let shift = i8::MAX.wrapping_sub(last);
            self.0.plus(Register::splat(shift)).greater(Register::splat(first.wrapping_add(shift) - 1))
        })
    }

    /// Tests which bytes are less than the ASCII byte `bound`. Every non-ASCII byte passes.
    #[inline]
    pub fn is_below(self, bound: u8) -> Self {
        Self(Self::splat(bound).greater(self.0))
    }

    /// Tests which bytes are ASCII and greater than the ASCII byte `bound`.
    #[inline]
    pub fn is_above(self, bound: u8) -> Self {
        Self(self.0.greater(Self::splat(bound)))
    }

    /// Sets the bits of `bits` in each byte.
    #[inline]
    pub fn with_bits(self, bits: u8) -> Self {
        Self(self.0.or(Self::splat(bits)))
    }

    /// Combines two test results: a byte passes if it passes exactly one of the two tests.
    #[inline]
    pub fn xor(self, other: Self) -> Self {
        Self(self.0.xor(other.0))
    }

    /// Combines two test results: a byte passes if it passes at least one of the two tests.
    #[inline]
    pub fn or(self, other: Self) -> Self {
        Self(self.0.or(other.0))
    }

    /// Combines two test results: a byte passes if it passes both tests.
    #[inline]
    pub fn and(self, other: Self) -> Self {
        Self(self.0.and(other.0))
    }

    /// Returns a test result as one bit for each byte. The lowest bit is for the first byte.
    #[inline]
    pub fn bits(self) -> u16 {
        self.0.signs()
    }
}

/// The members of a [`ByteSet`] as `N` ranges, for [`Lanes::is_in`]. A range has a first and a last byte.
#[derive(Clone, Copy, Debug)]
pub struct Ranges<const N: usize>([(i8, i8); N]);

impl Ranges<0> {
    /// Returns the number of ranges that the members of `set` form. [`Ranges::new`] needs this number as `N`.
    pub const fn count(set: &ByteSet) -> usize {
        ranges_of::<128>(set).1
    }
}

impl<const N: usize> Ranges<N> {
    /// Converts `set` to ranges. `N` must be the result of [`Ranges::count`] for `set`.
    pub const fn new(set: &ByteSet) -> Self {
        Self(ranges_of(set).0)
    }
}

/// Returns the ranges of `set`, and their number, which is at most `N`.
const fn ranges_of<const N: usize>(set: &ByteSet) -> ([(i8, i8); N], usize) {
    let (mut ranges, mut count, mut before, mut byte) = ([(0, 0); N], 0, false, i8::MIN);
    loop {
        let contained = set.contains(byte.cast_unsigned());
        if contained {
            if !before {
                ranges[count].0 = byte;
                count += 1;
            }
            ranges[count - 1].1 = byte;
        }
        if byte == i8::MAX {
            return (ranges, count);
        }
        before = contained;
        byte += 1;
    }
}

/// Returns true if any byte of `text` is less than the ASCII byte `bound`. Non-ASCII bytes are greater. The
/// function tests eight bytes at once, not sixteen, because most strings are short.
///
/// # Examples
/// ```
/// use url_core::fast::any_is_below;
/// assert!(any_is_below("é23456\t", b' ') && any_is_below("\t", b' '));
/// assert!(!any_is_below("é 23456 ", b' ') && !any_is_below("", b' '));
/// ```
#[inline]
pub fn any_is_below(text: &str, bound: u8) -> bool {
    const ONES: u64 = u64::MAX / 255;
    let bytes = text.as_bytes();
    let any = |chunk: &[u8; 8]| {
        let chunk = u64::from_le_bytes(*chunk);
        chunk.wrapping_sub(ONES * u64::from(bound)) & !chunk & ONES << 7 != 0
    };
    match bytes.last_chunk() {
        Some(last) => any(last) || bytes.as_chunks().0.iter().any(any),
        None => bytes.iter().any(|&byte| byte < bound),
    }
}

/// Returns true if any byte of `text` is in `set`.
#[inline]
pub fn any_is_in<const N: usize>(text: &str, set: &Ranges<N>) -> bool {
    let bytes = text.as_bytes();
    let found = |chunk: &[u8; Lanes::COUNT]| Lanes::from(chunk).is_in(set);
    let Some(last) = bytes.last_chunk() else {
        let mut chunk = [0; Lanes::COUNT];
        chunk.iter_mut().zip(bytes).for_each(|(to, &byte)| *to = byte);
        return found(&chunk).bits() & ((1 << bytes.len()) - 1) != 0;
    };
    let any = bytes.as_chunks().0.iter().fold(found(last), |any, chunk| any.or(found(chunk)));
    any.bits() != 0
}

/// Returns the offset of the first byte of `text` that is one of `bytes`, or `None` if there is none.
///
/// # Examples
/// ```
/// use url_core::fast::find_any;
/// assert_eq!(["/a?b", "/abcdefghijklmnopqrst#", ""].map(|s| find_any(s, b"?#")), [Some(2), Some(21), None]);
/// ```
#[inline]
pub fn find_any<const N: usize>(text: &str, bytes: &[u8; N]) -> Option<usize> {
    let found = |chunk: &[u8; Lanes::COUNT]| {
        let lanes = Lanes::from(chunk);
        let bits = bytes.iter().fold(Lanes::none(), |found, &byte| found.or(lanes.is(byte))).bits();
        (bits != 0).then_some(bits.trailing_zeros() as usize)
    };
    let (text, len) = (text.as_bytes(), text.len());
    let mut chunks = text.as_chunks().0.iter().enumerate();
    match text.last_chunk() {
        Some(last) => chunks
            .find_map(|(step, chunk)| Some(Lanes::COUNT * step + found(chunk)?))
            .or_else(|| Some(len - Lanes::COUNT + found(last)?)),
        None => text.iter().position(|byte| bytes.contains(byte)),
    }
}

/// Splits `text` before its first byte that is one of `bytes`, which must be ASCII. If there is no such byte,
/// the second part is empty.
///
/// # Examples
/// ```
/// assert_eq!(url_core::fast::split_at_any("é?b#c", b"?#"), ("é", "?b#c"));
/// ```
#[inline]
pub fn split_at_any<'a, const N: usize>(text: &'a str, bytes: &[u8; N]) -> (&'a str, &'a str) {
    let at = find_any(text, bytes).unwrap_or(text.len());
    text.split_at_checked(at).unwrap_or((text, ""))
}

/// The number of bytes loaded in one step: sixteen bytes to test, and the byte before them.
const SHORTEST: usize = Lanes::COUNT + 1;

/// A buffer into which [`PaddedStr::new`] copies a string of fewer than 17 bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Padding([u8; SHORTEST]);

/// A string whose bytes are tested sixteen at once: see [`PaddedStr::test`].
#[derive(Clone, Copy, Debug)]
pub struct PaddedStr<'a> {
    text: &'a str,
    /// The bytes of `text`. If there are fewer than [`SHORTEST`], they are padded with zeros.
    bytes: &'a [u8],
}

impl<'a> PaddedStr<'a> {
    /// Wraps the string `text`. Copies it into `padding` if it has fewer than 17 bytes, the size of one load.
    #[inline]
    pub fn new(text: &'a str, padding: &'a mut Padding) -> Self {
        Self::of_long(text).unwrap_or_else(|| {
            if let Some(start) = padding.0.get_mut(..text.len()) {
                start.copy_from_slice(text.as_bytes());
            }
            Self { text, bytes: &padding.0 }
        })
    }

    /// Wraps the string `text` without a [`Padding`]. Returns `None` if `text` has fewer than 17 bytes.
    #[inline]
    pub fn of_long(text: &'a str) -> Option<Self> {
        let bytes = text.as_bytes();
        (bytes.len() >= SHORTEST).then_some(Self { text, bytes })
    }

    /// Returns the string.
    #[inline]
    pub fn as_str(&self) -> &'a str {
        self.text
    }

    /// Returns the bytes of the string.
    #[inline]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    /// Runs `Q` tests on `16 * C` bytes from byte `from` on. `C` is at most 4, and `from` at least 1. Returns
    /// a number for each test: bit `i` is 1 if the byte at `from + i` exists and passes the test.
    ///
    /// `test` runs the tests on sixteen bytes. Its second argument is the bytes that precede each of these.
    #[expect(
        clippy::inline_always,
        reason = "the tests are constants: a call would keep the compiler from knowing them"
    )]
    #[inline(always)]
    pub fn test<const C: usize, const Q: usize>(
        &self,
        from: usize,
        test: impl Fn(Lanes, Lanes) -> [Lanes; Q],
    ) -> [u64; Q] {
        self.test_by_step::<C, Q>(from, |_, bytes, before| test(bytes, before))
    }

    /// Like [`test`](Self::test), but the closure also receives the step, which is 0 for the first 16 bytes.
    #[expect(clippy::inline_always, reason = "see `test`")]
    #[inline(always)]
    pub fn test_by_step<const C: usize, const Q: usize>(
        &self,
        from: usize,
        test: impl Fn(usize, Lanes, Lanes) -> [Lanes; Q],
    ) -> [u64; Q] {
        let (len, width) = (self.text.len(), Lanes::COUNT * C);
        let mut results = [0; Q];
        let Some(last) = self.bytes.len().checked_sub(SHORTEST).filter(|_| from < len) else {
            return results;
        };
        for step in 0..C {
            // A load past the end is moved back so that it ends with the string. Then loads need no bounds
            // check, and the number of steps does not depend on the length of the string.
            let at = (from + Lanes::COUNT * step - 1).min(last);
            let window = self.bytes.get(at..).and_then(<[u8]>::first_chunk::<SHORTEST>);
            let window: &[u8] = window.map_or(&[0; SHORTEST], |window| window);
            let lanes = |chunk: Option<&_>| chunk.map_or_else(Lanes::none, Lanes::from);
            let tested = test(step, lanes(window.last_chunk()), lanes(window.first_chunk()));
            let shift = u32::try_from((at + 1).wrapping_sub(from) % u64::BITS as usize).unwrap_or_default();
            for (result, lanes) in results.iter_mut().zip(tested) {
                // Rotation makes bits of bytes before `from` the highest ones, which `within` clears.
                *result |= u64::from(lanes.bits()).rotate_left(shift);
            }
        }
        let within = u64::MAX >> (u64::BITS as usize - width.min(len - from));
        results.map(|result| result & within)
    }
}

/// Defines methods that combine two registers byte by byte. Each method calls the method `with`.
macro_rules! operations {
    ($($name:ident: $of:expr,)*) => {$(
        #[inline]
        pub(super) fn $name(self, other: Self) -> Self {
            self.with(other, $of)
        }
    )*};
}

/// A processor register of sixteen signed bytes, for x86-64.
///
/// FAST: SSE2 instructions, which every x86-64 processor has. A unit test compares `sse2` with `array`.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2 {
    use safe_arch::{
        add_i8_m128i, bitand_m128i, bitor_m128i, bitxor_m128i, cmp_eq_mask_i8_m128i, cmp_gt_mask_i8_m128i,
        load_unaligned_m128i, m128i, move_mask_i8_m128i, set_splat_i8_m128i,
    };

    #[derive(Clone, Copy, Debug)]
    pub(super) struct Register(m128i);

    impl Register {
        #[inline]
        fn with(self, other: Self, of: impl Fn(m128i, m128i) -> m128i) -> Self {
            Self(of(self.0, other.0))
        }

        #[inline]
        pub(super) fn load(bytes: &[u8; 16]) -> Self {
            Self(load_unaligned_m128i(bytes))
        }

        #[inline]
        pub(super) fn splat(byte: i8) -> Self {
            Self(set_splat_i8_m128i(byte))
        }

        operations! {
            equal: cmp_eq_mask_i8_m128i,
            greater: cmp_gt_mask_i8_m128i,
            plus: add_i8_m128i,
            and: bitand_m128i,
            or: bitor_m128i,
            xor: bitxor_m128i,
        }

        /// Returns the sign bit of each byte; the first byte has the lowest bit.
        #[inline]
        pub(super) fn signs(self) -> u16 {
            let [low, high, ..] = move_mask_i8_m128i(self.0).to_le_bytes();
            u16::from_le_bytes([low, high])
        }
    }
}

/// The same operations as in the module `sse2`, on arrays instead of registers, for all other processors.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
mod array {
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Register([i8; 16]);

    impl Register {
        #[inline]
        fn with(self, other: Self, of: impl Fn(i8, i8) -> i8) -> Self {
            let mut result = self;
            result.0.iter_mut().zip(other.0).for_each(|(byte, other)| *byte = of(*byte, other));
            result
        }

        #[inline]
        pub(super) fn load(bytes: &[u8; 16]) -> Self {
            Self(bytes.map(u8::cast_signed))
        }

        #[inline]
        pub(super) fn splat(byte: i8) -> Self {
            Self([byte; 16])
        }

        operations! {
            equal: |byte, other| -i8::from(byte == other),
            greater: |byte, other| -i8::from(byte > other),
            plus: i8::wrapping_add,
            and: |byte, other| byte & other,
            or: |byte, other| byte | other,
            xor: |byte, other| byte ^ other,
        }

        /// Returns the sign bit of each byte; the first byte has the lowest bit.
        #[inline]
        pub(super) fn signs(self) -> u16 {
            self.0.iter().rev().fold(0, |signs, byte| signs << 1 | u16::from(*byte < 0))
        }
    }
}

#[cfg(all(test, target_arch = "x86_64", target_feature = "sse2"))]
mod tests {
    use alloc::vec::Vec;

    use super::{array, sse2};

    macro_rules! places {
        ($register:ident, $value:expr) => {
            (i8::MIN..=i8::MAX)
                .map(|byte| $value.equal($register::Register::splat(byte)).signs())
                .collect::<Vec<_>>()
        };
    }

    #[test]
    fn instructions_are_those_of_the_array() {
        // Compares every pair of bytes, sixteen pairs at once.
        let all: Vec<u8> = (0..=u8::MAX).collect();
        for (byte, others) in
            all.iter().flat_map(|byte| all.as_chunks().0.iter().map(move |others| (*byte, others)))
        {
            let bytes = [byte; 16];
            macro_rules! assert_same {
                ($($operation:ident),*) => {$(
                    let by_sse2 = sse2::Register::load(&bytes).$operation(sse2::Register::load(others));
                    let by_array = array::Register::load(&bytes).$operation(array::Register::load(others));
                    assert_eq!(by_sse2.signs(), by_array.signs(), "{} {byte} {others:?}", stringify!($operation));
                    assert_eq!(places!(sse2, by_sse2), places!(array, by_array), "{} {byte} {others:?}", stringify!($operation));
                )*};
            }
            assert_same!(equal, greater, plus, and, or, xor);
        }
    }
}
