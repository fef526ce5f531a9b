//! What is found in a document, and where.

use std::{
    borrow::Cow,
    io::Read,
    sync::{Arc, OnceLock},
};

use memchr::{memchr_iter, memrchr};
use url_facade::Reference;

use crate::place::Place;

/// The longest URL in a document, in bytes; also the longest name in HTML, and the longest tag, text or comment of XML. What is made
/// of one may take 30 times its memory.
pub(super) const LIMIT: usize = 1 << 20;

/// What is found at a place of a document.
pub(crate) struct Found {
    /// The file, if it is one of an index.
    pub(crate) file: Option<Arc<str>>,
    pub(crate) at: Position,
    /// Whether the document's own base applies.
    pub(crate) has_base: bool,
    pub(crate) content: Content,
}

/// A URL in a document, as it is written there, or why there is none.
pub(crate) enum Content {
    Url(String),
    /// The same with bytes that are not UTF-8, which are replaced.
    NotUtf8(String),
    /// What has no URL: the kind of the error, and what it says.
    Refused(&'static str, Cow<'static, str>),
}

impl Found {
    /// How many bytes it takes.
    pub(crate) fn weight(&self) -> usize {
        let (Content::Url(text) | Content::NotUtf8(text)) = &self.content else { return size_of::<Self>() };
        size_of::<Self>() + text.len()
    }
}

impl Content {
    /// The URL `text`, if it is not too long. NUL, which may end records, is no part of a URL.
    pub(super) fn of(text: &str) -> Self {
        let text = text.replace('\0', "\u{FFFD}");
        if text.len() > LIMIT { Self::too_long(LIMIT) } else { Self::Url(text) }
    }

    /// More than `limit` bytes.
    pub(super) fn too_long(limit: usize) -> Self {
        Self::Refused("too-long", format!("it is longer than {limit} bytes").into())
    }

    /// The text that `bytes` are, and what makes a URL of a part of it.
    pub(super) fn parts_of(bytes: &[u8]) -> (Cow<'_, str>, fn(&str) -> Self) {
        // FAST: a check of all is faster than one of each part, for those that are not UTF-8.
        match str::from_utf8(bytes) {
            Ok(text) => (text.into(), Self::of),
            Err(_) => (String::from_utf8_lossy(bytes), Self::not_utf8),
        }
    }

    /// The URL `text`, part of a text in which bytes that are not UTF-8 were replaced: perhaps in another part.
    fn not_utf8(text: &str) -> Self {
        match Self::of(text) {
            Self::Url(text) if text.contains(char::REPLACEMENT_CHARACTER) => Self::NotUtf8(text),
            content => content,
        }
    }
}

/// The base that a document declares, once it is found.
pub(crate) type DocumentBase = Arc<OnceLock<Reference>>;

/// What makes a base of the text in the document.
pub(crate) type MakeBase = Box<dyn Fn(&str) -> Option<Reference> + Send>;

/// What opens the file of this name beside the document, if it is there.
pub(crate) type OpenBeside = Box<dyn Fn(&str) -> Option<Box<dyn Read + Send>> + Send>;

/// How far a document was read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Position {
    pub(crate) line: u64,
    /// In bytes, from 1.
    pub(crate) column: u64,
}

impl From<Position> for Place {
    fn from(Position { line, column }: Position) -> Self {
        Self { column: Some(column), ..Self::from(line) }
    }
}

impl Position {
    /// Where a document begins.
    pub(super) const START: Self = Self { line: 1, column: 1 };

    /// Moves behind `bytes`, which were read.
    #[inline]
    pub(super) fn pass(&mut self, bytes: &[u8]) {
        let is_few = bytes.len() < 8;
        // FAST: most are read one by one.
        match if is_few { bytes.iter().rposition(|byte| *byte == b'\n') } else { memrchr(b'\n', bytes) } {
            Some(last) => {
                self.line += memchr_iter(b'\n', bytes).count() as u64;
                self.column = (bytes.len() - last) as u64;
            }
            None => self.column += bytes.len() as u64,
        }
    }
}
