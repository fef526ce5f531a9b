//! Numbered texts in temporary files, which go when they are closed; and several such files as one.

use std::{
    cmp::{Ordering, Reverse},
    collections::{BinaryHeap, binary_heap::PeekMut},
    fs::File,
    io::{self, BufReader, BufWriter, Read as _, Seek as _, Write as _},
};

use crate::verdict::Failure;

/// How many bytes are buffered for each file.
const BUFFER: usize = 16 << 10;

/// A numbered text, its hash, and what it is sorted by before its number.
#[derive(Debug, Default)]
pub(super) struct Numbered {
    pub(super) number: u64,
    pub(super) hash: u128,
    pub(super) key: Vec<u8>,
    pub(super) text: Vec<u8>,
}

/// A temporary file that texts are appended to.
#[derive(Debug)]
pub(super) struct Spill(BufWriter<File>);

/// The texts of a file, from the start.
#[derive(Debug)]
pub(super) struct Spilled(BufReader<File>);

impl Spill {
    /// A file in the folder for temporary files.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self(BufWriter::with_capacity(BUFFER, tempfile::tempfile()?)))
    }

    /// Appends a text. It and its key are shorter than 4 GiB: a record is at most 16 MiB long, and what is made of it a few times that.
    pub(super) fn push(&mut self, number: u64, hash: u128, key: &[u8], text: &[u8]) -> io::Result<()> {
        self.0.write_all(&number.to_le_bytes())?;
        self.0.write_all(&((key.len() as u64) << 32 | text.len() as u64).to_le_bytes())?;
        self.0.write_all(&hash.to_le_bytes())?;
        self.0.write_all(key)?;
        self.0.write_all(text)
    }

    pub(super) fn rewind(self) -> io::Result<Spilled> {
        let mut file = self.0.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(Spilled(BufReader::with_capacity(BUFFER, file)))
    }
}

impl Spilled {
    /// Reads the next text into `next`; `false` at the end.
    pub(super) fn read(&mut self, next: &mut Numbered) -> io::Result<bool> {
        let mut word = [0; 8];
        match self.0.read(&mut word[..1])? {
            0 => return Ok(false),
            _ => self.0.read_exact(&mut word[1..])?,
        }
        next.number = u64::from_le_bytes(word);
        self.0.read_exact(&mut word)?;
        let lens = u64::from_le_bytes(word);
        let mut hash = [0; 16];
        self.0.read_exact(&mut hash)?;
        next.hash = u128::from_le_bytes(hash);
        for (bytes, len) in [(&mut next.key, lens >> 32), (&mut next.text, lens & 0xFFFF_FFFF)] {
            bytes.clear();
            (&mut self.0).take(len).read_to_end(bytes)?;
        }
        Ok(true)
    }
}

/// The texts of several files in one order, that of their keys and numbers, which each file has.
#[derive(Default)]
pub(super) struct Merged {
    /// The files that have a next text.
    sources: BinaryHeap<Reverse<Source>>,
    current: Numbered,
}

struct Source {
    next: Numbered,
    file: Spilled,
}

impl Merged {
    pub(super) fn new(files: Vec<Spilled>) -> io::Result<Self> {
        let mut merged = Self::default();
        files.into_iter().try_for_each(|file| merged.add(file))?;
        Ok(merged)
    }

    pub(super) fn add(&mut self, mut file: Spilled) -> io::Result<()> {
        let mut next = Numbered::default();
        if file.read(&mut next)? {
            self.sources.push(Reverse(Source { next, file }));
        }
        Ok(())
    }

    pub(super) fn next(&mut self) -> io::Result<Option<&Numbered>> {
        let Some(mut first) = self.sources.peek_mut() else { return Ok(None) };
        let Source { next, file } = &mut first.0;
        std::mem::swap(&mut self.current, next);
        if !file.read(next)? {
            PeekMut::pop(first);
        }
        Ok(Some(&self.current))
    }
}

impl Ord for Source {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b) = (&self.next, &other.next);
        a.key.cmp(&b.key).then(a.number.cmp(&b.number))
    }
}

impl PartialOrd for Source {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Source {}

/// Why temporary files cannot be used.
pub(super) fn spill_failed(error: &io::Error) -> Failure {
    Failure::Refused(format!("cannot use a temporary file: {error}"))
}
