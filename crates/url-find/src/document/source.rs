//! A reader of the bytes of a document, which counts lines and columns.

use std::borrow::Cow;
use std::io::{self, BufRead, ErrorKind, Read};
use std::mem;

use encoding_rs::{Decoder, Encoding};

use super::{LIMIT, Position};

const READ: usize = 64 << 10;

pub(super) struct Source<'r> {
    /// `None` after the end of the document was read.
    reader: Option<&'r mut dyn Read>,
    decoder: Option<Decoder>,
    /// The bytes that were read last from `reader`. The caller has consumed the first `at` bytes.
    buffer: Cow<'r, [u8]>,
    at: usize,
    /// The position of the byte at the offset `counted` of the buffer.
    position: Position,
    counted: usize,
    /// The offset that [`Source::rewind`] returns to, and the position of that offset.
    mark: Option<(usize, Position)>,
}

impl<'r> Source<'r> {
    pub(super) fn new(reader: &'r mut dyn Read) -> Self {
        Self { reader: Some(reader), ..Self::of_bytes(b"") }
    }

    pub(super) fn of_bytes(bytes: &'r [u8]) -> Self {
        let (buffer, position) = (bytes.into(), Position::START);
        Self { reader: None, decoder: None, buffer, at: 0, position, counted: 0, mark: None }
    }

    pub(super) fn starting_at(self, position: Position) -> Self {
        Self { position, ..self }
    }

    pub(super) fn fill(&mut self, len: usize) -> io::Result<&[u8]> {
        while self.buffer.len() - self.at < len
            && let Some(reader) = &mut self.reader
        {
            self.position.pass(&self.buffer[self.counted..self.at]);
            let done = self.mark.as_mut().map_or(self.at, |(mark, _)| mem::take(mark));
            let buffer = self.buffer.to_mut();
            buffer.drain(..done);
            self.at -= done;
            self.counted = self.at;
            let kept = buffer.len();
            buffer.resize(kept + READ, 0);
            let read = reader.read(&mut buffer[kept..]);
            buffer.truncate(kept + read.as_ref().map_or(0, |read| *read));
            match read {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
                Ok(0) => self.reader = None,
                Ok(_) => {}
            }
            self.decode(kept);
        }
        Ok(&self.buffer[self.at..])
    }

    pub(super) fn pass_mark(&mut self, len: usize) {
        self.pass(len);
        self.counted = self.at;
    }

    pub(super) fn decode_from(&mut self, encoding: &'static Encoding) {
        self.decoder = Some(encoding.new_decoder_without_bom_handling());
        self.decode(self.at);
    }

    /// Returns true if the bytes are decoded, because their encoding is not compatible with ASCII.
    pub(super) fn is_decoded(&self) -> bool {
        self.decoder.is_some()
    }

    fn decode(&mut self, start: usize) {
        let Some(decoder) = &mut self.decoder else { return };
        let buffer = self.buffer.to_mut();
        let raw = buffer.split_off(start);
        let room = decoder.max_utf8_buffer_length(raw.len()).unwrap_or(3 * READ);
        let mut text = String::with_capacity(room);
        // The capacity of the string is enough for the whole result.
        let _ = decoder.decode_to_string(&raw, &mut text, self.reader.is_none());
        buffer.extend_from_slice(text.as_bytes());
    }

    pub(super) fn place(&mut self) -> Position {
        let counted = mem::replace(&mut self.counted, self.at);
        self.position.pass(&self.buffer[counted..self.at]);
        self.position
    }

    /// Marks the next byte for [`Source::rewind`]. Returns the position of this byte.
    pub(super) fn set_mark(&mut self) -> Position {
        let position = self.place();
        self.mark = Some((self.at, position));
        position
    }

    pub(super) fn rewind(&mut self) {
        if let Some((at, position)) = self.mark.take() {
            (self.at, self.counted, self.position) = (at, at, position);
        }
    }

    #[inline]
    pub(super) fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.at == self.buffer.len() {
            self.fill(1)?;
        }
        Ok(self.buffer.get(self.at).copied())
    }

    pub(super) fn pass(&mut self, len: usize) {
        self.at = self.buffer.len().min(self.at + len);
    }

    /// Returns true if `text` comes next, in any ASCII case, before a byte that `is_end` accepts or the end.
    pub(super) fn is_next(&mut self, text: &[u8], is_end: impl Fn(u8) -> bool) -> io::Result<bool> {
        let next = self.fill(text.len() + 1)?.split_at_checked(text.len());
        Ok(next.is_some_and(|(next, rest)| {
            next.eq_ignore_ascii_case(text) && rest.first().is_none_or(|byte| is_end(*byte))
        }))
    }

    pub(super) fn eat(&mut self, text: &[u8]) -> io::Result<bool> {
        let is_next = self.is_next(text, |_| true)?;
        self.pass(if is_next { text.len() } else { 0 });
        Ok(is_next)
    }

    /// Reads up to the first byte that `find` finds, and returns this byte. `take` gets the bytes before it.
    pub(super) fn until(
        &mut self,
        find: impl Fn(&[u8]) -> Option<usize>,
        mut take: impl FnMut(&[u8]),
    ) -> io::Result<Option<u8>> {
        while self.peek()?.is_some() {
            let rest = &self.buffer[self.at..];
            let found = find(rest);
            let len = found.unwrap_or(rest.len());
            take(&rest[..len]);
            self.at += len;
            if found.is_some() {
                break;
            }
        }
        self.peek()
    }
}

impl BufRead for Source<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let left = self.mark.map_or(LIMIT, |(mark, _)| LIMIT.saturating_sub(self.at - mark));
        let bytes = self.fill(1)?;
        if left == 0 && !bytes.is_empty() {
            return Err(io::Error::other(format!("a tag, text or comment is longer than {LIMIT} bytes")));
        }
        Ok(&bytes[..bytes.len().min(left)])
    }

    fn consume(&mut self, len: usize) {
        self.pass(len);
    }
}

impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.fill_buf()?.read(buffer)?;
        self.consume(len);
        Ok(len)
    }
}

pub(super) fn push(kept: &mut Vec<u8>, more: &[u8], limit: usize) -> usize {
    let room = limit.saturating_sub(kept.len()).min(more.len());
    kept.extend_from_slice(&more[..room]);
    room
}
