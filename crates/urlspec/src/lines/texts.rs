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
        let most = limit / 2 / size_of::<u64>() / (TABLES + 1);
        let table = Table { slots: vec![0; SLOTS.min(most)], used: 0 };
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
        while table.slots[at] != 0 {
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
    ((hash >> 58) as usize % TABLES, (hash >> 26) as u32)
}

fn packed(bits: u32, place: u32) -> u64 {
    u64::from(bits) << 32 | u64::from(place + 1)
}

fn unpacked(slot: u64) -> (u32, u32) {
    ((slot >> 32) as u32, slot as u32 - 1)
}

/// A table with open addressing. Slots are in the order of the bits, but for those that moved on: so a larger table is made in one pass.
#[derive(Clone, Debug)]
struct Table {
    /// The bits and the place of each text; 0 where there is none.
    slots: Vec<u64>,
    used: usize,
}

impl Table {
    /// Where to start to look for `bits`.
    fn home(&self, bits: u32) -> usize {
        (bits as usize * self.slots.len()) >> 32
    }

    fn after(&self, at: usize) -> usize {
        if at + 1 == self.slots.len() { 0 } else { at + 1 }
    }

    /// The slot for `bits`.
    fn free(&self, bits: u32) -> usize {
        let mut at = self.home(bits);
        while self.slots[at] != 0 {
            at = self.after(at);
        }
        at
    }

    /// Whether a quarter of the slots stays free.
    fn has_room(&self) -> bool {
        4 * (self.used + 1) <= 3 * self.slots.len()
    }

    fn grow(&mut self, most: usize) {
        let slots = vec![0; (self.slots.len() * 3 / 2).min(most)];
        let old = std::mem::replace(&mut self.slots, slots);
        for slot in old.into_iter().filter(|slot| *slot != 0) {
            let at = self.free(unpacked(slot).0);
            self.slots[at] = slot;
        }
    }
}
