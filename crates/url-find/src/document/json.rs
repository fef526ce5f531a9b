//! JSON (RFC 8259): the URLs in strings and names, and what access logs in JSON say was requested.

use std::{
    borrow::Cow,
    io::{self, BufRead, Cursor},
    mem,
    ops::Deref,
};

use memchr::{memchr, memchr3};

use super::{
    Settings,
    access_log::{self, target_of},
    found::{Content, Context, Found, Position},
    text::{Piece, Source},
};

/// How many arrays and objects may be in each other.
const DEPTH: usize = 1 << 18;

/// The longest pointer that a finding has, in bytes; and how many bytes of names are kept for it.
const POINTER_LIMIT: usize = 1 << 10;

/// In how many strings, one in the other, JSON is read.
const NESTING: u8 = 4;

/// An array or object that is open.
struct Level {
    is_object: bool,
    /// The number of the element.
    index: u64,
    /// Where its current name begins and ends; `None` if it is not kept.
    name: Option<(u16, u16)>,
}

/// Comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// A value, or the end of the input.
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
    /// The end of the input, between values.
    Over,
    /// The end of the input, inside a value.
    Cut,
    Bad(&'static str),
}

/// The tokens of JSON values, one after the other.
struct Tokens<R> {
    source: Source<R>,
    levels: Vec<Level>,
    names: String,
    expected: Expected,
    /// The place and the bytes of the last token, if it is a string or a scalar; more than `limit` are not kept.
    at: Position,
    bytes: Vec<u8>,
    limit: usize,
}

impl<R: BufRead> Tokens<R> {
    fn new(reader: R, limit: usize) -> Self {
        Self {
            source: Source::new(reader),
            levels: Vec::new(),
            names: String::new(),
            expected: Expected::Document,
            at: Position::START,
            bytes: Vec::new(),
            limit,
        }
    }

    /// Moves behind one byte, which is not kept.
    fn skip(&mut self) -> io::Result<()> {
        self.source.pass(1, &mut Vec::new(), 0)
    }

    fn next(&mut self) -> io::Result<Token> {
        use Expected::{Colon, CommaOrEnd, Document, Name, NameOrEnd, Value, ValueOrEnd};
        loop {
            let bytes = self.source.bytes()?;
            let space = bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
            let Some(&byte) = bytes.get(space) else {
                if space > 0 {
                    self.source.pass(space, &mut Vec::new(), 0)?;
                    continue;
                }
                return Ok(if self.expected == Document { Token::Over } else { Token::Cut });
            };
            self.source.pass(space, &mut Vec::new(), 0)?;
            self.at = self.source.position;
            self.bytes.clear();
            let is_object = self.levels.last().map(|level| level.is_object);
            match (self.expected, byte) {
                (Document | Value | ValueOrEnd, b'{' | b'[') => {
                    if self.levels.len() == DEPTH {
                        return Ok(Token::Bad("arrays and objects are nested too deeply"));
                    }
                    let is_object = byte == b'{';
                    self.levels.push(Level { is_object, index: 0, name: None });
                    self.expected = if is_object { NameOrEnd } else { ValueOrEnd };
                    self.skip()?;
                    return Ok(Token::Begin);
                }
                (Document | Value | ValueOrEnd, b'"') => return self.string(Token::Text),
                (Document | Value | ValueOrEnd, b'-' | b'0'..=b'9' | b't' | b'f' | b'n') => {
                    return self.scalar();
                }
                (Name | NameOrEnd, b'"') => return self.string(Token::Name),
                (Colon, b':') => self.expected = Value,
                (CommaOrEnd, b',') => {
                    if let Some(level) = self.levels.last_mut() {
                        level.index += 1;
                    }
                    self.expected = if is_object == Some(true) { Name } else { Value };
                }
                (ValueOrEnd | CommaOrEnd, b']') if is_object == Some(false) => return self.end(),
                (NameOrEnd | CommaOrEnd, b'}') if is_object == Some(true) => return self.end(),
                _ => return Ok(Token::Bad("an unexpected character")),
            }
            self.skip()?;
        }
    }

    fn end(&mut self) -> io::Result<Token> {
        self.skip()?;
        if let Some((start, _)) = self.levels.pop().and_then(|level| level.name) {
            self.names.truncate(start.into());
        }
        self.after_value();
        Ok(Token::End)
    }

    fn after_value(&mut self) {
        self.expected = if self.levels.is_empty() { Expected::Document } else { Expected::CommaOrEnd };
    }

    fn scalar(&mut self) -> io::Result<Token> {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.');
        loop {
            let len = self.source.bytes()?.iter().take_while(|byte| is_part(byte)).count();
            if len == 0 {
                break;
            }
            self.source.pass(len, &mut self.bytes, self.limit)?;
        }
        let is_number = |bytes: &[u8]| {
            bytes.iter().any(u8::is_ascii_digit)
                && bytes
                    .iter()
                    .all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E'))
        };
        if !matches!(&*self.bytes, b"true" | b"false" | b"null") && !is_number(&self.bytes) {
            return Ok(if self.source.bytes()?.is_empty() {
                Token::Cut
            } else {
                Token::Bad("an unknown value")
            });
        }
        self.after_value();
        Ok(Token::Scalar)
    }

    /// Reads a string, without its quotation marks and with its escapes.
    fn string(&mut self, token: Token) -> io::Result<Token> {
        self.skip()?;
        self.at = self.source.position;
        loop {
            let bytes = self.source.bytes()?;
            let stop = memchr3(b'"', b'\\', b'\n', bytes).map(|at| (at, bytes[at]));
            let len = bytes.len();
            if len == 0 {
                return Ok(Token::Cut);
            }
            self.source.pass(stop.map_or(len, |(at, _)| at), &mut self.bytes, self.limit)?;
            match stop {
                None => {}
                Some((_, b'"')) => break,
                Some((_, b'\n')) => return Ok(Token::Bad("a line ends inside a string")),
                Some(_) => {
                    self.source.pass(1, &mut self.bytes, self.limit)?;
                    if !self.source.bytes()?.is_empty() {
                        self.source.pass(1, &mut self.bytes, self.limit)?;
                    }
                }
            }
        }
        self.skip()?;
        if matches!(token, Token::Text) {
            self.after_value();
            return Ok(token);
        }
        self.expected = Expected::Colon;
        let Some(level) = self.levels.last_mut() else { return Ok(token) };
        if let Some((start, _)) = level.name.take() {
            self.names.truncate(start.into());
        }
        if self.names.len() + self.bytes.len() <= POINTER_LIMIT {
            let start = self.names.len();
            self.names += &decode(&self.bytes);
            // Replacement may make it longer.
            level.name = u16::try_from(start).ok().zip(u16::try_from(self.names.len()).ok());
        }
        Ok(token)
    }

    /// The name of the member that is read at a depth, counted from 0.
    fn name(&self, depth: usize) -> Option<&str> {
        let (start, end) = self.levels.get(depth)?.name?;
        self.names.get(start.into()..end.into())
    }

    /// The JSON pointer (RFC 6901) of the current value, unless it is too long.
    fn pointer(&self) -> Option<String> {
        // Each level takes two bytes, but for names without letters.
        if self.levels.len() > POINTER_LIMIT / 2 {
            return None;
        }
        let mut pointer = String::new();
        for (depth, level) in self.levels.iter().enumerate() {
            pointer.push('/');
            if level.is_object {
                pointer += &self.name(depth)?.replace('~', "~0").replace('/', "~1");
            } else {
                pointer += &level.index.to_string();
            }
            if pointer.len() > POINTER_LIMIT {
                return None;
            }
        }
        Some(pointer)
    }
}

/// The text of a string with escapes. Half of a surrogate pair, and bytes that are not UTF-8, are replaced.
fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(bytes);
    let Some(first) = memchr(b'\\', text.as_bytes()) else { return text };
    let mut plain = text[..first].to_owned();
    let mut rest = &text[first..];
    while let Some(at) = memchr(b'\\', rest.as_bytes()) {
        plain += &rest[..at];
        rest = &rest[at + 1..];
        let unit = |text: &str| {
            let digits = text.strip_prefix('u')?.get(..4)?;
            u16::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))
        };
        if let Some(first) = unit(rest) {
            rest = &rest[5..];
            let second =
                rest.strip_prefix('\\').and_then(unit).filter(|second| matches!(second, 0xDC00..=0xDFFF));
            let pair = second.filter(|_| matches!(first, 0xD800..=0xDBFF));
            rest = if pair.is_some() { &rest[6..] } else { rest };
            plain.extend(
                char::decode_utf16([first].into_iter().chain(pair))
                    .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)),
            );
            continue;
        }
        let escaped = rest.chars().next();
        rest = &rest[escaped.map_or(0, char::len_utf8)..];
        plain.extend(escaped.map(|escaped| match escaped {
            'b' => '\u{8}',
            'f' => '\u{C}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            other => other,
        }));
    }
    (plain + rest).into()
}

/// Returns true if `bytes` are whole values of JSON, or one if it `is_single`; false if they may be the start of such.
fn is_whole(bytes: &[u8], is_single: bool) -> Option<bool> {
    let mut tokens = Tokens::new(bytes, 0);
    let mut values = 0;
    loop {
        match tokens.next().ok()? {
            Token::Over => return Some(true),
            Token::Cut => return Some(false),
            Token::Bad(_) => return None,
            _ => values += u32::from(tokens.levels.is_empty()),
        }
        if is_single && values > 1 {
            return None;
        }
    }
}

/// Returns true if `start`, the first bytes of an input, begins JSON Lines, whose first line is a value; false if it begins a
/// document; `None` if it is text.
pub fn is_json_lines(start: &[u8]) -> Option<bool> {
    let start = start.trim_ascii_start();
    let line = memchr(b'\n', start).map_or(start, |end| &start[..end]);
    let is_json = matches!(start, [b'{' | b'[', ..]);
    is_json
        .then(|| is_whole(line, true))
        .flatten()
        .filter(|is_whole| *is_whole || self::is_whole(start, false).is_some())
}

/// A request of an access log, an object of JSON.
#[derive(Default)]
struct Request {
    target: Option<(Position, Context, String)>,
    host: Option<String>,
    scheme: Option<String>,
    /// True if it is certain that this is a request, without a host too.
    is_certain: bool,
}

/// The URLs of JSON.
pub(super) struct Json<R, S> {
    tokens: Tokens<R>,
    settings: S,
    /// The string whose URLs are taken, or the JSON in it.
    piece: Option<Piece<String>>,
    #[expect(clippy::type_complexity, reason = "it is used here only")]
    inner: Option<Box<(Position, Context, Json<Cursor<Vec<u8>>, S>)>>,
    nesting: u8,
    request: Request,
    /// Of what is not JSON, which is read as text: the beginning of its first line, until that is read.
    rest: Option<(Position, Vec<u8>)>,
}

impl<R: BufRead, S: Deref<Target = Settings> + Clone> Json<R, S> {
    /// Returns the URLs of what `reader` reads, with strings of at most `limit` bytes.
    pub(super) fn new(reader: R, settings: S, limit: usize) -> Self {
        Self {
            tokens: Tokens::new(reader, limit),
            settings,
            piece: None,
            inner: None,
            nesting: 0,
            request: Request::default(),
            rest: None,
        }
    }

    /// The depth of the members of an object that may be a request: the outermost, or one in an outermost array.
    fn request_depth(&self) -> usize {
        1 + usize::from(self.tokens.levels.first().is_some_and(|level| !level.is_object))
    }

    /// Takes the last string, a value or a name.
    fn take_string(&mut self, is_value: bool) -> Option<Found> {
        let (at, bytes) = (self.tokens.at, mem::take(&mut self.tokens.bytes));
        let pointer = self.tokens.pointer().map(Into::into);
        let context = Context { pointer, ..Context::default() };
        if bytes.len() > self.tokens.limit {
            let content = Content::too_long(self.tokens.limit);
            return Some(Found { context, ..Found::at(at, content) });
        }
        let exact = memchr(b'\\', &bytes).unwrap_or(bytes.len());
        let text = decode(&bytes).into_owned();
        if is_value {
            self.take_member(&text, at, &context);
        }
        let is_json =
            text.trim_ascii_start().starts_with(['{', '[']) && is_whole(text.as_bytes(), true) == Some(true);
        if is_json && self.nesting < NESTING {
            let limit = self.tokens.limit;
            let inner = Json::new(Cursor::new(text.into_bytes()), self.settings.clone(), limit);
            self.inner = Some(Box::new((at, context, Json { nesting: self.nesting + 1, ..inner })));
            return None;
        }
        let refused = is_json.then(|| {
            let why = "JSON strings contain JSON at too many levels: it is read as text";
            Found { context: context.clone(), ..Found::at(at, Content::Refused("too-deep", why.into())) }
        });
        let is_lossy =
            exact == bytes.len() && text.len() != bytes.len() || text.contains(char::REPLACEMENT_CHARACTER);
        let exact = if is_lossy { 0 } else { exact };
        self.piece = Some(Piece::new(text, at, exact, context));
        refused
    }

    /// Keeps the last value, if it is a member of a request.
    ///
    /// Source: the fields of Caddy's access log, and the variables of nginx that logs are made of.
    fn take_member(&mut self, text: &str, at: Position, context: &Context) {
        let depth = self.request_depth();
        let tokens = &self.tokens;
        let is_inner = tokens.levels.len() == depth + 1 && tokens.name(depth - 1) == Some("request");
        if tokens.levels.len() != depth && !is_inner {
            return;
        }
        let request = &mut self.request;
        match tokens.name(tokens.levels.len() - 1) {
            Some("request") if !is_inner => {
                if let Some((start, target)) = target_of(text) {
                    let at = Position { column: at.column + start as u64, ..at };
                    request.target = Some((at, context.clone(), target.into()));
                    request.is_certain = true;
                }
            }
            Some(name @ ("request_uri" | "uri")) => {
                request.is_certain |= is_inner || name == "request_uri";
                request.target.get_or_insert_with(|| (at, context.clone(), text.into()));
            }
            Some("host" | "http_host") => request.host = Some(text.into()),
            Some("scheme") => request.scheme = Some(text.into()),
            _ => {}
        }
    }

    /// The URL of the request that ended, unless it is not one, or has a URL that was found already.
    fn take_request(&mut self) -> Option<Found> {
        let Request { target, host, scheme, is_certain } = mem::take(&mut self.request);
        let (at, context, target) = target.filter(|(_, _, target)| target.starts_with('/'))?;
        let host = host.filter(|host| !host.is_empty());
        let origin = self.settings.origin.as_deref();
        let content = match host {
            None if !is_certain => return None,
            None => Content::of(&access_log::at_origin(origin, &target)),
            Some(host) if host.contains(['/', '\\', '?', '#', '@']) => {
                Content::Refused("not-a-host", "the `host` of the request is not a host".into())
            }
            Some(host) => {
                let scheme =
                    scheme.as_deref().or_else(|| Some(origin?.split_once(':')?.0)).unwrap_or("https");
                Content::of(&[scheme, "://", &host, &target].concat())
            }
        };
        Some(Found { context, ..Found::at(at, content) })
    }

    /// Takes what is not JSON, from here on: reports it, and reads the rest as text.
    fn break_off(&mut self, why: &'static str) -> Found {
        let mut bytes = mem::take(&mut self.tokens.bytes);
        bytes.truncate(self.tokens.limit);
        let place = self.tokens.source.position;
        self.rest = Some((self.tokens.at, bytes));
        let why = format!("it is not JSON: {why}; the rest is read as text");
        Found::at(place, Content::Refused("not-json", why.into()))
    }

    fn take(&mut self) -> io::Result<Option<Found>> {
        loop {
            if let Some(inner) = &mut self.inner {
                let (at, context, inner) = &mut **inner;
                if let Some(found) = inner.take()? {
                    return Ok(Some(Found { at: *at, context: context.clone(), ..found }));
                }
                self.inner = None;
            }
            if let Some(found) = self.piece.as_mut().and_then(|piece| piece.next(&self.settings.finder)) {
                return Ok(Some(found));
            }
            self.piece = None;
            if let Some((at, begun)) = self.rest.as_mut() {
                let (line_at, begun) = (*at, mem::take(begun));
                let line = self.tokens.source.line(begun, line_at)?;
                *at = self.tokens.source.position;
                match line {
                    None => return Ok(None),
                    Some(Err(found)) => return Ok(Some(found)),
                    Some(Ok(piece)) => self.piece = Some(piece),
                }
                continue;
            }
            let depth = self.request_depth();
            let found = match self.tokens.next()? {
                Token::Over => return Ok(None),
                Token::Cut => Some(self.break_off("it ends inside a value")),
                Token::Bad(why) => Some(self.break_off(why)),
                Token::Name => self.take_string(false),
                Token::Text => self.take_string(true),
                Token::Begin => {
                    let tokens = &self.tokens;
                    let depth = self.request_depth();
                    if tokens.levels.len() == depth + 2
                        && tokens.name(depth - 1) == Some("request")
                        && tokens.name(depth) == Some("tls")
                    {
                        self.request.scheme = Some("https".into());
                    }
                    None
                }
                Token::End if self.tokens.levels.len() + 1 == depth => self.take_request(),
                Token::End | Token::Scalar => None,
            };
            if found.is_some() {
                return Ok(found);
            }
        }
    }
}

impl<R: BufRead, S: Deref<Target = Settings> + Clone> Iterator for Json<R, S> {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<Self::Item> {
        self.take().transpose()
    }
}
