//! Where something stands in a string.

use core::{fmt, ops::Range};

/// A range of bytes, `start..end`, in a string of at most [`Span::LIMIT`] bytes.
///
/// # Examples
/// ```
/// use url_core::Span;
/// let span = Span::new(7, 14);
/// assert_eq!(span.of("http://a.test/x"), "a.test/");
/// assert_eq!((span.to_string(), std::ops::Range::from(span)), ("7..14".into(), 7..14));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset past the last byte.
    pub end: u32,
}

impl Span {
    /// The longest string, in bytes, whose places a span can tell. Entry points refuse longer ones.
    pub const LIMIT: usize = u32::MAX as usize - 16;

    /// Bytes `start..end`; offsets past [`Span::LIMIT`] are held at `u32::MAX`, which no entry point lets happen.
    #[inline]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: offset(start), end: offset(end) }
    }

    /// All of `text`.
    #[inline]
    pub fn whole(text: &str) -> Self {
        Self::new(0, text.len())
    }

    /// The place of `part` in `whole`, when `part` is a slice of `whole` and not merely equal to one.
    ///
    /// # Examples
    /// ```
    /// use url_core::Span;
    /// let whole = "a:b";
    /// assert_eq!(Span::locate(&whole[2..], whole), Some(Span::new(2, 3)));
    /// assert_eq!(Span::locate(&String::from("b"), whole), None);
    /// ```
    pub fn locate(part: &str, whole: &str) -> Option<Self> {
        let start = part.as_ptr().addr().checked_sub(whole.as_ptr().addr())?;
        let end = start.checked_add(part.len())?;
        (end <= whole.len()).then(|| Self::new(start, end))
    }

    /// The same range, `offset` bytes later.
    #[must_use]
    pub fn after(self, offset: u32) -> Self {
        Self { start: self.start.saturating_add(offset), end: self.end.saturating_add(offset) }
    }

    /// Its length in bytes.
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether it holds no byte.
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// The text at this range of `whole`; empty where the range does not lie in it on character boundaries.
    #[inline]
    pub fn of(self, whole: &str) -> &str {
        whole.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}

#[inline]
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl From<Span> for Range<usize> {
    /// The same bytes, for indexing a string.
    fn from(span: Span) -> Self {
        span.start as usize..span.end as usize
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
