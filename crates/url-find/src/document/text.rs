//! Text in documents: what is left of a document that turns out to be something else, and the strings of one.

use std::{
    io::{self, BufRead},
    ops::Deref,
    sync::Arc,
};

use memchr::memchr;

use super::found::{Content, Context, Found, LIMIT, Position, Settings};
use crate::Finder;

/// Bytes that are read, with their place.
pub(super) struct Source<R> {
    pub(super) reader: R,
    pub(super) position: Position,
}

impl<R: BufRead> Source<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, position: Position::START }
    }

    /// Returns bytes that are not passed yet; none at the end.
    pub(super) fn bytes(&mut self) -> io::Result<&[u8]> {
        loop {
            match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                // Read again, since the borrow of this one would not end.
                Ok(_) => return self.reader.fill_buf(),
            }
        }
    }

    /// Moves behind the next `len` bytes, and appends them to `kept` as far as `limit` permits.
    pub(super) fn pass(&mut self, len: usize, kept: &mut Vec<u8>, limit: usize) -> io::Result<()> {
        let bytes = &self.reader.fill_buf()?[..len];
        self.position.pass(bytes);
        kept.extend_from_slice(&bytes[..len.min((limit + 1).saturating_sub(kept.len()))]);
        self.reader.consume(len);
        Ok(())
    }

    /// Reads to the end of a line that begins at `at` with `begun`; `None` at the end.
    pub(super) fn line(
        &mut self,
        mut begun: Vec<u8>,
        at: Position,
    ) -> io::Result<Option<Result<Piece<String>, Found>>> {
        let mut is_read = !begun.is_empty();
        loop {
            let bytes = self.bytes()?;
            let (end, len) = (memchr(b'\n', bytes), bytes.len());
            if len == 0 {
                break;
            }
            is_read = true;
            self.pass(end.map_or(len, |at| at + 1), &mut begun, LIMIT)?;
            if end.is_some() {
                break;
            }
        }
        if !is_read {
            return Ok(None);
        }
        Ok(Some(if begun.len() > LIMIT {
            Err(Found::at(at, Content::too_long(LIMIT)))
        } else {
            Ok(Piece::of_bytes(begun, at))
        }))
    }
}

/// A text of a document, whose URLs are taken one by one.
pub(super) struct Piece<T> {
    text: T,
    /// The end of the last URL, and the place up to which lines are counted, in bytes.
    from: usize,
    passed: usize,
    /// The places of its first byte, and of that one.
    start: Position,
    at: Position,
    /// How many of its bytes are as in the document, so that their places are known.
    exact: usize,
    is_lossy: bool,
    context: Context,
}

impl<T: Deref<Target = str>> Piece<T> {
    /// Returns `text`, which begins at `at` and in whose first `exact` bytes there are no escapes.
    pub(super) fn new(text: T, at: Position, exact: usize, context: Context) -> Self {
        Self { text, from: 0, passed: 0, start: at, at, exact, is_lossy: false, context }
    }

    pub(super) fn next(&mut self, finder: &Finder) -> Option<Found> {
        let finding = finder.next_from(&self.text, self.from)?;
        self.from = finding.span.end;
        // Behind an escape, the place is that of the text.
        let mut at = self.start;
        if finding.span.start <= self.exact {
            self.at.pass(&self.text.as_bytes()[self.passed..finding.span.start]);
            self.passed = finding.span.start;
            at = self.at;
        }
        let content = Content::of(&finding.href());
        let content = match content {
            Content::Url(text) if self.is_lossy && text.contains(char::REPLACEMENT_CHARACTER) => {
                Content::NotUtf8(text)
            }
            content => content,
        };
        Some(Found { context: self.context.clone(), ..Found::at(at, content) })
    }
}

impl Piece<String> {
    /// Returns the text `bytes`, with bytes that are not UTF-8 replaced.
    pub(super) fn of_bytes(bytes: Vec<u8>, at: Position) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => {
                let exact = text.len();
                Self::new(text, at, exact, Context::default())
            }
            Err(error) => {
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                let exact = error.utf8_error().valid_up_to();
                Self { is_lossy: true, ..Self::new(text, at, exact, Context::default()) }
            }
        }
    }

    /// Returns the memory of the text, empty.
    fn into_buffer(self) -> Vec<u8> {
        let mut buffer = self.text.into_bytes();
        buffer.clear();
        buffer
    }
}

/// The URLs of lines of text.
pub(super) struct Lines<R> {
    source: Source<R>,
    settings: Arc<Settings>,
    piece: Option<Piece<String>>,
}

impl<R: BufRead> Lines<R> {
    /// Returns the URLs of what `reader` reads, which begins at `position`.
    pub(super) fn new(reader: R, position: Position, settings: Arc<Settings>) -> Self {
        Self { source: Source { reader, position }, settings, piece: None }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(found) = self.piece.as_mut().and_then(|piece| piece.next(&self.settings.finder)) {
                return Some(Ok(found));
            }
            let at = self.source.position;
            // Lines are many: they share one allocation.
            let buffer = self.piece.take().map(Piece::into_buffer).unwrap_or_default();
            match self.source.line(buffer, at).transpose()? {
                Ok(Ok(piece)) => self.piece = Some(piece),
                Ok(Err(found)) => return Some(Ok(found)),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// Takes the URLs in a line, or a part of it that begins at a column, and of which `exact` bytes are as in the document.
pub(super) fn take_all(
    text: &str,
    column: usize,
    exact: usize,
    settings: &Settings,
    take: &mut dyn FnMut(Found),
) {
    let at = Position { line: 1, column: column as u64 };
    let mut piece = Piece::new(text, at, exact, Context::default());
    while let Some(found) = piece.next(&settings.finder) {
        take(found);
    }
}

/// Takes the URLs in the cells of a row (RFC 4180). A cell in quotation marks may go on in the next line, in which it is one without.
pub(super) fn take_cells(row: &str, delimiter: u8, settings: &Settings, take: &mut dyn FnMut(Found)) {
    let mut at = 0;
    while at < row.len() {
        let rest = &row[at..];
        let Some(inside) = rest.strip_prefix('"') else {
            let len = memchr(delimiter, rest.as_bytes()).unwrap_or(rest.len());
            take_all(&rest[..len], at + 1, len, settings, take);
            at += len + 1;
            continue;
        };
        // Two quotation marks are one.
        let mut end = memchr(b'"', inside.as_bytes()).unwrap_or(inside.len());
        let exact = end;
        while inside[end..].starts_with("\"\"") {
            end += 2;
            end += memchr(b'"', &inside.as_bytes()[end..]).unwrap_or(inside.len() - end);
        }
        take_all(&inside[..end].replace("\"\"", "\""), at + 2, exact, settings, take);
        at = (at + end + 2).min(row.len());
        at += usize::from(row.as_bytes().get(at) == Some(&delimiter));
    }
}
