//! Sets of bytes. The constants for the character sets of the specs are such sets.
//!
//! Helpers, not in a spec: `of`, `and`, `without`, `and_range`, `or`, `complement`, `contains`, `find_in`,
//! `split`.

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
    #[inline]
    pub fn find_in(&self, bytes: &[u8]) -> Option<usize> {
        bytes.iter().position(|&byte| self.contains(byte))
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

    /// Splits `text` before its first byte that is in the set. Without such a byte, the second part is empty.
    ///
    /// The set must contain ASCII bytes only, so that the split falls on a character boundary.
    ///
    /// # Examples
    /// ```
    /// use url_core::ByteSet;
    /// assert_eq!(ByteSet::of(b"?#").split("é?b#c"), ("é", "?b#c"));
    /// assert_eq!(ByteSet::of(b"?#").split("a"), ("a", ""));
    /// ```
    #[inline]
    pub fn split<'a>(&self, text: &'a str) -> (&'a str, &'a str) {
        let at = self.find_in(text.as_bytes()).unwrap_or(text.len());
        text.split_at_checked(at).unwrap_or((text, ""))
    }
}
