//! What a URL is written to, part after part: a string, one that is borrowed as long as it can be, or nothing at all.

use alloc::{borrow::Cow, string::String};

/// What a URL is written to.
pub trait Output {
    /// Whether what is written is kept. Where it is not, who writes may leave out what cannot fail.
    const KEEPS: bool = true;

    /// What was written so far.
    fn as_str(&self) -> &str;

    /// Appends `text`.
    fn push_str(&mut self, text: &str);

    /// Appends `c`.
    #[inline]
    fn push(&mut self, c: char) {
        self.push_str(c.encode_utf8(&mut [0; 4]));
    }

    /// Takes back all but the first `len` bytes, which end with a character.
    fn truncate(&mut self, len: usize);

    /// Says that `additional` bytes may follow.
    #[inline]
    fn reserve(&mut self, _additional: usize) {}

    /// How many bytes were written so far.
    #[inline]
    fn len(&self) -> usize {
        self.as_str().len()
    }

    /// Whether nothing was written so far.
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
    fn truncate(&mut self, len: usize) {
        self.truncate(len);
    }

    #[inline]
    fn reserve(&mut self, additional: usize) {
        self.reserve(additional);
    }
}

/// Keeps nothing: for those who only ask whether there is something to write.
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
}

/// A string that is borrowed from another as long as it is a beginning of it, and then copied: nothing is allocated for
/// what is written as it was given.
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
    given: &'i str,
    /// How much of `given` was written.
    len: usize,
    /// What was written, once it is something else.
    copy: Option<String>,
}

impl<'i> Borrowing<'i> {
    /// An empty string, which is expected to become `given`.
    pub fn new(given: &'i str) -> Self {
        Self { given, len: 0, copy: None }
    }

    /// A string of its own with what was written so far, to write to in other ways.
    pub fn to_mut(&mut self) -> &mut String {
        let so_far = self.given.get(..self.len).unwrap_or_default();
        self.copy.get_or_insert_with(|| {
            let mut copy = String::with_capacity(self.given.len() + 16);
            copy.push_str(so_far);
            copy
        })
    }

    /// What was written: borrowed if it is all that was given.
    pub fn into_cow(self) -> Cow<'i, str> {
        if self.as_str() == self.given {
            return Cow::Borrowed(self.given);
        }
        let so_far = self.given.get(..self.len).unwrap_or_default();
        Cow::Owned(self.copy.unwrap_or_else(|| so_far.into()))
    }
}

impl Output for Borrowing<'_> {
    #[inline]
    fn as_str(&self) -> &str {
        match &self.copy {
            Some(copy) => copy,
            None => self.given.get(..self.len).unwrap_or_default(),
        }
    }

    #[inline]
    fn push_str(&mut self, text: &str) {
        let as_given = || self.given.get(self.len..).is_some_and(|rest| rest.starts_with(text));
        if self.copy.is_none() && as_given() {
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
}
