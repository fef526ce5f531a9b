//! Selects a random sample of texts, in which each text is equally likely.

use std::collections::BinaryHeap;

use fastrand::Rng;

use crate::verdict::Failure;

/// The memory for an entry in addition to its text, in bytes.
const ENTRY: usize = 48;

/// A sample in bounded memory. Each text gets a random number; texts with the lowest numbers are kept.
pub(super) struct Sample {
    size: usize,
    random: Rng,
    count: u64,
    /// The kept texts, each with its random number and its position in the input.
    kept: BinaryHeap<(u64, u64, Box<[u8]>)>,
    room: usize,
}

impl Sample {
    pub(super) fn new(size: usize, seed: u64, room: usize) -> Self {
        Self { size, random: Rng::with_seed(seed), count: 0, kept: BinaryHeap::new(), room }
    }

    pub(super) fn add(&mut self, text: &[u8]) -> Result<(), Failure> {
        let number = self.random.u64(..);
        self.count += 1;
        if self.kept.len() == self.size {
            if self.kept.peek().is_none_or(|(most, ..)| number >= *most) {
                return Ok(());
            }
            self.room += self.kept.pop().map_or(0, |(.., text)| text.len() + ENTRY);
        }
        let room = self.room.checked_sub(text.len() + ENTRY);
        self.room =
            room.ok_or_else(|| Failure::Refused("the sample needs more memory: set --memory".into()))?;
        self.kept.push((number, self.count, text.into()));
        Ok(())
    }

    /// Returns the sampled texts in the order in which they were added.
    pub(super) fn finish(self) -> impl Iterator<Item = Box<[u8]>> {
        let mut kept = self.kept.into_vec();
        kept.sort_unstable_by_key(|(_, place, _)| *place);
        kept.into_iter().map(|(.., text)| text)
    }
}
