//! Sitemaps, and indexes of sitemaps that are files beside them. Source: sitemaps.org, protocol 0.9.

use std::{
    io::{self, BufRead, BufReader, Read},
    mem,
    sync::Arc,
};

use quick_xml::{Error, escape::resolve_xml_entity, events::Event, reader::Reader};

use super::found::{Content, Context, Found, LIMIT, OpenBeside, Position};

/// How many elements may be in each other.
const DEPTH: usize = 16;

/// A sitemap that is read.
struct Document {
    reader: Reader<Metered<Box<dyn Read + Send>>>,
    /// The event that is read.
    buffer: Vec<u8>,
    /// The file, if it is one of an index.
    name: Option<Arc<str>>,
    /// Whether the root is that of an index, once it is read.
    is_index: Option<bool>,
    /// How many elements are open.
    depth: usize,
    /// The current `loc`.
    current: Option<Location>,
}

/// A `loc` that is read.
#[derive(Default)]
struct Location {
    /// Where its text begins.
    start: Option<Position>,
    text: String,
    /// Why there is no URL.
    fault: Option<Content>,
}

/// The URLs of a sitemap, or of the sitemaps of an index, which `open` opens.
pub(super) fn links(
    reader: Box<dyn Read + Send>,
    open: OpenBeside,
) -> impl Iterator<Item = io::Result<Found>> + Send {
    // And the sitemap of the index that is read.
    let (mut index, mut current) = (Document::new(reader, None), None::<Document>);
    std::iter::from_fn(move || {
        loop {
            if let Some(found) = current.as_mut().and_then(Iterator::next) {
                return Some(found);
            }
            current = None;
            let found = match index.next()? {
                Ok(found) if index.is_index == Some(true) => found,
                found => return Some(found),
            };
            let Content::Url(url) = &found.content else { return Some(Ok(found)) };
            // The name is the last segment of the URL's path, and so is nowhere else.
            let name = url.split(['?', '#']).next().and_then(|path| path.rsplit(['/', '\\']).next());
            let name = name.unwrap_or_default().to_owned();
            let named = Some(&*name).filter(|name| !matches!(*name, "" | "." | ".."));
            let Some(reader) = named.and_then(&open) else {
                let why = format!("there is no file {name:?} beside the index");
                return Some(Ok(Found { content: Content::Refused("missing-file", why.into()), ..found }));
            };
            current = Some(Document::new(reader, Some(name.into())));
        }
    })
}

impl Document {
    fn new(reader: Box<dyn Read + Send>, name: Option<Arc<str>>) -> Self {
        let reader = BufReader::new(reader);
        let mut reader = Reader::from_reader(Metered { reader, position: Position::START, left: LIMIT });
        reader.config_mut().expand_empty_elements = true;
        reader.config_mut().check_comments = true;
        Self { reader, buffer: Vec::new(), name, is_index: None, depth: 0, current: None }
    }

    /// Takes the `event` that begins at `start`. Returns the URL that it ends.
    fn take(&mut self, event: &Event<'_>, start: Position) -> Result<Option<Found>, String> {
        match event {
            Event::Start(tag) => {
                for attribute in tag.attributes().with_checks(false) {
                    attribute.map_err(|error| error.to_string())?;
                }
                if self.depth == 0 {
                    self.begin(tag.local_name().as_ref())?;
                }
                self.depth += 1;
                if self.depth > DEPTH {
                    return Err(format!("more than {DEPTH} elements are in each other"));
                }
                // Or one of an extension.
                if tag.local_name().as_ref() == "loc" {
                    self.current = Some(Location::default());
                }
            }
            Event::End(tag) => {
                self.depth -= 1;
                if tag.local_name().as_ref() == "loc"
                    && let Some(Location { start: text, text: url, fault }) = self.current.take()
                {
                    let content = fault.unwrap_or_else(|| Content::of(url.trim_ascii()));
                    let at = text.unwrap_or(start);
                    return Ok(Some(Found { file: self.name.clone(), at, context: Context::default(), has_base: false, content }));
                }
            }
            Event::Text(text) => self.append(text, start)?,
            Event::CData(text) => {
                let mut start = start;
                start.pass(b"<![CDATA[");
                self.append(text, start)?;
            }
            Event::GeneralRef(name) => {
                let char = name.resolve_char_ref().ok().flatten().map(String::from);
                let text = char.as_deref().or_else(|| resolve_xml_entity(name));
                self.append(text.unwrap_or("&"), start)?;
                if let Some(location) = self.current.as_mut().filter(|_| text.is_none()) {
                    let why = format!("XML does not define {:?}", format!("&{};", &**name));
                    location.fault = Some(Content::Refused("undefined-entity", why.into()));
                }
            }
            Event::Eof if self.is_index.is_none() => self.begin("")?,
            Event::Eof if self.depth > 0 => return Err("the document ends inside an element".into()),
            _ => {}
        }
        Ok(None)
    }

    /// Begins the root element, of this name.
    fn begin(&mut self, name: &str) -> Result<(), String> {
        self.is_index = Some(match (self.is_index, name) {
            (None, "urlset") => false,
            (None, "sitemapindex") if self.name.is_none() => true,
            (None, "sitemapindex") => return Err("a sitemap of an index is an index itself".into()),
            (None, _) => {
                return Err("not a sitemap: it does not begin with `urlset` or `sitemapindex`".into());
            }
            (Some(_), _) => return Err("something follows the end of the sitemap".into()),
        });
        Ok(())
    }

    /// Appends text to the current `loc`, if there is one.
    fn append(&mut self, text: &str, mut start: Position) -> Result<(), String> {
        let blank = text.len() - text.trim_ascii_start().len();
        if self.depth == 0 && blank < text.len() {
            return self.begin("");
        }
        if let Some(location) = &mut self.current {
            if location.start.is_none() && blank < text.len() {
                start.pass(&text.as_bytes()[..blank]);
                location.start = Some(start);
            }
            if location.text.len() + text.len() > LIMIT {
                location.fault = Some(Content::too_long(LIMIT));
            } else {
                location.text += text;
            }
        }
        Ok(())
    }
}

impl Iterator for Document {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let mut buffer = mem::take(&mut self.buffer);
            buffer.clear();
            self.reader.get_mut().left = LIMIT;
            let start = self.reader.get_ref().position;
            let event = self.reader.read_event_into(&mut buffer).map_err(|error| describe(&error));
            let is_over = matches!(event, Ok(Event::Eof));
            let taken = event.and_then(|event| self.take(&event, start));
            self.buffer = buffer;
            match taken {
                Ok(Some(found)) => return Some(Ok(found)),
                Ok(None) if is_over => return None,
                Ok(None) => {}
                Err(why) => {
                    let file = self.name.as_ref().map(|name| format!("{name:?}, ")).unwrap_or_default();
                    return Some(Err(io::Error::other(format!("{file}line {}: {why}", start.line))));
                }
            }
        }
    }
}

/// What `error` says, which may quote the document.
fn describe(error: &Error) -> String {
    let why = match error {
        Error::Io(error) => error.to_string(),
        _ => error.to_string().chars().take(200).collect(),
    };
    why.replace(char::is_control, "\u{FFFD}")
}

/// A document whose events are bounded.
struct Metered<R> {
    reader: BufReader<R>,
    position: Position,
    /// How many bytes the current event may still have.
    left: usize,
}

impl<R: Read> BufRead for Metered<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let buffer = self.reader.fill_buf()?;
        if self.left == 0 && !buffer.is_empty() {
            return Err(io::Error::other(format!("a tag, text or comment is longer than {LIMIT} bytes")));
        }
        Ok(&buffer[..buffer.len().min(self.left)])
    }

    fn consume(&mut self, len: usize) {
        self.position.pass(&self.reader.buffer()[..len]);
        self.left -= len;
        self.reader.consume(len);
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.fill_buf()?.read(buffer)?;
        self.consume(len);
        Ok(len)
    }
}
