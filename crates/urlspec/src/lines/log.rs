//! Texts that are only ever added, in memory as far as there is room, then in a temporary file.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
};

/// How many bytes a chunk holds, if its first text is not longer.
const CHUNK: usize = 256 << 10;

/// How many texts a chunk has at most.
const TEXTS: usize = 1 << 12;

/// Texts, each at a place.
#[derive(Debug)]
pub(super) struct Log {
    chunks: Vec<Chunk>,
    /// How many more bytes of texts may stay in memory.
    room: usize,
    file: Option<File>,
    /// How many bytes are in the file.
    written: u64,
    /// What was read last.
    read: Vec<u8>,
}

/// Consecutive texts.
#[derive(Debug, Default)]
struct Chunk {
    /// All of them, one after the other; none if they are in the file.
    bytes: Vec<u8>,
    /// The end of each.
    ends: Vec<u32>,
    /// Where they begin in the file, if they are there.
    in_file: Option<u64>,
}

impl Log {
    /// Takes at most `room` bytes of memory for texts, beside the last chunk; and [`END`](Self::END) for each.
    pub(super) fn new(room: usize) -> Self {
        Self { chunks: Vec::new(), room, file: None, written: 0, read: Vec::new() }
    }

    /// What a text takes in memory, wherever it is.
    pub(super) const END: usize = size_of::<u32>();

    /// Adds `text`, and returns its place, which is not [`u32::MAX`]; `None` if there are too many before it.
    #[inline]
    pub(super) fn push(&mut self, text: &[u8]) -> io::Result<Option<u32>> {
        let fits = |chunk: &Chunk| chunk.ends.len() < TEXTS && chunk.bytes.len() + text.len() <= CHUNK;
        if !self.chunks.last().is_some_and(fits) {
            self.begin_chunk()?;
        }
        let number = self.chunks.len() - 1;
        let chunk = &mut self.chunks[number];
        let place = u32::try_from(number * TEXTS + chunk.ends.len()).ok().filter(|place| *place < u32::MAX);
        if place.is_some() {
            chunk.bytes.extend_from_slice(text);
            // A record is at most 16 MiB long, and what is made of it a few times that.
            chunk.ends.push(u32::try_from(chunk.bytes.len()).unwrap_or(u32::MAX));
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
            full.ends.shrink_to_fit();
        }
        bytes.reserve_exact(CHUNK);
        self.chunks.push(Chunk { bytes, ends: Vec::with_capacity(TEXTS), in_file: None });
        Ok(())
    }

    /// Whether the text at `place`, which [`push`](Self::push) returned, is `text`.
    pub(super) fn is_at(&mut self, place: u32, text: &[u8]) -> io::Result<bool> {
        let (number, i) = (place as usize / TEXTS, place as usize % TEXTS);
        let chunk = &self.chunks[number];
        let (start, end) = (if i == 0 { 0 } else { chunk.ends[i - 1] }, chunk.ends[i]);
        let range = start as usize..end as usize;
        if range.len() != text.len() {
            return Ok(false);
        }
        let (Some(at), Some(file)) = (chunk.in_file, &mut self.file) else {
            return Ok(chunk.bytes[range] == *text);
        };
        file.seek(SeekFrom::Start(at + u64::from(start)))?;
        self.read.resize(text.len(), 0);
        file.read_exact(&mut self.read)?;
        Ok(self.read == text)
    }
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, Log, TEXTS};

    /// Every text is at its place, and none that is shorter, longer or another.
    fn holds(room: usize, texts: &[Vec<u8>]) -> Log {
        let mut log = Log::new(room);
        let places: Vec<u32> = texts.iter().map(|text| log.push(text).unwrap().unwrap()).collect();
        for (text, place) in texts.iter().zip(places) {
            assert!(log.is_at(place, text).unwrap());
            assert!(!log.is_at(place, &[text, &b"x"[..]].concat()).unwrap());
            if let Some((last, rest)) = text.split_last() {
                assert!(!log.is_at(place, rest).unwrap());
                assert!(!log.is_at(place, &[rest, &[last ^ 1]].concat()).unwrap());
            }
        }
        log
    }

    #[test]
    fn texts_are_where_they_were_put() {
        let short = (0..50_000_u32).map(|number| number.to_string().into_bytes());
        let lengths = [0, 1, CHUNK - 1, CHUNK, 3 * CHUNK, 2, 0];
        let long = lengths.into_iter().map(|len| vec![b'a'; len]);
        let texts: Vec<Vec<u8>> = short.clone().chain(long).chain(short).collect();
        // In memory, in the file, and in both.
        assert!(holds(64 * CHUNK, &texts).file.is_none());
        let none = holds(0, &texts);
        assert!(
            none.chunks.len() > 100_000 / TEXTS
                && none.chunks.iter().rev().skip(1).all(|chunk| chunk.bytes.is_empty())
        );
        let both = holds(2 * CHUNK, &texts);
        assert!(both.written > 0 && both.chunks[0].in_file.is_none());
    }
}
