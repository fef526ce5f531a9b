//! Compares texts by their hashes.

use std::hash::{BuildHasher as _, RandomState};

use hashbrown::HashSet;
use siphasher::sip128::SipHasher13;

/// Returns a hasher of texts to 128 bits with a secret key: among a billion texts, two have the same hash
/// with a probability below 10⁻²⁰. Therefore texts are equal if their hashes are.
pub(crate) fn hasher() -> SipHasher13 {
    let random = RandomState::new();
    SipHasher13::new_with_keys(random.hash_one(0), random.hash_one(1))
}

/// A set of texts in bounded memory.
pub(crate) struct Texts {
    pub(crate) hashes: HashSet<u128>,
    /// The maximum number of texts.
    most: usize,
}

/// The result of adding a text to the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The text was in the set.
    Old,
    /// The text was added.
    New,
    /// The text is not in the set, which has no room for it.
    NoRoom,
}

impl Texts {
    /// Uses at most `limit` bytes: while the table grows, the old one and one of twice its size.
    pub(crate) fn new(limit: usize) -> Self {
        let entry = size_of::<u128>() + 1;
        // The size of a table is a power of two, of which an eighth stays free.
        let entries = (limit / entry * 2 / 3).max(16);
        let most = (entries.next_power_of_two() / 2) / 8 * 7;
        Self { hashes: HashSet::new(), most }
    }

    /// Adds the text with this hash, if it is new and there is room.
    #[inline]
    pub(crate) fn add(&mut self, hash: u128) -> Found {
        let has_room = self.hashes.len() < self.most;
        if !has_room && !self.hashes.contains(&hash) {
            return Found::NoRoom;
        }
        if has_room && self.hashes.insert(hash) { Found::New } else { Found::Old }
    }
}
