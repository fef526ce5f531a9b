//! Removes duplicate texts in bounded memory. The first occurrences stay in their order.
//!
//! The hashes of texts are in a set while it has room. Later texts that are not in the set are sorted by
//! hash, so that equal texts are adjacent. The first one of each is then sorted by its position in the input.

use super::sorted::Sorted;
use crate::{
    texts::{Found, Texts},
    verdict::Failure,
};

pub(super) struct Unique {
    texts: Texts,
    /// The texts that may be new, by hash and position. They are decided at the end.
    waiting: Sorted,
    /// The number of texts so far, and the number of those that are certainly new.
    count: u64,
    pub(super) new: u64,
}

impl Unique {
    pub(super) fn new(limit: usize) -> Self {
        // Nothing waits before the set is full. The set uses at most two thirds of the memory.
        Self { texts: Texts::new(limit), waiting: Sorted::new(limit / 3), count: 0, new: 0 }
    }

    /// True if `text` is certainly new, so that the caller writes it now. A text that may be new is kept for
    /// [`finish`](Self::finish).
    #[inline]
    pub(super) fn is_new(&mut self, hash: u128, text: &[u8]) -> Result<bool, Failure> {
        self.count += 1;
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

    /// Passes the new texts among the waiting ones to `write`, in order, but at most `most` of them. Returns
    /// the number of all new texts, including earlier ones.
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
