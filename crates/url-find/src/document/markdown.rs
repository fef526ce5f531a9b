//! The links and images of Markdown, and the URLs in its text and in its HTML.

use std::{
    io::{self, Read},
    iter,
    sync::Arc,
};

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::{
    found::{Content, Context, DocumentBase, Found, Position},
    html::Html,
};
use crate::Finder;

/// The longest document, in bytes: the parser needs it whole, and takes up to 65 times its memory.
const LIMIT: usize = 768 << 10;

/// The URLs of a Markdown document, which is read whole.
pub(super) fn links(reader: impl Read) -> impl Iterator<Item = io::Result<Found>> {
    iter::once_with(|| read(reader)).flat_map(|found| match found {
        Ok(found) => found.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    })
}

fn read(reader: impl Read) -> io::Result<Vec<Found>> {
    let mut bytes = Vec::new();
    reader.take(LIMIT as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > LIMIT {
        return Err(io::Error::other(format!("a Markdown document may have {LIMIT} bytes")));
    }
    let (text, content) = Content::parts_of(&bytes);
    let mut found: Vec<(usize, Content)> = Vec::new();
    let finder = Finder::default();
    let mut depth = 0_usize;
    for (event, range) in Parser::new(&text).into_offset_iter() {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                found.push((range.start, content(&dest_url)));
                depth += 1;
            }
            Event::End(TagEnd::Link | TagEnd::Image) => depth = depth.saturating_sub(1),
            Event::Text(_) if depth == 0 => {
                let links = finder.find(&text[range.clone()]);
                found.extend(links.map(|link| (range.start + link.span.start, content(&link.href()))));
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                let html = Html::new(html.as_bytes(), DocumentBase::default(), None, Arc::default(), 0);
                found.extend(html.filter_map(Result::ok).map(|link| match link.content {
                    Content::Url(url) => (range.start, content(&url)),
                    other => (range.start, other),
                }));
            }
            _ => {}
        }
    }
    // An image in a link is inside it, but its URL comes first.
    found.sort_by_key(|&(at, _)| at);
    let mut place = places(&bytes);
    let found = found.into_iter();
    Ok(found.map(|(at, content)| Found { file: None, at: place(at), context: Context::default(), has_base: false, content }).collect())
}

/// The places in `bytes` of bytes of their text, which are asked for in order: an invalid sequence is one character there.
pub fn places(bytes: &[u8]) -> impl FnMut(usize) -> Position {
    let pieces = bytes.utf8_chunks().flat_map(|chunk| {
        let (valid, invalid) = (chunk.valid().as_bytes(), chunk.invalid());
        let replaced = if invalid.is_empty() { 0 } else { char::REPLACEMENT_CHARACTER.len_utf8() };
        [(valid.len(), valid), (replaced, invalid)]
    });
    let mut pieces = pieces.peekable();
    // Where the next piece begins in the text, and how much of it was passed.
    let (mut start, mut passed, mut position) = (0, 0, Position::START);
    move |at| {
        while let Some((len, piece)) = pieces.next_if(|&(len, _)| start + len <= at) {
            position.pass(&piece[passed..]);
            (start, passed) = (start + len, 0);
        }
        if let Some((_, piece)) = pieces.peek() {
            position.pass(&piece[passed..at - start]);
            passed = at - start;
        }
        position
    }
}
