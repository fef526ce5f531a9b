//! The trait [`Output`] and its implementations: the buffers that a serializer writes a URL to.

use alloc::{borrow::Cow, string::String};
use core::ops::Range;

use crate::in_bounds;

/// A buffer that a serializer writes a URL to, one component after the other.
pub trait Output {
    /// True if the buffer stores the text. If false, a caller need not write text that cannot cause an error.
    const KEEPS: bool = true;

    /// Returns the text written so far.
    fn as_str(&self) -> &str;

    /// Appends `text` to the buffer.
    fn push_str(&mut self, text: &str);

    /// Appends the character `c` to the buffer.
    #[inline]
    fn push(&mut self, c: char) {
        self.push_str(c.encode_utf8(&mut [0; 4]));
    }

    /// Converts the letters of the text from byte `from` on to ASCII lower case.
    #[inline]
    fn make_ascii_lowercase(&mut self, from: usize) {
        let lower = in_bounds(self.as_str().get(from..)).to_ascii_lowercase();
        self.truncate(from);
        self.push_str(&lower);
    }

    /// Truncates the text to its first `len` bytes, which must end on a character boundary.
    fn truncate(&mut self, len: usize);

    /// Replaces the bytes at `range`, whose ends must be on character boundaries, with `text`.
    fn replace(&mut self, range: Range<usize>, text: &str);

    /// Calls `write` with an empty `String`, to which `write` writes a whole URL. Appends this URL to the
    /// buffer, which must be empty. Returns the result of `write`.
    fn write_whole<R>(&mut self, write: impl FnOnce(&mut String) -> R) -> R {
        let mut text = String::new();
        let made = write(&mut text);
        self.push_str(&text);
        made
    }

    /// Reserves room for `additional` more bytes.
    #[inline]
    fn reserve(&mut self, _additional: usize) {}

    /// Returns the number of bytes written so far.
    #[inline]
    fn len(&self) -> usize {
        self.as_str().len()
    }

    /// Returns true if nothing has been written so far.
    #[inline]
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Output for String {
    #[inline]
    fn as_str(&self) -> &str {
        self
    }

    #[inline]
    fn push_str(&mut self, text: &str) {
        self.push_str(text);
    }

    #[inline]
    fn push(&mut self, c: char) {
        self.push(c);
    }

    #[inline]
    fn make_ascii_lowercase(&mut self, from: usize) {
        if let Some(text) = self.get_mut(from..) {
            text.make_ascii_lowercase();
        }
    }

    #[inline]
    fn truncate(&mut self, len: usize) {
        self.truncate(len);
    }

    fn replace(&mut self, range: Range<usize>, text: &str) {
        self.replace_range(range, text);
    }

    #[inline]
    fn write_whole<R>(&mut self, write: impl FnOnce(&mut String) -> R) -> R {
        write(self)
    }

    #[inline]
    fn reserve(&mut self, additional: usize) {
        if self.capacity() == 0 {
            // Growing an empty string is slower than allocating a new one.
            *self = Self::with_capacity(additional);
        } else {
            self.reserve(additional);
        }
    }
}

/// A buffer that appends to a string. The text that the string had before is not part of the buffer.
///
/// # Examples
/// ```
/// use url_core::{Appending, Output};
/// let mut text = String::from("a ");
/// let mut out = Appending::new(&mut text);
/// out.push_str("bc");
/// out.truncate(1);
/// assert_eq!(out.as_str(), "b");
/// assert_eq!(text, "a b");
/// ```
#[derive(Debug)]
pub struct Appending<'o> {
    text: &'o mut String,
    /// The length that the string had before the first write, in bytes.
    before: usize,
}

impl<'o> Appending<'o> {
    /// Creates an empty buffer at the end of `text`.
    #[inline]
    pub fn new(text: &'o mut String) -> Self {
        Self { before: text.len(), text }
    }
}

impl Output for Appending<'_> {
    #[inline]
    fn as_str(&self) -> &str {
        in_bounds(self.text.get(self.before..))
    }

    #[inline]
    fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    #[inline]
    fn push(&mut self, c: char) {
        self.text.push(c);
    }

    #[inline]
    fn make_ascii_lowercase(&mut self, from: usize) {
        Output::make_ascii_lowercase(self.text, self.before + from);
    }

    #[inline]
    fn truncate(&mut self, len: usize) {
        self.text.truncate(self.before + len);
    }

    fn replace(&mut self, range: Range<usize>, text: &str) {
        self.text.replace_range(self.before + range.start..self.before + range.end, text);
    }

    #[inline]
    fn reserve(&mut self, additional: usize) {
        self.text.reserve(additional);
    }

    #[inline]
    fn len(&self) -> usize {
        self.text.len() - self.before
    }
}

/// A buffer that discards everything, for callers that only need to know if parsing succeeds.
///
/// # Examples
/// ```
/// use url_core::{NoOutput, Output};
/// let mut out = NoOutput;
/// out.push_str("a");
/// assert!(out.is_empty() && !NoOutput::KEEPS);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NoOutput;

impl Output for NoOutput {
    const KEEPS: bool = false;

    #[inline]
    fn as_str(&self) -> &'static str {
        ""
    }

    #[inline]
    fn push_str(&mut self, _text: &str) {}

    #[inline]
    fn truncate(&mut self, _len: usize) {}

    fn replace(&mut self, _range: Range<usize>, _text: &str) {}
}

/// A buffer that borrows from `input` as long as the written text is a prefix of `input`. It starts to copy
/// at the first difference. Writing a text that equals `input` therefore allocates nothing.
///
/// # Examples
/// ```
/// use std::borrow::Cow;
/// use url_core::{Borrowing, Output};
/// let write = |parts: [&str; 2]| {
///     let mut out = Borrowing::new("a/b");
///     parts.map(|part| out.push_str(part));
///     out.into_cow()
/// };
/// assert!(matches!(write(["a", "/b"]), Cow::Borrowed("a/b")));
/// assert_eq!(write(["a/", "c"]), Cow::<str>::Owned("a/c".into()));
/// assert!(matches!(write(["a", ""]), Cow::Owned(_)));
/// ```
#[derive(Clone, Debug)]
pub struct Borrowing<'i> {
    input: &'i str,
    /// The number of bytes of `input` that were written. Only used as long as `copy` is `None`.
    len: usize,
    /// The written text, if it differs from the first `len` bytes of `input`.
    copy: Option<String>,
}

impl<'i> Borrowing<'i> {
    /// Creates an empty buffer for text that is expected to equal `input`.
    pub fn new(input: &'i str) -> Self {
        Self { input, len: 0, copy: None }
    }

    /// Returns the text written so far as an owned string. The caller may append to the string.
    #[inline]
    pub fn to_mut(&mut self) -> &mut String {
        self.copy.get_or_insert_with(|| copied(self.input, self.len))
    }

    /// Returns the written text, borrowed if it equals `input`.
    pub fn into_cow(self) -> Cow<'i, str> {
        if self.as_str() == self.input {
            return Cow::Borrowed(self.input);
        }
        let so_far = in_bounds(self.input.get(..self.len));
        Cow::Owned(self.copy.unwrap_or_else(|| so_far.into()))
    }
}

/// Copies the start of `input`. Not inlined, because a buffer does this at most once.
#[cold]
fn copied(input: &str, len: usize) -> String {
    let mut copy = String::with_capacity(input.len() + 16);
    copy.push_str(in_bounds(input.get(..len)));
    copy
}

impl Output for Borrowing<'_> {
    #[inline]
    fn as_str(&self) -> &str {
        match &self.copy {
            Some(copy) => copy,
            None => in_bounds(self.input.get(..self.len)),
        }
    }

    #[inline]
    fn push_str(&mut self, text: &str) {
        let matches_input = || self.input.get(self.len..).is_some_and(|rest| rest.starts_with(text));
        if self.copy.is_none() && matches_input() {
            self.len += text.len();
        } else {
            self.to_mut().push_str(text);
        }
    }

    #[inline]
    fn truncate(&mut self, len: usize) {
        match &mut self.copy {
            Some(copy) => copy.truncate(len),
            None => self.len = self.len.min(len),
        }
    }

    fn replace(&mut self, range: Range<usize>, text: &str) {
        self.to_mut().replace_range(range, text);
    }

    fn write_whole<R>(&mut self, write: impl FnOnce(&mut String) -> R) -> R {
        write(self.to_mut())
    }
}
