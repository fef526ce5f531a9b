//! Counts of equal texts.

use std::cmp::Reverse;

use hashbrown::HashMap;
use rayon::prelude::*;
use serde::Serialize;
use urlspec_outputs::Output;

use super::page::WRITE_SIZE;
use crate::{shape::write_line, verdict::Failure};

/// Counts of equal texts, each with what ends it.
#[derive(Debug)]
pub(super) struct Tally {
    /// The place in `entries` of each text, by its hash.
    places: HashMap<u128, usize>,
    entries: Vec<Entry>,
    /// The texts.
    bytes: Vec<u8>,
    limit: usize,
    json: bool,
}

/// A text, and how often it came.
#[derive(Clone, Copy, Debug)]
struct Entry {
    count: u64,
    /// FAST: The first bytes in which the texts differ, which mostly decide.
    first: u64,
    start: usize,
    len: usize,
}

impl Entry {
    fn text(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.start..][..self.len]
    }
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
        Self { places: HashMap::new(), entries: Vec::new(), bytes: Vec::new(), limit, json }
    }

    /// Counts `text`.
    pub(super) fn add(&mut self, hash: u128, text: &[u8]) -> Result<(), Failure> {
        if let Some(&at) = self.places.get(&hash) {
            self.entries[at].count += 1;
            return Ok(());
        }
        let used = self.entries.len() * (size_of::<Entry>() + 2 * size_of::<(u128, usize)>());
        if used + self.bytes.len() + text.len() > self.limit {
            let mebibytes = self.limit >> 20;
            return Err(Failure::Refused(format!(
                "the texts to count need more than {mebibytes} MiB: count something of which there is less, or set --memory"
            )));
        }
        self.places.insert(hash, self.entries.len());
        self.entries.push(Entry { count: 1, first: 0, start: self.bytes.len(), len: text.len() });
        self.bytes.extend_from_slice(text);
        Ok(())
    }

    /// Puts the greatest counts first, and equal counts in the order of their texts.
    fn sort(&mut self) {
        let Self { entries, bytes, .. } = self;
        let Some(first) = entries.first().map(|entry| entry.text(bytes)) else { return };
        let common = entries.iter().fold(first.len(), |common, entry| {
            first[..common].iter().zip(entry.text(bytes)).take_while(|(one, other)| one == other).count()
        });
        let first = |entry: Entry| {
            entry.text(bytes)[common..]
                .iter()
                .chain(&[0; 8])
                .take(8)
                .fold(0, |first, byte| first << 8 | u64::from(*byte))
        };
        entries.par_iter_mut().for_each(|entry| entry.first = first(*entry));
        entries.par_sort_unstable_by(|a, b| {
            (Reverse(a.count), a.first)
                .cmp(&(Reverse(b.count), b.first))
                .then_with(|| a.text(bytes).cmp(b.text(bytes)))
        });
    }

    /// Writes each text with its count, the greatest first, and equal counts in the order of the texts, at most so many. Returns how many there
    /// are.
    pub(super) fn finish(mut self, most: u64, out: &mut Output) -> Result<u64, Failure> {
        self.sort();
        let mut written = Vec::new();
        for entry in self.entries.iter().take(usize::try_from(most).unwrap_or(usize::MAX)) {
            let (count, text) = (entry.count, entry.text(&self.bytes));
            if self.json {
                let text = String::from_utf8_lossy(text);
                let text = text.strip_suffix(['\n', '\0']).unwrap_or(&text);
                write_line(&mut written, &Count { count, text });
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
        Ok(self.entries.len() as u64)
    }
}
