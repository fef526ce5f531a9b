//! Counts how often each text occurs.

use std::cmp::Reverse;

use hashbrown::HashMap;
use rayon::prelude::*;

use super::sorted::first_bytes;
use crate::verdict::Failure;

/// Counts of texts. Each text includes its line end.
pub(super) struct Tally {
    /// The index in `entries` of the text with each hash.
    places: HashMap<u128, usize>,
    entries: Vec<Entry>,
    bytes: Vec<u8>,
    limit: usize,
}

/// The position of a text in `bytes`, and the number of its occurrences.
#[derive(Clone, Copy, Debug)]
struct Entry {
    count: u64,
    /// FAST: the first bytes in which the texts differ, which usually decide the order.
    first: u64,
    start: usize,
    len: usize,
}

impl Entry {
    fn text(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.start..][..self.len]
    }
}

impl Tally {
    pub(super) fn new(limit: usize) -> Self {
        Self { places: HashMap::new(), entries: Vec::new(), bytes: Vec::new(), limit }
    }

    pub(super) fn add(&mut self, hash: u128, text: &[u8]) -> Result<(), Failure> {
        if let Some(&at) = self.places.get(&hash) {
            self.entries[at].count += 1;
            return Ok(());
        }
        let used = self.entries.len() * (size_of::<Entry>() + 2 * size_of::<(u128, usize)>());
        if used + self.bytes.len() + text.len() > self.limit {
            let mebibytes = self.limit >> 20;
            return Err(Failure::Refused(format!(
                "the texts to count need more than {mebibytes} MiB: count something with fewer values, or raise --memory"
            )));
        }
        self.places.insert(hash, self.entries.len());
        self.entries.push(Entry { count: 1, first: 0, start: self.bytes.len(), len: text.len() });
        self.bytes.extend_from_slice(text);
        Ok(())
    }

    /// Passes at most `most` texts with their counts to `write`: by decreasing count, and with equal counts
    /// in the order of the texts. Returns the number of distinct texts.
    pub(super) fn finish(
        self,
        most: u64,
        mut write: impl FnMut(u64, &[u8]) -> Result<(), Failure>,
    ) -> Result<u64, Failure> {
        let Self { mut entries, bytes, .. } = self;
        let first = entries.first().map_or(&[][..], |entry| entry.text(&bytes));
        let common = entries.iter().fold(first.len(), |common, entry| {
            first[..common].iter().zip(entry.text(&bytes)).take_while(|(one, other)| one == other).count()
        });
        entries.par_iter_mut().for_each(|entry| entry.first = first_bytes(&entry.text(&bytes)[common..]));
        entries.par_sort_unstable_by(|a, b| {
            (Reverse(a.count), a.first)
                .cmp(&(Reverse(b.count), b.first))
                .then_with(|| a.text(&bytes).cmp(b.text(&bytes)))
        });
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        entries.iter().take(most).try_for_each(|entry| write(entry.count, entry.text(&bytes)))?;
        Ok(entries.len() as u64)
    }
}
