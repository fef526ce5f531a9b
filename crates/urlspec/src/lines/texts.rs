//! A set of texts in bounded memory.
//!
//! A table in memory has 8 bytes for each: 32 bits of its hash, and its place in a log. A text that is new is not compared with
//! any other, unless those bits are equal; so the log may go to a file.

use std::{hint::black_box, io};

use super::log::Log;

/// How many tables there are. A larger table is made of one of them at a time, so that it takes little memory beside the old one.
const TABLES: usize = 64;

/// How many slots a table has at first.
const SLOTS: usize = 64;

/// Below this many slots, a table is in a cache anyway.
const CACHED: usize = 4096;

/// What stands in a slot where there is no text. It is not 0: memory that is first read, as that of `vec![0; _]` would be, has each of
/// its pages made twice.
const FREE: u64 = u64::MAX;

/// A set of texts.
#[derive(Debug)]
pub(super) struct Texts {
    tables: Vec<Table>,
    log: Log,
    /// How many slots a table may have.
    most: usize,
}

/// Whether a text was in the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It was.
    Old,
    /// It is now.
    New,
    /// It is not, since there is no room for it.
    NoRoom,
}

impl Texts {
    /// Takes at most `limit` bytes, half of them for the tables.
    pub(super) fn new(limit: usize) -> Self {
        // The old table beside the larger one counts too.
        let most = (limit / 2 / size_of::<u64>() / (TABLES + 1)).max(1);
        let table = Table { slots: vec![FREE; SLOTS.min(most)], used: 0 };
        Self { tables: vec![table; TABLES], log: Log::new(limit / 2), most }
    }

    /// FAST: Reads what [`add`](Self::add) is to read of each of these hashes: it comes into the cache while the others are looked
    /// for, not one after the other.
    pub(super) fn expect(&self, hashes: impl Iterator<Item = u64>) {
        let mut seen = 0;
        for hash in hashes {
            let (table, bits) = parts(hash);
            let table = &self.tables[table];
            if table.slots.len() < CACHED {
                return;
            }
            seen ^= table.slots[table.home(bits)];
        }
        black_box(seen);
    }

    /// Adds `text`, whose hash is `hash`, if it is not there and there is room.
    pub(super) fn add(&mut self, hash: u64, text: &[u8]) -> io::Result<Found> {
        let (table, bits) = parts(hash);
        let table = &mut self.tables[table];
        let mut at = table.home(bits);
        while table.slots[at] != FREE {
            let (known, place) = unpacked(table.slots[at]);
            if known == bits && self.log.is_at(place, text)? {
                return Ok(Found::Old);
            }
            at = table.after(at);
        }
        if !table.has_room() {
            if table.slots.len() >= self.most {
                return Ok(Found::NoRoom);
            }
            table.grow(self.most);
            at = table.free(bits);
        }
        let Some(place) = self.log.push(text)? else { return Ok(Found::NoRoom) };
        table.slots[at] = packed(bits, place);
        table.used += 1;
        Ok(Found::New)
    }
}

/// The table of a hash, and the bits of it that are kept there. None of them chooses a file, in the first rounds.
fn parts(hash: u64) -> (usize, u32) {
    let [.., b0, b1, b2, b3, table] = hash.to_le_bytes();
    (usize::from(table) % TABLES, u32::from_le_bytes([b0, b1, b2, b3]))
}

/// What stands in a slot, which is never [`FREE`]: no place is [`u32::MAX`].
fn packed(bits: u32, place: u32) -> u64 {
    u64::from(bits) << 32 | u64::from(place)
}

/// The bits and the place that stand in a slot.
fn unpacked(slot: u64) -> (u32, u32) {
    let [p0, p1, p2, p3, b0, b1, b2, b3] = slot.to_le_bytes();
    (u32::from_le_bytes([b0, b1, b2, b3]), u32::from_le_bytes([p0, p1, p2, p3]))
}

/// A table with open addressing: one line of the cache for each text, where one with tags beside its slots takes two. Slots are in the
/// order of their bits, but for those that moved on, so a larger table is written from its start to its end.
#[derive(Clone, Debug)]
struct Table {
    /// The bits and the place of each text, or [`FREE`].
    slots: Vec<u64>,
    used: usize,
}

impl Table {
    /// Where to start to look for `bits`.
    fn home(&self, bits: u32) -> usize {
        (bits as usize * self.slots.len()) >> 32
    }

    /// The slot after `at`.
    fn after(&self, at: usize) -> usize {
        if at + 1 == self.slots.len() { 0 } else { at + 1 }
    }

    /// The slot for a new text with `bits`.
    fn free(&self, bits: u32) -> usize {
        let mut at = self.home(bits);
        while self.slots[at] != FREE {
            at = self.after(at);
        }
        at
    }

    /// Whether a quarter of the slots stays free.
    fn has_room(&self) -> bool {
        4 * (self.used + 1) <= 3 * self.slots.len()
    }

    /// Makes the table four times as large, up to `most`: this seldom happens, since it costs as much as all else that the table does.
    fn grow(&mut self, most: usize) {
        let slots = vec![FREE; (self.slots.len() * 4).min(most)];
        let old = std::mem::replace(&mut self.slots, slots);
        for slot in old.into_iter().filter(|slot| *slot != FREE) {
            let at = self.free(unpacked(slot).0);
            self.slots[at] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Found, TABLES, Texts};

    fn hash(number: u64) -> u64 {
        number.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    #[test]
    fn equal_hashes_are_not_equal_texts() {
        // In memory, and in a file.
        for limit in [8 << 20, 1 << 18] {
            let mut texts = Texts::new(limit);
            for hash in [0, 1 << 40, u64::MAX] {
                for text in ["a", "ab", "", "b"] {
                    assert_eq!(texts.add(hash, text.as_bytes()).unwrap(), Found::New);
                }
                for text in ["a", "ab", "", "b"] {
                    assert_eq!(texts.add(hash, text.as_bytes()).unwrap(), Found::Old);
                }
            }
        }
    }

    /// Also where tables have grown, and where what is expected is read.
    #[test]
    fn what_was_added_is_found_and_nothing_else() {
        let mut texts = Texts::new(16 << 20);
        let expected = |number: u64| (number..number + 32).map(hash);
        for number in 0..400_000_u64 {
            texts.expect(expected(number));
            assert_eq!(texts.add(hash(number), &number.to_le_bytes()).unwrap(), Found::New);
        }
        for number in 0..400_000_u64 {
            texts.expect(expected(number));
            assert_eq!(texts.add(hash(number), &number.to_le_bytes()).unwrap(), Found::Old);
        }
    }

    #[test]
    fn what_has_no_room_is_not_added() {
        const LIMIT: usize = 4 << 20;
        let mut texts = Texts::new(LIMIT);
        let mut count = 0_u64;
        while texts.add(hash(count), &count.to_le_bytes()).unwrap() == Found::New {
            count += 1;
        }
        assert!(count > 150_000, "{count}");
        // In the same table.
        assert_eq!(texts.add(hash(count), &[b'x'; 20]).unwrap(), Found::NoRoom);
        assert_eq!(texts.add(hash(0), &0_u64.to_le_bytes()).unwrap(), Found::Old);
        let slots: usize = texts.tables.iter().map(|table| table.slots.capacity()).sum();
        assert!(size_of::<u64>() * (slots + slots / TABLES) <= LIMIT / 2);
        // What docs/cookbook.md says of `--memory 512`.
        assert_eq!(Texts::new(512 << 20).most * TABLES * 3 / 4 / 1_000_000, 24);
    }
}
