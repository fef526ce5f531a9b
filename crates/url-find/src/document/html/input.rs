//! What the tokenizer of HTML reads from.

use std::{
    io::{self, ErrorKind, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use html5gum::{IoReader, Reader};

use super::super::found::{LIMIT, Position};

/// How far a document was read: line and column.
#[derive(Clone, Default)]
pub(super) struct Reached(Arc<[AtomicU64; 2]>);

impl Reached {
    // One thread reads at a time.
    fn set(&self, Position { line, column }: Position) {
        self.0[0].store(line, Ordering::Relaxed);
        self.0[1].store(column, Ordering::Relaxed);
    }

    fn get(&self) -> Position {
        let [line, column] = &*self.0;
        Position { line: line.load(Ordering::Relaxed), column: column.load(Ordering::Relaxed) }
    }

    /// Moves behind `bytes`, which were read.
    fn pass(&self, bytes: &[u8]) {
        let mut position = self.get();
        position.pass(bytes);
        self.set(position);
    }

    /// The place of the next byte, or of the last one.
    pub(super) fn place(&self, is_last: bool) -> Position {
        let Position { line, column } = self.get();
        Position { line, column: column - u64::from(is_last) }
    }
}

/// A document, whose places are recorded. Stops the tokenizer where its memory would not be bounded:
///
/// - It calls itself at each attribute in double quotation marks, and returns where reading fails. So each such value begins with a
///   failure, after which the tokenizer goes on where it was.
/// - In a `script` and the like, it keeps letters that may be the name of an end tag, which it reads one by one.
pub(super) struct Input<R: Read> {
    reader: IoReader<R>,
    reached: Reached,
    /// How many letters were read one by one.
    letters: usize,
    has_paused: bool,
}

impl<R: Read> Input<R> {
    pub(super) fn new(reader: R, reached: Reached) -> Self {
        reached.set(Position::START);
        let reader = IoReader::new_with_buffer_size::<{ 64 << 10 }>(reader);
        Self { reader, reached, letters: 0, has_paused: false }
    }
}

impl<R: Read> Reader for Input<R> {
    type Error = io::Error;

    #[inline]
    fn read_byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.reader.read_byte()?;
        self.letters = if byte.is_some_and(|byte| byte.is_ascii_alphabetic()) { self.letters + 1 } else { 0 };
        if self.letters > LIMIT {
            let line = self.reached.get().line;
            return Err(io::Error::other(format!("line {line}: a name is longer than {LIMIT} bytes")));
        }
        self.reached.pass(byte.as_slice());
        Ok(byte)
    }

    fn try_read_string(&mut self, text: &[u8], case_sensitive: bool) -> io::Result<bool> {
        let is_next = self.reader.try_read_string(text, case_sensitive)?;
        if is_next {
            self.reached.pass(text);
        }
        Ok(is_next)
    }

    #[expect(clippy::inline_always, reason = "what it searches for is constant where it is called")]
    #[inline(always)]
    fn read_until<'b>(&'b mut self, needle: &[u8], byte: &'b mut [u8; 4]) -> io::Result<Option<&'b [u8]>> {
        // In double quotation marks, and no other value, these end or interrupt the value.
        if needle.starts_with(b"\"&") {
            self.has_paused = !self.has_paused;
            if self.has_paused {
                return Err(ErrorKind::Interrupted.into());
            }
        }
        self.letters = 0;
        let read = self.reader.read_until(needle, byte)?;
        self.reached.pass(read.unwrap_or_default());
        Ok(read)
    }
}
