//! Which texts are equal, told by their hashes.

use std::hash::{BuildHasher as _, RandomState};

use hashbrown::HashSet;
use siphasher::sip128::SipHasher13;

/// What hashes texts to 128 bits with a key that nobody knows: of a billion texts, two have the same with a probability below 10⁻²⁰. So texts
/// are equal if their hashes are.
pub(crate) fn hasher() -> SipHasher13 {
    let random = RandomState::new();
    SipHasher13::new_with_keys(random.hash_one(0), random.hash_one(1))
}

/// A set of texts in bounded memory.
pub(crate) struct Texts {
    pub(crate) hashes: HashSet<u128>,
    /// How many there may be.
    most: usize,
}

/// Whether a text was in the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// It was.
    Old,
    /// It is now.
    New,
    /// It is not, since there is no room for it.
    NoRoom,
}

impl Texts {
    /// Takes at most `limit` bytes: while the table grows, the old one and one of twice its size.
    pub(crate) fn new(limit: usize) -> Self {
        let entry = size_of::<u128>() + 1;
        // A table is a power of two, of which an eighth stays free.
        let entries = (limit / entry * 2 / 3).max(16);
        let most = (entries.next_power_of_two() / 2) / 8 * 7;
        Self { hashes: HashSet::new(), most }
    }

    /// Adds the text with this hash, if it is not there and there is room.
    #[inline]
    pub(crate) fn add(&mut self, hash: u128) -> Found {
        let has_room = self.hashes.len() < self.most;
        if !has_room && !self.hashes.contains(&hash) {
            return Found::NoRoom;
        }
        if has_room && self.hashes.insert(hash) { Found::New } else { Found::Old }
    }
}
