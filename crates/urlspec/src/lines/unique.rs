//! Removes duplicate texts in bounded memory, and keeps the order of first occurrences.
//!
//! Texts are in a set while it has room. Later texts that are not in it are sorted by their hashes, which
//! makes equal ones adjacent, and then the first of each is sorted by its place.

use super::sorted::Sorted;
use crate::{
    texts::{Found, Texts},
    verdict::Failure,
};

/// Finds the texts that are new.
pub(super) struct Unique {
    texts: Texts,
    /// The texts that wait for the end, by their hashes and their numbers.
    waiting: Sorted,
    /// The number of texts so far, and of those that were certainly new.
    count: u64,
    pub(super) new: u64,
}

impl Unique {
    /// Uses at most `limit` bytes for the texts.
    pub(super) fn new(limit: usize) -> Self {
        // The set is full before texts wait, and uses at most two thirds.
        Self { texts: Texts::new(limit), waiting: Sorted::new(limit / 3), count: 0, new: 0 }
    }

    /// True if `text` is certainly new, and is to be written now. A text that may be new waits for
    /// [`finish`](Self::finish).
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

    /// Passes the texts that waited and are new to `write`, in order, at most `most` of them. Returns the
    /// number of all new texts.
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
