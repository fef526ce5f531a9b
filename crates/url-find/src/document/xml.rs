//! XML: sitemaps, indexes of sitemaps that are files beside them, and feeds. Other XML is read as text.
//!
//! Sources: sitemaps.org, protocol 0.9, with its extensions for languages, images and videos; RSS 1.0 and 2.0, Media RSS, and Atom
//! (RFC 4287).

use std::{
    io::{self, BufRead, BufReader, Cursor, Read},
    mem,
    sync::Arc,
};

use quick_xml::{
    Error, XmlVersion,
    escape::resolve_xml_entity,
    events::{BytesStart, Event},
    reader::Reader,
};

use super::{
    found::{Content, Context, DocumentBase, Found, LIMIT, Links, OpenBeside, Position, Settings},
    html::Html,
    text::{Lines, Piece},
};

/// How many elements may be in each other, and the longest name of one, in bytes: the names of all are kept.
const DEPTH: usize = 256;
const NAME_LIMIT: usize = 4 << 10;

/// A document that is read.
struct Document {
    /// `None` once the rest is read as text.
    reader: Option<Reader<Metered<Box<dyn Read + Send>>>>,
    /// The event that is read.
    buffer: Vec<u8>,
    /// The file, if it is one of an index.
    name: Option<Arc<str>>,
    settings: Arc<Settings>,
    /// True if the root is that of an index; `None` until it is read.
    is_index: Option<bool>,
    /// How many elements are open.
    depth: usize,
    current: Element,
    /// What was found and is still to be returned: first this, then the URLs of the text, then those of the links.
    found: Vec<Found>,
    pieces: Vec<Piece<String>>,
    links: Option<Links>,
}

/// How the text of an element is read.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Reading {
    #[default]
    Text,
    Url,
    /// HTML, if it has tags.
    Html,
}

/// The element whose text is read, from its start tag or the last tag inside it.
#[derive(Default)]
struct Element {
    name: Option<Arc<str>>,
    reading: Reading,
    /// Where its text begins.
    start: Option<Position>,
    text: String,
    /// How much of its text is as in the document.
    exact: Option<usize>,
    /// Why there is no URL.
    fault: Option<Content>,
}

/// The URLs of a sitemap or feed, or of the sitemaps of an index, which `open` opens.
pub(super) fn links(
    reader: Box<dyn Read + Send>,
    settings: &Arc<Settings>,
    open: OpenBeside,
) -> impl Iterator<Item = io::Result<Found>> + use<> {
    let settings = Arc::clone(settings);
    // And the sitemap of the index that is read.
    let (mut index, mut current) = (Document::new(reader, None, Arc::clone(&settings)), None::<Document>);
    std::iter::from_fn(move || {
        loop {
            if let Some(found) = current.as_mut().and_then(Iterator::next) {
                return Some(found);
            }
            current = None;
            let found = match index.next()? {
                Ok(found)
                    if index.is_index == Some(true)
                        && found.context.element.as_deref().is_some_and(is_loc) =>
                {
                    found
                }
                found => return Some(found),
            };
            let Content::Url(url) = &found.content else { return Some(Ok(found)) };
            // The name is the last segment of the URL's path, and so is nowhere else.
            let name = url.split(['?', '#']).next().and_then(|path| path.rsplit(['/', '\\']).next());
            let name = name.unwrap_or_default().to_owned();
            let named = Some(&*name).filter(|name| !matches!(*name, "" | "." | ".."));
            let Some(reader) = named.and_then(&open) else {
                let why = format!("there is no file {name:?} next to the index");
                return Some(Ok(Found { content: Content::Refused("missing-file", why.into()), ..found }));
            };
            current = Some(Document::new(reader, Some(name.into()), Arc::clone(&settings)));
        }
    })
}

/// Returns true if an element with this name holds the address of a page or sitemap.
fn is_loc(name: &str) -> bool {
    local(name) == "loc"
}

/// The part of a name behind its prefix.
fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

impl Document {
    fn new(reader: Box<dyn Read + Send>, name: Option<Arc<str>>, settings: Arc<Settings>) -> Self {
        let reader = BufReader::new(reader);
        let metered = Metered { reader, position: Position::START, seen: Vec::new() };
        let mut reader = Reader::from_reader(metered);
        let config = reader.config_mut();
        (config.expand_empty_elements, config.check_comments) = (true, false);
        // What is wrong in an entry is a finding of that entry.
        (config.allow_dangling_amp, config.allow_unmatched_ends, config.check_end_names) =
            (true, true, false);
        Self {
            reader: Some(reader),
            buffer: Vec::new(),
            name,
            settings,
            is_index: None,
            depth: 0,
            current: Element::default(),
            found: Vec::new(),
            pieces: Vec::new(),
            links: None,
        }
    }

    /// Takes the `event` that begins at `start`. The error says why the rest is read as text; it is empty if that is not a fault.
    fn take(&mut self, event: &Event<'_>, start: Position) -> Result<(), String> {
        match event {
            Event::Start(tag) => {
                if tag.name().as_ref().len() > NAME_LIMIT {
                    return Err(format!("a name is longer than {NAME_LIMIT} bytes"));
                }
                if self.depth == 0 && self.is_index.is_none() {
                    self.begin(tag, start)?;
                }
                self.depth += 1;
                if self.depth > DEPTH {
                    return Err(format!("elements are nested more than {DEPTH} levels deep"));
                }
                self.end_text(start);
                self.take_tag(tag, start);
            }
            Event::End(_) => {
                self.depth = self.depth.saturating_sub(1);
                self.end_text(start);
            }
            Event::Text(text) => {
                if self.depth == 0 && !text.trim_ascii().is_empty() {
                    let has_root = self.is_index.is_some();
                    return Err(if has_root {
                        "text follows the end of the document".into()
                    } else {
                        String::new()
                    });
                }
                // A whole reference is another event.
                if text.contains('&') && self.current.reading == Reading::Url {
                    let why = "`&` is not written as `&amp;`";
                    self.current.fault = Some(Content::Refused("bare-ampersand", why.into()));
                }
                self.append(text, start, true);
            }
            Event::CData(text) => {
                let mut start = start;
                start.pass(b"<![CDATA[");
                self.append(text, start, self.current.text.is_empty());
            }
            Event::GeneralRef(name) => {
                let char = name.resolve_char_ref().ok().flatten().map(String::from);
                let text = char.as_deref().or_else(|| resolve_xml_entity(name));
                if text.is_none() {
                    let why = format!("XML does not define {:?}", format!("&{};", &**name));
                    self.current.fault = Some(Content::Refused("undefined-entity", why.into()));
                }
                self.append(text.unwrap_or("&"), start, false);
            }
            Event::Eof => {
                self.end_text(start);
                if self.is_index.is_none() {
                    return Err("there is no element".into());
                }
                if self.depth > 0 {
                    return Err("it ends inside an element".into());
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Begins the root element.
    fn begin(&mut self, tag: &BytesStart<'_>, start: Position) -> Result<(), String> {
        let is_index = match tag.local_name().as_ref() {
            "urlset" | "rss" | "feed" | "entry" | "RDF" | "opml" => false,
            "sitemapindex" => true,
            _ => return Err(String::new()),
        };
        if is_index && self.name.is_some() {
            let why = "this index is listed by another index, so it is not read";
            self.found.push(Found::at(start, Content::Refused("nested-index", why.into())));
        }
        self.is_index = Some(is_index);
        Ok(())
    }

    /// Takes the URLs in the attributes of a start tag, and makes its element the current one.
    fn take_tag(&mut self, tag: &BytesStart<'_>, start: Position) {
        let attribute = |name: &str| {
            let value = tag.try_get_attribute(name).ok()??;
            Some(Arc::<str>::from(&*value.normalized_value(XmlVersion::Implicit1_0).ok()?))
        };
        let element: Arc<str> = tag.name().as_ref().into();
        let reading = match tag.local_name().as_ref() {
            "guid" if attribute("isPermaLink").as_deref() == Some("false") => Reading::Text,
            "loc" | "link" | "guid" | "url" => Reading::Url,
            name if name.ends_with("_loc") => Reading::Url,
            "description" | "encoded" | "summary" | "content" | "title" => Reading::Html,
            _ => Reading::Text,
        };
        self.current = Element { name: Some(Arc::clone(&element)), reading, ..Element::default() };
        let mut context = None;
        for attribute_of in tag.attributes().with_checks(false) {
            let refused = |kind, why: String| Content::Refused(kind, printable(&why).into());
            let found = match attribute_of {
                Err(error) => {
                    // URLs in it are found as in text.
                    self.pieces.push(Piece::new(tag.to_string(), start, 0, Context::default()));
                    Found::at(start, refused("not-xml", error.to_string()))
                }
                Ok(attribute_of) => {
                    let name = attribute_of.key.as_ref();
                    let is_url = matches!(
                        local(name),
                        "href" | "src" | "url" | "uri" | "xmlUrl" | "htmlUrl" | "about" | "resource"
                    );
                    if !is_url || name.starts_with("xmlns") {
                        continue;
                    }
                    let raw = &*attribute_of.value;
                    // It is a part of the tag.
                    let before = raw.as_ptr().addr().wrapping_sub(tag.as_ptr().addr());
                    let mut at = start;
                    at.pass(b"<");
                    at.pass(tag.as_bytes().get(..before).unwrap_or_default());
                    let content = match attribute_of.normalized_value(XmlVersion::Implicit1_0) {
                        Ok(value) => Content::of(value.trim_ascii()),
                        Err(error) => refused("not-xml", error.to_string()),
                    };
                    let context = context.get_or_insert_with(|| Context {
                        element: Some(Arc::clone(&element)),
                        rel: attribute("rel"),
                        hreflang: attribute("hreflang"),
                        ..Context::default()
                    });
                    let context = Context { attribute: Some(name.into()), ..context.clone() };
                    Found { context, ..Found::at(at, content) }
                }
            };
            self.found.push(found);
        }
        self.found.reverse();
    }

    /// Takes the text of the current element, which ends at `end` or before it.
    fn end_text(&mut self, end: Position) {
        let Element { name, reading, start, text, exact, fault } = mem::take(&mut self.current);
        let context = Context { element: name, ..Context::default() };
        let at = start.unwrap_or(end);
        let trimmed = text.trim_ascii();
        let is_blank = trimmed.is_empty() && fault.is_none();
        match (reading, fault) {
            // An address is there, though perhaps an empty one.
            (Reading::Url, None) if is_blank && !context.element.as_deref().is_some_and(is_loc) => {}
            (Reading::Url, fault) => {
                let content = fault.unwrap_or_else(|| Content::of(trimmed));
                self.found.insert(0, Found { context, ..Found::at(at, content) });
            }
            (_, Some(fault @ Content::Refused("too-long", _))) => {
                self.found.insert(0, Found { context, ..Found::at(at, fault) });
            }
            _ if is_blank => {}
            (Reading::Html, _) if text.contains('<') => {
                let html = Html::new(
                    Cursor::new(text.into_bytes()),
                    DocumentBase::default(),
                    None,
                    Arc::default(),
                    0,
                );
                self.links = Some(Box::new(html.map(move |found| Ok(Found { at, ..found? }))));
            }
            _ => {
                let exact = exact.unwrap_or(text.len());
                let start = text.len() - text.trim_ascii_start().len();
                self.pieces.push(Piece::new(
                    text[start..].to_owned(),
                    at,
                    exact.saturating_sub(start),
                    context,
                ));
            }
        }
    }

    /// Appends text to that of the current element.
    fn append(&mut self, text: &str, mut start: Position, is_exact: bool) {
        let current = &mut self.current;
        let blank = text.len() - text.trim_ascii_start().len();
        if current.start.is_none() && blank < text.len() {
            start.pass(&text.as_bytes()[..blank]);
            current.start = Some(start);
        }
        if !is_exact {
            current.exact.get_or_insert(current.text.len());
        }
        if current.text.len() + text.len() > LIMIT {
            current.fault = Some(Content::too_long(LIMIT));
        } else {
            current.text += text;
        }
    }

    /// The next of what was found already.
    fn pending(&mut self) -> Option<io::Result<Found>> {
        if let Some(found) = self.found.pop() {
            return Some(Ok(found));
        }
        while let Some(piece) = self.pieces.last_mut() {
            if let Some(found) = piece.next(&self.settings.finder) {
                return Some(Ok(found));
            }
            self.pieces.pop();
        }
        let found = self.links.as_mut().and_then(Iterator::next);
        if found.is_none() {
            self.links = None;
        }
        found
    }

    /// Reads the next event; `None` at the end.
    fn read(&mut self) -> Option<()> {
        let reader = self.reader.as_mut()?;
        let mut buffer = mem::take(&mut self.buffer);
        buffer.clear();
        reader.get_mut().seen.clear();
        let start = reader.get_ref().position;
        let event = reader.read_event_into(&mut buffer).map_err(|error| describe(&error));
        let is_over = matches!(event, Ok(Event::Eof));
        let taken = event.and_then(|event| self.take(&event, start));
        self.buffer = buffer;
        if is_over {
            let Err(why) = taken else {
                self.reader = None;
                return Some(());
            };
            self.reader = None;
            self.found.push(Found::at(start, Content::Refused("not-xml", why.into())));
        } else if let Err(why) = taken {
            // What is in the text before it is found there.
            if why.is_empty() {
                self.found.clear();
            } else {
                self.end_text(start);
                let why = printable(&format!("{why}; the rest is read as text"));
                self.found.insert(0, Found::at(start, Content::Refused("not-xml", why.into())));
            }
            let Metered { reader, seen, .. } = self.reader.take()?.into_inner();
            let lines = Lines::new(Cursor::new(seen).chain(reader), start, Arc::clone(&self.settings));
            let before = self.links.take().into_iter().flatten();
            self.links = Some(Box::new(before.chain(lines)));
        }
        Some(())
    }
}

impl Iterator for Document {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(found) = self.pending() {
                return Some(found.map(|found| Found { file: self.name.clone(), ..found }));
            }
            self.read()?;
        }
    }
}

/// What `error` says, which may quote the document.
fn describe(error: &Error) -> String {
    match error {
        Error::Io(error) => error.to_string(),
        _ => error.to_string().chars().take(200).collect(),
    }
}

/// `why` without control characters.
fn printable(why: &str) -> String {
    why.replace(char::is_control, "\u{FFFD}")
}

/// A document whose events are bounded, and kept.
struct Metered<R> {
    reader: BufReader<R>,
    position: Position,
    /// The bytes of the current event.
    seen: Vec<u8>,
}

impl<R: Read> BufRead for Metered<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let left = LIMIT.saturating_sub(self.seen.len());
        let buffer = self.reader.fill_buf()?;
        if left == 0 && !buffer.is_empty() {
            return Err(io::Error::other(format!("a tag, text or comment is longer than {LIMIT} bytes")));
        }
        Ok(&buffer[..buffer.len().min(left)])
    }

    fn consume(&mut self, len: usize) {
        let bytes = &self.reader.buffer()[..len];
        self.position.pass(bytes);
        self.seen.extend_from_slice(bytes);
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
