//! Numbered texts in temporary files, which go when they are closed.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read as _, Seek as _, Write as _},
};

/// How many bytes are buffered for each file.
const BUFFER: usize = 16 << 10;

/// A numbered text, and its hash.
#[derive(Debug, Default)]
pub(super) struct Numbered {
    pub(super) number: u64,
    pub(super) hash: u64,
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

    pub(super) fn push(&mut self, number: u64, hash: u64, text: &[u8]) -> io::Result<()> {
        for word in [number, hash, text.len() as u64] {
            self.0.write_all(&word.to_le_bytes())?;
        }
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
        next.hash = u64::from_le_bytes(word);
        self.0.read_exact(&mut word)?;
        next.text.clear();
        (&mut self.0).take(u64::from_le_bytes(word)).read_to_end(&mut next.text)?;
        Ok(true)
    }
}
