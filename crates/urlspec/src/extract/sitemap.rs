//! Sitemaps, and indexes of sitemaps that are files beside them. Source: sitemaps.org, protocol 0.9.

use std::{
    collections::VecDeque,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use html5gum::{
    IoReader, Span, Tokenizer,
    emitters::callback::{Callback, CallbackEmitter, CallbackEvent},
};

use super::{
    found::Found,
    position::{Positioned, Positions},
};
use crate::inputs::{Budget, End, Source};

/// What a sitemap is read from.
type Input = IoReader<Positioned<Box<dyn Read + Send>>>;

/// What is found in a sitemap, until it is taken.
type Queue = Arc<Mutex<VecDeque<Found>>>;

/// A sitemap that is read. Of XML, it has tags, text, references and CDATA sections, which the tokenizer of HTML reads alike.
struct Document {
    tokenizer: Tokenizer<Input, CallbackEmitter<Locations, (), usize>>,
    found: Queue,
    /// The file, if it is one of an index.
    name: Option<String>,
}

/// The URLs of a sitemap, or of the sitemaps of an index.
pub(super) struct Sitemap {
    index: Document,
    /// The sitemap of the index that is read.
    current: Option<Document>,
    folder: PathBuf,
    budget: Budget,
}

/// Collects the content of `loc`.
struct Locations {
    positions: Positions,
    found: Queue,
    /// Whether the current element is an entry of an index.
    is_entry: bool,
    /// The content of the current `loc`, and where it begins.
    content: Option<(String, Option<usize>)>,
}

impl Document {
    fn new(reader: Box<dyn Read + Send>, name: Option<String>) -> Self {
        let (positions, found) = (Positions::new(), Queue::default());
        let reader = IoReader::new(positions.watch(reader));
        let locations = Locations { positions, found: Arc::clone(&found), is_entry: false, content: None };
        Self { tokenizer: Tokenizer::new_with_emitter(reader, CallbackEmitter::new(locations)), found, name }
    }
}

impl Iterator for Document {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            // Each change is complete.
            if let Some(mut found) = self.found.lock().unwrap_or_else(PoisonError::into_inner).pop_front() {
                found.place.file = self.name.as_deref().map(Into::into);
                return Some(Ok(found));
            }
            match self.tokenizer.next()? {
                Ok(()) => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl Sitemap {
    pub(super) fn new(reader: Box<dyn Read + Send>, folder: &Path, budget: &Budget) -> Self {
        Self {
            index: Document::new(reader, None),
            current: None,
            folder: folder.into(),
            budget: budget.clone(),
        }
    }
}

impl Iterator for Sitemap {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(current) = &mut self.current {
                match current.next() {
                    // An index has no other index.
                    Some(Ok(found)) if found.is_missing => {}
                    Some(found) => return Some(found),
                    None => self.current = None,
                }
                continue;
            }
            let found = match self.index.next()? {
                Ok(found) if found.is_missing => found,
                found => return Some(found),
            };
            // The name is the last segment of the URL's path, and so is nowhere else.
            let name = found.text.split(['?', '#']).next().and_then(|path| path.rsplit(['/', '\\']).next());
            let name = name.unwrap_or_default().to_owned();
            match Source::open(&self.folder.join(&name), End::Byte(b'\n'), &self.budget) {
                Ok(source) if !matches!(&*name, "" | "." | "..") => {
                    self.current = Some(Document::new(source.reader, Some(name)));
                }
                _ => return Some(Ok(Found { text: name, ..found })),
            }
        }
    }
}

impl Callback<(), usize> for Locations {
    /// Returns something where something was found, so that it is taken before more is read.
    fn handle_event(&mut self, event: CallbackEvent<'_>, span: Span<usize>) -> Option<()> {
        match event {
            CallbackEvent::OpenStartTag { name: b"url" } => self.is_entry = false,
            CallbackEvent::OpenStartTag { name: b"sitemap" } => self.is_entry = true,
            CallbackEvent::OpenStartTag { name } if is_location(name) => {
                self.content = Some((String::new(), None));
            }
            CallbackEvent::String { value } => self.append(value, span.start),
            // A CDATA section, as HTML reads it.
            CallbackEvent::Comment { value } => {
                if let Some(value) = value.strip_prefix(b"[CDATA[") {
                    let start = span.start + b"<![CDATA[".len();
                    self.append(value.strip_suffix(b"]]").unwrap_or(value), start);
                }
            }
            CallbackEvent::EndTag { name } if is_location(name) => {
                let (content, start) = self.content.take()?;
                let place = self.positions.place(start.unwrap_or(span.start) as u64);
                let text = content.trim_ascii().into();
                let found = Found { place, has_base: false, is_missing: self.is_entry, text };
                self.found.lock().unwrap_or_else(PoisonError::into_inner).push_back(found);
                return Some(());
            }
            _ => {}
        }
        None
    }
}

impl Locations {
    /// Appends text to the content of `loc`, if that is what is read.
    fn append(&mut self, value: &[u8], at: usize) {
        if let Some((content, start)) = &mut self.content {
            let blank = value.len() - value.trim_ascii_start().len();
            if start.is_none() && blank < value.len() {
                *start = Some(at + blank);
            }
            content.push_str(&String::from_utf8_lossy(value));
        }
    }
}

/// Whether `name` is that of an element whose content is a URL: `loc`, or one of an extension.
fn is_location(name: &[u8]) -> bool {
    name == b"loc" || name.ends_with(b":loc")
}
