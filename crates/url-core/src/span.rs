//! Byte ranges in strings.

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
    /// The offset of the byte after the last byte.
    pub end: u32,
}

impl Span {
    /// The length, in bytes, of the longest string that a span can refer to. Parsers reject longer strings.
    pub const LIMIT: usize = u32::MAX as usize - 16;

    /// Creates the range `start..end`. An offset above `u32::MAX` becomes `u32::MAX`.
    #[inline]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: offset(start), end: offset(end) }
    }

    /// Creates the range that contains all of `text`.
    #[inline]
    pub fn whole(text: &str) -> Self {
        Self::new(0, text.len())
    }

    /// Returns the byte range of `part` in `whole` if `part` is a slice of `whole`. The function compares
    /// addresses: it returns `None` for a copy of a slice.
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

    /// Returns a copy of the range moved by `offset` bytes.
    #[must_use]
    pub fn after(self, offset: u32) -> Self {
        Self { start: self.start.saturating_add(offset), end: self.end.saturating_add(offset) }
    }

    /// Returns the length in bytes.
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Returns true if the range is empty.
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Returns the text at this range of `whole`, or an empty string if the range is out of bounds or not on
    /// character boundaries.
    #[inline]
    pub fn of(self, whole: &str) -> &str {
        whole.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}

/// Unwraps `part`, the result of a call of `get` with a range that the caller knows to be in bounds.
///
/// If `part` is `None`, the caller has a bug. In this case, the function panics if debug assertions are
/// enabled, and otherwise returns an empty slice.
///
/// # Examples
/// ```
/// use url_core::in_bounds;
/// let text = "a.test:81";
/// let port = text.find(':').map(|colon| in_bounds(text.get(colon + 1..)));
/// assert_eq!(port, Some("81"));
/// ```
#[inline]
#[track_caller]
pub fn in_bounds<'a, T: ?Sized>(part: Option<&'a T>) -> &'a T
where
    &'a T: Default,
{
    debug_assert!(part.is_some(), "the range is out of bounds or not on character boundaries");
    part.unwrap_or_default()
}

#[inline]
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.start as usize..span.end as usize
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

#[cfg(test)]
mod tests {
    use super::in_bounds;

    #[test]
    #[cfg_attr(debug_assertions, should_panic = "out of bounds")]
    fn a_range_that_is_not_in_bounds() {
        assert_eq!(in_bounds("é".get(1..)), "");
    }
}
