//! URLs in documents: finds them as a document is read, and passes them on as records of the pipeline.
//!
//! A document may be hostile: whatever it holds, a reader keeps a bounded part of it in memory.

mod found;
mod html;
mod markdown;
mod position;
mod sitemap;

use std::io::{self, Cursor, Read};

pub(crate) use self::{
    found::{Content, DocumentBase, Found, MakeBase, OpenBeside},
    markdown::text_finder,
};
use self::{html::Html, markdown::Markdown, sitemap::Sitemap};
use crate::{format::Format, place::Place};

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
        Format::Html => Box::new(Html::new(reader, DocumentBase::clone(&base), make_base)),
        Format::Markdown => Box::new(Markdown::new(reader)),
        Format::Sitemap => Box::new(Sitemap::new(reader, open)),
        _ => return reader,
    };
    Box::new(Records { links, base, pending: Cursor::default(), failure: None })
}

/// Appends the record of `found`: the place, what applies, and the text. It ends with NUL, which no text contains.
pub(crate) fn encode(found: &Found, record: &mut Vec<u8>) {
    let Found { place, has_base, content } = found;
    // Neither can be part of a name that is looked for.
    let file = place.file.as_deref().unwrap_or_default().replace(['\t', '\0'], "\u{FFFD}");
    let column = place.column.map(|column| column.to_string()).unwrap_or_default();
    let base = if *has_base { "b" } else { "" };
    let (kind, text) = match content {
        Content::Url(text) => ("", text.clone()),
        Content::MissingFile(name) => ("m", name.replace('\0', "\u{FFFD}")),
        Content::NotUtf8(text) => ("u", text.clone()),
        Content::TooLong(limit) => ("l", limit.to_string()),
        Content::UndefinedEntity(name) => ("e", name.replace('\0', "\u{FFFD}")),
    };
    for part in [&*file, "\t", &place.line.to_string(), "\t", &column, "\t", base, kind, "\t", &text, "\0"] {
        record.extend_from_slice(part.as_bytes());
    }
}

/// What [`encode`] wrote, without the NUL.
pub(crate) fn decode(record: &str) -> Option<Found> {
    let mut fields = record.splitn(5, '\t');
    let mut next = || fields.next();
    let file = Some(next()?.to_owned()).filter(|file| !file.is_empty());
    let (line, column) = (next()?.parse().ok()?, next()?.parse().ok());
    let flags = next()?;
    let text = next()?;
    let content = match flags.trim_start_matches('b') {
        "m" => Content::MissingFile(text.to_owned()),
        "u" => Content::NotUtf8(text.to_owned()),
        "l" => Content::TooLong(text.parse().ok()?),
        "e" => Content::UndefinedEntity(text.to_owned()),
        _ => Content::Url(text.to_owned()),
    };
    Some(Found { place: Place { file, line, column }, has_base: flags.starts_with('b'), content })
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
            if let Some(failure) = self.failure.take() {
                return Err(failure);
            }
            self.pending.set_position(0);
            let records = self.pending.get_mut();
            records.clear();
            let mut weight = 0;
            // Enough that a read is worth it.
            while records.len() + weight < buffer.len().min(BATCH) {
                match self.links.next() {
                    Some(Ok(found)) => {
                        let base = self.base.get().filter(|_| found.has_base);
                        weight += base.map_or(0, |base| base.as_str().len());
                        encode(&found, records);
                    }
                    Some(Err(failure)) if records.is_empty() => return Err(failure),
                    Some(Err(failure)) => {
                        self.failure = Some(failure);
                        break;
                    }
                    None => break,
                }
            }
        }
        self.pending.read(buffer)
    }
}
