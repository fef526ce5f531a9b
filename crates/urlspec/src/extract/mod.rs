//! URLs in documents: finds them as a document is read, and passes them on as records of the pipeline.
//!
//! A document may be hostile: whatever it holds, a reader keeps a bounded part of it in memory.

pub(crate) mod access_log;
mod css;
mod found;
mod html;
mod markdown;
mod position;
mod sitemap;

use std::io::{self, Cursor, Read};

pub(crate) use self::{
    found::{Content, DocumentBase, Found, MakeBase, OpenBeside},
    markdown::{places, text_finder},
};
use self::{html::Html, sitemap::Sitemap};
use crate::format::Format;

/// How many bytes of records are made at once; what a record's base adds to its result counts too.
const BATCH: usize = 64 << 10;

/// What is found in a document that is read.
type Links = Box<dyn Iterator<Item = io::Result<Found>> + Send>;

/// What is found in the document that `reader` reads, as records: see [`encode`]. A list and a text are records already.
pub(crate) fn records(
    reader: Box<dyn Read + Send>,
    format: Format,
    base: DocumentBase,
    make_base: MakeBase,
    open: OpenBeside,
) -> Box<dyn Read + Send> {
    let links: Links = match format {
        Format::Html => Box::new(Html::new(reader, DocumentBase::clone(&base), Some(make_base))),
        Format::Markdown => Box::new(markdown::links(reader)),
        Format::Sitemap => Box::new(Sitemap::new(reader, open)),
        _ => return reader,
    };
    Box::new(Records { links, base, pending: Cursor::default(), failure: None })
}

/// Appends the record of `found`: JSON, and NUL.
pub(crate) fn encode(found: &Found, record: &mut Vec<u8>) {
    // Writing to memory does not fail.
    let _ = serde_json::to_writer(&mut *record, found);
    record.push(0);
}

/// What [`encode`] wrote, without the NUL.
pub(crate) fn decode(record: &str) -> Option<Found> {
    serde_json::from_str(record).ok()
}

struct Records {
    links: Links,
    base: DocumentBase,
    pending: Cursor<Vec<u8>>,
    /// Why there are no more records than those in `pending`.
    failure: Option<io::Error>,
}

impl Read for Records {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.pending.position() == self.pending.get_ref().len() as u64 {
            self.pending.set_position(0);
            let records = self.pending.get_mut();
            records.clear();
            let mut weight = 0;
            // Enough that a read is worth it.
            while self.failure.is_none() && records.len() + weight < buffer.len().min(BATCH) {
                match self.links.next() {
                    Some(Ok(found)) => {
                        let base = self.base.get().filter(|_| found.has_base);
                        weight += base.map_or(0, |base| base.as_str().len());
                        encode(&found, records);
                    }
                    Some(Err(failure)) => self.failure = Some(failure),
                    None => break,
                }
            }
            if let Some(failure) = self.failure.take_if(|_| records.is_empty()) {
                return Err(failure);
            }
        }
        self.pending.read(buffer)
    }
}
