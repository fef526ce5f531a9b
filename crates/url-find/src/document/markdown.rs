//! The links and images of Markdown, and the URLs in the text and in the HTML of a Markdown document.

use std::collections::HashSet;
use std::io::{self, Cursor, Read};
use std::ops::Range;

use encoding_rs::UTF_8;
use memchr::memchr_iter;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::{Content, Found, Position, Take, html::read_part, lines, source::Source};
use crate::Finder;

/// The maximum length of a document in bytes. The parser needs up to 65 times this length in memory.
const LIMIT: usize = 768 << 10;

/// Ends the tags, comments and elements that a piece of HTML leaves open, so that the next piece is read.
const END_OF_PIECE: &str =
    "\"'>--></title></style></script></textarea></xmp></iframe></noembed></noframes></svg></math>\n";

pub(super) fn read(reader: &mut dyn Read, finder: &Finder, take: &mut Take<'_>) -> io::Result<()> {
    let mut bytes = Vec::new();
    let result = (&mut *reader).take(LIMIT as u64 + 1).read_to_end(&mut bytes);
    if bytes.len() > LIMIT {
        let why = format!("the Markdown document is longer than {LIMIT} bytes: it is read as text");
        take(Found::at(Position::START, Content::Refused("too-long", why.into())))?;
        let mut reader = Cursor::new(bytes).chain(reader);
        let mut source = Source::new(&mut reader);
        return lines::lines(&mut source, Position::START, Vec::new(), finder, take);
    }
    document(&bytes, finder)?.into_iter().try_for_each(take)?;
    result.map(drop)
}

fn document(bytes: &[u8], finder: &Finder) -> io::Result<Vec<Found>> {
    let (text, content) = Content::decode(bytes, UTF_8);
    let mut found: Vec<(usize, Content)> = Vec::new();
    let mut depth = 0_usize;
    let parser = Parser::new(&text);
    let definitions = parser.reference_definitions().iter();
    let definitions: Vec<_> = definitions.map(|(_, link)| (link.span.start, link.dest.to_string())).collect();
    let mut texts: Vec<Range<usize>> = Vec::new();
    let (mut html, mut pieces, mut line, mut used) = (String::new(), Vec::new(), 1, HashSet::new());
    for (event, range) in parser.into_offset_iter() {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                found.push((range.start, content(&dest_url)));
                used.insert(dest_url.into_string());
                depth += 1;
            }
            Event::End(TagEnd::Link | TagEnd::Image) => depth = depth.saturating_sub(1),
            // A backslash escape splits a text in two texts. Join the second text to the first.
            Event::Text(_) | Event::Code(_) if depth == 0 => match texts.last_mut() {
                Some(last) if matches!(text.get(last.end..range.start), Some("" | "\\")) => {
                    last.end = range.end;
                }
                _ => texts.push(range),
            },
            // The lines of an HTML block are one piece, because a tag may continue in the next line.
            Event::Html(text) => {
                pieces.push((line, range.start));
                line += memchr_iter(b'\n', text.as_bytes()).count() as u64;
                html += &text;
            }
            Event::End(TagEnd::HtmlBlock) => {
                line += 1;
                html += END_OF_PIECE;
            }
            Event::InlineHtml(piece) => {
                pieces.push((line, range.start));
                line += 1 + memchr_iter(b'\n', piece.as_bytes()).count() as u64;
                html.extend([&*piece, END_OF_PIECE]);
            }
            _ => {}
        }
    }
    for range in texts {
        let links = finder.find(&text[range.clone()]);
        found.extend(links.map(|link| (range.start + link.span.start, content(&link.href()))));
    }
    // The parser resolves a limited number of references, so unused definitions are also reported.
    let unused = definitions.into_iter().filter(|(_, dest)| !used.contains(dest));
    found.extend(unused.map(|(at, dest)| (at, content(&dest))));
    read_part(&html, &[], 0, &mut |link| {
        let piece = pieces.partition_point(|&(line, _)| line <= link.at.line);
        let at = pieces[..piece].last().map_or(0, |&(_, at)| at);
        let content = match link.content {
            Content::Url(url) => content(&url),
            other => other,
        };
        found.push((at, content));
        Ok(())
    })?;
    // The parser returns an image before the link around it, but the link may come first in the text.
    found.sort_by_key(|&(at, _)| at);
    let mut place = places(bytes);
    Ok(found.into_iter().map(|(at, content)| Found::at(place(at), content)).collect())
}

/// Returns a function that maps offsets in the decoded text of `bytes` to positions in `bytes`. Call it with
/// ascending offsets. In the text, U+FFFD replaces each sequence of bytes that is not UTF-8.
pub fn places(bytes: &[u8]) -> impl FnMut(usize) -> Position {
    let pieces = bytes.utf8_chunks().flat_map(|chunk| {
        let (valid, invalid) = (chunk.valid().as_bytes(), chunk.invalid());
        let replaced = if invalid.is_empty() { 0 } else { char::REPLACEMENT_CHARACTER.len_utf8() };
        [(valid.len(), valid), (replaced, invalid)]
    });
    let mut pieces = pieces.peekable();
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
