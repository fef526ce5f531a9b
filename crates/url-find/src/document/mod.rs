//! Finds URLs in documents while these are read, and returns them in batches.
//!
//! Documents may be hostile. A reader keeps a bounded part of any document in memory.

mod access_log;
mod css;
mod found;
mod html;
mod json;
mod markdown;
mod source;
mod text;
mod xml;

use std::{
    io::{self, ErrorKind, Read},
    mem,
    sync::{
        Arc,
        mpsc::{self, Receiver, SyncSender},
    },
    thread::{self, JoinHandle},
};

use self::source::Source;
pub use self::{
    found::{Content, Context, Declared, DocumentBase, Found, MakeBase, OpenBeside, Position, Settings},
    json::is_json_lines,
    markdown::places,
};

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
    // Reading from memory causes no error.
    let _ = match format {
        LineFormat::AccessLog => access_log::find(line, settings.origin.as_deref(), &mut take),
        LineFormat::JsonLines => {
            json::read(Source::of_bytes(line.as_bytes()), settings, line.len(), 0, &mut take)
        }
        LineFormat::Text => text::find(line, Position::START, line.len(), Content::of, finder, &mut take),
        LineFormat::Table(delimiter) => text::cells(line, delimiter, finder, &mut take),
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
                Format::Json => {
                    json::read(Source::new(reader, Position::START), &settings, found::LIMIT, 0, take)
                }
            };
            batch.send()?;
            result
        };
        Self { batches, thread: Some(thread::Builder::new().spawn(read)), base }
    }
}

impl Iterator for Document {
    type Item = io::Result<Vec<Found>>;

    /// Returns the next batch of findings. An error comes after the findings before it.
    fn next(&mut self) -> Option<Self::Item> {
        if let Ok(batch) = self.batches.recv() {
            return Some(Ok(batch));
        }
        let failed = |_| Err(io::Error::other("the reader of the document has failed"));
        let result = self.thread.take()?.and_then(|thread| thread.join().unwrap_or_else(failed));
        result.err().map(Err)
    }
}

/// The findings that were not yet sent.
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

    /// Sends the findings. Returns an error if the receiver was dropped.
    fn send(&mut self) -> io::Result<()> {
        self.weight = 0;
        let found = mem::take(&mut self.found);
        if found.is_empty() {
            return Ok(());
        }
        self.sender.send(found).map_err(|_| ErrorKind::BrokenPipe.into())
    }
}
