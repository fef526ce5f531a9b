//! The links and images of Markdown, and the URLs in its text and in its HTML.

use std::{
    io::{self, Read},
    vec,
};

use linkify::{LinkFinder, LinkKind};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::{
    found::{DocumentBase, Found},
    html::Html,
    position::Positions,
};

/// The longest document, in bytes: the parser needs it whole.
const LIMIT: u64 = 64 << 20;

/// The URLs of a Markdown document, which is read whole.
pub(super) struct Markdown<R> {
    /// The document, until it is read.
    reader: Option<R>,
    found: vec::IntoIter<Found>,
}

impl<R: Read> Markdown<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader: Some(reader), found: Vec::new().into_iter() }
    }
}

impl<R: Read> Iterator for Markdown<R> {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(reader) = self.reader.take() {
            match read(reader) {
                Ok(found) => self.found = found.into_iter(),
                Err(error) => return Some(Err(error)),
            }
        }
        self.found.next().map(Ok)
    }
}

fn read(reader: impl Read) -> io::Result<Vec<Found>> {
    let positions = Positions::new();
    let mut bytes = Vec::new();
    positions.watch(reader.take(LIMIT + 1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LIMIT {
        return Err(io::Error::other(format!("a Markdown document may have {LIMIT} bytes")));
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut found: Vec<(usize, String)> = Vec::new();
    let finder = text_finder();
    let mut depth = 0_usize;
    for (event, range) in Parser::new(&text).into_offset_iter() {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                found.push((range.start, dest_url.into_string()));
                depth += 1;
            }
            Event::End(TagEnd::Link | TagEnd::Image) => depth = depth.saturating_sub(1),
            Event::Text(_) if depth == 0 => {
                let links = finder.links(&text[range.clone()]);
                found.extend(links.map(|link| (range.start + link.start(), link.as_str().into())));
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                let html = Html::new(
                    io::Cursor::new(html.into_string()),
                    DocumentBase::default(),
                    Box::new(|_| None),
                );
                found.extend(html.filter_map(Result::ok).map(|link| (range.start, link.text)));
            }
            _ => {}
        }
    }
    // An image in a link is inside it, but its URL comes first.
    found.sort_by_key(|&(at, _)| at);
    let place =
        |(at, text)| Found { place: positions.place(at as u64), has_base: false, is_missing: false, text };
    Ok(found.into_iter().map(place).collect())
}

/// What finds URLs with a scheme in text.
pub(crate) fn text_finder() -> LinkFinder {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    finder
}
