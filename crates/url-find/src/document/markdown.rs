//! The links and images of Markdown, and the URLs in its text and in its HTML.

use std::{
    collections::HashSet,
    io::{self, BufReader, Cursor, Read},
    ops::Range,
    sync::Arc,
};

use memchr::memchr_iter;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::{
    found::{Content, DocumentBase, Found, Position, Settings},
    html::Html,
    text::Lines,
};
use crate::Finder;

/// The longest document, in bytes: the parser needs it whole, and takes up to 65 times its memory.
const LIMIT: usize = 768 << 10;

/// Ends whatever a piece of HTML leaves open that would hide the next one.
const END_OF_PIECE: &str =
    "\"'>--></title></style></script></textarea></xmp></iframe></noembed></noframes></svg></math>\n";

/// The URLs of a Markdown document, which is read whole; those in the text of one that is too long.
pub(super) fn links(
    mut reader: Box<dyn Read + Send>,
    settings: Arc<Settings>,
) -> impl Iterator<Item = io::Result<Found>> + Send {
    let mut bytes = Vec::new();
    let result = (&mut reader).take(LIMIT as u64 + 1).read_to_end(&mut bytes).map(drop);
    let (mut found, mut rest) = (Vec::new(), None);
    if bytes.len() > LIMIT {
        let why = format!("the Markdown document is longer than {LIMIT} bytes: it is read as text");
        found.push(Found::at(Position::START, Content::Refused("too-long", why.into())));
        rest = Some(Lines::new(BufReader::new(Cursor::new(bytes).chain(reader)), Position::START, settings));
    } else {
        found = read(&bytes, &settings.finder);
    }
    found.into_iter().map(Ok).chain(result.err().map(Err)).chain(rest.into_iter().flatten())
}

fn read(bytes: &[u8], finder: &Finder) -> Vec<Found> {
    let (text, content) = Content::parts_of(bytes);
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
            // Text goes on behind a character that a backslash escapes.
            Event::Text(_) | Event::Code(_) if depth == 0 => match texts.last_mut() {
                Some(last) if text[last.end..].starts_with('\\') && last.end + 1 == range.start => {
                    last.end = range.end;
                }
                Some(last) if last.end == range.start => last.end = range.end,
                _ => texts.push(range),
            },
            Event::Html(piece) | Event::InlineHtml(piece) => {
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
    // A reference to one is resolved up to a limit only.
    let unused = definitions.into_iter().filter(|(_, dest)| !used.contains(dest));
    found.extend(unused.map(|(at, dest)| (at, content(&dest))));
    let html = Html::new(Cursor::new(html), DocumentBase::default(), None, Arc::default(), 0);
    found.extend(html.filter_map(Result::ok).map(|link| {
        let piece = pieces.partition_point(|&(line, _)| line <= link.at.line);
        let at = pieces[..piece].last().map_or(0, |&(_, at)| at);
        match link.content {
            Content::Url(url) => (at, content(&url)),
            other => (at, other),
        }
    }));
    // An image in a link is inside it, but its URL comes first.
    found.sort_by_key(|&(at, _)| at);
    let mut place = places(bytes);
    found.into_iter().map(|(at, content)| Found::at(place(at), content)).collect()
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
