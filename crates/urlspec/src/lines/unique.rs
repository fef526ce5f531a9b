//! Each text once, in the order in which they come first, in bounded memory.
//!
//! Texts are in a set while that has room. Later ones that are not among them are sorted by their hashes, which puts equal ones together,
//! and the first of each by the order in which they came.

use super::sorted::Sorted;
use crate::{
    texts::{Found, Texts},
    verdict::Failure,
};

/// Tells which texts are new.
pub(super) struct Unique {
    texts: Texts,
    /// The texts that wait for the end, by their hashes and their numbers.
    waiting: Sorted,
    /// How many texts came before, and how many of them were new for certain.
    count: u64,
    pub(super) new: u64,
}

impl Unique {
    /// Takes at most `limit` bytes for the texts.
    pub(super) fn new(limit: usize) -> Self {
        // The set is full by the time that texts wait, and takes no more than two thirds.
        Self { texts: Texts::new(limit), waiting: Sorted::new(limit / 3), count: 0, new: 0 }
    }

    /// Whether `text` is new for certain, and is to be written now. A text that may be new waits for [`finish`](Self::finish).
    #[inline]
    pub(super) fn is_new(&mut self, hash: u128, text: &[u8]) -> Result<bool, Failure> {
        self.count += 1;
        // After the first text that waits, all new ones do.
        let found = self.texts.add(hash);
        match found {
            Found::Old => {}
            Found::New => self.new += 1,
            Found::NoRoom => {
                let key = [&hash.to_be_bytes()[..], &self.count.to_be_bytes()].concat();
                self.waiting.add(&key, text)?;
            }
        }
        Ok(found == Found::New)
    }

    /// Passes the texts that waited and are new to `write`, in order, at most so many. Returns how many were new, with those before.
    pub(super) fn finish(
        self,
        most: u64,
        mut write: impl FnMut(&[u8]) -> Result<(), Failure>,
    ) -> Result<u64, Failure> {
        let Self { texts, waiting, mut new, .. } = self;
        drop(texts);
        let (mut firsts, mut last) = (Sorted::new(waiting.limit), Vec::new());
        waiting.finish(|key, text| {
            let (hash, number) = key.split_at(size_of::<u128>());
            if last != hash {
                last = hash.to_vec();
                firsts.add(number, text)?;
            }
            Ok(true)
        })?;
        let most = new.saturating_add(most);
        firsts.finish(|_, text| {
            if new == most {
                return Ok(false);
            }
            new += 1;
            write(text).map(|()| true)
        })?;
        Ok(new)
    }
}
