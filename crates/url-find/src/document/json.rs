//! Finds URLs in the strings and names of JSON (RFC 8259), and the requested URLs in access logs in JSON.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::{io, mem};

use memchr::{memchr, memchr3};

use super::lines::{self, target_of};
use super::source::{Source, push};
use super::{Content, Context, Found, Position, Settings, Take};
use crate::every::unicode_escape;

const DEPTH: usize = 1 << 18;
const POINTER_LIMIT: usize = 1 << 10;

const NESTING: u8 = 4;

/// The JSON pointer (RFC 6901) to the current value, with a level for each open array and object.
#[derive(Default)]
struct Pointer {
    text: String,
    levels: Vec<Level>,
}

struct Level {
    is_object: bool,
    index: u64,
    /// The lengths of the pointers to this level and to its current value, or `usize::MAX` if too long.
    start: usize,
    end: usize,
}

impl Pointer {
    fn open(&mut self, is_object: bool) {
        let start = self.levels.last().map_or(0, |level| level.end);
        self.levels.push(Level { is_object, index: 0, start, end: start });
    }

    fn set(&mut self, segment: impl fmt::Display) {
        let Some(level) = self.levels.last_mut().filter(|level| level.start <= POINTER_LIMIT) else { return };
        self.text.truncate(level.start);
        let _ = write!(self.text, "/{segment}");
        level.end = if self.text.len() > POINTER_LIMIT { usize::MAX } else { self.text.len() };
    }

    /// Sets the last segment to the current index of an array. Does nothing in an object.
    fn set_index(&mut self) {
        if let Some(level) = self.levels.last().filter(|level| !level.is_object) {
            self.set(level.index);
        }
    }

    fn get(&self) -> Option<&str> {
        self.text.get(..self.levels.last().map_or(0, |level| level.end))
    }

    /// Returns 1 if the document is an array, whose items may be requests of an access log, and otherwise 0.
    fn arrays(&self) -> usize {
        usize::from(self.levels.first().is_some_and(|level| !level.is_object))
    }

    /// Returns the current pointer, relative to the object that may be a request of an access log.
    fn member(&self) -> Option<&str> {
        let pointer = self.get()?.strip_prefix('/')?;
        if self.arrays() == 0 { Some(pointer) } else { Some(pointer.split_once('/')?.1) }
    }

    fn context(&self) -> Context {
        Context { pointer: self.get().map(Into::into), ..Context::default() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    Document,
    Value,
    ValueOrEnd,
    Name,
    NameOrEnd,
    Colon,
    CommaOrEnd,
}

enum Token {
    Begin,
    End,
    Name,
    Text,
    Scalar,
    /// The end of the input after a complete value, or without any value.
    Over,
    /// The end of the input inside an incomplete value.
    Cut,
    Bad(&'static str),
}

struct Tokens<'r> {
    source: Source<'r>,
    pointer: Pointer,
    expected: Expected,
    /// The position and the bytes of the last string or scalar. Only `limit` bytes of a string are kept.
    at: Position,
    bytes: Vec<u8>,
    limit: usize,
}

impl<'r> Tokens<'r> {
    fn new(source: Source<'r>, limit: usize) -> Self {
        let (pointer, bytes) = (Pointer::default(), Vec::new());
        Self { source, pointer, expected: Expected::Document, at: Position::START, bytes, limit }
    }

    fn next(&mut self) -> io::Result<Token> {
        use Expected::{Colon, CommaOrEnd, Document, Name, NameOrEnd, Value, ValueOrEnd};
        self.bytes.clear();
        loop {
            let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
            let next = self.source.until(|bytes| bytes.iter().position(|byte| !is_space(byte)), |_| {})?;
            self.at = self.source.place();
            let Some(byte) = next else {
                return Ok(if self.expected == Document { Token::Over } else { Token::Cut });
            };
            let is_object = self.pointer.levels.last().map(|level| level.is_object);
            match (self.expected, byte) {
                (Document | Value | ValueOrEnd, b'{' | b'[') => {
                    if self.pointer.levels.len() == DEPTH {
                        return Ok(Token::Bad("arrays and objects are nested too deeply"));
                    }
                    let is_object = byte == b'{';
                    self.pointer.set_index();
                    self.pointer.open(is_object);
                    self.expected = if is_object { NameOrEnd } else { ValueOrEnd };
                    self.source.pass(1);
                    return Ok(Token::Begin);
                }
                (Document | Value | ValueOrEnd, b'"') => {
                    self.pointer.set_index();
                    return self.string(Token::Text);
                }
                (Document | Value | ValueOrEnd, b'-' | b'0'..=b'9' | b't' | b'f' | b'n') => {
                    return self.scalar();
                }
                (Name | NameOrEnd, b'"') => return self.string(Token::Name),
                (Colon, b':') => self.expected = Value,
                (CommaOrEnd, b',') => {
                    if let Some(level) = self.pointer.levels.last_mut() {
                        level.index += 1;
                    }
                    self.expected = if is_object == Some(true) { Name } else { Value };
                }
                (ValueOrEnd | CommaOrEnd, b']') if is_object == Some(false) => return Ok(self.end()),
                (NameOrEnd | CommaOrEnd, b'}') if is_object == Some(true) => return Ok(self.end()),
                _ => return Ok(Token::Bad("an unexpected character")),
            }
            self.source.pass(1);
        }
    }

    fn end(&mut self) -> Token {
        self.source.pass(1);
        self.pointer.levels.pop();
        self.after_value(Token::End)
    }

    fn after_value(&mut self, token: Token) -> Token {
        let is_over = self.pointer.levels.is_empty();
        self.expected = if is_over { Expected::Document } else { Expected::CommaOrEnd };
        token
    }

    fn scalar(&mut self) -> io::Result<Token> {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.');
        let find = |bytes: &[u8]| bytes.iter().position(|byte| !is_part(byte));
        let next = self.source.until(find, |more| _ = push(&mut self.bytes, more, self.limit + 1))?;
        let is_of_number = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        let is_number = self.bytes.iter().all(is_of_number) && self.bytes.iter().any(u8::is_ascii_digit);
        Ok(match &*self.bytes {
            b"true" | b"false" | b"null" => self.after_value(Token::Scalar),
            _ if is_number => self.after_value(Token::Scalar),
            _ if next.is_none() => Token::Cut,
            _ => Token::Bad("an unknown value"),
        })
    }

    /// Reads a string without its quotation marks. Does not decode escapes.
    fn string(&mut self, token: Token) -> io::Result<Token> {
        self.source.pass(1);
        self.at = self.source.place();
        loop {
            let find = |bytes: &[u8]| memchr3(b'"', b'\\', b'\n', bytes);
            let next = self.source.until(find, |more| _ = push(&mut self.bytes, more, self.limit + 1))?;
            match next {
                None => return Ok(Token::Cut),
                Some(b'"') => break,
                Some(b'\n') => return Ok(Token::Bad("a line ends inside a string")),
                Some(_) => {
                    let escape = self.source.fill(2)?;
                    let escape = &escape[..escape.len().min(2)];
                    push(&mut self.bytes, escape, self.limit + 1);
                    self.source.pass(2);
                }
            }
        }
        self.source.pass(1);
        if matches!(token, Token::Text) {
            return Ok(self.after_value(token));
        }
        self.expected = Expected::Colon;
        Ok(token)
    }
}

/// Decodes the escapes of a string. Replaces lone surrogates and bytes that are not UTF-8 with U+FFFD.
fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(bytes);
    if memchr(b'\\', text.as_bytes()).is_none() {
        return text;
    }
    let (mut plain, mut rest) = (String::with_capacity(text.len()), &*text);
    while let Some((before, after)) = rest.split_once('\\') {
        plain += before;
        let Some(first) = after.chars().next() else { break };
        let (c, len) = unicode_escape(after).unwrap_or_else(|| {
            let c = match first {
                'b' => '\u{8}',
                'f' => '\u{C}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                other => other,
            };
            (c, first.len_utf8())
        });
        plain.push(c);
        rest = &after[len..];
    }
    (plain + rest).into()
}

/// Returns true if `bytes` are complete JSON values, false if the last value is incomplete, and `None` if
/// `bytes` are not JSON. If `is_single` is true, more than one value is not JSON.
fn is_whole(bytes: &[u8], is_single: bool) -> Option<bool> {
    let mut tokens = Tokens::new(Source::of_bytes(bytes), 0);
    let mut values = 0;
    loop {
        match tokens.next().ok()? {
            Token::Over => return Some(true),
            Token::Cut => return Some(false),
            Token::Bad(_) => return None,
            _ => values += u32::from(tokens.pointer.levels.is_empty()),
        }
        if is_single && values > 1 {
            return None;
        }
    }
}

/// Returns true if the text `start` looks like JSON Lines: its first line is one JSON value. Returns false if
/// `start` looks like a JSON document, and `None` for any other text.
pub fn is_json_lines(start: &[u8]) -> Option<bool> {
    let start = start.trim_ascii_start();
    let line = memchr(b'\n', start).map_or(start, |end| &start[..end]);
    if !matches!(start, [b'{' | b'[', ..]) {
        return None;
    }
    if is_whole(line, true)? { Some(true) } else { is_whole(start, false).map(|_| false) }
}

#[derive(Default)]
struct Request {
    target: Option<(Position, Context, String)>,
    host: Option<String>,
    scheme: Option<String>,
    /// True if the object certainly is a request, even without a host.
    is_certain: bool,
}

impl Request {
    /// Stores `text`, the value at `pointer`, if `pointer` refers to a part of a request.
    /// Source: the fields of Caddy's access log, and the nginx variables that access logs often contain.
    fn add(&mut self, pointer: &Pointer, text: &str, at: Position) {
        match pointer.member() {
            Some("request") => {
                if let Some((start, target)) = target_of(text) {
                    let at = Position { column: at.column + start as u64, ..at };
                    self.target = Some((at, pointer.context(), target.into()));
                    self.is_certain = true;
                }
            }
            Some(name @ ("request_uri" | "uri" | "request/request_uri" | "request/uri")) => {
                self.is_certain |= name != "uri";
                self.target.get_or_insert_with(|| (at, pointer.context(), text.into()));
            }
            Some("host" | "http_host" | "request/host" | "request/http_host") => {
                self.host = Some(text.into());
            }
            Some("scheme" | "request/scheme") => self.scheme = Some(text.into()),
            _ => {}
        }
    }

    /// Returns the requested URL if the target is a path. If the request has no host, prepends `origin`.
    fn finish(self, origin: Option<&str>) -> Option<Found> {
        let Self { target, host, scheme, is_certain } = self;
        let (at, context, target) = target.filter(|(_, _, target)| target.starts_with('/'))?;
        let content = match host.filter(|host| !host.is_empty()) {
            None if !is_certain => return None,
            None => Content::of(&[origin.unwrap_or_default(), &target].concat()),
            Some(host) if host.contains(['/', '\\', '?', '#', '@']) => {
                Content::Refused("not-a-host", "the `host` of the request is not a host".into())
            }
            Some(host) => {
                let scheme = scheme.as_deref().or_else(|| Some(origin?.split_once(':')?.0));
                Content::of(&[scheme.unwrap_or("https"), "://", &host, &target].concat())
            }
        };
        Some(Found { context, ..Found::at(at, content) })
    }
}

/// Finds the URLs in JSON that is nested in `nesting` JSON strings. Strings longer than `limit` bytes are an
/// error.
pub(super) fn read(
    source: Source<'_>,
    settings: &Settings,
    limit: usize,
    nesting: u8,
    take: &mut Take<'_>,
) -> io::Result<()> {
    let (mut tokens, mut request) = (Tokens::new(source, limit), Request::default());
    let why = loop {
        let token = tokens.next()?;
        let pointer = &mut tokens.pointer;
        match token {
            Token::Over => return Ok(()),
            Token::Cut => break "it ends inside a value",
            Token::Bad(why) => break why,
            Token::Begin if pointer.member() == Some("request/tls") => request.scheme = Some("https".into()),
            Token::End if pointer.levels.len() == pointer.arrays() => {
                let origin = settings.origin.as_deref();
                mem::take(&mut request).finish(origin).map_or(Ok(()), &mut *take)?;
            }
            Token::Begin | Token::End | Token::Scalar => {}
            Token::Name | Token::Text => {
                let text = decode(&tokens.bytes);
                match token {
                    Token::Text => request.add(pointer, &text, tokens.at),
                    _ if text.contains(['~', '/']) => {
                        pointer.set(text.replace('~', "~0").replace('/', "~1"));
                    }
                    _ => pointer.set(&text),
                }
                let take = &mut |found| take(Found { context: pointer.context(), ..found });
                if tokens.bytes.len() > limit {
                    take(Found::at(tokens.at, Content::too_long(limit)))?;
                    continue;
                }
                let exact = memchr(b'\\', &tokens.bytes).unwrap_or(tokens.bytes.len());
                string(&text, tokens.at, exact, settings, nesting, take)?;
            }
        }
    };
    tokens.bytes.truncate(limit);
    let why = format!("the document is not JSON: {why}; the rest is read as text");
    take(Found::at(tokens.source.place(), Content::Refused("not-json", why.into())))?;
    lines::lines(&mut tokens.source, tokens.at, tokens.bytes, &settings.finder, take)
}

/// Finds the URLs in `text`, the decoded string at `at`. The first `exact` bytes contained no escapes.
fn string(
    text: &str,
    at: Position,
    exact: usize,
    settings: &Settings,
    nesting: u8,
    take: &mut Take<'_>,
) -> io::Result<()> {
    let may_be_json = text.trim_ascii_start().starts_with(['{', '[']);
    let is_json = may_be_json && is_whole(text.as_bytes(), true) == Some(true);
    if is_json && nesting < NESTING {
        let source = Source::of_bytes(text.as_bytes());
        return read(source, settings, text.len(), nesting + 1, &mut |found| take(Found { at, ..found }));
    }
    if is_json {
        let why = "JSON strings contain JSON at too many levels: it is read as text";
        take(Found::at(at, Content::Refused("too-deep", why.into())))?;
    }
    // The length of U+FFFD differs from the length of the bytes that it replaces.
    let exact = if text.contains(char::REPLACEMENT_CHARACTER) { 0 } else { exact };
    lines::value(text, at, exact, Content::of, &settings.finder, take)
}
