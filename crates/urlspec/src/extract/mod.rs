//! URLs in documents: finds them as a document is read, and passes them on as records of the pipeline.

mod found;
mod html;
mod markdown;
mod position;
mod sitemap;

use std::{
    io::{self, Read},
    path::Path,
};

pub(crate) use self::{
    found::{DocumentBase, Found, MakeBase},
    markdown::text_finder,
};
use self::{html::Html, markdown::Markdown, sitemap::Sitemap};
use crate::{
    format::Format,
    inputs::{End, Source},
    place::Place,
};

/// The URLs of a document that is read.
type Links = Box<dyn Iterator<Item = io::Result<Found>> + Send>;

/// The URLs of the document in `source`, as records. The files of an index are beside it.
///
/// Each record is the place, what applies, and the text: see [`decode`]. It ends with NUL, which no text contains.
pub(crate) fn records(source: Source, format: Format, base: DocumentBase, make_base: MakeBase) -> Source {
    let folder = Path::new(&source.name).parent().unwrap_or(Path::new(""));
    let reader = source.reader;
    let links: Links = match format {
        Format::Html => Box::new(Html::new(reader, base, make_base)),
        Format::Markdown => Box::new(Markdown::new(reader)),
        Format::Sitemap => Box::new(Sitemap::new(reader, folder, &source.budget)),
        _ => return Source { reader, ..source },
    };
    let reader = Box::new(Records { links, pending: Vec::new(), at: 0 });
    // How many bytes the records take is not known.
    Source { reader, size: None, end: End::Byte(0), ..source }
}

/// What [`records`] wrote.
pub(crate) fn decode(record: &str) -> Option<Found> {
    let mut fields = record.splitn(5, SEPARATOR);
    let mut next = || fields.next();
    let file = Some(next()?).filter(|file| !file.is_empty()).map(Into::into);
    let (line, column) = (next()?.parse().ok()?, next()?.parse().ok());
    let flags = next()?;
    Some(Found {
        place: Place { file, line, column },
        has_base: flags.contains('b'),
        is_missing: flags.contains('m'),
        text: next()?.into(),
    })
}

/// What is between the fields of a record.
const SEPARATOR: char = '\t';

struct Records {
    links: Links,
    pending: Vec<u8>,
    at: usize,
}

impl Read for Records {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.pending.len() {
            self.pending.clear();
            self.at = 0;
            // Enough that a read is worth it.
            while self.pending.len() < buffer.len().min(64 << 10) {
                let Some(found) = self.links.next() else { break };
                let Found { place, has_base, is_missing, text } = found?;
                let flags = [if has_base { "b" } else { "" }, if is_missing { "m" } else { "" }].concat();
                let column = place.column.map(|column| column.to_string()).unwrap_or_default();
                // Neither can be part of a URL that is found, or of a name that is looked for.
                let clean = |text: String| text.replace('\0', "\u{FFFD}");
                let file = place.file.as_deref().unwrap_or_default().replace(['\t', '\0'], "\u{FFFD}");
                let head = format!("{file}\t{}\t{column}\t{flags}\t{}\0", place.line, clean(text));
                self.pending.extend_from_slice(head.as_bytes());
            }
        }
        let len = buffer.len().min(self.pending.len() - self.at);
        buffer[..len].copy_from_slice(&self.pending[self.at..self.at + len]);
        self.at += len;
        Ok(len)
    }
}
