//! XML: sitemaps, indexes of sitemaps in the same folder, and feeds. Other XML is searched as plain text.
//!
//! Sources: sitemaps.org 0.9 with the extensions of search engines; RSS 1.0 and 2.0; Media RSS; RFC 4287.

use std::io::{self, Read};
use std::mem;
use std::sync::Arc;

use encoding_rs::Encoding;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use quick_xml::{Error, XmlVersion};

use super::{
    Content, Context, Found, LIMIT, OpenBeside, Position, Take,
    html::{self, css, read_part},
    lines,
    source::Source,
};
use crate::Finder;

const DEPTH: usize = 256;

const URL_ATTRIBUTES: [&str; 8] = ["href", "src", "url", "uri", "xmlUrl", "htmlUrl", "about", "resource"];

/// The maximum length of an element's name in bytes. The parser stores the names of all open elements.
const NAME_LIMIT: usize = 4 << 10;

struct Document<'t> {
    finder: &'t Finder,
    /// The function that opens the sitemaps of an index, or `None` while one of these sitemaps is read.
    open: Option<&'t OpenBeside>,
    /// True if the document is an index of sitemaps. `None` until the root element was read.
    is_index: Option<bool>,
    depth: usize,
    current: Element,
    take: &'t mut Take<'t>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Reading {
    #[default]
    Text,
    Url,
    Html,
    Css,
}

/// The current text, which begins after a tag and ends before the next tag, and its element.
#[derive(Default)]
struct Element {
    name: Option<Arc<str>>,
    reading: Reading,
    start: Option<Position>,
    text: String,
    /// The number of bytes at the start of `text` that equal those of the document. `None` if all bytes do.
    exact: Option<usize>,
    fault: Option<Content>,
}

/// Finds the URLs in a sitemap or a feed, and in the sitemaps of an index, which `open` opens.
pub(super) fn read(
    reader: &mut dyn Read,
    finder: &Finder,
    open: Option<&OpenBeside>,
    take: &mut Take<'_>,
) -> io::Result<()> {
    let mut reader = Reader::from_reader(Source::new(reader));
    let config = reader.config_mut();
    (config.expand_empty_elements, config.check_comments) = (true, false);
    // After an error in one entry, continue: the error becomes a finding of the entry.
    (config.allow_dangling_amp, config.allow_unmatched_ends, config.check_end_names) = (true, true, false);
    let current = Element::default();
    let mut document = Document { finder, open, is_index: None, depth: 0, current, take };
    let mut buffer = Vec::new();
    let (mut why, start, is_over) = loop {
        buffer.clear();
        let start = reader.get_mut().set_mark();
        let event = reader.read_event_into(&mut buffer);
        let is_over = matches!(event, Ok(Event::Eof));
        let fault = match event {
            Ok(event) => document.event(&event, start)?,
            Err(Error::Io(error)) => Some(error.to_string()),
            Err(error) => Some(error.to_string().chars().take(200).collect()),
        };
        match fault {
            Some(why) => break (why, start, is_over),
            None if is_over => return Ok(()),
            None => {}
        }
    };
    if !why.is_empty() {
        document.end_text(start)?;
        if !is_over {
            why += "; the rest is read as text";
        }
        (document.take)(Found::at(start, Content::Refused("not-xml", printable(&why).into())))?;
    }
    let source = reader.get_mut();
    source.rewind();
    lines::lines(source, start, Vec::new(), finder, document.take)
}

fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

impl Document<'_> {
    /// Processes `event`. Returns `Some` if the rest of the document must be read as plain text: the message
    /// of the XML error, or an empty message if the XML is in no format that this module knows.
    fn event(&mut self, event: &Event<'_>, start: Position) -> io::Result<Option<String>> {
        match event {
            Event::Start(tag) => {
                if tag.name().as_ref().len() > NAME_LIMIT {
                    return Ok(Some(format!("a name is longer than {NAME_LIMIT} bytes")));
                }
                if self.depth == 0 && self.is_index.is_none() {
                    let is_index = match tag.local_name().as_ref() {
                        "urlset" | "rss" | "feed" | "entry" | "RDF" | "opml" => false,
                        "sitemapindex" => true,
                        _ => return Ok(Some(String::new())),
                    };
                    self.is_index = Some(is_index);
                    if is_index && self.open.is_none() {
                        let why = "this index is listed by another index, so it is not read";
                        (self.take)(Found::at(start, Content::Refused("nested-index", why.into())))?;
                    }
                }
                self.depth += 1;
                if self.depth > DEPTH {
                    return Ok(Some(format!("elements are nested more than {DEPTH} levels deep")));
                }
                self.end_text(start)?;
                self.take_tag(tag, start)?;
            }
            Event::End(_) => {
                self.depth = self.depth.saturating_sub(1);
                self.end_text(start)?;
            }
            Event::Text(text) => {
                if self.depth == 0 && !text.trim_ascii().is_empty() {
                    let has_root = self.is_index.is_some();
                    let why = if has_root { "text follows the end of the document" } else { "" };
                    return Ok(Some(why.into()));
                }
                // A complete reference would be a separate event, so this `&` does not begin a reference.
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
            // The pseudo-attributes of this instruction are written as attributes are.
            Event::PI(text) if text.target() == "xml-stylesheet" => {
                self.end_text(start)?;
                let mut start = start;
                start.pass(b"?");
                self.take_tag(&BytesStart::from_content(&**text, text.target().len()), start)?;
            }
            Event::DocType(text) => {
                if text.contains("<!ENTITY") || text.contains("<!ATTLIST") {
                    let why = "the document declares entities or attributes, whose text is not searched";
                    (self.take)(Found::at(start, Content::Refused("entities", why.into())))?;
                }
                if let Some(url) = system_identifier(text) {
                    (self.take)(Found::at(start, Content::of(url)))?;
                }
            }
            Event::Decl(declaration) => {
                let label = declaration.encoding().and_then(Result::ok);
                let encoding = label.as_deref().map(|label| Encoding::for_label(label.as_bytes()));
                if encoding.is_some_and(|encoding| encoding.is_none_or(|one| !one.is_ascii_compatible())) {
                    let why = "the document declares an encoding that is not compatible with ASCII";
                    (self.take)(Found::at(start, Content::Refused("encoding", why.into())))?;
                }
            }
            Event::Eof => {
                self.end_text(start)?;
                if self.is_index.is_none() {
                    return Ok(Some("the document has no element".into()));
                }
                if self.depth > 0 {
                    return Ok(Some("the document ends inside an element".into()));
                }
            }
            _ => {}
        }
        Ok(None)
    }

    fn take_tag(&mut self, tag: &BytesStart<'_>, start: Position) -> io::Result<()> {
        let attribute = |name: &str| {
            let value = tag.try_get_attribute(name).ok()??;
            Some(Arc::<str>::from(&*value.normalized_value(XmlVersion::Implicit1_0).ok()?))
        };
        let element: Arc<str> = tag.name().as_ref().into();
        let reading = match tag.local_name().as_ref() {
            "guid" if attribute("isPermaLink").as_deref() == Some("false") => Reading::Text,
            "loc" | "link" | "guid" | "url" | "icon" | "logo" | "uri" | "docs" | "new-feed-url" => {
                Reading::Url
            }
            // The element of the same name in the namespace `slash` contains a number.
            "comments" if !element.contains(':') => Reading::Url,
            name if name.ends_with("_loc") => Reading::Url,
            "description" | "encoded" | "summary" | "content" | "title" | "subtitle" | "rights" | "text" => {
                Reading::Html
            }
            "style" => Reading::Css,
            _ => Reading::Text,
        };
        self.current = Element { name: Some(Arc::clone(&element)), reading, ..Element::default() };
        let mut context = None;
        for attribute_of in tag.attributes().with_checks(false) {
            let refused = |why: String| Content::Refused("not-xml", printable(&why).into());
            let attribute_of = match attribute_of {
                Ok(attribute_of) => attribute_of,
                Err(error) => {
                    (self.take)(Found::at(start, refused(error.to_string())))?;
                    lines::text(tag, start, 0, Content::of, self.finder, self.take)?;
                    continue;
                }
            };
            let name = attribute_of.key.as_ref();
            if name == "xml:base" {
                let why = "relative URLs below `xml:base` may be resolved to other URLs";
                (self.take)(Found::at(start, Content::Refused("xml-base", why.into())))?;
            }
            if name.starts_with("xmlns") {
                continue;
            }
            // The attributes of HTML are those of Atom's content of the type `xhtml`.
            let of_html = || html::split(local(name), local(&element), &[]);
            let own = URL_ATTRIBUTES.contains(&local(name)).then_some(html::whole as html::Split);
            let Some(split) = own.or_else(of_html) else { continue };
            // The value is a slice of the tag, so its offset is the difference of the addresses.
            let before = attribute_of.value.as_ptr().addr().wrapping_sub(tag.as_ptr().addr());
            let mut at = start;
            at.pass(b"<");
            at.pass(tag.as_bytes().get(..before).unwrap_or_default());
            let context = context.get_or_insert_with(|| Context {
                element: Some(Arc::clone(&element)),
                rel: attribute("rel"),
                hreflang: attribute("hreflang"),
                ..Context::default()
            });
            let context = Context { attribute: Some(name.into()), ..context.clone() };
            let mut take =
                |content| (self.take)(Found { context: context.clone(), ..Found::at(at, content) });
            match attribute_of.normalized_value(XmlVersion::Implicit1_0) {
                Ok(value) => {
                    let (mut rest, mut state) = (&*value, css::State::default());
                    while let Some((url, left)) = split(rest, &mut state) {
                        take(Content::of(url.trim_ascii()))?;
                        rest = left;
                    }
                }
                Err(error) => take(refused(error.to_string()))?,
            }
        }
        Ok(())
    }

    /// Finds the URLs in the text of the current element. The text ends at or before `end`.
    fn end_text(&mut self, end: Position) -> io::Result<()> {
        let Element { name, reading, start, text, exact, fault } = mem::take(&mut self.current);
        let context = Context { element: name, ..Context::default() };
        let at = start.unwrap_or(end);
        let trimmed = text.trim_ascii();
        let is_blank = trimmed.is_empty() && fault.is_none();
        let has_address = context.element.as_deref().is_some_and(|name| local(name) == "loc");
        match (reading, fault) {
            // An element `loc` must contain a URL, so an empty `loc` is an error.
            (Reading::Url, None) if is_blank && !has_address => Ok(()),
            (Reading::Url, fault) => {
                let content = fault.unwrap_or_else(|| Content::of(trimmed));
                let found = Found { context, ..Found::at(at, content) };
                let open = self.open.filter(|_| has_address && self.is_index == Some(true));
                match open {
                    Some(open) => self.sitemap(found, open),
                    None => (self.take)(found),
                }
            }
            // An entity may stand for a scheme or for a whole URL.
            (_, Some(fault)) if text.contains("//") || matches!(fault, Content::Refused("too-long", _)) => {
                (self.take)(Found { context, ..Found::at(at, fault) })
            }
            _ if is_blank => Ok(()),
            (Reading::Css, _) => {
                let (mut rest, mut state) = (&*text, css::State::default());
                while let Some((url, left)) = css::next_url(rest, &mut state) {
                    let found =
                        Found { context: context.clone(), ..Found::at(at, Content::of(url.trim_ascii())) };
                    (self.take)(found)?;
                    rest = left;
                }
                Ok(())
            }
            (Reading::Html, _) if text.contains('<') => {
                read_part(&text, &[], 0, &mut |found| (self.take)(Found { at, ..found }))
            }
            _ => {
                let after = text.trim_ascii_start();
                let exact = exact.map_or(after.len(), |exact| exact.saturating_sub(text.len() - after.len()));
                let take = &mut |found| (self.take)(Found { context: context.clone(), ..found });
                lines::text(after, at, exact, Content::of, self.finder, take)
            }
        }
    }

    fn sitemap(&mut self, found: Found, open: &OpenBeside) -> io::Result<()> {
        let Content::Url(url) = &found.content else { return (self.take)(found) };
        // The name is only the last segment of the path, so that no file outside the folder is opened.
        let name = url.split(['?', '#']).next().and_then(|path| path.rsplit(['/', '\\']).next());
        let name = name.unwrap_or_default();
        let opened = Some(name).filter(|name| !matches!(*name, "" | "." | "..")).and_then(open);
        let Some(mut reader) = opened else {
            let why = format!("there is no file {name:?} next to the index");
            return (self.take)(Found { content: Content::Refused("missing-file", why.into()), ..found });
        };
        let file: Arc<str> = name.into();
        (self.take)(found)?;
        let take = &mut |found| (self.take)(Found { file: Some(Arc::clone(&file)), ..found });
        read(&mut *reader, self.finder, None, take)
    }

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
}

/// Returns the system identifier in `doctype`, the text of a document type declaration: the URL of a file
/// that programs may read.
fn system_identifier(doctype: &str) -> Option<&str> {
    // Splits `text` around its first literal, without the quotation marks.
    fn literal(text: &str) -> Option<(&str, &str)> {
        let (mark, text) = text[text.find(['"', '\''])?..].split_at(1);
        text.split_once(mark)
    }
    let (_, rest) = doctype.trim_ascii_start().split_once(|c: char| c.is_ascii_whitespace())?;
    let rest = rest.trim_ascii_start();
    let system = match rest.strip_prefix("PUBLIC") {
        Some(rest) => literal(rest)?.1,
        None => rest.strip_prefix("SYSTEM")?,
    };
    Some(literal(system)?.0)
}

/// Replaces control characters in an error message, because the message may quote the document.
fn printable(why: &str) -> String {
    why.replace(char::is_control, "\u{FFFD}")
}
