//! The lines and columns of places in a document that is read once.

use std::{
    collections::VecDeque,
    io::{self, Read},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use memchr::memchr_iter;

use crate::place::Place;

/// Where the lines begin that have been read, from the one that was asked for last.
#[derive(Debug)]
struct Lines {
    /// The number of bytes that were read.
    read: u64,
    /// The number of the first line in `starts`.
    number: u64,
    starts: VecDeque<u64>,
}

/// Finds lines and columns, in the order of the document.
#[derive(Clone, Debug)]
pub(super) struct Positions(Arc<Mutex<Lines>>);

/// A reader whose lines are recorded.
pub(super) struct Positioned<R> {
    reader: R,
    positions: Positions,
}

impl Positions {
    pub(super) fn new() -> Self {
        Self(Arc::new(Mutex::new(Lines { read: 0, number: 1, starts: VecDeque::from([0]) })))
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        // Each change is complete.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The place of byte `at`, which is not before one that was asked for earlier.
    pub(super) fn place(&self, at: u64) -> Place {
        let mut lines = self.lines();
        while lines.starts.get(1).is_some_and(|&start| start <= at) {
            lines.starts.pop_front();
            lines.number += 1;
        }
        let start = lines.starts.front().copied().unwrap_or_default();
        Place { file: None, line: lines.number, column: Some(at.saturating_sub(start) + 1) }
    }

    /// Records the lines of what `reader` reads.
    pub(super) fn watch<R: Read>(&self, reader: R) -> Positioned<R> {
        Positioned { reader, positions: self.clone() }
    }
}

impl<R: Read> Read for Positioned<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.reader.read(buffer)?;
        let mut lines = self.positions.lines();
        let read = lines.read;
        lines.starts.extend(memchr_iter(b'\n', &buffer[..len]).map(|at| read + at as u64 + 1));
        lines.read += len as u64;
        Ok(len)
    }
}
