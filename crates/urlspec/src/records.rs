//! Reads lines, records with another one-byte end, or rows of CSV, in blocks of bounded size.

use std::{
    io::{self, ErrorKind, Read},
    iter,
};

use memchr::{memchr, memchr_iter, memchr2_iter, memrchr};

use crate::buffers::Buffer;

/// The longest record, in bytes. A longer one is dropped and reported.
pub(crate) const RECORD_LIMIT: usize = 16 << 20;

/// How many bytes are read at once; a block is what has arrived, up to its last complete record. Large enough that the costs
/// of a block (memory from another thread, waking one) are small beside the work, and small enough that the block and what
/// becomes of it fit the cache of one core.
pub(crate) const READ_SIZE: usize = 128 << 10;

/// The same where results are compared, which takes a sixth less time than with [`READ_SIZE`].
pub(crate) const COMPARED_READ_SIZE: usize = 1 << 20;

/// What ends a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// This byte.
    Byte(u8),
    /// LF outside quotation marks, as in CSV (RFC 4180).
    Row,
}

impl End {
    /// The byte that a record ends with.
    fn byte(self) -> u8 {
        match self {
            Self::Byte(byte) => byte,
            Self::Row => b'\n',
        }
    }
}

/// Consecutive records, with their ends; only the last one of the input may lack its end.
#[derive(Debug, Default)]
pub(crate) struct Block {
    /// The number of the first.
    first: u64,
    bytes: Buffer,
    /// The length of the one record that this stands for, if that was longer than [`RECORD_LIMIT`]; else 0.
    dropped: u64,
}

impl Block {
    /// The number of bytes of the input that it covers.
    pub(crate) fn len(&self) -> u64 {
        self.bytes.len() as u64 + self.dropped
    }

    /// How many bytes it holds.
    pub(crate) fn weight(&self) -> usize {
        self.bytes.len()
    }

    /// A buffer for what becomes of it.
    pub(crate) fn buffer(&self) -> Buffer {
        self.bytes.another()
    }

    /// The number of the first record, and the bytes of all; `None` for a record longer than [`RECORD_LIMIT`].
    pub(crate) fn whole(&self) -> (u64, Option<&[u8]>) {
        (self.first, (self.dropped == 0).then_some(&*self.bytes))
    }

    /// The number of the first record, and all of them as one text, if it is UTF-8 and no record can be longer than
    /// [`RECORD_LIMIT`].
    pub(crate) fn text(&self) -> Option<(u64, &str)> {
        let (first, bytes) = self.whole();
        let bytes = bytes.filter(|bytes| bytes.len() <= RECORD_LIMIT)?;
        Some((first, str::from_utf8(bytes).ok()?))
    }

    /// Each record with its number and without its `end`; `None` for one longer than [`RECORD_LIMIT`].
    pub(crate) fn records(&self, end: u8) -> impl Iterator<Item = (u64, Option<&[u8]>)> {
        let dropped = (self.dropped > 0).then_some((self.first, None));
        let mut rest = &self.bytes[..];
        let records = iter::from_fn(move || {
            let len = memchr(end, rest).unwrap_or(rest.len());
            let record = rest.get(..len).filter(|_| !rest.is_empty())?;
            rest = rest.get(len + 1..).unwrap_or_default();
            Some((len <= RECORD_LIMIT).then_some(record))
        });
        dropped.into_iter().chain((self.first..).zip(records))
    }
}

/// Cuts the content of `reader` into blocks. Numbers records from 1.
#[derive(Debug)]
pub(crate) struct Blocks<R> {
    reader: R,
    end: End,
    next_number: u64,
    /// The bytes that were read last.
    buffer: Vec<u8>,
    /// The bytes that have not been returned.
    pending: Buffer,
    /// How many of these are known to hold no end of a record.
    searched: usize,
    /// Whether these end inside quotation marks.
    is_quoted: bool,
    /// How many bytes of a record that is too long have been dropped.
    dropped: u64,
}

impl<R: Read> Blocks<R> {
    /// Reads records that end with `end`, from at most `read_size` bytes at once.
    pub(crate) fn new(reader: R, end: End, read_size: usize) -> Self {
        let buffer = vec![0; read_size];
        Self {
            reader,
            end,
            next_number: 1,
            buffer,
            pending: Buffer::default(),
            searched: 0,
            is_quoted: false,
            dropped: 0,
        }
    }

    /// How many bytes are read at once, at most.
    pub(crate) fn read_size(&self) -> usize {
        self.buffer.len()
    }

    /// Searches the pending bytes for ends of records: the place of the last one, and how many there are.
    fn search(&mut self) -> Option<(usize, u64)> {
        let searched = std::mem::replace(&mut self.searched, self.pending.len());
        let new = &self.pending[searched..];
        match self.end {
            End::Byte(end) => {
                let last = memrchr(end, new)?;
                Some((searched + last, memchr_iter(end, &new[..=last]).count() as u64))
            }
            End::Row => {
                let mut found = None;
                for at in memchr2_iter(b'"', b'\n', new) {
                    if new[at] == b'"' {
                        self.is_quoted = !self.is_quoted;
                    } else if !self.is_quoted {
                        found = Some((searched + at, found.map_or(1, |(_, count)| count + 1)));
                    }
                }
                found
            }
        }
    }

    /// Reads once, into the buffer. Returns 0 at the end of the input.
    fn read(&mut self) -> io::Result<usize> {
        loop {
            match self.reader.read(&mut self.buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }

    /// Returns the first `len` pending bytes, which are `count` complete records.
    fn take(&mut self, len: usize, count: u64) -> Block {
        let mut rest = self.pending.another();
        rest.extend_from_slice(&self.pending[len..]);
        self.pending.truncate(len);
        let bytes = std::mem::replace(&mut self.pending, rest);
        self.searched = self.pending.len();
        let first = self.next_number;
        self.next_number += count;
        Block { first, bytes, dropped: 0 }
    }

    /// Returns the block that stands for a record that was too long.
    fn take_dropped(&mut self) -> Block {
        let first = self.next_number;
        self.next_number += 1;
        Block { first, bytes: self.pending.another(), dropped: std::mem::take(&mut self.dropped) }
    }
}

impl<R: Read> Iterator for Blocks<R> {
    type Item = io::Result<Block>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((last, count)) = self.search() {
                return Some(Ok(self.take(last + 1, count)));
            }
            if self.searched > RECORD_LIMIT {
                self.dropped = self.searched as u64;
                self.pending = self.pending.another();
                self.searched = 0;
                self.is_quoted = false;
            }
            let len = match self.read() {
                Ok(0) if self.dropped > 0 => return Some(Ok(self.take_dropped())),
                Ok(0) if self.pending.is_empty() => return None,
                Ok(0) => return Some(Ok(self.take(self.searched, 1))),
                Ok(len) => len,
                Err(error) => return Some(Err(error)),
            };
            let read = &self.buffer[..len];
            if self.dropped == 0 {
                self.pending.extend_from_slice(read);
                continue;
            }
            // Inside a record that is too long: drop its bytes.
            let end = memchr(self.end.byte(), read).map(|at| at + 1);
            self.dropped += end.unwrap_or(len) as u64;
            if let Some(end) = end {
                self.pending.extend_from_slice(&read[end..]);
                return Some(Ok(self.take_dropped()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::{Blocks, End, READ_SIZE, RECORD_LIMIT};

    /// The length of every record, by number, and of all blocks.
    fn lengths(reader: impl Read) -> (Vec<(u64, Option<usize>)>, u64) {
        let (mut lengths, mut bytes) = (Vec::new(), 0);
        for block in Blocks::new(reader, End::Byte(b'\n'), READ_SIZE).map(Result::unwrap) {
            lengths.extend(block.records(b'\n').map(|(number, record)| (number, record.map(<[u8]>::len))));
            bytes += block.len();
        }
        (lengths, bytes)
    }

    #[test]
    fn the_last_record_may_lack_its_end() {
        assert_eq!(lengths(&b""[..]), (vec![], 0));
        assert_eq!(lengths(&b"\n"[..]), (vec![(1, Some(0))], 1));
        assert_eq!(lengths(&b"a\n\nbc"[..]), (vec![(1, Some(1)), (2, Some(0)), (3, Some(2))], 5));
        assert_eq!(lengths(&b"a\n\nbc\n"[..]), (vec![(1, Some(1)), (2, Some(0)), (3, Some(2))], 6));
    }

    /// However they are read.
    #[test]
    fn rows_may_hold_newlines_in_quotation_marks() {
        struct Pieces<'a>(&'a [u8], usize);
        impl Read for Pieces<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                let len = self.1.min(self.0.len()).min(buffer.len());
                self.0.read(&mut buffer[..len])
            }
        }
        let text = b"a,b\n\"x\ny\",1\n\"q\"\"\n\",\"\n\n\"\nlast,\"2\"";
        for size in 1..=text.len() {
            let blocks: Vec<_> =
                Blocks::new(Pieces(text, size), End::Row, READ_SIZE).map(Result::unwrap).collect();
            let mut number = 1;
            let mut rows = Vec::new();
            for block in &blocks {
                let (first, bytes) = block.whole();
                assert_eq!(first, number, "{size}");
                let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes.unwrap());
                let found: Vec<_> = reader.byte_records().map(|row| row.unwrap()[0].to_vec()).collect();
                number += found.len() as u64;
                rows.extend(found);
            }
            assert_eq!(rows, [&b"a"[..], b"x\ny", b"q\"\n", b"last"], "{size}");
        }
    }

    #[test]
    fn records_that_are_too_long_are_counted() {
        let limit = RECORD_LIMIT as u64;
        let record = |len: u64| std::io::repeat(b'x').take(len).chain(&b"\n"[..]);
        let input =
            record(1).chain(record(limit)).chain(record(limit + 1)).chain(record(3 * limit)).chain(record(2));
        let expected = vec![(1, Some(1)), (2, Some(RECORD_LIMIT)), (3, None), (4, None), (5, Some(2))];
        assert_eq!(lengths(input), (expected, 5 * limit + 4 + 5));
        // Between two of them, in what is read at once.
        let input =
            record(limit + 1).chain(record(3)).chain(record(4)).chain(record(2 * limit)).chain(record(5));
        let expected = vec![(1, None), (2, Some(3)), (3, Some(4)), (4, None), (5, Some(5))];
        assert_eq!(lengths(input), (expected, 3 * limit + 13 + 5));
        let open = record(1).chain(std::io::repeat(b'x').take(limit + 1));
        assert_eq!(lengths(open), (vec![(1, Some(1)), (2, None)], limit + 3));
    }
}
