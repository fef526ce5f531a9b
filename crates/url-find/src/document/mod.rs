//! URLs in documents: finds them as a document is read, and passes them on in batches.
//!
//! A document may be hostile: whatever it holds, a reader keeps a bounded part of it in memory.

pub mod access_log;
mod css;
mod found;
mod html;
mod markdown;
mod sitemap;

use std::{
    io::{self, Read},
    sync::Arc,
};

use self::html::Html;
pub use self::{
    found::{Content, Context, Declared, DocumentBase, Found, MakeBase, OpenBeside, Position},
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
    /// A sitemap, or an index of sitemaps.
    Sitemap,
}

/// What is found in a document.
type Links = Box<dyn Iterator<Item = io::Result<Found>> + Send>;

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
        make_base: MakeBase,
        open: OpenBeside,
    ) -> Self {
        let base = DocumentBase::default();
        let links: Links = match format {
            Format::Html => return Self::html(reader, make_base, Arc::default()),
            Format::Markdown => Box::new(markdown::links(reader)),
            Format::Sitemap => Box::new(sitemap::links(reader, open)),
        };
        Self { links, failure: None, base }
    }

    /// Returns the document of HTML that `reader` reads, in which the attributes of these names, in lower case, hold URLs too.
    pub fn html(reader: Box<dyn Read + Send>, make_base: MakeBase, attributes: Arc<[String]>) -> Self {
        let base = DocumentBase::default();
        let links = Box::new(Html::new(reader, base.clone(), Some(make_base), attributes, 0));
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
