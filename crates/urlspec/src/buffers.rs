//! Memory that is used again: that of a block which is done serves the next ones. Fresh pages from the system take longer than what
//! is done with them.

use std::{
    cell::RefCell,
    mem,
    ops::{Deref, DerefMut},
};

/// The largest buffer that is kept, of several blocks: what a very long record needed is given back to the system.
const LARGEST: usize = 4 << 20;

/// How many buffers a thread keeps. One that reads, works and writes needs few at once.
const MOST: usize = 4;

thread_local! {
    /// The memory of the buffers that are done on this thread: it may still be in the cache of its core.
    static SPARES: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

/// Bytes whose memory is used again.
pub(crate) struct Buffer(Vec<u8>);

impl Buffer {
    /// A buffer that holds anything, of at least `len` bytes: it is to be written over, and is not cleared before.
    pub(crate) fn of_any(len: usize) -> Self {
        let mut buffer = Self(SPARES.with_borrow_mut(Vec::pop).unwrap_or_default());
        buffer.grow(len);
        buffer
    }

    /// Makes its length at least `len`.
    pub(crate) fn grow(&mut self, len: usize) {
        if self.0.len() < len {
            self.0.resize(len, 0);
        }
    }
}

impl Default for Buffer {
    /// An empty buffer, with memory if there is some.
    fn default() -> Self {
        let mut buffer = Self::of_any(0);
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
        if (1..=LARGEST).contains(&bytes.capacity()) {
            // Where the thread ends, so does its memory.
            let _ = SPARES.try_with(|spares| {
                let mut spares = spares.borrow_mut();
                if spares.len() < MOST {
                    spares.push(bytes);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Buffer, LARGEST, MOST, SPARES};

    #[test]
    fn memory_is_used_again_unless_there_is_too_much() {
        for (capacity, is_kept) in [(1, true), (LARGEST, true), (LARGEST + 1, false)] {
            let mut buffer = Buffer::default();
            buffer.reserve_exact(capacity);
            buffer.push(0);
            drop(buffer);
            let buffer = Buffer::default();
            assert!(buffer.is_empty());
            assert_eq!(buffer.capacity() >= capacity, is_kept, "{capacity}");
            assert!(Buffer::default().capacity() == 0, "it is used by one at a time");
        }
        let some: Vec<_> = (0..=MOST).map(|_| Buffer(vec![0])).collect();
        drop(some);
        assert_eq!(SPARES.take().len(), MOST);
    }
}
