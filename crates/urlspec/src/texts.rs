//! Compares texts by their hashes instead of keeping them.

use std::hash::{BuildHasher as _, RandomState};

use hashbrown::HashSet;
use siphasher::sip128::SipHasher13;

/// Returns a hasher with a random key. Its hashes have 128 bits: the probability that two of a billion texts
/// have the same one is below 10⁻²⁰. Therefore texts with equal hashes count as equal.
pub(crate) fn hasher() -> SipHasher13 {
    let random = RandomState::new();
    SipHasher13::new_with_keys(random.hash_one(0), random.hash_one(1))
}

pub(crate) struct Texts {
    pub(crate) hashes: HashSet<u128>,
    most: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Old,
    New,
    /// The text is not in the set, and there is no room for it.
    NoRoom,
}

impl Texts {
    /// Creates a set that uses at most `limit` bytes, even while its table is copied to a larger one.
    pub(crate) fn new(limit: usize) -> Self {
        let entry = size_of::<u128>() + 1;
        // The size of a table is a power of two, and one eighth of it stays free.
        let entries = (limit / entry * 2 / 3).max(16);
        let most = (entries.next_power_of_two() / 2) / 8 * 7;
        Self { hashes: HashSet::new(), most }
    }

    #[inline]
    pub(crate) fn add(&mut self, hash: u128) -> Found {
        let has_room = self.hashes.len() < self.most;
        if !has_room && !self.hashes.contains(&hash) {
            return Found::NoRoom;
        }
        if has_room && self.hashes.insert(hash) { Found::New } else { Found::Old }
    }
}
