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
    sync::Arc,
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

/// A document that is read.
pub struct Document {
    /// What is found in it.
    links: Links,
    /// What comes behind the last batch.
    failure: Option<io::Error>,
    /// The base that it declares.
    pub base: DocumentBase,
}

impl Document {
    /// Returns the document that `reader` reads.
    pub fn new(
        reader: Box<dyn Read + Send>,
        format: Format,
        settings: Arc<Settings>,
        make_base: MakeBase,
        open: OpenBeside,
    ) -> Self {
        let base = DocumentBase::default();
        let links: Links = match format {
            Format::Html => {
                let attributes = Arc::clone(&settings.attributes);
                Box::new(Html::new(reader, base.clone(), Some(make_base), attributes, 0))
            }
            Format::Markdown => Box::new(markdown::links(reader, settings)),
            Format::Xml => Box::new(xml::links(reader, &settings, open)),
            Format::Json => Box::new(Json::new(BufReader::new(reader), settings, found::LIMIT)),
        };
        Self { links, failure: None, base }
    }
}

impl Iterator for Document {
    type Item = io::Result<Vec<Found>>;

    /// The next batch. A failure comes behind what was found before it.
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
