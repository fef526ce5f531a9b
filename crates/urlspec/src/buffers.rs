//! Memory that is used again: that of a block which is done serves the next ones. Fresh pages from the system take longer than what
//! is done with them.

use std::{
    mem,
    ops::{Deref, DerefMut},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The largest buffer that is kept, of several blocks: what a very long record needed is given back to the system.
const LARGEST: usize = 4 << 20;

/// Bytes whose memory is used again.
#[derive(Debug, Default)]
pub(crate) struct Buffer {
    bytes: Vec<u8>,
    spares: Spares,
}

/// The memory of the buffers that are done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spares(Arc<Mutex<Vec<Vec<u8>>>>);

impl Spares {
    /// An empty buffer, with memory if there is some.
    pub(crate) fn take(&self) -> Buffer {
        Buffer { bytes: self.all().pop().unwrap_or_default(), spares: self.clone() }
    }

    fn all(&self) -> MutexGuard<'_, Vec<Vec<u8>>> {
        // Whatever is in it may be used.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Buffer {
    /// Another buffer that uses the same memory when it is done.
    pub(crate) fn another(&self) -> Self {
        self.spares.take()
    }
}

impl Deref for Buffer {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        &self.bytes
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let mut bytes = mem::take(&mut self.bytes);
        if (1..=LARGEST).contains(&bytes.capacity()) {
            bytes.clear();
            self.spares.all().push(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Buffer, LARGEST};

    #[test]
    fn memory_is_used_again_unless_there_is_too_much() {
        let first = Buffer::default();
        for (capacity, is_kept) in [(1, true), (LARGEST, true), (LARGEST + 1, false)] {
            let mut buffer = first.another();
            buffer.reserve_exact(capacity);
            buffer.push(0);
            drop(buffer);
            let buffer = first.another();
            assert!(buffer.is_empty());
            assert_eq!(buffer.capacity() >= capacity, is_kept, "{capacity}");
            assert!(first.another().capacity() == 0, "it is used by one at a time");
        }
    }
}
