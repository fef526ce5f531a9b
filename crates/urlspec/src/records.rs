//! Divides inputs into records, which are read in blocks of limited size. A record is a line, a text that
//! ends with another byte such as NUL, or a row of CSV.

use std::{
    borrow::Cow,
    cell::RefCell,
    io::{self, Read},
    iter, mem,
    ops::{Deref, DerefMut},
    sync::Arc,
};

use memchr::{memchr, memchr_iter, memchr2_iter, memrchr};
use url_find::document::{Content, Document, DocumentBase, Found, Position};

use crate::{
    format::Format,
    inputs::{End, Input, Source},
    shape::ErrorShape,
    verdict::{Failure, Result},
};

/// The maximum length of a record, in bytes. A longer record is dropped, and an error is reported.
pub(crate) const RECORD_LIMIT: usize = 16 << 20;

/// The number of bytes per read, which is about the size of a block. The size is large enough that the cost
/// per block is negligible, and small enough that a block and its results fit into the cache of one core.
pub(crate) const READ_SIZE: usize = 64 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordError<'b> {
    TooLong,
    NotUtf8(&'b [u8]),
}

impl RecordError<'_> {
    pub(crate) fn error(self) -> ErrorShape<'static> {
        match self {
            Self::TooLong => {
                let message = format!("the line is longer than {RECORD_LIMIT} bytes");
                ErrorShape::of_request("line-too-long", message)
            }
            Self::NotUtf8(bytes) => {
                let valid = bytes.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len());
                not_utf8(valid as u64 + 1)
            }
        }
    }
}

/// Returns the error for a line that is not UTF-8. `byte` is the position of the first invalid byte, from 1.
pub(crate) fn not_utf8(byte: u64) -> ErrorShape<'static> {
    ErrorShape::of_request("not-utf-8", format!("byte {byte} of the line is not UTF-8"))
}

#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub(crate) name: Option<Arc<str>>,
    pub(crate) end: End,
    pub(crate) format: Option<Format>,
    pub(crate) is_lossy: bool,
    pub(crate) document: Option<DocumentBase>,
}

/// A part of an input: URLs found in a document, or consecutive records. Each record includes the byte that
/// ends it, but the last record of an input may lack that byte.
pub(crate) struct Block {
    pub(crate) origin: Origin,
    pub(crate) found: Vec<Found>,
    /// The number of the first record of the block. For a table, this is the line at which the block begins.
    first: u64,
    buffer: Buffer,
    /// The number of bytes at the start of `buffer` that contain records.
    len: usize,
    /// If the block represents a single record that is longer than [`RECORD_LIMIT`] and was dropped, the
    /// length of this record in bytes. If not, 0.
    dropped: u64,
}

impl Block {
    /// Returns the number of bytes of the input from which the block was made, including a dropped record.
    pub(crate) fn len(&self) -> u64 {
        self.weight() as u64 + self.dropped
    }

    pub(crate) fn weight(&self) -> usize {
        self.len + self.found.iter().map(Found::weight).sum::<usize>()
    }

    fn bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    /// Returns the number of the first record, and the bytes of all records, or `None` for a dropped record.
    pub(crate) fn whole(&self) -> (u64, Option<&[u8]>) {
        (self.first, (self.dropped == 0).then_some(self.bytes()))
    }

    /// Returns the number of the first record, and all records as one text. Returns `None` if the records are
    /// not UTF-8, or if the block is longer than [`RECORD_LIMIT`].
    pub(crate) fn text(&self) -> Option<(u64, &str)> {
        let (first, bytes) = self.whole();
        let bytes = bytes.filter(|bytes| bytes.len() <= RECORD_LIMIT)?;
        Some((first, str::from_utf8(bytes).ok()?))
    }

    /// Returns each record with its number. The text of a record excludes the byte that ends the record and,
    /// if that byte is LF, a CR before the LF. A record that is too long or not UTF-8 is an error.
    pub(crate) fn records(&self) -> impl Iterator<Item = (u64, Result<Cow<'_, str>, RecordError<'_>>)> {
        let dropped = (self.dropped > 0).then_some((self.first, Err(RecordError::TooLong)));
        let (bytes, byte) = (self.bytes(), self.origin.end.byte());
        let (mut ends, mut start) = (memchr_iter(byte, bytes), 0);
        // FAST: usually all records are UTF-8, so they are validated together.
        let text = str::from_utf8(bytes).ok();
        let records = iter::from_fn(move || {
            let end = ends.next().unwrap_or(bytes.len());
            let record = bytes.get(start..end).filter(|_| start < bytes.len())?;
            let known = text.and_then(|text| Some(without_cr(text.get(start..end)?, byte)));
            start = end + 1;
            if record.len() > RECORD_LIMIT {
                return Some(Err(RecordError::TooLong));
            }
            let line = record.strip_suffix(b"\r").filter(|_| byte == b'\n').unwrap_or(record);
            Some(known.map_or_else(|| self.decode(line), |line| Ok(line.into())))
        });
        dropped.into_iter().chain((self.first..).zip(records))
    }

    pub(crate) fn decode<'b>(&self, bytes: &'b [u8]) -> Result<Cow<'b, str>, RecordError<'b>> {
        match str::from_utf8(bytes) {
            Ok(text) => Ok(text.into()),
            Err(_) if self.origin.is_lossy => Ok(url_facade::from_bytes(bytes)),
            Err(_) => Err(RecordError::NotUtf8(bytes)),
        }
    }
}

pub(crate) fn without_cr(text: &str, end: u8) -> &str {
    text.strip_suffix('\r').filter(|_| end == b'\n').unwrap_or(text)
}

pub(crate) type Blocks = Box<dyn Iterator<Item = Result<Block>> + Send>;

impl Input {
    pub(crate) fn into_blocks(self) -> Blocks {
        let Self { sources, is_lossy, has_names, .. } = self;
        let has_names = has_names || sources.len() > 1;
        Box::new(sources.into_iter().flat_map(move |source| {
            let Source { name, reader, end, first, format, document, is_whole, .. } = source;
            let file = has_names.then(|| name.as_str().into());
            let base = document.as_ref().map(|document| document.base.clone());
            let mut reading = Reading {
                reader,
                next_number: first,
                rest: Vec::new(),
                searched: 0,
                quotes: Quotes::new(end),
                document,
                origin: Origin { name: file, end, format, is_lossy, document: base },
                dropped: None,
            };
            let unnamed = is_whole && name.contains(char::is_control);
            let named = unnamed
                .then(|| reading.refuse("file-name", "the name of the file has control characters".into()));
            let mut is_over = false;
            let blocks = iter::from_fn(move || {
                let next = if is_over { None } else { reading.next() };
                let Some(Err(error)) = next.as_ref().filter(|_| is_whole) else { return next };
                is_over = true;
                Some(Ok(reading.refuse("not-read", format!("the file cannot be read further: {error}"))))
            });
            named.map(Ok).into_iter().chain(blocks).map(move |next| next.map_err(Failure::reading(&name)))
        }))
    }
}

struct Reading {
    reader: Box<dyn Read + Send>,
    document: Option<Document>,
    origin: Origin,
    next_number: u64,
    /// The bytes that were read from the input after the end of the last block.
    rest: Vec<u8>,
    /// The number of bytes after the end of the last block that were searched, but contain no record end.
    searched: usize,
    quotes: Quotes,
    /// The block for a record that is too long, while the bytes of this record are read and dropped.
    dropped: Option<Block>,
}

/// The state of quotation marks in CSV, by the rules of the crate `csv`: a quotation mark at the start of a
/// field opens quoted text, and two marks inside quoted text stand for one.
pub(crate) struct Quotes {
    delimiter: u8,
    /// True if the bytes that were searched so far end inside quotation marks.
    pub(crate) is_open: bool,
    last: u8,
    /// True if `last` is a quotation mark after quoted text. If another mark follows, the text continues.
    has_closed: bool,
}

impl Quotes {
    pub(crate) fn new(end: End) -> Self {
        let delimiter = if let End::Row(delimiter) = end { delimiter } else { b',' };
        Self { delimiter, is_open: false, last: b'\n', has_closed: false }
    }

    /// Returns the position of each LF that ends a row. `bytes` continue the bytes of the previous call.
    pub(crate) fn ends(&mut self, bytes: &[u8]) -> impl Iterator<Item = usize> {
        let (mut marks, mut closed) = (memchr2_iter(b'"', b'\n', bytes), None);
        iter::from_fn(move || {
            for at in marks.by_ref() {
                if bytes[at] == b'"' {
                    let (last, has_closed) = match at.checked_sub(1) {
                        Some(before) => (bytes[before], closed == Some(before)),
                        None => (self.last, self.has_closed),
                    };
                    if self.is_open {
                        (self.is_open, closed) = (false, Some(at));
                    } else {
                        self.is_open = has_closed || last == self.delimiter || matches!(last, b'\n' | b'\r');
                    }
                } else if !self.is_open {
                    (self.last, self.has_closed) = (b'\n', false);
                    return Some(at);
                }
            }
            if let Some(&last) = bytes.last() {
                (self.last, self.has_closed) = (last, closed == Some(bytes.len() - 1));
            }
            None
        })
    }
}

impl Reading {
    /// Creates a block with an error at the current line of the input instead of URLs.
    fn refuse(&self, kind: &'static str, why: String) -> Block {
        let at = Position { line: self.next_number, column: 1 };
        let found = vec![Found::at(at, Content::Refused(kind, why.into()))];
        let origin = Origin { document: Some(DocumentBase::default()), ..self.origin.clone() };
        Block { origin, found, first: self.next_number, buffer: Buffer::default(), len: 0, dropped: 0 }
    }

    fn lines(&self, bytes: &[u8]) -> u64 {
        memchr_iter(self.origin.end.byte(), bytes).count() as u64
    }

    /// Returns the position of the last record end in `pending`. Skips the bytes that were searched before.
    fn search(&mut self, pending: &[u8]) -> Option<usize> {
        let searched = mem::replace(&mut self.searched, pending.len());
        let new = &pending[searched..];
        match self.origin.end {
            End::Byte(end) => Some(searched + memrchr(end, new)?),
            End::Row(_) => Some(searched + self.quotes.ends(new).last()?),
        }
    }

    /// Returns a block of the first `len` bytes of `buffer`, which are complete records. Keeps the remaining
    /// bytes, up to `filled`, for the next block.
    fn take(&mut self, buffer: Buffer, len: usize, filled: usize) -> Block {
        self.rest.extend_from_slice(&buffer[len..filled]);
        self.searched = self.rest.len();
        let lines = self.lines(&buffer[..len]);
        self.block(buffer, len, lines)
    }

    fn block(&mut self, buffer: Buffer, len: usize, lines: u64) -> Block {
        let first = self.next_number;
        self.next_number += lines;
        Block { origin: self.origin.clone(), found: Vec::new(), first, buffer, len, dropped: 0 }
    }

    fn next(&mut self) -> Option<io::Result<Block>> {
        if let Some(document) = &mut self.document {
            let found = document.next()?;
            return Some(found.map(|found| Block { found, ..self.block(Buffer::default(), 0, 0) }));
        }
        let mut buffer = Buffer::with_min_len(self.rest.len());
        // The number of bytes at the start of `buffer` that contain input.
        let mut filled = self.rest.len();
        buffer[..filled].copy_from_slice(&self.rest);
        self.rest.clear();
        loop {
            if let Some(last) = self.search(&buffer[..filled]) {
                return Some(Ok(self.take(buffer, last + 1, filled)));
            }
            if filled > RECORD_LIMIT {
                // The state of quotation marks is kept: it helps to find the end of the dropped record.
                let lines = self.lines(&buffer[..filled]);
                let dropped = filled as u64;
                self.dropped = Some(Block { dropped, ..self.block(Buffer::default(), 0, lines) });
                (filled, self.searched) = (0, 0);
            }
            buffer.grow(filled + READ_SIZE);
            let len = match self.reader.read(&mut buffer[filled..][..READ_SIZE]) {
                // The open quotation mark would make the next rows of the output a part of this row.
                Ok(0) if self.quotes.is_open => {
                    let first = self.dropped.as_ref().map_or(self.next_number, |dropped| dropped.first);
                    let message = format!("the row at line {first} ends inside quotation marks");
                    return Some(Err(io::Error::other(message)));
                }
                Ok(0) if filled == 0 => return self.dropped.take().map(Ok),
                Ok(0) => return Some(Ok(self.take(buffer, filled, filled))),
                Ok(len) => len,
                Err(error) => return Some(Err(error)),
            };
            let Some(mut dropped) = self.dropped.take() else {
                filled += len;
                continue;
            };
            let new = &buffer[..len];
            let end = match self.origin.end {
                End::Byte(end) => memchr(end, new),
                End::Row(_) => self.quotes.ends(new).next(),
            };
            let (inside, rest) = new.split_at(end.map_or(len, |at| at + 1));
            dropped.dropped += inside.len() as u64;
            self.next_number += self.lines(inside);
            if end.is_some() {
                self.rest.extend_from_slice(rest);
                return Some(Ok(dropped));
            }
            self.dropped = Some(dropped);
        }
    }
}

/// The maximum capacity of a buffer that is kept for reuse, in bytes. Larger buffers are freed.
const MAX_SPARE_LEN: usize = 4 << 20;

/// The maximum number of free buffers of a thread. A thread needs few buffers at once, to read and write.
const MAX_SPARES: usize = 4;

thread_local! {
    /// The free buffers of this thread. Their memory may still be in the cache of the thread's core.
    static SPARES: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

/// A byte buffer whose memory is reused by later buffers. Fresh memory pages from the system would cost more
/// time than the work on the bytes.
pub(crate) struct Buffer(Vec<u8>);

impl Buffer {
    /// Returns a buffer of at least `len` bytes. Its content is arbitrary, and the caller must overwrite it.
    pub(crate) fn with_min_len(len: usize) -> Self {
        let mut buffer = Self(SPARES.with_borrow_mut(Vec::pop).unwrap_or_default());
        buffer.grow(len);
        buffer
    }

    pub(crate) fn grow(&mut self, len: usize) {
        if self.0.capacity() == 0 {
            // The system provides zeroed memory, so a short input writes only a few pages of it.
            self.0 = vec![0; len];
        } else if self.0.len() < len {
            self.0.resize(len, 0);
        }
    }
}

impl Default for Buffer {
    fn default() -> Self {
        let mut buffer = Self::with_min_len(0);
        buffer.clear();
        buffer
    }
}

impl Deref for Buffer {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        &self.0
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.0
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let bytes = mem::take(&mut self.0);
        if (1..=MAX_SPARE_LEN).contains(&bytes.capacity()) {
            // Access fails while the thread ends; the memory is then freed.
            let _ = SPARES.try_with(|spares| {
                let mut spares = spares.borrow_mut();
                if spares.len() < MAX_SPARES {
                    spares.push(bytes);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use super::{Buffer, MAX_SPARE_LEN, MAX_SPARES, SPARES};
    use crate::inputs::{End, Input};

    /// For all texts of five characters from `ALPHABET`, read at once or byte by byte, finds the same rows as
    /// the crate `csv`, except if a text ends inside quotation marks.
    #[test]
    fn rows_match_the_csv_crate() {
        const ALPHABET: &[u8] = b"a,\"\n\r";
        let rows_of = |text: &[u8]| -> Vec<csv::ByteRecord> {
            let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
            reader.byte_records().map(Result::unwrap).collect()
        };
        // If a quotation mark is open, `csv` reads an added row as part of the last field.
        let is_open = |text: &[u8]| *rows_of(&[text, b"\nx,"].concat()).last().unwrap() != ["x", ""][..];
        for number in 0..ALPHABET.len().pow(5) {
            let text: Vec<u8> =
                (0..5).map(|digit| ALPHABET[number / ALPHABET.len().pow(digit) % ALPHABET.len()]).collect();
            let text: &'static [u8] = text.leak();
            let expected = (!is_open(text)).then(|| rows_of(text));
            for size in [1, 5] {
                let pieces =
                    text.chunks(size).fold(Box::new(io::empty()) as Box<dyn Read + Send>, |before, piece| {
                        Box::new(before.chain(piece))
                    });
                let input = Input::of_reader(pieces, End::Row(b','));
                let rows: Option<Vec<_>> =
                    input.into_blocks().map(|block| Some(rows_of(block.ok()?.whole().1?))).collect();
                assert_eq!(rows.map(|rows| rows.concat()), expected, "{} by {size}", text.escape_ascii());
            }
        }
    }

    #[test]
    fn buffers_are_reused_up_to_a_limit() {
        for (capacity, is_kept) in [(1, true), (MAX_SPARE_LEN, true), (MAX_SPARE_LEN + 1, false)] {
            let mut buffer = Buffer::default();
            buffer.reserve_exact(capacity);
            buffer.push(0);
            drop(buffer);
            let buffer = Buffer::default();
            assert!(buffer.is_empty());
            assert_eq!(buffer.capacity() >= capacity, is_kept, "{capacity}");
            assert!(Buffer::default().capacity() == 0, "it is used by one at a time");
        }
        let some: Vec<_> = (0..=MAX_SPARES).map(|_| Buffer(vec![0])).collect();
        drop(some);
        assert_eq!(SPARES.take().len(), MAX_SPARES);
    }
}
