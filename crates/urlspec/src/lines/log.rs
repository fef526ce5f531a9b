//! Texts that are only ever added, in memory as far as there is room, then in a temporary file.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
};

/// How many bytes a chunk holds, if its first text is not longer.
pub(super) const CHUNK: usize = 256 << 10;

/// The places of texts are multiples of so many bytes.
const STEP: usize = 8;

/// How many bytes stand before a text: its length.
const HEAD: usize = size_of::<u32>();

/// Texts, each at a place.
#[derive(Debug)]
pub(super) struct Log {
    chunks: Vec<Chunk>,
    /// How many more bytes may stay in memory.
    room: usize,
    file: Option<File>,
    /// How many bytes are in the file.
    written: u64,
    /// What was read last.
    read: Vec<u8>,
}

/// Consecutive texts.
#[derive(Debug)]
struct Chunk {
    /// The length and the bytes of each, up to the next place; none if they are in the file.
    bytes: Vec<u8>,
    /// Where they begin in the file, if they are there.
    in_file: Option<u64>,
}

impl Log {
    /// Takes at most `room` bytes of memory for texts, beside the last chunk.
    pub(super) fn new(room: usize) -> Self {
        Self { chunks: Vec::new(), room, file: None, written: 0, read: Vec::new() }
    }

    /// Adds `text`, and returns its place, which is not [`u32::MAX`]; `None` if there are too many before it.
    #[inline]
    pub(super) fn push(&mut self, text: &[u8]) -> io::Result<Option<u32>> {
        let fits = |chunk: &Chunk| chunk.bytes.len() + HEAD + text.len() + STEP <= CHUNK;
        if !self.chunks.last().is_some_and(fits) {
            self.begin_chunk()?;
        }
        let number = self.chunks.len() - 1;
        let bytes = &mut self.chunks[number].bytes;
        let place = (number * CHUNK + bytes.len()) / STEP;
        let place = u32::try_from(place).ok().filter(|place| *place < u32::MAX);
        if place.is_some() {
            bytes.extend_from_slice(&head(text));
            bytes.extend_from_slice(text);
            let end = bytes.len().next_multiple_of(STEP);
            // Of constant length, and then shorter: so it is one store.
            bytes.extend_from_slice(&[0; STEP]);
            bytes.truncate(end);
        }
        Ok(place)
    }

    /// Begins a chunk, after the last one has found its place.
    #[cold]
    fn begin_chunk(&mut self) -> io::Result<()> {
        let mut bytes = Vec::new();
        if let Some(full) = self.chunks.last_mut() {
            if let Some(room) = self.room.checked_sub(full.bytes.len()) {
                self.room = room;
                full.bytes.shrink_to_fit();
            } else {
                let file = match &mut self.file {
                    Some(file) => file,
                    None => self.file.insert(tempfile::tempfile()?),
                };
                file.seek(SeekFrom::Start(self.written))?;
                file.write_all(&full.bytes)?;
                full.in_file = Some(self.written);
                self.written += full.bytes.len() as u64;
                bytes = std::mem::take(&mut full.bytes);
                bytes.clear();
            }
        }
        bytes.reserve_exact(CHUNK);
        self.chunks.push(Chunk { bytes, in_file: None });
        Ok(())
    }

    /// Whether the text at `place`, which [`push`](Self::push) returned, is `text`.
    #[inline]
    pub(super) fn is_at(&mut self, place: u32, text: &[u8]) -> io::Result<bool> {
        let place = place as usize * STEP;
        let (chunk, at) = (&self.chunks[place / CHUNK], place % CHUNK);
        match chunk.in_file {
            None => {
                let known = chunk.bytes[at..].strip_prefix(&head(text));
                Ok(known.is_some_and(|known| known.starts_with(text)))
            }
            Some(start) => self.is_in_file(start + at as u64, text),
        }
    }

    fn is_in_file(&mut self, at: u64, text: &[u8]) -> io::Result<bool> {
        let Some(file) = &mut self.file else { return Ok(false) };
        let mut known = [0; HEAD];
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(&mut known)?;
        if known != head(text) {
            return Ok(false);
        }
        self.read.resize(text.len(), 0);
        file.read_exact(&mut self.read)?;
        Ok(self.read == text)
    }
}

/// The length of `text`. A record is at most 16 MiB long, and what is made of it a few times that.
#[inline]
fn head(text: &[u8]) -> [u8; HEAD] {
    u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes()
}
