//! Finds URLs in plain text: in the lines of a document, in a string, and in the cells of a table.

use std::{borrow::Cow, io};

use encoding_rs::UTF_8;
use memchr::memchr;

use super::{
    found::{Content, Found, LIMIT, Position, Take},
    source::{Source, push},
};
use crate::Finder;

/// Finds the URLs in `text`, which begins at `at`. Offsets beyond the first `exact` bytes differ from those
/// in the document: a URL there is reported at `at`. `content` creates the content of a finding.
pub(super) fn find(
    text: &str,
    at: Position,
    exact: usize,
    content: fn(&str) -> Content,
    finder: &Finder,
    take: &mut Take<'_>,
) -> io::Result<()> {
    let (mut position, mut passed) = (at, 0);
    for finding in finder.find(text) {
        let start = finding.span.start;
        let mut place = at;
        if start <= exact {
            position.pass(&text.as_bytes()[passed..start]);
            (place, passed) = (position, start);
        }
        take(Found::at(place, content(&finding.href())))?;
    }
    Ok(())
}

/// Finds the URLs in lines. The first line begins at `at` with `begun`; `source` has the rest.
pub(super) fn lines(
    source: &mut Source<'_>,
    mut at: Position,
    begun: Vec<u8>,
    finder: &Finder,
    take: &mut Take<'_>,
) -> io::Result<()> {
    let mut line = begun;
    loop {
        let end =
            source.until(|bytes| memchr(b'\n', bytes), |bytes| _ = push(&mut line, bytes, LIMIT + 1))?;
        if line.len() > LIMIT {
            take(Found::at(at, Content::too_long(LIMIT)))?;
        } else {
            let (text, content) = Content::decode(&line, UTF_8);
            let exact = match &text {
                Cow::Borrowed(text) => text.len(),
                Cow::Owned(_) => line.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len()),
            };
            find(&text, at, exact, content, finder, take)?;
        }
        if end.is_none() {
            return Ok(());
        }
        source.pass(1);
        at = source.place();
        line.clear();
    }
}

/// Finds the URLs in the cells of a row (RFC 4180). A quoted cell that continues in the next line is read
/// there as if it were not quoted.
pub(super) fn cells(row: &str, delimiter: u8, finder: &Finder, take: &mut Take<'_>) -> io::Result<()> {
    let mut at = 0;
    let mut cell = |text: &str, start: usize, exact| {
        let at = Position { line: 1, column: start as u64 + 1 };
        find(text, at, exact, Content::of, finder, take)
    };
    while at < row.len() {
        let rest = &row[at..];
        let Some(inside) = rest.strip_prefix('"') else {
            let len = memchr(delimiter, rest.as_bytes()).unwrap_or(rest.len());
            cell(&rest[..len], at, len)?;
            at += len + 1;
            continue;
        };
        // Two quotation marks in a quoted cell stand for one.
        let mut end = memchr(b'"', inside.as_bytes()).unwrap_or(inside.len());
        let exact = end;
        while inside[end..].starts_with("\"\"") {
            end += 2;
            end += memchr(b'"', &inside.as_bytes()[end..]).unwrap_or(inside.len() - end);
        }
        cell(&inside[..end].replace("\"\"", "\""), at + 1, exact)?;
        at = (at + end + 2).min(row.len());
        at += usize::from(row.as_bytes().get(at) == Some(&delimiter));
    }
    Ok(())
}
