//! The text of a row, and the reason why it is not a URL.

use std::fmt;

use url_facade::{ParseError, Source};

/// The default maximum length of a row's URL in bytes: 1 MiB. Engines work on batches of thousands of rows.
/// At this limit, two thousand rows fill a column of text
/// ([`TextColumn::MAX_LEN`](crate::TextColumn::MAX_LEN)), and servers do not accept longer URLs.
pub const DEFAULT_MAX_LEN: usize = 1 << 20;

/// The text of a row: `&str`, or `&[u8]`, which is checked for UTF-8.
pub trait Input<'i>: Copy + sealed::Sealed {
    /// Returns the text, if it is UTF-8 of at most `max_len` bytes.
    ///
    /// # Errors
    /// [`RowError::TooLong`] and [`RowError::NotUtf8`], in this order: a text that is too long is not read.
    fn text(self, max_len: usize) -> Result<&'i str, RowError>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for &str {}
    impl Sealed for &[u8] {}
}

impl<'i> Input<'i> for &'i str {
    #[inline]
    fn text(self, max_len: usize) -> Result<&'i str, RowError> {
        if self.len() > max_len { Err(RowError::TooLong { len: self.len() }) } else { Ok(self) }
    }
}

impl<'i> Input<'i> for &'i [u8] {
    #[inline]
    fn text(self, max_len: usize) -> Result<&'i str, RowError> {
        if self.len() > max_len {
            return Err(RowError::TooLong { len: self.len() });
        }
        str::from_utf8(self).map_err(|error| RowError::NotUtf8 { offset: error.valid_up_to() })
    }
}

/// The reason why a row is not a URL. It never affects other rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowError {
    /// The text is not a URL under the profile.
    Parse(ParseError),
    /// The bytes are not UTF-8.
    NotUtf8 {
        /// The offset of the first invalid byte.
        offset: usize,
    },
    /// The text is longer than the limit.
    TooLong {
        /// The length of the text, in bytes.
        len: usize,
    },
}

impl RowError {
    /// Returns the reason: the name of [`ParseError::reason`], `not-utf-8` or `too-long`.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Parse(error) => error.reason().name(),
            Self::NotUtf8 { .. } => "not-utf-8",
            Self::TooLong { .. } => "too-long",
        }
    }

    /// Returns the section of the spec that found the error.
    pub fn section(&self) -> Option<&'static str> {
        match self {
            Self::Parse(error) => Some(error.section().id()),
            Self::NotUtf8 { .. } | Self::TooLong { .. } => None,
        }
    }

    /// Returns the byte offset of the error in the row's text; `None` if the text is too long, or if the
    /// error is in the base.
    pub fn offset(&self) -> Option<u32> {
        match self {
            Self::Parse(error) => (error.span_source() == Source::Input).then_some(error.span().start),
            Self::NotUtf8 { offset } => u32::try_from(*offset).ok(),
            Self::TooLong { .. } => None,
        }
    }
}

impl From<ParseError> for RowError {
    fn from(error: ParseError) -> Self {
        Self::Parse(error)
    }
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse(error) => error.fmt(f),
            Self::NotUtf8 { offset } => write!(f, "the bytes are not UTF-8 (at byte {offset})"),
            Self::TooLong { len } => write!(f, "the text is too long ({len} bytes)"),
        }
    }
}

impl std::error::Error for RowError {}
