//! The URLs found in documents, and their positions.

use std::{
    borrow::Cow,
    io::{self, Read},
    sync::{Arc, OnceLock},
};

use crate::Finder;
use memchr::{memchr_iter, memrchr};
use url_facade::{Encoding, Reference};

/// The maximum length in bytes of a URL, an HTML value, a JSON string, and an XML tag, text or comment. The
/// findings in one such text may need 30 times its memory.
pub(super) const LIMIT: usize = 1 << 20;

/// A URL found in a document, or an error in its place.
#[derive(Clone, Debug)]
pub struct Found {
    /// The name of the file, if the URL is in a sitemap that an index of sitemaps names.
    pub file: Option<Arc<str>>,
    /// The position of the first byte.
    pub at: Position,
    /// The part of the document that contains it.
    pub context: Context,
    /// True if the URL resolves against the base that the document itself sets.
    pub has_base: bool,
    /// The URL as written, or the reason why there is none.
    pub content: Content,
}

/// The part of a document that a URL was found in. A field that does not apply to the format is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Context {
    /// The element of HTML or XML, in lower case in HTML.
    pub element: Option<Arc<str>>,
    /// The attribute of that element; `None` if the URL is in the element's text.
    pub attribute: Option<Arc<str>>,
    /// The `rel` of that element.
    pub rel: Option<Arc<str>>,
    /// The `hreflang` of that element.
    pub hreflang: Option<Arc<str>>,
    /// The JSON pointer (RFC 6901) of the string that holds the URL.
    pub pointer: Option<Arc<str>>,
}

/// A URL in a document, as written there, or the reason why there is none.
#[derive(Clone, Debug)]
pub enum Content {
    /// A URL.
    Url(String),
    /// A URL with bytes that are not UTF-8; U+FFFD replaces them.
    NotUtf8(String),
    /// An error in place of a URL: its kind, and its message.
    Refused(&'static str, Cow<'static, str>),
}

impl Found {
    /// Returns a finding at `at`, without a context.
    pub fn at(at: Position, content: Content) -> Self {
        Self { file: None, at, context: Context::default(), has_base: false, content }
    }

    /// Returns the size of this finding in memory, in bytes.
    pub fn weight(&self) -> usize {
        let (Content::Url(text) | Content::NotUtf8(text)) = &self.content else { return size_of::<Self>() };
        size_of::<Self>() + text.len()
    }
}

impl Content {
    /// Returns `text` as a URL, or an error if it is too long. U+FFFD replaces NUL, which may end records.
    pub(super) fn of(text: &str) -> Self {
        let text = text.replace('\0', "\u{FFFD}");
        if text.len() > LIMIT { Self::too_long(LIMIT) } else { Self::Url(text) }
    }

    /// Returns the error for a URL of more than `limit` bytes.
    pub(super) fn too_long(limit: usize) -> Self {
        Self::Refused("too-long", format!("it is longer than {limit} bytes").into())
    }

    /// Decodes `bytes`. Returns the text, and the function that creates the content for a URL in it.
    pub(super) fn decode<'b>(
        bytes: &'b [u8],
        encoding: &'static encoding_rs::Encoding,
    ) -> (Cow<'b, str>, fn(&str) -> Self) {
        let (text, has_errors) = encoding.decode_without_bom_handling(bytes);
        (text, if has_errors { Self::not_utf8 } else { Self::of })
    }

    /// Returns `text` as a URL from a text with replaced bytes, which may be outside the URL.
    fn not_utf8(text: &str) -> Self {
        match Self::of(text) {
            Self::Url(text) if text.contains(char::REPLACEMENT_CHARACTER) => Self::NotUtf8(text),
            content => content,
        }
    }
}

/// The base and the encoding that a document declares, as far as it was read.
#[derive(Debug, Default)]
pub struct Declared {
    base: OnceLock<Reference>,
    encoding: OnceLock<Encoding>,
}

/// The declarations of a document, shared with the thread that reads it.
pub type DocumentBase = Arc<Declared>;

impl Declared {
    /// Returns the declared base, if one was found.
    pub fn get(&self) -> Option<&Reference> {
        self.base.get()
    }

    /// Returns the encoding of the queries of the document's URLs.
    pub fn encoding(&self) -> Option<Encoding> {
        self.encoding.get().copied()
    }

    pub(super) fn set_base(&self, base: Reference) {
        // Only the first declared base counts.
        let _ = self.base.set(base);
    }

    pub(super) fn set_encoding(&self, label: &str) {
        if let Ok(encoding) = Encoding::for_label(label) {
            let _ = self.encoding.set(encoding);
        }
    }
}

/// A function that parses the base URL of a document.
pub type MakeBase = Box<dyn Fn(&str) -> Option<Reference> + Send>;

/// A function that opens the file of this name in the document's folder, if it exists.
pub type OpenBeside = Box<dyn Fn(&str) -> Option<Box<dyn Read + Send>> + Send>;

/// A position in a document.
#[derive(Clone, Copy, Debug, Default)]
pub struct Position {
    /// The line number, from 1.
    pub line: u64,
    /// The column in bytes, from 1.
    pub column: u64,
}

impl Position {
    /// The position of the first byte of a document.
    pub(super) const START: Self = Self { line: 1, column: 1 };

    /// Advances the position past `bytes`.
    #[inline]
    pub(super) fn pass(&mut self, bytes: &[u8]) {
        match memrchr(b'\n', bytes) {
            Some(last) => {
                self.line += memchr_iter(b'\n', bytes).count() as u64;
                self.column = (bytes.len() - last) as u64;
            }
            None => self.column += bytes.len() as u64,
        }
    }
}

/// The settings for reading documents.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Finds URLs in text.
    pub finder: Finder,
    /// The origin of the paths in access logs, such as `https://shop.example`.
    pub origin: Option<Box<str>>,
    /// Further attributes of HTML that contain URLs, in lower case.
    pub attributes: Arc<[String]>,
}

/// The function that receives findings. Reading stops if it returns an error.
pub(super) type Take<'t> = dyn FnMut(Found) -> io::Result<()> + 't;
