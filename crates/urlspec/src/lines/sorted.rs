//! Texts in the order of their keys, in bounded memory: when that is full, what it holds is sorted and goes to a temporary file, and
//! these are merged.

use std::io;

use rayon::slice::ParallelSliceMut as _;

use super::spill::{Merged, Spill, Spilled, spill_failed};
use crate::verdict::Failure;

/// How many files there may be: more are first merged into one.
const RUNS: usize = 64;

/// Sorts texts.
#[derive(Debug)]
pub(super) struct Sorted {
    pub(super) limit: usize,
    /// The keys and the texts.
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    /// The files, in the order in which their texts came.
    pub(super) runs: Vec<Spilled>,
}

/// A key, and the text behind it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// FAST: The first bytes of the key, which mostly decide.
    first: [u8; 8],
    start: usize,
    key: u32,
    len: u32,
}

impl Entry {
    fn key(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.start..][..self.key as usize]
    }
}

impl Sorted {
    /// Takes at most `limit` bytes for the texts.
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, bytes: Vec::new(), entries: Vec::new(), runs: Vec::new() }
    }

    /// Takes the next text.
    pub(super) fn add(&mut self, key: &[u8], text: &[u8]) -> Result<(), Failure> {
        let used = self.bytes.len() + self.entries.len() * size_of::<Entry>();
        if used + key.len() + text.len() > self.limit && !self.entries.is_empty() {
            self.spill().map_err(|error| spill_failed(&error))?;
        }
        // As in `Spill::push`.
        let len = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let mut first = [0; 8];
        let known = key.len().min(8);
        first[..known].copy_from_slice(&key[..known]);
        self.entries.push(Entry { first, start: self.bytes.len(), key: len(key), len: len(text) });
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(text);
        Ok(())
    }

    fn sort(&mut self) {
        let bytes = &self.bytes;
        // Equal keys stay in their order, that of their places.
        let compare = |a: &Entry, b: &Entry| {
            a.first.cmp(&b.first).then_with(|| (a.key(bytes), a.start).cmp(&(b.key(bytes), b.start)))
        };
        self.entries.par_sort_unstable_by(compare);
    }

    /// Each key and its text, in order.
    fn in_memory(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.entries.iter().map(|entry| {
            (entry.key(&self.bytes), &self.bytes[entry.start + entry.key as usize..][..entry.len as usize])
        })
    }

    fn spill(&mut self) -> io::Result<()> {
        self.sort();
        if self.runs.len() == RUNS {
            let (mut all, mut merged) = (Spill::new()?, Merged::new(std::mem::take(&mut self.runs))?);
            while let Some((key, text)) = merged.next()? {
                all.push(key, text)?;
            }
            self.runs.push(all.rewind()?);
        }
        let mut run = Spill::new()?;
        for (key, text) in self.in_memory() {
            run.push(key, text)?;
        }
        self.runs.push(run.rewind()?);
        self.bytes.clear();
        self.entries.clear();
        Ok(())
    }

    /// Passes each key and its text to `write`, in order, until that returns `false`.
    pub(super) fn finish(
        mut self,
        mut write: impl FnMut(&[u8], &[u8]) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        if self.runs.is_empty() {
            self.sort();
            for (key, text) in self.in_memory() {
                if !write(key, text)? {
                    break;
                }
            }
            return Ok(());
        }
        let mut merged =
            self.spill().and_then(|()| Merged::new(self.runs)).map_err(|error| spill_failed(&error))?;
        while let Some((key, text)) = merged.next().map_err(|error| spill_failed(&error))? {
            if !write(key, text)? {
                break;
            }
        }
        Ok(())
    }
}
