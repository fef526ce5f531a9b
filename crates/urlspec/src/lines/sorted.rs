//! Texts in the order of their keys, in bounded memory: when that is full, what it holds is sorted and goes to a temporary file, and
//! these are merged.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, binary_heap::PeekMut},
    fs::File,
    io::{self, BufReader, BufWriter, Read as _, Seek as _, Write as _},
};

use rayon::slice::ParallelSliceMut as _;

use crate::verdict::Failure;

/// How many files there may be: more are first merged into one.
const RUNS: usize = 64;

/// How many bytes are buffered for each file.
const BUFFER: usize = 16 << 10;

/// Sorts texts.
#[derive(Debug)]
pub(super) struct Sorted {
    pub(super) limit: usize,
    /// The keys and the texts.
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    /// The files, in the order in which their texts came.
    runs: Vec<Spilled>,
}

/// A key, and the text behind it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// FAST: The first bytes of the key, which mostly decide.
    first: u64,
    start: usize,
    key: u32,
    len: u32,
}

impl Entry {
    fn key(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.start..][..self.key as usize]
    }
}

/// The first bytes of `text` as a number, by which texts are in the same order.
pub(super) fn first_bytes(text: &[u8]) -> u64 {
    let (mut first, len) = ([0; 8], text.len().min(8));
    first[..len].copy_from_slice(&text[..len]);
    u64::from_be_bytes(first)
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
            spilled(self.spill())?;
        }
        // As in `Spill::push`.
        let len = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let (first, start) = (first_bytes(key), self.bytes.len());
        self.entries.push(Entry { first, start, key: len(key), len: len(text) });
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
        spilled(self.spill())?;
        let mut merged = spilled(Merged::new(self.runs))?;
        while let Some((key, text)) = spilled(merged.next())? {
            if !write(key, text)? {
                break;
            }
        }
        Ok(())
    }
}

/// A temporary file that texts are appended to.
#[derive(Debug)]
struct Spill(BufWriter<File>);

/// The texts of a file, from the start.
#[derive(Debug)]
struct Spilled(BufReader<File>);

impl Spill {
    /// A file in the folder for temporary files.
    fn new() -> io::Result<Self> {
        Ok(Self(BufWriter::with_capacity(BUFFER, tempfile::tempfile()?)))
    }

    /// Appends a text. It and its key are shorter than 4 GiB: a record is at most 16 MiB long, and what is made of it a few times that.
    fn push(&mut self, key: &[u8], text: &[u8]) -> io::Result<()> {
        self.0.write_all(&((key.len() as u64) << 32 | text.len() as u64).to_le_bytes())?;
        self.0.write_all(key)?;
        self.0.write_all(text)
    }

    fn rewind(self) -> io::Result<Spilled> {
        let mut file = self.0.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(Spilled(BufReader::with_capacity(BUFFER, file)))
    }
}

impl Spilled {
    /// Reads the next text, and its key, into `next`; `false` at the end.
    fn read(&mut self, next: &mut Next) -> io::Result<bool> {
        let mut lens = [0; 8];
        match self.0.read(&mut lens[..1])? {
            0 => return Ok(false),
            _ => self.0.read_exact(&mut lens[1..])?,
        }
        let lens = u64::from_le_bytes(lens);
        for (bytes, len) in [(&mut next.key, lens >> 32), (&mut next.text, lens & 0xFFFF_FFFF)] {
            bytes.clear();
            (&mut self.0).take(len).read_to_end(bytes)?;
        }
        Ok(true)
    }
}

/// The texts of several files in the order of their keys, which each file has. Of equal keys, those of an earlier file come first.
struct Merged {
    files: Vec<Spilled>,
    /// The next text of each file that has one.
    heads: BinaryHeap<Reverse<Next>>,
    current: Next,
}

/// The next text of a file, in the order in which these come.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
struct Next {
    key: Vec<u8>,
    /// The index of the file.
    file: usize,
    text: Vec<u8>,
}

impl Merged {
    fn new(mut files: Vec<Spilled>) -> io::Result<Self> {
        let mut heads = BinaryHeap::new();
        for (index, file) in files.iter_mut().enumerate() {
            let mut next = Next { file: index, ..Next::default() };
            if file.read(&mut next)? {
                heads.push(Reverse(next));
            }
        }
        Ok(Self { files, heads, current: Next::default() })
    }

    /// The next key, and its text.
    fn next(&mut self) -> io::Result<Option<(&[u8], &[u8])>> {
        let Some(mut first) = self.heads.peek_mut() else { return Ok(None) };
        let next = &mut first.0;
        self.current.file = next.file;
        std::mem::swap(&mut self.current, next);
        if !self.files[next.file].read(next)? {
            PeekMut::pop(first);
        }
        Ok(Some((&self.current.key, &self.current.text)))
    }
}

/// What came of the use of a temporary file.
fn spilled<T>(result: io::Result<T>) -> Result<T, Failure> {
    result.map_err(|error| Failure::Refused(format!("cannot use a temporary file: {error}")))
}
