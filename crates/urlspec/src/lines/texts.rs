//! A set of texts in bounded memory.

use hashbrown::{HashTable, hash_table};

/// How many bytes a chunk holds, if no text is longer.
const CHUNK: usize = 1 << 20;

/// What is before each text in a chunk: its length.
const HEAD: usize = 4;

/// What a place in the table takes: an entry, and the byte that the table has for it.
const PLACE: usize = size_of::<Entry>() + 1;

/// Where a text is. The hash is here, so that neither a search nor a larger table reads the texts that it passes.
#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u64,
    chunk: u32,
    /// The place in the chunk.
    at: u32,
}

/// A set of texts. Takes the bytes of the texts, 4 for each, and 17 for each place in the table.
#[derive(Debug)]
pub(super) struct Texts {
    table: HashTable<Entry>,
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
        Self { table: HashTable::new(), chunks: Vec::new(), bytes: 0, limit }
    }

    /// Adds `text`, whose hash is `hash`, if it is not there and there is room.
    pub(super) fn add(&mut self, hash: u64, text: &[u8]) -> Found {
        let has_room = self.has_room(text.len());
        let chunks = &self.chunks;
        let is_same = |entry: &Entry| entry.hash == hash && text_at(chunks, entry) == text;
        if !has_room {
            return if self.table.find(hash, is_same).is_some() { Found::Old } else { Found::NoRoom };
        }
        match self.table.entry(hash, is_same, |entry| entry.hash) {
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
        if let Some(chunk) = self.chunks.last_mut() {
            // A record is at most 16 MiB long, and what is made of it a few times that.
            chunk.extend_from_slice(&u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes());
            chunk.extend_from_slice(text);
        }
        Found::New
    }

    /// Whether one more text of `len` bytes fits: a new chunk, and a table that is twice as large beside the old one.
    fn has_room(&self, len: usize) -> bool {
        let fits = self.chunks.last().is_some_and(|chunk| chunk.capacity() - chunk.len() >= HEAD + len);
        let chunk = if fits { 0 } else { CHUNK.max(HEAD + len) };
        let places = self.table.capacity() / 7 * 8;
        let table = if self.table.len() < self.table.capacity() { places } else { 3 * places.max(4) };
        self.bytes + chunk + PLACE * table <= self.limit
    }
}

/// The text that `entry` is of.
fn text_at<'c>(chunks: &'c [Vec<u8>], entry: &Entry) -> &'c [u8] {
    let rest = chunks.get(entry.chunk as usize).and_then(|chunk| chunk.get(entry.at as usize..));
    let (head, rest) = rest.and_then(|rest| rest.split_first_chunk::<HEAD>()).unwrap_or((&[0; HEAD], &[]));
    rest.get(..u32::from_le_bytes(*head) as usize).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, Found, PLACE, Texts};

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
    fn what_has_no_room_is_not_added() {
        let mut texts = Texts::new(2 * CHUNK);
        let mut count = 0_u64;
        while texts.add(count.wrapping_mul(0x9E37_79B9_7F4A_7C15), &count.to_le_bytes()) == Found::New {
            count += 1;
        }
        assert!(count > 10_000, "{count}");
        assert_eq!(texts.add(count, &[b'x'; 20]), Found::NoRoom);
        assert_eq!(texts.add(0, &0_u64.to_le_bytes()), Found::Old);
        let places = texts.table.capacity() / 7 * 8;
        assert!(texts.bytes + PLACE * places <= 2 * CHUNK);
        assert_eq!(Texts::new(2 * CHUNK).add(0, &vec![0; 3 * CHUNK]), Found::NoRoom);
    }
}
