//! The links and images of Markdown, and the URLs in the text and in the HTML of a Markdown document.

use std::collections::HashSet;
use std::io::{self, Cursor, Read};
use std::mem;
use std::ops::Range;

use encoding_rs::UTF_8;
use memchr::memchr_iter;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

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

/// Finds the URLs in `bytes`, as `CommonMark` and as GitHub Flavored Markdown say: they differ in which texts
/// are links: a table splits code, and a footnote contains paragraphs.
fn document(bytes: &[u8], finder: &Finder) -> io::Result<Vec<Found>> {
    let (text, content) = Content::decode(bytes, UTF_8);
    let mut found = read_as(&text, Options::empty(), content, finder)?;
    if text.contains('|') || text.contains("[^") {
        let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
        let key = |(at, content): &(usize, Content)| (*at, format!("{content:?}"));
        let known: HashSet<_> = found.iter().map(key).collect();
        let more = read_as(&text, options, content, finder)?;
        found.extend(more.into_iter().filter(|one| !known.contains(&key(one))));
    }
    // The parser returns an image before the link around it, but the link may come first in the text.
    found.sort_by_key(|&(at, _)| at);
    let mut place = places(bytes);
    Ok(found.into_iter().map(|(at, content)| Found::at(place(at), content)).collect())
}

fn read_as(
    text: &str,
    options: Options,
    content: fn(&str) -> Content,
    finder: &Finder,
) -> io::Result<Vec<(usize, Content)>> {
    let mut found: Vec<(usize, Content)> = Vec::new();
    let mut depth = 0_usize;
    let parser = Parser::new_ext(text, options);
    let definitions = parser.reference_definitions().iter();
    let definitions: Vec<_> = definitions.map(|(_, link)| (link.span.start, link.dest.to_string())).collect();
    let (mut texts, mut html, mut used) = (Vec::<Range<usize>>::new(), Html::default(), HashSet::new());
    for (event, range) in parser.into_offset_iter() {
        match event {
            Event::Html(_) => {}
            Event::InlineHtml(_) if range.start == html.end => {}
            _ => html.end_piece(),
        }
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
            Event::Html(piece) | Event::InlineHtml(piece) => html.push(&piece, range),
            _ => {}
        }
    }
    html.end_piece();
    for range in texts {
        let links = finder.find(&text[range.clone()]);
        found.extend(links.map(|link| (range.start + link.span.start, content(&link.href()))));
    }
    // The parser resolves a limited number of references, so unused definitions are also reported.
    let unused = definitions.into_iter().filter(|(_, dest)| !used.contains(dest));
    found.extend(unused.map(|(at, dest)| (at, content(&dest))));
    html.read(content, &mut found)?;
    Ok(found)
}

/// The HTML in a document. It consists of pieces: HTML blocks, and tags without text between them.
#[derive(Default)]
struct Html {
    text: String,
    /// The number of line breaks in `text`.
    lines: u64,
    /// For each text that was added to a piece, its line in `text`, and its offset in the document.
    starts: Vec<(u64, usize)>,
    /// For each piece, the line of `text` after the piece, and the offset of the piece in the document.
    ends: Vec<(u64, usize)>,
    /// The end of the current piece in the document, or 0 if no piece is open.
    end: usize,
}

/// A link after each piece. It is found unless the piece ends inside a tag, a comment or raw text.
const MARK: &str = "<a href=x>";
const COLUMN_OF_MARK: u64 = 9;

impl Html {
    fn push(&mut self, piece: &str, range: Range<usize>) {
        if self.end == 0 {
            self.ends.push((0, range.start));
        }
        self.starts.push((self.lines + 1, range.start));
        self.add(piece);
        self.end = range.end;
    }

    fn end_piece(&mut self) {
        if mem::take(&mut self.end) > 0 {
            self.add("\n");
            if let Some((line, _)) = self.ends.last_mut() {
                *line = self.lines + 1;
            }
            self.add(MARK);
            self.add(END_OF_PIECE);
        }
    }

    fn add(&mut self, text: &str) {
        self.text += text;
        self.lines += memchr_iter(b'\n', text.as_bytes()).count() as u64;
    }

    fn read(self, content: fn(&str) -> Content, found: &mut Vec<(usize, Content)>) -> io::Result<()> {
        let mut marks = HashSet::new();
        read_part(&self.text, &[], 0, &mut |link| {
            if link.at.column == COLUMN_OF_MARK
                && self.ends.binary_search_by_key(&link.at.line, |&(line, _)| line).is_ok()
            {
                marks.insert(link.at.line);
                return Ok(());
            }
            let start = self.starts.partition_point(|&(line, _)| line <= link.at.line);
            let at = self.starts[..start].last().map_or(0, |&(_, at)| at);
            let content = match link.content {
                Content::Url(url) => content(&url),
                other => other,
            };
            found.push((at, content));
            Ok(())
        })?;
        let open = self.ends.iter().filter(|(line, _)| !marks.contains(line));
        let why = "the HTML ends inside a tag, a comment or a raw text, which the text after it may continue";
        found.extend(open.map(|&(_, at)| (at, Content::Refused("open-html", why.into()))));
        Ok(())
    }
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
