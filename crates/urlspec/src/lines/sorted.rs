//! Sorts texts by their keys in bounded memory. When the memory is full, its content is sorted and written to
//! a temporary file. At the end, the files are merged.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, binary_heap::PeekMut},
    fs::File,
    io::{self, BufReader, BufWriter, Read as _, Seek as _, Write as _},
    mem,
};

use rayon::slice::ParallelSliceMut as _;

use crate::verdict::Failure;

/// The maximum number of temporary files. When it is reached, they are merged into one.
const RUNS: usize = 64;

const BUFFER: usize = 16 << 10;

pub(super) struct Sorted {
    pub(super) limit: usize,
    /// The keys and texts in memory, each key before its text.
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    /// The temporary files, in the order in which their texts were added.
    runs: Vec<BufReader<File>>,
}

/// The position in `bytes` of a key and of the text after it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// FAST: the first bytes of the key, which usually decide the order.
    first: [u64; 2],
    start: usize,
    key: u32,
    len: u32,
}

impl Entry {
    fn key(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.start..][..self.key as usize]
    }
}

/// Returns the first eight bytes of `text` as a number. Such numbers have the order of the bytes.
pub(super) fn first_bytes(text: &[u8]) -> u64 {
    let (mut first, len) = ([0; 8], text.len().min(8));
    first[..len].copy_from_slice(&text[..len]);
    u64::from_be_bytes(first)
}

impl Sorted {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, bytes: Vec::new(), entries: Vec::new(), runs: Vec::new() }
    }

    pub(super) fn add(&mut self, key: &[u8], text: &[u8]) -> Result<(), Failure> {
        let used = self.bytes.len() + self.entries.len() * size_of::<Entry>();
        if used + key.len() + text.len() > self.limit && !self.entries.is_empty() {
            self.spill()?;
        }
        // The lengths fit into 32 bits: see `push`.
        let len = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let (start, rest) = (self.bytes.len(), key.get(8..).unwrap_or_default());
        let first = [first_bytes(key), first_bytes(rest)];
        self.entries.push(Entry { first, start, key: len(key), len: len(text) });
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(text);
        Ok(())
    }

    fn sort(&mut self) {
        let bytes = &self.bytes;
        // A key comes before longer keys that begin with it. Entries with equal keys stay in the order in
        // which they were added, that of their positions.
        let compare = |a: &Entry, b: &Entry| {
            let end =
                || if a.key.min(b.key) > 16 { a.key(bytes).cmp(b.key(bytes)) } else { a.key.cmp(&b.key) };
            a.first.cmp(&b.first).then_with(end).then_with(|| a.start.cmp(&b.start))
        };
        self.entries.par_sort_unstable_by(compare);
    }

    fn in_memory(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.entries.iter().map(|entry| {
            (entry.key(&self.bytes), &self.bytes[entry.start + entry.key as usize..][..entry.len as usize])
        })
    }

    fn spill(&mut self) -> Result<(), Failure> {
        self.sort();
        if self.runs.len() == RUNS {
            let runs = mem::take(&mut self.runs);
            let all = file_of(|file| merge(runs, |key, text| push(file, key, text).map(|()| true)))?;
            self.runs.push(all);
        }
        let run = file_of(|file| self.in_memory().try_for_each(|(key, text)| push(file, key, text)))?;
        self.runs.push(run);
        self.bytes.clear();
        self.entries.clear();
        Ok(())
    }

    /// Passes each key and its text to `write`, in order, until `write` returns `false`.
    pub(super) fn finish(
        mut self,
        mut write: impl FnMut(&[u8], &[u8]) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        if !self.runs.is_empty() {
            self.spill()?;
            return merge(self.runs, write);
        }
        self.sort();
        for (key, text) in self.in_memory() {
            if !write(key, text)? {
                break;
            }
        }
        Ok(())
    }
}

/// Creates a temporary file, which is deleted when it is closed, with the output of `write`. Returns it with
/// its position at the start.
fn file_of(
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), Failure>,
) -> Result<BufReader<File>, Failure> {
    let mut file = BufWriter::with_capacity(BUFFER, spilled(tempfile::tempfile())?);
    write(&mut file)?;
    let mut file = spilled(file.into_inner().map_err(io::IntoInnerError::into_error))?;
    spilled(file.rewind())?;
    Ok(BufReader::with_capacity(BUFFER, file))
}

/// Appends a key and its text, with their lengths in 32 bits. Both are shorter than 4 GiB: a record is at
/// most 16 MiB long, and its result a few times as long.
fn push(file: &mut BufWriter<File>, key: &[u8], text: &[u8]) -> Result<(), Failure> {
    let lens = ((key.len() as u64) << 32 | text.len() as u64).to_le_bytes();
    spilled([&lens[..], key, text].into_iter().try_for_each(|part| file.write_all(part)))
}

/// The next key and text of a file, for merging. Entries are ordered by key, then by file.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
struct MergeEntry {
    key: Vec<u8>,
    file: usize,
    text: Vec<u8>,
}

impl MergeEntry {
    /// Reads the next key and text from `file`. Returns `false` at the end of the file.
    fn read(&mut self, file: &mut BufReader<File>) -> io::Result<bool> {
        let mut lens = [0; 8];
        match file.read(&mut lens[..1])? {
            0 => return Ok(false),
            _ => file.read_exact(&mut lens[1..])?,
        }
        let lens = u64::from_le_bytes(lens);
        for (bytes, len) in [(&mut self.key, lens >> 32), (&mut self.text, lens & 0xFFFF_FFFF)] {
            bytes.clear();
            file.take(len).read_to_end(bytes)?;
        }
        Ok(true)
    }
}

/// Merges `files`, each of which is sorted. Passes each key and its text to `write` in order, until `write`
/// returns `false`. Entries with equal keys are passed in the order of the files.
fn merge(
    mut files: Vec<BufReader<File>>,
    mut write: impl FnMut(&[u8], &[u8]) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    // The next entry of each file that has not ended.
    let mut heads = BinaryHeap::new();
    for (index, file) in files.iter_mut().enumerate() {
        let mut next = MergeEntry { file: index, ..MergeEntry::default() };
        if spilled(next.read(file))? {
            heads.push(Reverse(next));
        }
    }
    while let Some(mut first) = heads.peek_mut() {
        let next = &mut first.0;
        if !write(&next.key, &next.text)? {
            break;
        }
        if !spilled(next.read(&mut files[next.file]))? {
            PeekMut::pop(first);
        }
    }
    Ok(())
}

fn spilled<T>(result: io::Result<T>) -> Result<T, Failure> {
    result.map_err(|error| Failure::Refused(format!("cannot use a temporary file: {error}")))
}
