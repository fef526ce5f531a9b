//! A set of positions in a string. It counts the members below a position and finds the n-th member, both in
//! logarithmic time.

use alloc::vec::Vec;

pub(super) const WORD: usize = u64::BITS as usize;

pub(super) trait PlaceSet {
    /// `at` must not be a member.
    fn insert(&mut self, at: usize);

    fn count_below(&self, at: usize) -> usize;
}

/// One bit for each of [`WORD`] positions.
impl PlaceSet for u64 {
    fn insert(&mut self, at: usize) {
        *self |= 1 << at;
    }

    fn count_below(&self, at: usize) -> usize {
        (self & !(Self::MAX << at)).count_ones() as usize
    }
}

pub(super) struct Places {
    /// One bit for each number.
    words: Vec<u64>,
    /// A Fenwick tree of the number of members in each word: entry `i - 1` counts those of the words
    /// from `i - lowest_bit(i)` to `i`.
    counts: Vec<usize>,
}

impl Places {
    /// Creates the set of the positions at which `members` is true. The bound is the number of items in
    /// `members`.
    pub(super) fn new(members: impl Iterator<Item = bool>) -> Self {
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

    /// Removes and returns the member with `n` others below it; `None` if there are no more than `n` members.
    pub(super) fn take(&mut self, n: usize) -> Option<usize> {
        // Walks down the tree to the word that contains the member, and decrements each entry that counts
        // that word.
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
