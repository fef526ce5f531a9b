//! Sets of bytes. The constants for the character sets of the specs are such sets.
//!
//! Helpers, not in a spec: `of`, `and`, `without`, `and_range`, `or`, `complement`, `contains`,
//! `contains_all`, `find_in`.

use crate::Span;

/// A set of bytes, which can be a constant. A membership test is one look-up in a table of 256 entries.
///
/// # Examples
/// ```
/// use url_core::ByteSet;
/// const SLASH: ByteSet = ByteSet::of(b"/\\");
/// assert!(SLASH.contains(b'\\'));
/// assert_eq!(SLASH.find_in(b"ab/c"), Some(2));
/// assert_eq!(SLASH.and(b"a").without(b"/b"), ByteSet::of(b"a\\"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct ByteSet([bool; 256]);

impl ByteSet {
    /// Creates the set of exactly the given bytes.
    pub const fn of(bytes: &[u8]) -> Self {
        Self([false; 256]).and(bytes)
    }

    /// Adds the given bytes to this set.
    pub const fn and(mut self, bytes: &[u8]) -> Self {
        let mut i = 0;
        while i < bytes.len() {
            self.0[bytes[i] as usize] = true;
            i += 1;
        }
        self
    }

    /// Removes the given bytes from this set.
    ///
    /// # Examples
    /// ```
    /// use url_core::ByteSet;
    /// assert_eq!(ByteSet::of(b"ab").without(b"bc"), ByteSet::of(b"a"));
    /// ```
    pub const fn without(self, bytes: &[u8]) -> Self {
        self.complement().and(bytes).complement()
    }

    /// Adds every byte from `first` to `last`, both included.
    pub const fn and_range(mut self, first: u8, last: u8) -> Self {
        let mut byte = first as usize;
        while byte <= last as usize {
            self.0[byte] = true;
            byte += 1;
        }
        self
    }

    /// Returns the union of this set and `other`.
    pub const fn or(mut self, other: &Self) -> Self {
        let mut byte = 0;
        while byte < self.0.len() {
            self.0[byte] |= other.0[byte];
            byte += 1;
        }
        self
    }

    /// Returns the complement: the set of all bytes that are not in this set.
    ///
    /// # Examples
    /// ```
    /// use url_core::ByteSet;
    /// assert!(ByteSet::of(b"a").complement().contains(b'b'));
    /// ```
    pub const fn complement(mut self) -> Self {
        let mut byte = 0;
        while byte < self.0.len() {
            self.0[byte] = !self.0[byte];
            byte += 1;
        }
        self
    }

    /// Returns true if `byte` is in the set.
    #[inline]
    pub const fn contains(&self, byte: u8) -> bool {
        self.0[byte as usize]
    }

    /// Returns the offset of the first byte of `bytes` that is in the set, or `None` if there is none.
    pub fn find_in(&self, bytes: &[u8]) -> Option<usize> {
        // FAST: there is one branch for every eight bytes.
        let contains_any = |chunk: &[u8; 8]| chunk.iter().fold(false, |any, &byte| any | self.contains(byte));
        let (chunks, _) = bytes.as_chunks();
        let from = match chunks.iter().position(contains_any) {
            Some(chunk) => chunk * 8,
            None if bytes.last_chunk().is_some_and(|last| !contains_any(last)) => return None,
            None => chunks.len() * 8,
        };
        let at = bytes[from..].iter().position(|&byte| self.contains(byte))?;
        Some(from + at)
    }

    /// Returns true if every byte of `bytes` is in the set.
    ///
    /// # Examples
    /// ```
    /// use url_core::ByteSet;
    /// let set = ByteSet::of(b"ab");
    /// assert!(set.contains_all(b"abbaabbaab") && set.contains_all(b"") && !set.contains_all(b"abbaabbaac"));
    /// ```
    pub fn contains_all(&self, bytes: &[u8]) -> bool {
        // FAST: there is one branch for every eight bytes.
        let all = |chunk: &[u8]| chunk.iter().fold(true, |all, &byte| all & self.contains(byte));
        match bytes.last_chunk::<8>() {
            Some(last) => bytes.as_chunks::<8>().0.iter().all(|chunk| all(chunk)) && all(last),
            None => all(bytes),
        }
    }

    /// Returns the span of the first character of `text` that is not allowed. The bytes of the set, escapes
    /// (`%` and two hexadecimal digits), and non-ASCII characters for which `also` returns true are allowed.
    ///
    /// Spec: rfc3986#percent-encoding-1.1
    ///
    /// # Examples
    /// ```
    /// use url_core::{ByteSet, Span};
    /// const A: ByteSet = ByteSet::of(b"a");
    /// assert_eq!(A.find_unmatched("a%2Fé", |c| c == 'é'), None);
    /// assert_eq!(A.find_unmatched("a%2", |_| false), Some(Span::new(1, 2)));
    /// assert_eq!(A.find_unmatched("aé", |_| false), Some(Span::new(1, 3)));
    /// ```
    #[inline]
    pub fn find_unmatched(&self, text: &str, also: impl Fn(char) -> bool) -> Option<Span> {
        let bytes = text.as_bytes();
        if self.contains_all(bytes) {
            return None;
        }
        let mut at = 0;
        loop {
            at += bytes[at..].iter().position(|&byte| !self.contains(byte))?;
            at += match bytes[at..] {
                [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => 3,
                _ => match text[at..].chars().next() {
                    Some(c) if !c.is_ascii() && also(c) => c.len_utf8(),
                    c => return Some(Span::new(at, at + c.map_or(0, char::len_utf8))),
                },
            };
        }
    }
}
