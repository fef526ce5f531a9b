//! Finds URLs in documents while these are read, and returns them in batches.
//!
//! Documents may be hostile. A reader keeps a bounded part of any document in memory.

mod html;
mod json;
mod lines;
mod markdown;
mod source;
mod xml;

use std::borrow::Cow;
use std::io::{self, ErrorKind, Read};
use std::mem;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};

use memchr::{memchr_iter, memrchr};
use url_facade::{Encoding, Reference};

use self::source::Source;
pub use self::{json::is_json_lines, markdown::places};
use crate::Finder;

/// The size of a batch in bytes. The base counts too, because each result may contain it.
const BATCH: usize = 256 << 10;

/// A format of documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// HTML.
    Html,
    /// Markdown.
    Markdown,
    /// XML: a sitemap, an index of sitemaps, or a feed in RSS or Atom. Other XML is read as text.
    Xml,
    /// JSON: one or more values.
    Json,
}

/// A format of lines, each of which is read on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineFormat {
    /// Text.
    Text,
    /// A JSON value.
    JsonLines,
    /// The access log of a web server, in the Common or Combined Log Format.
    AccessLog,
    /// A line of a table, with this byte between its cells.
    Table(u8),
}

/// Finds the URLs in a line, and passes them to `take`. Their line number is 1.
///
/// # Examples
/// ```
/// use url_find::document::{Content, LineFormat, Settings, line};
/// let log = r#"{"request":{"host":"shop.example","uri":"/c?x=1"}}"#;
/// let mut found = Vec::new();
/// line(LineFormat::JsonLines, log, &Settings::default(), &mut |url| found.push(url));
/// assert!(matches!(&found[0].content, Content::Url(url) if url == "https://shop.example/c?x=1"));
/// assert_eq!(found[0].context.pointer.as_deref(), Some("/request/uri"));
/// ```
pub fn line(format: LineFormat, line: &str, settings: &Settings, take: &mut dyn FnMut(Found)) {
    let finder = &settings.finder;
    let mut take = |found| {
        take(found);
        Ok(())
    };
    let _ = match format {
        LineFormat::AccessLog => lines::request_line(line, settings.origin.as_deref(), &mut take),
        LineFormat::JsonLines => {
            json::read(Source::of_bytes(line.as_bytes()), settings, line.len(), 0, &mut take)
        }
        LineFormat::Text => lines::text(line, Position::START, line.len(), Content::of, finder, &mut take),
        LineFormat::Table(delimiter) => lines::cells(line, delimiter, finder, &mut take),
    };
}

/// The URLs of a document, in batches.
pub struct Document {
    batches: Receiver<Vec<Found>>,
    /// The thread that reads the document; `None` once its result was returned.
    thread: Option<io::Result<JoinHandle<io::Result<()>>>>,
    /// The base and the encoding that the document declares.
    pub base: DocumentBase,
}

impl Document {
    /// Starts to read a document on a thread of its own. The thread stops soon after this value is dropped.
    pub fn new(
        mut reader: Box<dyn Read + Send>,
        format: Format,
        settings: Arc<Settings>,
        make_base: MakeBase,
        open: OpenBeside,
    ) -> Self {
        let (sender, batches) = mpsc::sync_channel(1);
        let base = DocumentBase::default();
        let mut batch = Batch { sender, found: Vec::new(), weight: 0, base: Arc::clone(&base) };
        let read = move || {
            let declared = Arc::clone(&batch.base);
            let (reader, take) = (&mut *reader, &mut |found| batch.push(found));
            let result = match format {
                Format::Html => html::read(reader, &settings.attributes, declared, make_base, take),
                Format::Markdown => markdown::read(reader, &settings.finder, take),
                Format::Xml => xml::read(reader, &settings.finder, Some(&open), take),
                Format::Json => json::read(Source::new(reader), &settings, LIMIT, 0, take),
            };
            batch.send()?;
            result
        };
        Self { batches, thread: Some(thread::Builder::new().spawn(read)), base }
    }
}

impl Iterator for Document {
    type Item = io::Result<Vec<Found>>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Ok(batch) = self.batches.recv() {
            return Some(Ok(batch));
        }
        let failed = |_| Err(io::Error::other("the reader of the document has failed"));
        let result = self.thread.take()?.and_then(|thread| thread.join().unwrap_or_else(failed));
        result.err().map(Err)
    }
}

struct Batch {
    sender: SyncSender<Vec<Found>>,
    found: Vec<Found>,
    weight: usize,
    base: DocumentBase,
}

impl Batch {
    fn push(&mut self, found: Found) -> io::Result<()> {
        let base = self.base.get().filter(|_| found.has_base);
        self.weight += found.weight() + base.map_or(0, |base| base.as_str().len());
        self.found.push(found);
        if self.weight < BATCH { Ok(()) } else { self.send() }
    }

    fn send(&mut self) -> io::Result<()> {
        self.weight = 0;
        let found = mem::take(&mut self.found);
        if found.is_empty() {
            return Ok(());
        }
        self.sender.send(found).map_err(|_| ErrorKind::BrokenPipe.into())
    }
}

/// The maximum length in bytes of a text in which URLs are found. The findings may need 30 times its memory.
const LIMIT: usize = 1 << 20;

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
    /// Returns an error if `text` is too long. U+FFFD replaces NUL, which may end records.
    fn of(text: &str) -> Self {
        let text = text.replace('\0', "\u{FFFD}");
        if text.len() > LIMIT { Self::too_long(LIMIT) } else { Self::Url(text) }
    }

    fn too_long(limit: usize) -> Self {
        Self::Refused("too-long", format!("it is longer than {limit} bytes").into())
    }

    /// Decodes `bytes`. Returns the text, and the function that creates the content for a URL in it.
    fn decode<'b>(
        bytes: &'b [u8],
        encoding: &'static encoding_rs::Encoding,
    ) -> (Cow<'b, str>, fn(&str) -> Self) {
        let (text, has_errors) = encoding.decode_without_bom_handling(bytes);
        (text, if has_errors { Self::not_utf8 } else { Self::of })
    }

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

    fn set_base(&self, base: Reference) {
        let _ = self.base.set(base);
    }

    fn set_encoding(&self, label: &str) {
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
    const START: Self = Self { line: 1, column: 1 };

    #[inline]
    fn pass(&mut self, bytes: &[u8]) {
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

type Take<'t> = dyn FnMut(Found) -> io::Result<()> + 't;
