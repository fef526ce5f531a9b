//! Reads lines, records with another one-byte end, or rows of CSV, in blocks of bounded size.

use std::{
    io::{self, ErrorKind, Read},
    iter,
    ops::Range,
};

use memchr::{memchr, memchr_iter, memchr2_iter, memrchr};

use crate::{buffers::Buffer, ends::Ends};

/// The longest record, in bytes. A longer one is dropped and reported.
pub(crate) const RECORD_LIMIT: usize = 16 << 20;

/// How many bytes are read at once; a block is what has arrived, up to its last complete record. Large enough that the costs
/// of a block are small beside the work, and small enough that the block and what becomes of it fit the cache of one core.
pub(crate) const READ_SIZE: usize = 64 << 10;

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
#[derive(Debug)]
pub(crate) struct Block {
    /// The number of the first.
    first: u64,
    buffer: Buffer,
    /// How many bytes of the buffer are records.
    len: usize,
    /// The length of the one record that this stands for, if that was longer than [`RECORD_LIMIT`]; else 0.
    dropped: u64,
}

impl Block {
    /// The number of bytes of the input that it covers.
    pub(crate) fn len(&self) -> u64 {
        self.len as u64 + self.dropped
    }

    /// How many bytes it holds.
    pub(crate) fn weight(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    /// The number of the first record, and the bytes of all; `None` for a record longer than [`RECORD_LIMIT`].
    pub(crate) fn whole(&self) -> (u64, Option<&[u8]>) {
        (self.first, (self.dropped == 0).then_some(self.bytes()))
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
        let bytes = self.bytes();
        let (mut ends, mut start) = (Ends::new(end, bytes), 0);
        let records = iter::from_fn(move || {
            let end = ends.next().unwrap_or(bytes.len());
            let record = bytes.get(start..end).filter(|_| start < bytes.len())?;
            start = end + 1;
            Some((record.len() <= RECORD_LIMIT).then_some(record))
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
    /// What was read behind the last block.
    rest: Vec<u8>,
    /// How many bytes, of these or of those that follow, are known to hold no end of a record.
    searched: usize,
    /// Whether these end inside quotation marks.
    is_quoted: bool,
    /// How many bytes of a record that is too long have been dropped.
    dropped: u64,
}

impl<R: Read> Blocks<R> {
    /// Reads records that end with `end`.
    pub(crate) fn new(reader: R, end: End) -> Self {
        Self { reader, end, next_number: 1, rest: Vec::new(), searched: 0, is_quoted: false, dropped: 0 }
    }

    /// Searches `pending`, from where that was not done, for ends of records: the place of the last one, and how many there are.
    fn search(&mut self, pending: &[u8]) -> Option<(usize, u64)> {
        let searched = std::mem::replace(&mut self.searched, pending.len());
        let new = &pending[searched..];
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

    /// Reads once, into `buffer`. Returns 0 at the end of the input.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.reader.read(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }

    /// Returns the first `len` bytes of `buffer`, which are `count` complete records; `rest` came after them.
    fn take(&mut self, buffer: Buffer, len: usize, count: u64, rest: Range<usize>) -> Block {
        self.rest.extend_from_slice(&buffer[rest]);
        self.searched = self.rest.len();
        let first = self.next_number;
        self.next_number += count;
        Block { first, buffer, len, dropped: 0 }
    }

    /// Returns the block that stands for a record that was too long.
    fn take_dropped(&mut self) -> Block {
        let first = self.next_number;
        self.next_number += 1;
        Block { first, buffer: Buffer::new(), len: 0, dropped: std::mem::take(&mut self.dropped) }
    }
}

impl<R: Read> Iterator for Blocks<R> {
    type Item = io::Result<Block>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut buffer = Buffer::of_any(self.rest.len());
        // How many of its bytes were read.
        let mut filled = self.rest.len();
        buffer[..filled].copy_from_slice(&self.rest);
        self.rest.clear();
        loop {
            if let Some((last, count)) = self.search(&buffer[..filled]) {
                return Some(Ok(self.take(buffer, last + 1, count, last + 1..filled)));
            }
            if filled > RECORD_LIMIT {
                self.dropped = filled as u64;
                (filled, self.searched, self.is_quoted) = (0, 0, false);
            }
            buffer.grow(filled + READ_SIZE);
            let len = match self.read(&mut buffer[filled..][..READ_SIZE]) {
                Ok(0) if self.dropped > 0 => return Some(Ok(self.take_dropped())),
                Ok(0) if filled == 0 => return None,
                Ok(0) => return Some(Ok(self.take(buffer, filled, 1, filled..filled))),
                Ok(len) => len,
                Err(error) => return Some(Err(error)),
            };
            if self.dropped == 0 {
                filled += len;
                continue;
            }
            // Inside a record that is too long: drop its bytes.
            let end = memchr(self.end.byte(), &buffer[..len]).map(|at| at + 1);
            self.dropped += end.unwrap_or(len) as u64;
            if let Some(end) = end {
                self.rest.extend_from_slice(&buffer[end..len]);
                return Some(Ok(self.take_dropped()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::{Blocks, End, RECORD_LIMIT};

    /// The length of every record, by number, and of all blocks.
    fn lengths(reader: impl Read) -> (Vec<(u64, Option<usize>)>, u64) {
        let (mut lengths, mut bytes) = (Vec::new(), 0);
        for block in Blocks::new(reader, End::Byte(b'\n')).map(Result::unwrap) {
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
            let blocks: Vec<_> = Blocks::new(Pieces(text, size), End::Row).map(Result::unwrap).collect();
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
