//! The places of the byte that ends records, many found at once.

use wide::{bytemuck::cast, i8x16};

/// How many bytes one number has a bit for.
const WORD: usize = 64;

/// How many bytes are searched at once.
const PIECE: usize = 1 << 10;

/// How many places are written at once, whether there are as many or not.
const RUN: usize = 4;

/// The places of one byte in others, in order.
///
/// FAST: places are written without asking how many there are, since a processor cannot foresee where lines end. A test compares with
/// a search of each byte.
#[derive(Debug)]
pub(crate) struct Ends<'b> {
    end: u8,
    /// What has not been searched.
    rest: &'b [u8],
    /// Where the piece begins that was searched last, and where `rest` does.
    start: usize,
    next: usize,
    /// The places in that piece: those from `given` to `count` are left.
    found: [u16; PIECE + RUN],
    given: usize,
    count: usize,
}

impl<'b> Ends<'b> {
    /// The places of `end` in `bytes`.
    pub(crate) fn new(end: u8, bytes: &'b [u8]) -> Self {
        Self { end, rest: bytes, start: 0, next: 0, found: [0; PIECE + RUN], given: 0, count: 0 }
    }

    /// Searches pieces up to one that has a place. Returns whether there was one.
    #[inline(never)]
    fn search(&mut self) -> bool {
        (self.given, self.count) = (0, 0);
        while self.count == 0 && !self.rest.is_empty() {
            let (piece, rest) = self.rest.split_at(self.rest.len().min(PIECE));
            self.rest = rest;
            (self.start, self.next) = (self.next, self.next + piece.len());
            let (words, last) = piece.as_chunks();
            let mut places = (0..).step_by(WORD);
            for (word, from) in words.iter().zip(&mut places) {
                self.add(from, word);
            }
            if !last.is_empty() {
                let mut word = [!self.end; WORD];
                word[..last.len()].copy_from_slice(last);
                self.add(places.next().unwrap_or_default(), &word);
            }
        }
        self.count > 0
    }

    /// Adds the places in `word`, the bytes from `from` on.
    #[inline]
    fn add(&mut self, from: u16, word: &[u8; WORD]) {
        let end = i8x16::splat(self.end.cast_signed());
        let lanes: [i8x16; 4] = cast(*word);
        let mut found =
            lanes.iter().rev().fold(0, |all, lanes| all << 16 | u64::from(lanes.simd_eq(end).to_bitmask()));
        let count = found.count_ones() as usize;
        let mut at = self.count;
        self.count += count;
        while found != 0 {
            // Those behind the last one are written over.
            for place in &mut self.found[at..at + RUN] {
                #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
                let bit = found.trailing_zeros() as u16;
                *place = from + bit;
                found &= found.wrapping_sub(1);
            }
            at += RUN;
        }
    }
}

impl Iterator for Ends<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.given == self.count && !self.search() {
            return None;
        }
        let place = self.start + usize::from(self.found[self.given]);
        self.given += 1;
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use url_testdata::hostile::Dice;

    use super::{Ends, PIECE};

    #[test]
    fn ends_are_those_of_a_search_of_each_byte() {
        let mut dice = Dice::new(3);
        for one_in in [1, 2, 7, 40, 3000] {
            for len in (0..200).chain([PIECE - 1, PIECE, PIECE + 1, 5 * PIECE + 77]) {
                let bytes: Vec<u8> =
                    (0..len).map(|_| if dice.roll(one_in) == 0 { b'\n' } else { b'a' }).collect();
                for end in *b"\na\0" {
                    let expected = bytes.iter().enumerate().filter(|&(_, &byte)| byte == end);
                    assert!(Ends::new(end, &bytes).eq(expected.map(|(place, _)| place)), "{one_in} {len}");
                }
            }
        }
    }
}
