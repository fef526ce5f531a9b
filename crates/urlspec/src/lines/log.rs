//! Texts that are only ever added, in memory as far as there is room, then in a temporary file.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
};

/// How many bytes a chunk holds, if no text is longer.
const CHUNK: usize = 1 << 20;

/// What is before each text: its length.
const HEAD: usize = 4;

/// Texts start at multiples of this, so that 32 bits name a place.
const UNIT: usize = 8;

/// How many places a chunk has.
const UNITS: usize = CHUNK / UNIT;

/// Marks the places in the file. There are as many in memory, and one less in the file.
const IN_FILE: u32 = 1 << 31;

/// How many bytes are written to the file at once.
const WRITE_SIZE: usize = 256 << 10;

/// Texts, each at a place.
#[derive(Debug)]
pub(super) struct Log {
    chunks: Vec<Vec<u8>>,
    /// How many more bytes chunks may take.
    room: usize,
    file: Option<Tail>,
}

/// The texts that had no room in memory.
#[derive(Debug)]
struct Tail {
    file: File,
    /// The bytes in the file.
    written: u64,
    /// The bytes that come next there.
    pending: Vec<u8>,
    /// What was read last.
    read: Vec<u8>,
}

impl Log {
    /// Takes at most `room` bytes for the texts in memory.
    pub(super) fn new(room: usize) -> Self {
        Self { chunks: Vec::new(), room, file: None }
    }

    /// Adds `text`, and returns its place, which is not [`u32::MAX`]; `None` if there are too many bytes before it.
    pub(super) fn push(&mut self, text: &[u8]) -> io::Result<Option<u32>> {
        let size = (HEAD + text.len()).next_multiple_of(UNIT);
        if self.file.is_none() {
            // Only the first text of a chunk may reach beyond its places.
            let fits = |chunk: &Vec<u8>| chunk.len() + size <= CHUNK || chunk.is_empty();
            let capacity = size.max(CHUNK);
            if !self.chunks.last().is_some_and(fits)
                && capacity <= self.room
                && (self.chunks.len() + 1) * UNITS <= IN_FILE as usize
            {
                self.room -= capacity;
                self.chunks.push(Vec::with_capacity(capacity));
            }
            let before = self.chunks.len().saturating_sub(1) * UNITS;
            if let Some(chunk) = self.chunks.last_mut().filter(|chunk| fits(chunk)) {
                let place = u32::try_from(before + chunk.len() / UNIT).ok();
                append(chunk, text);
                return Ok(place);
            }
        }
        let tail = match &mut self.file {
            Some(tail) => tail,
            None => self.file.insert(Tail::new()?),
        };
        tail.push(text)
    }

    /// Whether the text at `place`, which [`push`](Self::push) returned, is `text`.
    pub(super) fn is_at(&mut self, place: u32, text: &[u8]) -> io::Result<bool> {
        match &mut self.file {
            Some(tail) if place & IN_FILE != 0 => tail.is_at(place & !IN_FILE, text),
            _ => {
                let place = place as usize;
                let found =
                    self.chunks.get(place / UNITS).and_then(|chunk| chunk.get(place % UNITS * UNIT..));
                Ok(found.is_some_and(|found| is_first(found, text)))
            }
        }
    }
}

impl Tail {
    fn new() -> io::Result<Self> {
        let file = tempfile::tempfile()?;
        Ok(Self { file, written: 0, pending: Vec::new(), read: Vec::new() })
    }

    fn push(&mut self, text: &[u8]) -> io::Result<Option<u32>> {
        let unit = (self.written + self.pending.len() as u64) / UNIT as u64;
        let Some(place) = u32::try_from(unit).ok().filter(|unit| *unit < IN_FILE - 1) else {
            return Ok(None);
        };
        append(&mut self.pending, text);
        if self.pending.len() >= WRITE_SIZE {
            self.file.seek(SeekFrom::Start(self.written))?;
            self.file.write_all(&self.pending)?;
            self.written += self.pending.len() as u64;
            self.pending.clear();
        }
        Ok(Some(place | IN_FILE))
    }

    fn is_at(&mut self, unit: u32, text: &[u8]) -> io::Result<bool> {
        let at = u64::from(unit) * UNIT as u64;
        if let Some(at) = at.checked_sub(self.written) {
            let found = usize::try_from(at).ok().and_then(|at| self.pending.get(at..));
            return Ok(found.is_some_and(|found| is_first(found, text)));
        }
        self.file.seek(SeekFrom::Start(at))?;
        self.read.clear();
        (&self.file).take((HEAD + text.len()) as u64).read_to_end(&mut self.read)?;
        Ok(is_first(&self.read, text))
    }
}

/// Appends `text`, behind its length and up to a place for the next one.
fn append(bytes: &mut Vec<u8>, text: &[u8]) {
    // A record is at most 16 MiB long, and what is made of it a few times that.
    bytes.extend_from_slice(&u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes());
    bytes.extend_from_slice(text);
    bytes.resize(bytes.len().next_multiple_of(UNIT), 0);
}

/// Whether `text` comes first in `bytes`.
fn is_first(bytes: &[u8], text: &[u8]) -> bool {
    bytes.split_first_chunk::<HEAD>().is_some_and(|(head, rest)| {
        u32::from_le_bytes(*head) as usize == text.len() && rest.starts_with(text)
    })
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, Log, UNIT};

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
        let short = (0..200_000_u32).map(|number| number.to_string().into_bytes());
        let lengths = [0, 1, UNIT, CHUNK - UNIT - 1, CHUNK, 3 * CHUNK, 2];
        let long = lengths.into_iter().map(|len| vec![b'a'; len]);
        let texts: Vec<Vec<u8>> = short.clone().chain(long).chain(short).collect();
        // In memory, in the file, and in both.
        assert!(holds(64 * CHUNK, &texts).file.is_none());
        assert!(holds(CHUNK - 1, &texts).chunks.is_empty());
        let both = holds(2 * CHUNK, &texts);
        assert!(both.chunks.len() == 2 && both.file.is_some_and(|tail| tail.written > 0));
    }
}
