//! Counts of equal texts.

use std::cmp::Reverse;

use hashbrown::HashTable;
use rayon::slice::ParallelSliceMut as _;
use serde::Serialize;
use urlspec_outputs::Output;

use super::page::WRITE_SIZE;
use crate::{shape::write_line, texts::place, verdict::Failure};

/// What an entry takes beside its text.
const ENTRY: usize = 64;

/// Counts of equal texts, each with what ends it.
#[derive(Debug)]
pub(super) struct Tally {
    table: HashTable<(u128, Box<[u8]>, u64)>,
    bytes: usize,
    limit: usize,
    json: bool,
}

/// One text in JSON.
#[derive(Serialize)]
struct Count<'a> {
    count: u64,
    text: &'a str,
}

impl Tally {
    /// Takes at most `limit` bytes.
    pub(super) fn new(limit: usize, json: bool) -> Self {
        Self { table: HashTable::new(), bytes: 0, limit, json }
    }

    /// Counts `text`.
    pub(super) fn add(&mut self, hash: u128, text: &[u8]) -> Result<(), Failure> {
        if let Some((.., count)) = self.table.find_mut(place(&hash), |(known, ..)| *known == hash) {
            *count += 1;
            return Ok(());
        }
        self.bytes += text.len() + ENTRY;
        if self.bytes > self.limit {
            let mebibytes = self.limit >> 20;
            return Err(Failure::Refused(format!(
                "the texts to count need more than {mebibytes} MiB: count something of which there is less, or set --memory"
            )));
        }
        self.table.insert_unique(place(&hash), (hash, text.into(), 1), |(hash, ..)| place(hash));
        Ok(())
    }

    /// Writes each text with its count, the greatest first, and equal counts in the order of the texts, at most so many. Returns how many there
    /// are.
    pub(super) fn finish(self, most: u64, out: &mut Output) -> Result<u64, Failure> {
        let mut counts: Vec<(Reverse<u64>, Box<[u8]>)> =
            self.table.into_iter().map(|(_, text, count)| (Reverse(count), text)).collect();
        counts.par_sort_unstable();
        let mut written = Vec::new();
        for (Reverse(count), text) in counts.iter().take(usize::try_from(most).unwrap_or(usize::MAX)) {
            if self.json {
                let text = String::from_utf8_lossy(text);
                let text = text.strip_suffix(['\n', '\0']).unwrap_or(&text);
                write_line(&mut written, &Count { count: *count, text });
            } else {
                written.extend_from_slice(format!("{count}\t").as_bytes());
                written.extend_from_slice(text);
            }
            if written.len() >= WRITE_SIZE {
                out.write(&written)?;
                written.clear();
            }
        }
        out.write(&written)?;
        Ok(counts.len() as u64)
    }
}
