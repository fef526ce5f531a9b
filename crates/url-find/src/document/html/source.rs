//! The bytes of a document of HTML, with their places and their encoding.

use std::io::{self, ErrorKind, Read};

use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::memmem;

use super::super::found::Position;

/// How many bytes are read at once, and how many of the first ones are searched for the declaration of an encoding.
const READ: usize = 64 << 10;
const PRESCAN: usize = 1024;

/// A document that is read once, from its beginning.
pub(super) struct Source<R> {
    reader: R,
    buffer: Vec<u8>,
    at: usize,
    is_over: bool,
    /// The place of the byte at `counted`.
    position: Position,
    counted: usize,
    /// The encoding of the bytes, unless that is UTF-8, or they are decoded as they are read.
    pub(super) encoding: Option<&'static Encoding>,
    decoder: Option<Decoder>,
}

impl<R: Read> Source<R> {
    pub(super) fn new(reader: R) -> Self {
        let (buffer, position) = (Vec::new(), Position::START);
        Self { reader, buffer, at: 0, is_over: false, position, counted: 0, encoding: None, decoder: None }
    }

    /// Finds out the encoding, by the byte order mark or as the document declares it.
    pub(super) fn sniff(&mut self) -> io::Result<&'static Encoding> {
        self.fill(PRESCAN)?;
        let start = &self.buffer[..self.buffer.len().min(PRESCAN)];
        let (encoding, mark) = match Encoding::for_bom(start) {
            Some(marked) => marked,
            None => (declared(start).unwrap_or(UTF_8), 0),
        };
        self.buffer.drain(..mark);
        if encoding.is_ascii_compatible() {
            self.encoding = Some(encoding).filter(|encoding| *encoding != UTF_8);
        } else {
            let mut decoder = encoding.new_decoder_without_bom_handling();
            let raw = std::mem::take(&mut self.buffer);
            self.decode(&mut decoder, &raw, self.is_over);
            self.decoder = Some(decoder);
        }
        Ok(encoding)
    }

    fn decode(&mut self, decoder: &mut Decoder, raw: &[u8], is_last: bool) {
        let mut text = String::with_capacity(decoder.max_utf8_buffer_length(raw.len()).unwrap_or(3 * READ));
        // The text has room for all of it.
        let _ = decoder.decode_to_string(raw, &mut text, is_last);
        self.buffer.extend_from_slice(text.as_bytes());
    }

    /// Reads until `len` bytes are there, or no more follow.
    fn fill(&mut self, len: usize) -> io::Result<()> {
        while self.buffer.len() - self.at < len && !self.is_over {
            self.count();
            self.buffer.drain(..self.at);
            (self.at, self.counted) = (0, 0);
            let kept = self.buffer.len();
            self.buffer.resize(kept + READ, 0);
            let read = loop {
                match self.reader.read(&mut self.buffer[kept..]) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    read => break read,
                }
            };
            self.buffer.truncate(kept + read.as_ref().map_or(0, |read| *read));
            self.is_over = read? == 0;
            if let Some(mut decoder) = self.decoder.take() {
                let raw = self.buffer.split_off(kept);
                self.decode(&mut decoder, &raw, self.is_over);
                self.decoder = Some(decoder);
            }
        }
        Ok(())
    }

    fn count(&mut self) {
        self.position.pass(&self.buffer[self.counted..self.at]);
        self.counted = self.at;
    }

    /// The place of the next byte.
    pub(super) fn place(&mut self) -> Position {
        self.count();
        self.position
    }

    #[inline]
    pub(super) fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.at == self.buffer.len() {
            self.fill(1)?;
        }
        Ok(self.buffer.get(self.at).copied())
    }

    /// Passes the byte that was looked at.
    pub(super) fn pass(&mut self, len: usize) {
        self.at = self.buffer.len().min(self.at + len);
    }

    /// Whether `text` is next, without regard to case, and behind it a byte that `is_end`.
    pub(super) fn is_next(&mut self, text: &[u8], is_end: impl Fn(u8) -> bool) -> io::Result<bool> {
        self.fill(text.len() + 1)?;
        let next = self.buffer[self.at..].split_at_checked(text.len());
        Ok(next.is_some_and(|(next, rest)| {
            next.eq_ignore_ascii_case(text) && rest.first().is_none_or(|byte| is_end(*byte))
        }))
    }

    /// Whether `text` is next, letter by letter.
    pub(super) fn is_case(&mut self, text: &[u8]) -> io::Result<bool> {
        self.fill(text.len())?;
        Ok(self.buffer[self.at..].starts_with(text))
    }

    /// Passes `text`, if it is next, without regard to case.
    pub(super) fn eat(&mut self, text: &[u8]) -> io::Result<bool> {
        let is_next = self.is_next(text, |_| true)?;
        self.pass(if is_next { text.len() } else { 0 });
        Ok(is_next)
    }

    /// Passes on the bytes before the first one that `find` finds in each piece, and passes them; then looks at that one.
    pub(super) fn until(
        &mut self,
        find: impl Fn(&[u8]) -> Option<usize>,
        mut take: impl FnMut(&[u8]),
    ) -> io::Result<Option<u8>> {
        while self.peek()?.is_some() {
            let rest = &self.buffer[self.at..];
            let found = find(rest);
            let len = found.unwrap_or(rest.len());
            take(&rest[..len]);
            self.at += len;
            if found.is_some() {
                break;
            }
        }
        self.peek()
    }
}

/// The encoding that a `meta` among the first bytes of a document declares.
///
/// Source: HTML Standard, `prescan a byte stream to determine its encoding`.
fn declared(start: &[u8]) -> Option<&'static Encoding> {
    let mut rest = start;
    loop {
        rest = &rest[memchr::memchr(b'<', rest)?..];
        if rest.starts_with(b"<!--") {
            rest = &rest[memmem::find(&rest[2..], b"-->")? + 5..];
            continue;
        }
        let name = rest[1..].iter().skip(usize::from(rest.get(1) == Some(&b'/')));
        if !name.clone().next()?.is_ascii_alphabetic() {
            let is_other = matches!(rest.get(1), Some(b'!' | b'/' | b'?'));
            rest = if is_other { &rest[memchr::memchr(b'>', rest)?..] } else { &rest[1..] };
            continue;
        }
        let is_meta = rest.get(..5).is_some_and(|name| name.eq_ignore_ascii_case(b"<meta"))
            && rest.get(5).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'/');
        rest = &rest
            [1 + rest[1..].iter().position(|byte| byte.is_ascii_whitespace() || b"/>".contains(byte))?..];
        let (mut label, mut is_pragma, mut needs_pragma) = (None, false, false);
        while let Some((name, value)) = attribute(&mut rest) {
            match &*name.to_ascii_lowercase() {
                b"http-equiv" => is_pragma = value.eq_ignore_ascii_case(b"content-type"),
                b"content" if label.is_none() => {
                    label = charset(value);
                    needs_pragma = label.is_some();
                }
                b"charset" => (label, needs_pragma) = (Some(value), false),
                _ => {}
            }
        }
        let encoding =
            label.filter(|_| is_meta && (is_pragma || !needs_pragma)).and_then(Encoding::for_label);
        if let Some(encoding) = encoding {
            return Some(match encoding {
                encoding if encoding == UTF_16BE || encoding == UTF_16LE => UTF_8,
                encoding if encoding == X_USER_DEFINED => WINDOWS_1252,
                encoding => encoding,
            });
        }
    }
}

/// Takes the next attribute off a tag.
///
/// Source: HTML Standard, `get an attribute`.
fn attribute<'b>(rest: &mut &'b [u8]) -> Option<(&'b [u8], &'b [u8])> {
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"/>".contains(byte);
    *rest = &rest[rest.iter().position(|byte| !byte.is_ascii_whitespace() && *byte != b'/')?..];
    if rest[0] == b'>' {
        return None;
    }
    let len = 1 + rest[1..].iter().position(|byte| is_end(byte) || *byte == b'=')?;
    let (name, after) = rest.split_at(len);
    *rest = after;
    let Some(value) = after.trim_ascii_start().strip_prefix(b"=") else { return Some((name, b"")) };
    let value = value.trim_ascii_start();
    let (value, after) = match value.first()? {
        mark @ (b'"' | b'\'') => {
            let len = memchr::memchr(*mark, &value[1..])?;
            (&value[1..][..len], &value[len + 2..])
        }
        _ => value.split_at(value.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b'>')?),
    };
    *rest = after;
    Some((name, value))
}

/// The encoding that `content` names behind `charset=`.
///
/// Source: HTML Standard, `extracting a character encoding from a meta element`.
fn charset(mut content: &[u8]) -> Option<&[u8]> {
    loop {
        let at = content.windows(7).position(|name| name.eq_ignore_ascii_case(b"charset"))?;
        content = content[at + 7..].trim_ascii_start();
        if let Some(value) = content.strip_prefix(b"=") {
            let value = value.trim_ascii_start();
            return match value.first()? {
                mark @ (b'"' | b'\'') => Some(&value[1..][..memchr::memchr(*mark, &value[1..])?]),
                _ => value.split(|byte| byte.is_ascii_whitespace() || *byte == b';').next(),
            };
        }
    }
}
