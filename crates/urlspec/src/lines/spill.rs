//! Texts with keys in temporary files, which go when they are closed; and several such files as one.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, binary_heap::PeekMut},
    fs::File,
    io::{self, BufReader, BufWriter, Read as _, Seek as _, Write as _},
};

use crate::verdict::Failure;

/// How many bytes are buffered for each file.
const BUFFER: usize = 16 << 10;

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
    pub(super) fn push(&mut self, key: &[u8], text: &[u8]) -> io::Result<()> {
        self.0.write_all(&((key.len() as u64) << 32 | text.len() as u64).to_le_bytes())?;
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
pub(super) struct Merged {
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
    pub(super) fn new(mut files: Vec<Spilled>) -> io::Result<Self> {
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
    pub(super) fn next(&mut self) -> io::Result<Option<(&[u8], &[u8])>> {
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

/// Why temporary files cannot be used.
pub(super) fn spill_failed(error: &io::Error) -> Failure {
    Failure::Refused(format!("cannot use a temporary file: {error}"))
}
