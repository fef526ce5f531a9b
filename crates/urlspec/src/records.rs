//! Reads lines, or records with another one-byte end, in blocks of bounded size.

use std::io::{self, ErrorKind, Read};

use memchr::{memchr, memchr_iter, memrchr};

/// The longest record, in bytes. A longer one is dropped and reported.
pub(crate) const RECORD_LIMIT: usize = 16 << 20;

/// How many bytes are read at once; a block is what has arrived, up to its last complete record. Large enough that the costs
/// of a block (memory from another thread, waking one) are small beside the work.
pub(crate) const READ_SIZE: usize = 1 << 20;

/// Consecutive records, with their ends; only the last one of the input may lack its end.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Block {
    /// The number of the first.
    first: u64,
    bytes: Vec<u8>,
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

    /// Each record with its number and without its `end`; `None` for one longer than [`RECORD_LIMIT`].
    pub(crate) fn records(&self, end: u8) -> impl Iterator<Item = (u64, Option<&[u8]>)> {
        let dropped = (self.dropped > 0).then_some((self.first, None));
        let records = self.bytes.split_inclusive(move |&byte| byte == end).map(move |record| {
            let record = record.strip_suffix(&[end]).unwrap_or(record);
            (record.len() <= RECORD_LIMIT).then_some(record)
        });
        dropped.into_iter().chain((self.first..).zip(records))
    }
}

/// Cuts the content of `reader` into blocks. Numbers records from 1.
#[derive(Debug)]
pub(crate) struct Blocks<R> {
    reader: R,
    end: u8,
    next_number: u64,
    /// The bytes that were read last.
    buffer: Vec<u8>,
    /// The bytes that have not been returned.
    pending: Vec<u8>,
    /// How many of these are known to hold no end of a record.
    searched: usize,
    /// How many bytes of a record that is too long have been dropped.
    dropped: u64,
}

impl<R: Read> Blocks<R> {
    /// Reads records that end with `end`.
    pub(crate) fn new(reader: R, end: u8) -> Self {
        let buffer = vec![0; READ_SIZE];
        Self { reader, end, next_number: 1, buffer, pending: Vec::new(), searched: 0, dropped: 0 }
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

    /// Returns the first `len` pending bytes, which are complete records.
    fn take(&mut self, len: usize) -> Block {
        let rest = self.pending.split_off(len);
        let bytes = std::mem::replace(&mut self.pending, rest);
        self.searched = self.pending.len();
        let first = self.next_number;
        self.next_number += memchr_iter(self.end, &bytes).count() as u64;
        Block { first, bytes, dropped: 0 }
    }

    /// Returns the block that stands for a record that was too long.
    fn take_dropped(&mut self) -> Block {
        let first = self.next_number;
        self.next_number += 1;
        Block { first, bytes: Vec::new(), dropped: std::mem::take(&mut self.dropped) }
    }
}

impl<R: Read> Iterator for Blocks<R> {
    type Item = io::Result<Block>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(last) = memrchr(self.end, &self.pending[self.searched..]) {
                return Some(Ok(self.take(self.searched + last + 1)));
            }
            self.searched = self.pending.len();
            if self.searched > RECORD_LIMIT {
                self.dropped = self.searched as u64;
                self.pending = Vec::new();
                self.searched = 0;
            }
            let len = match self.read() {
                Ok(0) if self.dropped > 0 => return Some(Ok(self.take_dropped())),
                Ok(0) if self.pending.is_empty() => return None,
                Ok(0) => return Some(Ok(self.take(self.searched))),
                Ok(len) => len,
                Err(error) => return Some(Err(error)),
            };
            let read = &self.buffer[..len];
            if self.dropped == 0 {
                self.pending.extend_from_slice(read);
                continue;
            }
            // Inside a record that is too long: drop its bytes.
            let end = memchr(self.end, read).map(|at| at + 1);
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

    use super::{Blocks, RECORD_LIMIT};

    /// The length of every record, by number, and of all blocks.
    fn lengths(reader: impl Read) -> (Vec<(u64, Option<usize>)>, u64) {
        let (mut lengths, mut bytes) = (Vec::new(), 0);
        for block in Blocks::new(reader, b'\n').map(Result::unwrap) {
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
