//! Reused memory: the buffer of a finished block serves the next ones. Getting fresh pages from the system
//! takes longer than the work on them.

use std::{
    cell::RefCell,
    mem,
    ops::{Deref, DerefMut},
};

/// Buffers of a larger capacity, in bytes, are freed: the memory for a very long record is returned.
const MAX_SPARE_LEN: usize = 4 << 20;

/// The maximum number of buffers that a thread keeps. Reading, working and writing need few at once.
const MAX_SPARES: usize = 4;

thread_local! {
    /// The free buffers of this thread. Their memory may still be in the cache of its core.
    static SPARES: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

pub(crate) struct Buffer(Vec<u8>);

impl Buffer {
    /// Returns a buffer of at least `len` bytes with arbitrary content, which the caller must overwrite.
    pub(crate) fn with_min_len(len: usize) -> Self {
        let mut buffer = Self(SPARES.with_borrow_mut(Vec::pop).unwrap_or_default());
        buffer.grow(len);
        buffer
    }

    pub(crate) fn grow(&mut self, len: usize) {
        if self.0.len() < len {
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
            // Fails while the thread ends; the memory is then freed.
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
    use super::{Buffer, MAX_SPARE_LEN, MAX_SPARES, SPARES};

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
