//! Questions to many bytes at once: what fast paths are made of. A question compares sixteen bytes in one step
//! ([`Lanes`]); its answer for a stretch of a string is a number with a bit for each byte ([`Subject::ask`]), so that "where is the
//! first" is one instruction, and no branch depends on a single byte.

use wide::i8x16;

use crate::ByteSet;

/// Sixteen bytes of a string, or what was asked about each of them: then all ones for yes and all zeros for no.
///
/// Bytes are compared as signed numbers, for that is what processors have: what is not ASCII is less than all ASCII.
#[derive(Clone, Copy, Debug)]
pub struct Lanes(i8x16);

impl Lanes {
    /// How many bytes are asked in one step.
    const COUNT: usize = 16;

    /// The last bytes of `bytes`; zeros where there are not enough.
    #[inline]
    fn last_of(bytes: &[u8]) -> Self {
        let lanes: [u8; Self::COUNT] = bytes.last_chunk().copied().unwrap_or_default();
        Self(i8x16::new(lanes.map(u8::cast_signed)))
    }

    /// Which bytes are `byte`.
    #[inline]
    #[must_use]
    pub fn is(self, byte: u8) -> Self {
        Self(self.0.simd_eq(i8x16::splat(byte.cast_signed())))
    }

    /// Which bytes are in `set`.
    #[inline]
    #[must_use]
    pub fn is_in<const N: usize>(self, set: &Ranges<N>) -> Self {
        set.0.iter().fold(Self(i8x16::ZERO), |found, &range| found.or(self.is_in_range(range)))
    }

    #[inline]
    fn is_in_range(self, (first, last): (i8, i8)) -> Self {
        // Which case it is, the compiler knows: ranges are constants.
        Self(if first == last {
            self.0.simd_eq(i8x16::splat(first))
        } else if first == i8::MIN {
            !self.0.simd_gt(i8x16::splat(last))
        } else if last == i8::MAX {
            self.0.simd_gt(i8x16::splat(first - 1))
        } else {
            // Moved up so that the range ends with the greatest number, it needs one comparison only.
            let shift = i8::MAX.wrapping_sub(last);
            (self.0 + i8x16::splat(shift)).simd_gt(i8x16::splat(first.wrapping_add(shift) - 1))
        })
    }

    /// Which bytes this answer or `other` says yes to.
    #[inline]
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Which bytes this answer and `other` say yes to.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// A bit for each byte, the first one's lowest.
    #[inline]
    fn bits(self) -> u64 {
        u64::from(self.0.to_bitmask())
    }
}

/// A [`ByteSet`] as ranges of signed numbers, the fewest that there are, for [`Lanes::is_in`].
///
/// # Examples
/// ```
/// use url_core::{ByteSet, masks::Ranges};
/// const SET: ByteSet = ByteSet::of(b"?#").and_range(b'a', b'z');
/// const RANGES: Ranges<{ Ranges::count(&SET) }> = Ranges::new(&SET);
/// assert_eq!(Ranges::count(&SET), 3);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ranges<const N: usize>([(i8, i8); N]);

impl Ranges<0> {
    /// How many ranges it takes to write `set`.
    pub const fn count(set: &ByteSet) -> usize {
        let (mut count, mut before, mut byte) = (0, false, i8::MIN);
        loop {
            let contained = set.contains(byte.cast_unsigned());
            if contained && !before {
                count += 1;
            }
            if byte == i8::MAX {
                return count;
            }
            before = contained;
            byte += 1;
        }
    }
}

impl<const N: usize> Ranges<N> {
    /// The ranges of `set`, which are `N`: [`Ranges::count`].
    pub const fn new(set: &ByteSet) -> Self {
        let mut ranges = [(0, 0); N];
        let (mut count, mut before, mut byte) = (0, false, i8::MIN);
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
                return Self(ranges);
            }
            before = contained;
            byte += 1;
        }
    }
}

/// As many bytes as are compared in one step, and the one before them.
const SHORTEST: usize = Lanes::COUNT + 1;

/// Where a [`Subject`] lays out a string of too few bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Room([u8; SHORTEST]);

/// A string to ask about.
///
/// # Examples
/// ```
/// use url_core::masks::{Room, Subject};
/// let mut room = Room::default();
/// let text = Subject::new("http://a.test//", &mut room);
/// let [slashes, doubled] = text.ask::<2, 2>(7, |bytes, before| {
///     [bytes.is(b'/'), bytes.is(b'/').and(before.is(b'/'))]
/// });
/// assert_eq!((slashes, doubled), (0b1100_0000, 0b1000_0000));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    text: &'a str,
    /// The bytes of the text, with zeros behind them where they are too few to take sixteen.
    bytes: &'a [u8],
}

impl<'a> Subject<'a> {
    /// The string `text`; `room` is for one that is too short to take sixteen bytes where it stands.
    #[inline]
    pub fn new(text: &'a str, room: &'a mut Room) -> Self {
        let bytes = text.as_bytes();
        if bytes.len() < SHORTEST {
            room.0[..bytes.len()].copy_from_slice(bytes);
            return Self { text, bytes: &room.0 };
        }
        Self { text, bytes }
    }

    /// The string.
    #[inline]
    pub fn as_str(&self) -> &'a str {
        self.text
    }

    /// The bytes of the string.
    #[inline]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    /// Asks `Q` questions about each of the at most `16 * C` bytes from `from` on, where `C` is at most 4 and `from` at
    /// least 1. Bit `i` of an answer is about the byte at `from + i`; past the end there are none.
    ///
    /// `question` is given sixteen bytes, and those one place before them.
    #[expect(
        clippy::inline_always,
        reason = "questions are constants: a call would keep the compiler from knowing them"
    )]
    #[inline(always)]
    pub fn ask<const C: usize, const Q: usize>(
        &self,
        from: usize,
        question: impl Fn(Lanes, Lanes) -> [Lanes; Q],
    ) -> [u64; Q] {
        let (len, width) = (self.text.len(), Lanes::COUNT * C);
        // The stretch ends where the string does, or sooner. Steps go back from there and overlap at its beginning,
        // so that their number does not hang on the length.
        let end = len.min(from + width);
        let Some(up_to_end) = self.bytes.get(..end.max(SHORTEST)).filter(|_| from < len) else {
            return [0; Q];
        };
        let mut answers = [0; Q];
        for step in 0..C {
            let step_end = up_to_end.len().saturating_sub(Lanes::COUNT * step).max(SHORTEST);
            let up_to_step_end = up_to_end.get(..step_end).unwrap_or_default();
            let (_, before) = up_to_step_end.split_last().unwrap_or((&0, &[]));
            let asked = question(Lanes::last_of(up_to_step_end), Lanes::last_of(before));
            // The last byte of the stretch gets the highest of the `width` bits.
            let shift = step_end + width - Lanes::COUNT - end;
            for (answer, lanes) in answers.iter_mut().zip(asked) {
                *answer |= lanes.bits() << (shift % u64::BITS as usize);
            }
        }
        let within = u64::MAX >> (u64::BITS as usize - width);
        let before = width - (end - from);
        answers.map(|answer| (answer & within) >> (before % u64::BITS as usize))
    }
}
