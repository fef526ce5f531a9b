//! Finds URLs in documents, such as HTML and JSON, while they are read. Returns the URLs in batches.
//!
//! A document may be hostile, so a reader stores only a limited part of any document in memory.

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

/// The size of a batch in bytes, including the base for each finding, because a result may contain the base.
const BATCH: usize = 256 << 10;

/// A format of documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// HTML.
    Html,
    /// Markdown.
    Markdown,
    /// XML: a sitemap, an index of sitemaps, or a feed in RSS or Atom. Other XML is searched as plain text.
    Xml,
    /// JSON: one value, or several values in sequence.
    Json,
}

/// A format whose lines are independent: each line is searched alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineFormat {
    /// Plain text.
    Text,
    /// JSON Lines: each line is a JSON value.
    JsonLines,
    /// The access log of a web server, in the Common or Combined Log Format.
    AccessLog,
    /// A table. The byte separates the cells of a line.
    Table(u8),
}

/// Finds the URLs in one line, and passes each URL to `take`. The line number of the results is 1.
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

/// An iterator over the URLs of a document, in batches. A thread reads the document.
pub struct Document {
    batches: Receiver<Vec<Found>>,
    /// The thread that reads the document, or `None` after its result was returned.
    thread: Option<io::Result<JoinHandle<io::Result<()>>>>,
    /// The base and the encoding that the document declares.
    pub base: DocumentBase,
}

impl Document {
    /// Starts a thread that reads a document. The thread stops soon after the returned value is dropped.
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

/// The maximum length of one text in bytes. The findings may need 30 times this number of bytes.
const LIMIT: usize = 1 << 20;

/// A URL that was found in a document, or an error instead of the URL.
#[derive(Clone, Debug)]
pub struct Found {
    /// The name of the file that contains the URL, if an index of sitemaps refers to this file.
    pub file: Option<Arc<str>>,
    /// The position of the first byte of the URL.
    pub at: Position,
    /// The part of the document that contains the URL.
    pub context: Context,
    /// True if the URL resolves against the base that the document itself sets.
    pub has_base: bool,
    /// The URL as written in the document, or an error instead of the URL.
    pub content: Content,
}

/// The part of a document that contains a URL. A field that the format does not have is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Context {
    /// The name of the HTML or XML element. An HTML name is in lower case.
    pub element: Option<Arc<str>>,
    /// The attribute of the element, or `None` if the URL is in the element's text.
    pub attribute: Option<Arc<str>>,
    /// The value of the attribute `rel` of the element.
    pub rel: Option<Arc<str>>,
    /// The value of the attribute `hreflang` of the element.
    pub hreflang: Option<Arc<str>>,
    /// The JSON pointer (RFC 6901) to the string that contains the URL.
    pub pointer: Option<Arc<str>>,
}

/// A URL as written in the document, or an error instead of the URL.
#[derive(Clone, Debug)]
pub enum Content {
    /// A URL in valid text.
    Url(String),
    /// A URL with bytes that are not valid UTF-8. U+FFFD replaces these bytes.
    NotUtf8(String),
    /// An error instead of a URL: the kind of error, and the message.
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
    /// Returns the URL `text`, or an error if `text` is too long. Replaces each NUL character with U+FFFD.
    fn of(text: &str) -> Self {
        let text = text.replace('\0', "\u{FFFD}");
        if text.len() > LIMIT { Self::too_long(LIMIT) } else { Self::Url(text) }
    }

    fn too_long(limit: usize) -> Self {
        Self::Refused("too-long", format!("the text is longer than {limit} bytes").into())
    }

    /// Decodes `bytes`. Returns the text, and the function that creates a [`Content`] for a URL in this text.
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

/// The base and the encoding that a document declares in the part that was read so far.
#[derive(Debug, Default)]
pub struct Declared {
    base: OnceLock<Reference>,
    encoding: OnceLock<Encoding>,
}

/// The base and the encoding of a document, shared with the thread that reads the document.
pub type DocumentBase = Arc<Declared>;

impl Declared {
    /// Returns the declared base, or `None` if the part that was read so far declares none.
    pub fn get(&self) -> Option<&Reference> {
        self.base.get()
    }

    /// Returns the encoding for the queries of URLs in the document, if the encoding is known.
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

/// A function that parses the text of a document's base URL.
pub type MakeBase = Box<dyn Fn(&str) -> Option<Reference> + Send>;

/// A function that opens the file with the given name in the folder of the document, if the file exists.
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

/// The settings for reading documents and lines.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The finder of URLs in text.
    pub finder: Finder,
    /// The origin that precedes the paths in access logs, such as `https://shop.example`.
    pub origin: Option<Box<str>>,
    /// The names of further HTML attributes that contain URLs, in lower case.
    pub attributes: Arc<[String]>,
}

type Take<'t> = dyn FnMut(Found) -> io::Result<()> + 't;
