//! A set of texts in bounded memory.

use std::hint::black_box;

use hashbrown::{HashTable, hash_table};

/// How many bytes a chunk holds, if no text is longer.
const CHUNK: usize = 1 << 20;

/// What is before each text in a chunk: its length.
const HEAD: usize = 4;

/// What a place in the table takes: an entry, and the byte that the table has for it.
const PLACE: usize = size_of::<Entry>() + 1;

/// How many tables there are. A larger table is made of one of them at a time, so that it takes little memory beside the old one,
/// and most of that is in a cache.
const TABLES: usize = 64;

/// Below this many bytes, the tables are in a cache anyway.
const CACHED: usize = 1 << 20;

/// Where a text is. The hash is here, so that neither a search nor a larger table reads the texts that it passes.
#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u64,
    chunk: u32,
    /// The place in the chunk.
    at: u32,
}

/// A set of texts. Takes the bytes of the texts, 4 for each, and 17 for each place in a table.
#[derive(Debug)]
pub(super) struct Texts {
    tables: Box<[HashTable<Entry>; TABLES]>,
    /// The places in all tables.
    places: usize,
    chunks: Vec<Vec<u8>>,
    /// The bytes of all chunks.
    bytes: usize,
    /// How many bytes it may take, the old table included while it grows.
    limit: usize,
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
    pub(super) fn new(limit: usize) -> Self {
        Self {
            tables: Box::new([const { HashTable::new() }; TABLES]),
            places: 0,
            chunks: Vec::new(),
            bytes: 0,
            limit,
        }
    }

    /// FAST: Looks for texts with these hashes, and forgets what it finds: what [`add`](Self::add) is to read of each comes into
    /// the cache while the others are looked for, not one after the other.
    pub(super) fn expect(&self, hashes: impl Iterator<Item = u64>) {
        if PLACE * self.places < CACHED {
            return;
        }
        let mut seen = 0;
        for hash in hashes {
            if let Some(entry) = self.tables[table_of(hash)].find(hash, |entry| entry.hash == hash) {
                let chunk = self.chunks.get(entry.chunk as usize);
                seen ^= chunk.and_then(|chunk| chunk.get(entry.at as usize)).copied().unwrap_or_default();
            }
        }
        black_box(seen);
    }

    /// Adds `text`, whose hash is `hash`, if it is not there and there is room.
    pub(super) fn add(&mut self, hash: u64, text: &[u8]) -> Found {
        let has_room = self.has_room(hash, text.len());
        let (chunks, table) = (&self.chunks, &mut self.tables[table_of(hash)]);
        let is_same = |entry: &Entry| entry.hash == hash && text_at(chunks, entry) == text;
        if !has_room {
            return if table.find(hash, is_same).is_some() { Found::Old } else { Found::NoRoom };
        }
        let before = places(table);
        match table.entry(hash, is_same, |entry| entry.hash) {
            hash_table::Entry::Occupied(_) => return Found::Old,
            hash_table::Entry::Vacant(vacant) => {
                let fits = self
                    .chunks
                    .last()
                    .is_some_and(|chunk| chunk.capacity() - chunk.len() >= HEAD + text.len());
                // Checked by `has_room`: there are at most 2^32 chunks, each of which is shorter.
                let count = self.chunks.len() - usize::from(fits);
                let at = if fits { self.chunks.last().map_or(0, Vec::len) } else { 0 };
                let [chunk, at] = [count, at].map(|place| u32::try_from(place).unwrap_or(u32::MAX));
                vacant.insert(Entry { hash, chunk, at });
                if !fits {
                    let size = CHUNK.max(HEAD + text.len());
                    self.bytes += size;
                    self.chunks.push(Vec::with_capacity(size));
                }
            }
        }
        self.places += places(&self.tables[table_of(hash)]) - before;
        if let Some(chunk) = self.chunks.last_mut() {
            // A record is at most 16 MiB long, and what is made of it a few times that.
            chunk.extend_from_slice(&u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes());
            chunk.extend_from_slice(text);
        }
        Found::New
    }

    /// Whether one more text of `len` bytes fits: a new chunk, and a table that is twice as large beside the old one.
    fn has_room(&self, hash: u64, len: usize) -> bool {
        let fits = self.chunks.last().is_some_and(|chunk| chunk.capacity() - chunk.len() >= HEAD + len);
        let chunk = if fits { 0 } else { CHUNK.max(HEAD + len) };
        let table = &self.tables[table_of(hash)];
        let larger = if table.len() < table.capacity() { 0 } else { 2 * places(table).max(4) };
        self.bytes + chunk + PLACE * (self.places + larger) <= self.limit
    }
}

/// The table of a hash: by bits that choose neither a place in the table nor, in the first rounds, a file.
fn table_of(hash: u64) -> usize {
    (hash >> 48) as usize % TABLES
}

/// The places in `table`, one in eight of which stays free.
fn places(table: &HashTable<Entry>) -> usize {
    table.capacity() / 7 * 8
}

/// The text that `entry` is of.
fn text_at<'c>(chunks: &'c [Vec<u8>], entry: &Entry) -> &'c [u8] {
    let rest = chunks.get(entry.chunk as usize).and_then(|chunk| chunk.get(entry.at as usize..));
    let (head, rest) = rest.and_then(|rest| rest.split_first_chunk::<HEAD>()).unwrap_or((&[0; HEAD], &[]));
    rest.get(..u32::from_le_bytes(*head) as usize).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{CACHED, CHUNK, Found, PLACE, Texts};

    #[test]
    fn equal_hashes_are_not_equal_texts() {
        let mut texts = Texts::new(4 * CHUNK);
        for text in ["a", "ab", "", "b"] {
            assert_eq!(texts.add(7, text.as_bytes()), Found::New);
        }
        for text in ["a", "ab", "", "b"] {
            assert_eq!(texts.add(7, text.as_bytes()), Found::Old);
        }
    }

    #[test]
    fn what_is_expected_is_neither_added_nor_lost() {
        let mut texts = Texts::new(64 * CHUNK);
        let hash = |number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut number = 0;
        while PLACE * texts.places < 2 * CACHED {
            assert_eq!(texts.add(hash(number), &number.to_le_bytes()), Found::New);
            number += 1;
        }
        texts.expect((0..2 * number).map(hash));
        for known in 0..number {
            assert_eq!(texts.add(hash(known), &known.to_le_bytes()), Found::Old);
        }
        assert_eq!(texts.add(hash(number), &number.to_le_bytes()), Found::New);
    }

    #[test]
    fn what_has_no_room_is_not_added() {
        let mut texts = Texts::new(2 * CHUNK);
        let mut count = 0_u64;
        let hash = |count: u64| count.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        while texts.add(hash(count), &count.to_le_bytes()) == Found::New {
            count += 1;
        }
        assert!(count > 10_000, "{count}");
        // In the same table.
        assert_eq!(texts.add(hash(count), &[b'x'; 20]), Found::NoRoom);
        assert_eq!(texts.add(0, &0_u64.to_le_bytes()), Found::Old);
        let places: usize = texts.tables.iter().map(super::places).sum();
        assert_eq!(texts.places, places);
        assert!(texts.bytes + PLACE * places <= 2 * CHUNK);
        assert_eq!(Texts::new(2 * CHUNK).add(0, &vec![0; 3 * CHUNK]), Found::NoRoom);
    }
}
