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

/// A set of texts in bounded memory, which keeps only their hashes.
pub(crate) struct Texts {
    pub(crate) hashes: HashSet<u128>,
    /// The maximum number of texts in the set.
    most: usize,
}

/// The outcome of adding a text to the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The text was in the set.
    Old,
    /// The text was added.
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

    /// Adds the text with this hash, unless it is in the set or there is no room.
    #[inline]
    pub(crate) fn add(&mut self, hash: u128) -> Found {
        let has_room = self.hashes.len() < self.most;
        if !has_room && !self.hashes.contains(&hash) {
            return Found::NoRoom;
        }
        if has_room && self.hashes.insert(hash) { Found::New } else { Found::Old }
    }
}
