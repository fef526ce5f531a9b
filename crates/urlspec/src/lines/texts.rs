//! A set of texts in bounded memory.
//!
//! A table in memory has 8 bytes for each: 32 bits of its hash, and its place in a log. A text that is new is not compared with
//! any other, unless those bits are equal; so the log may go to a file.

use std::{hint::black_box, io};

use super::log::Log;

/// How many tables there are, one for each value of a byte. A larger table is made of one of them at a time, so that it takes little
/// memory beside the old one.
const TABLES: usize = 256;

/// How many lines the first table has at first. The last one has nearly four times as many: tables then grow one after the other, and
/// the memory that one leaves serves those after it.
const LINES: usize = 4;

/// How many texts a line has.
const SLOTS: usize = 8;

/// Below this many lines, a table is in a cache anyway.
const CACHED: usize = 32;

/// What stands in a slot for a place where there is no text.
const FREE: u32 = u32::MAX;

/// A set of texts.
#[derive(Debug)]
pub(super) struct Texts {
    tables: Box<[Table; TABLES]>,
    log: Log,
    /// How many lines a table may have.
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
        let most = (limit / 2 / size_of::<Line>() / (TABLES + 1)).max(1);
        let table = |i: usize| Table::new((LINES + 3 * LINES * i / TABLES).min(most));
        Self { tables: Box::new(std::array::from_fn(table)), log: Log::new(limit / 2), most }
    }

    /// FAST: Reads what [`add`](Self::add) is to read of each of these hashes: it comes into the cache while the others are looked
    /// for, not one after the other. The fewer instructions there are between two of them, the more a processor looks for at once.
    pub(super) fn expect(&self, hashes: impl Iterator<Item = u64>) {
        if self.tables[0].lines.len() < CACHED {
            return;
        }
        let mut seen = 0;
        for hash in hashes {
            let (table, bits) = parts(hash);
            let table = &self.tables[usize::from(table)];
            seen ^= table.lines[table.home(bits)].places[0];
        }
        black_box(seen);
    }

    /// Adds `text`, whose hash is `hash`, if it is not there and there is room.
    #[inline]
    pub(super) fn add(&mut self, hash: u64, text: &[u8]) -> io::Result<Found> {
        let (table, bits) = parts(hash);
        let table = &mut self.tables[usize::from(table)];
        let mut at = table.home(bits);
        let used = loop {
            let line = &table.lines[at];
            let mut alike = line.alike(bits);
            while alike != 0 {
                let place = line.places[alike.trailing_zeros() as usize];
                if place != FREE && self.log.is_at(place, text)? {
                    return Ok(Found::Old);
                }
                alike &= alike - 1;
            }
            let used = line.used();
            if used < SLOTS {
                break used;
            }
            at = table.after(at);
        };
        if !table.has_room() && table.lines.len() >= self.most {
            return Ok(Found::NoRoom);
        }
        let Some(place) = self.log.push(text)? else { return Ok(Found::NoRoom) };
        table.lines[at].set(used, bits, place);
        table.used += 1;
        if !table.has_room() && table.lines.len() < self.most {
            table.grow(self.most);
        }
        Ok(Found::New)
    }
}

/// The table of a hash, and the bits of it that are kept there. None of them chooses a file, in the first rounds.
fn parts(hash: u64) -> (u8, u32) {
    let [.., table, b0, b1, b2, b3] = hash.to_le_bytes();
    (table, u32::from_le_bytes([b0, b1, b2, b3]))
}

/// Some texts. It is read at once: a line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line {
    bits: [u32; SLOTS],
    /// Those that are [`FREE`] come last. This is not 0: memory that is first read, as that of zeros would be, has each of its pages
    /// made twice.
    places: [u32; SLOTS],
}

impl Line {
    const EMPTY: Self = Self { bits: [0; SLOTS], places: [FREE; SLOTS] };

    /// Which slots have these bits, a bit each; among them perhaps free ones.
    ///
    /// FAST: without a branch, since where one would go cannot be foreseen.
    #[inline]
    fn alike(&self, bits: u32) -> u32 {
        (0..SLOTS).fold(0, |alike, i| alike | u32::from(self.bits[i] == bits) << i)
    }

    /// How many slots are not free.
    #[inline]
    fn used(&self) -> usize {
        self.places.iter().map(|place| usize::from(*place != FREE)).sum()
    }

    #[inline]
    fn set(&mut self, slot: usize, bits: u32, place: u32) {
        self.bits[slot] = bits;
        self.places[slot] = place;
    }
}

/// A table with open addressing, by lines. These are in the order of their bits, but for texts that had to go to the next one, so a
/// larger table is written from its start to its end.
#[derive(Debug)]
struct Table {
    lines: Vec<Line>,
    used: usize,
}

impl Table {
    fn new(lines: usize) -> Self {
        Self { lines: vec![Line::EMPTY; lines], used: 0 }
    }

    /// The line at which to start to look for `bits`.
    #[inline]
    fn home(&self, bits: u32) -> usize {
        (bits as usize * self.lines.len()) >> 32
    }

    /// The line after `at`.
    fn after(&self, at: usize) -> usize {
        if at + 1 == self.lines.len() { 0 } else { at + 1 }
    }

    /// Whether more than a quarter of the slots is free.
    fn has_room(&self) -> bool {
        4 * (self.used + 1) <= 3 * SLOTS * self.lines.len()
    }

    /// Makes the table four times as large, up to `most` lines: this seldom happens, since it costs as much as all else that the table
    /// does.
    #[cold]
    fn grow(&mut self, most: usize) {
        let mut larger = Self::new((self.lines.len() * 4).min(most));
        for line in &self.lines {
            for slot in 0..line.used() {
                larger.put(line.bits[slot], line.places[slot]);
            }
        }
        self.lines = larger.lines;
    }

    /// Puts a text into the first free slot for it.
    fn put(&mut self, bits: u32, place: u32) {
        let mut at = self.home(bits);
        loop {
            let used = self.lines[at].used();
            if used < SLOTS {
                return self.lines[at].set(used, bits, place);
            }
            at = self.after(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{super::log::CHUNK, Found, Line, SLOTS, TABLES, Texts};

    fn hash(number: u64) -> u64 {
        number.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// In memory, in the file, and in both; whatever their lengths.
    #[test]
    fn equal_hashes_are_not_equal_texts() {
        let long = [CHUNK - 1, CHUNK, 3 * CHUNK, CHUNK].map(|len| vec![b'a'; len - 1]);
        let texts = [&b"a"[..], b"ab", b"", b"b"].into_iter().chain(long.iter().map(Vec::as_slice));
        for limit in [8 << 20, 1 << 20, 1 << 18] {
            let mut set = Texts::new(limit);
            for hash in [0, 1 << 40, u64::MAX] {
                let mut known = BTreeSet::new();
                for text in texts.clone().chain(texts.clone()) {
                    let expected = if known.insert(text) { Found::New } else { Found::Old };
                    assert_eq!(set.add(hash, text).unwrap(), expected);
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
        let lines: usize = texts.tables.iter().map(|table| table.lines.capacity()).sum();
        assert!(size_of::<Line>() == 64 && size_of::<Line>() * (lines + lines / TABLES) <= LIMIT / 2);
        // What docs/cookbook.md says of `--memory 512`.
        assert!(Texts::new(512 << 20).most * SLOTS * TABLES * 3 / 4 > 24_000_000);
    }
}
