//! URLs in documents: finds them as a document is read, and passes them on as records of the pipeline.

mod html;
mod markdown;
mod position;
mod sitemap;

use std::{
    ffi::OsStr,
    io::{self, Read},
    path::Path,
    sync::{Arc, OnceLock},
};

use clap::ValueEnum;
use url_facade::Reference;

pub(crate) use self::markdown::text_finder;
use self::{html::Html, markdown::Markdown, sitemap::Sitemap};
use crate::lines::Place;

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Lines of text, such as a log: URLs with a scheme.
    Text,
    /// Markdown (`CommonMark`): links, images, URLs in text and in HTML.
    Markdown,
    /// HTML: attributes that hold URLs.
    Html,
    /// A sitemap (XML), or an index of sitemaps that are files beside it.
    Sitemap,
    /// One URL per line.
    List,
}

impl Format {
    /// The format that the name of `path` shows; the ending of a compressed file is ignored.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let mut path = path.to_owned();
        if path.extension().is_some_and(|ending| ending == "gz" || ending == "zst") {
            path.set_extension("");
        }
        match path.extension().and_then(OsStr::to_str)?.to_ascii_lowercase().as_str() {
            "html" | "htm" | "xhtml" => Some(Self::Html),
            "md" | "markdown" => Some(Self::Markdown),
            "xml" => Some(Self::Sitemap),
            _ => None,
        }
    }
}

/// A URL in a document, as it is written there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) place: Place,
    /// Whether the document's own base applies.
    pub(crate) has_base: bool,
    /// Whether this is the name of a file that is missing, instead of a URL.
    pub(crate) is_missing: bool,
    pub(crate) text: String,
}

/// The base that a document declares, once it is found.
pub(crate) type DocumentBase = Arc<OnceLock<Reference>>;

/// What makes a base of the text in the document.
pub(crate) type MakeBase = Box<dyn Fn(&str) -> Option<Reference> + Send>;

/// The URLs of a document that is read.
type Links = Box<dyn Iterator<Item = io::Result<Found>> + Send>;

/// The records of the URLs in `reader`. `folder` is where the files of an index are.
///
/// Each record is the place, what applies, and the text: see [`decode`]. It ends with NUL, which no text contains.
pub(crate) fn records(
    format: Format,
    reader: Box<dyn Read + Send>,
    base: DocumentBase,
    make_base: MakeBase,
    folder: &Path,
) -> Box<dyn Read + Send> {
    let links: Links = match format {
        Format::Text | Format::List => return reader,
        Format::Html => Box::new(Html::new(reader, base, make_base)),
        Format::Markdown => Box::new(Markdown::new(reader)),
        Format::Sitemap => Box::new(Sitemap::new(reader, folder)),
    };
    Box::new(Records { links, pending: Vec::new(), at: 0 })
}

/// What [`records`] wrote.
pub(crate) fn decode(record: &[u8]) -> Option<Found> {
    let mut fields = record.splitn(5, |&byte| byte == SEPARATOR);
    let mut next = || fields.next().map(String::from_utf8_lossy);
    let file = Some(next()?.into_owned()).filter(|file| !file.is_empty());
    let (line, column) = (next()?.parse().ok()?, next()?.parse().ok());
    let flags = next()?;
    Some(Found {
        place: Place { file, line, column },
        has_base: flags.contains('b'),
        is_missing: flags.contains('m'),
        text: next()?.into_owned(),
    })
}

/// What is between the fields of a record.
const SEPARATOR: u8 = b'\t';

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
                let file = place.file.unwrap_or_default().replace(['\t', '\0'], "\u{FFFD}");
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
