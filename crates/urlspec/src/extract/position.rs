//! The lines and columns of a document that is read once.

use memchr::{memchr_iter, memrchr};

use crate::place::Place;

/// How far a document was read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub(super) line: u64,
    /// In bytes, from 1.
    pub(super) column: u64,
}

impl Position {
    /// Where a document begins.
    pub(super) const START: Self = Self { line: 1, column: 1 };

    /// Moves behind `bytes`, which were read.
    pub(super) fn pass(&mut self, bytes: &[u8]) {
        match memrchr(b'\n', bytes) {
            Some(last) => {
                self.line += memchr_iter(b'\n', bytes).count() as u64;
                self.column = (bytes.len() - last) as u64;
            }
            None => self.column += bytes.len() as u64,
        }
    }

    pub(super) fn place(self) -> Place {
        Place { file: None, line: self.line, column: Some(self.column) }
    }
}
