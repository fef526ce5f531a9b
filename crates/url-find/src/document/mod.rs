//! URLs in documents: finds them as a document is read, and passes them on in batches.
//!
//! A document may be hostile: whatever it holds, a reader keeps a bounded part of it in memory.

mod access_log;
mod css;
mod found;
mod html;
mod json;
mod markdown;
mod text;
mod xml;

use std::{
    io::{self, BufReader, Read},
    iter,
    sync::{Arc, mpsc},
    thread,
};

use self::{found::Links, html::Html, json::Json};
pub use self::{
    found::{Content, Context, Declared, DocumentBase, Found, MakeBase, OpenBeside, Position, Settings},
    json::is_json_lines,
    markdown::places,
};

/// How many bytes a batch takes; what a base adds to a result counts too.
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
    /// JSON, one value or more.
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
    /// A row of a table, or a line of one, with this byte between the cells.
    Table(u8),
}

/// Finds the URLs in a line, and passes them to `take`. Their line is 1.
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
    match format {
        LineFormat::AccessLog => access_log::find(line, settings.origin.as_deref(), take),
        // It does not fail, since it reads from memory.
        LineFormat::JsonLines => Json::new(line.as_bytes(), settings, line.len()).flatten().for_each(take),
        LineFormat::Text => text::take_all(line, 1, line.len(), settings, take),
        LineFormat::Table(delimiter) => text::take_cells(line, delimiter, settings, take),
    }
}

/// The URLs of a document, in batches.
pub struct Document {
    batches: Box<dyn Iterator<Item = io::Result<Vec<Found>>> + Send>,
    /// The base that the document declares.
    pub base: DocumentBase,
}

impl Document {
    /// Returns the document that `reader` reads, on a thread of its own.
    pub fn new(
        reader: Box<dyn Read + Send>,
        format: Format,
        settings: Arc<Settings>,
        make_base: MakeBase,
        open: OpenBeside,
    ) -> Self {
        let base = DocumentBase::default();
        let declared = base.clone();
        let batches = on_thread(move || {
            let links: Links = match format {
                Format::Html => {
                    let attributes = Arc::clone(&settings.attributes);
                    Box::new(Html::new(reader, declared.clone(), Some(make_base), attributes, 0))
                }
                Format::Markdown => Box::new(markdown::links(reader, settings)),
                Format::Xml => Box::new(xml::links(reader, &settings, open)),
                Format::Json => Box::new(Json::new(BufReader::new(reader), settings, found::LIMIT)),
            };
            Batches { links, failure: None, base: declared }
        });
        Self { batches: Box::new(batches), base }
    }
}

impl Iterator for Document {
    type Item = io::Result<Vec<Found>>;

    /// Returns the next batch. An error comes after the URLs that were found before it.
    fn next(&mut self) -> Option<Self::Item> {
        self.batches.next()
    }
}

/// Collects what `links` finds.
struct Batches {
    links: Links,
    /// The error to return after the last batch.
    failure: Option<io::Error>,
    base: DocumentBase,
}

impl Iterator for Batches {
    type Item = io::Result<Vec<Found>>;

    fn next(&mut self) -> Option<Self::Item> {
        let (mut batch, mut weight) = (Vec::new(), 0);
        while weight < BATCH && self.failure.is_none() {
            match self.links.next() {
                None => break,
                Some(Err(failure)) => self.failure = Some(failure),
                Some(Ok(found)) => {
                    let base = self.base.get().filter(|_| found.has_base);
                    weight += found.weight() + base.map_or(0, |base| base.as_str().len());
                    batch.push(found);
                }
            }
        }
        if batch.is_empty() { self.failure.take().map(Err) } else { Some(Ok(batch)) }
    }
}

/// Runs an iterator on a thread of its own, since the state of html5ever cannot be sent between threads.
fn on_thread<T: Send + 'static, I: Iterator<Item = io::Result<T>>>(
    make: impl FnOnce() -> I + Send + 'static,
) -> impl Iterator<Item = io::Result<T>> + Send {
    let (sender, receiver) = mpsc::sync_channel(1);
    let spawned = thread::Builder::new().spawn(move || {
        // `None` is the end: without it, the thread has failed.
        let _ = make().map(Some).chain(iter::once(None)).try_for_each(|item| sender.send(item));
    });
    let (mut failure, mut is_over) = (spawned.err(), false);
    iter::from_fn(move || {
        let received = if is_over { Ok(None) } else { receiver.recv() };
        is_over |= !matches!(received, Ok(Some(_)));
        received.unwrap_or_else(|_| {
            Some(Err(failure.take().unwrap_or_else(|| io::Error::other("the reader of HTML has failed"))))
        })
    })
}
