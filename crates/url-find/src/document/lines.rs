//! Finds URLs in text, in the cells of tables, and in the access logs of web servers.

use std::{borrow::Cow, io};

use encoding_rs::UTF_8;
use memchr::{memchr, memchr2, memrchr};

use super::source::{Source, push};
use super::{Content, Found, LIMIT, Position, Take};
use crate::Finder;

/// Finds the URLs in `text`, a value of JSON or a cell, as [`text`] does. If the finder looks for hostile
/// URLs, also finds the whole value, if it is a URL with another host than the URL that is found there.
pub(super) fn value(
    text: &str,
    at: Position,
    exact: usize,
    content: fn(&str) -> Content,
    finder: &Finder,
    take: &mut Take<'_>,
) -> io::Result<()> {
    if finder.is_for_hostile_urls() && finder.hides_host(text) {
        take(Found::at(at, content(text)))?;
    }
    self::text(text, at, exact, content, finder, take)
}

/// Finds the URLs in `text`, which begins at `at`. A URL that begins in the first `exact` bytes gets its own
/// position, because these bytes equal the document; any other URL gets `at`. `content` creates the content
/// of a finding.
pub(super) fn text(
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

pub(super) fn lines(
    source: &mut Source<'_>,
    mut at: Position,
    begun: Vec<u8>,
    finder: &Finder,
    take: &mut Take<'_>,
) -> io::Result<()> {
    let mut line = begun;
    loop {
        let end = source.until(|bytes| memchr(b'\n', bytes), |more| _ = push(&mut line, more, LIMIT + 1))?;
        if line.len() > LIMIT {
            take(Found::at(at, Content::too_long(LIMIT)))?;
        } else {
            let (text, content) = Content::decode(&line, UTF_8);
            let exact = match &text {
                Cow::Borrowed(text) => text.len(),
                Cow::Owned(_) => line.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len()),
            };
            self::text(&text, at, exact, content, finder, take)?;
        }
        if end.is_none() {
            return Ok(());
        }
        source.pass(1);
        at = source.place();
        line.clear();
    }
}

/// Finds the URLs in the cells of `row`, a line. A quoted cell (RFC 4180) with a line break is not supported.
pub(super) fn cells(row: &str, delimiter: u8, finder: &Finder, take: &mut Take<'_>) -> io::Result<()> {
    let mut at = 0;
    let mut cell = |text: &str, start: usize, exact| {
        let at = Position { line: 1, column: start as u64 + 1 };
        value(text, at, exact, Content::of, finder, take)
    };
    while at < row.len() {
        let rest = &row[at..];
        let Some(inside) = rest.strip_prefix('"') else {
            let len = memchr(delimiter, rest.as_bytes()).unwrap_or(rest.len());
            cell(&rest[..len], at, len)?;
            at += len + 1;
            continue;
        };
        // In a quoted cell, two quotation marks represent one quotation mark.
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

/// Finds the URLs in a line of an access log. A path is appended to the virtual host in the line, or else to
/// `origin`.
pub(super) fn request_line(line: &str, origin: Option<&str>, take: &mut Take<'_>) -> io::Result<()> {
    let at = |start: usize| Position { line: 1, column: start as u64 + 1 };
    let mut take = |start, content| take(Found::at(at(start), content));
    let Some((start, target, rest)) = request(line) else {
        let why = "the line has no request: a method and a target in quotation marks";
        return take(0, Content::Refused("not-a-request", why.into()));
    };
    let target = unescape(target);
    // A path remains a path, even if it begins with `//`. `*` and the target of CONNECT are not URLs.
    if target.starts_with('/') {
        let vhost = virtual_host(line, origin);
        take(start, Content::of(&[vhost.as_deref().or(origin).unwrap_or_default(), &target].concat()))?;
    } else if target.contains("://") {
        take(start, Content::of(&target))?;
    }
    if let Some((start, referrer, _)) = quoted(line, rest).filter(|(_, text, _)| !matches!(*text, "" | "-")) {
        take(start, Content::of(&unescape(referrer)))?;
    }
    Ok(())
}

/// Returns the offset of the request's target, the target, and the offset after the request.
fn request(line: &str) -> Option<(usize, &str, usize)> {
    // The request follows the time. Without a time, it is the first quoted text that looks like a request.
    let time = line.find("] \"");
    let mut at = time.map_or(0, |end| end + 2);
    loop {
        let (start, text, rest) = quoted(line, at)?;
        match target_of(text) {
            Some((before, target)) => return Some((start + before, target, rest)),
            None if time.is_some() => return None,
            None => at = rest,
        }
    }
}

pub(super) fn target_of(text: &str) -> Option<(usize, &str)> {
    let (method, target) = text.split_once(' ')?;
    let version = memrchr(b' ', target.as_bytes()).filter(|&at| target[at + 1..].starts_with("HTTP/"));
    let target = target[..version.unwrap_or(target.len())].trim_end();
    let is_method = !method.is_empty() && method.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_method && !target.is_empty()).then_some((method.len() + 1, target))
}

/// Returns the origin in a line of the log format `vhost_combined`. Port 80 selects `http`, and 443 `https`.
/// For other ports, the scheme is that of `origin`, or else `https`.
fn virtual_host(line: &str, origin: Option<&str>) -> Option<String> {
    let fields = line.split_once(" [")?.0;
    let first = fields.split(' ').next().filter(|_| fields.split(' ').count() > 3)?;
    let (host, port) = first.rsplit_once(':')?;
    let is_port = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    let is_host = !host.is_empty()
        && (host.starts_with('[') || !host.contains(':'))
        && !host.contains(['/', '@', '?', '#', '\\', '"']);
    if !is_port || !is_host {
        return None;
    }
    let scheme = origin.and_then(|origin| origin.split(':').next()).unwrap_or("https");
    Some(match port {
        "443" => format!("https://{host}"),
        "80" => format!("http://{host}"),
        _ => format!("{scheme}://{host}:{port}"),
    })
}

/// Returns the start of the first quoted text after `at`, the text, and the offset after its closing quote.
fn quoted(line: &str, at: usize) -> Option<(usize, &str, usize)> {
    let bytes = line.as_bytes();
    let start = at + memchr(b'"', &bytes[at..])? + 1;
    let mut end = start + memchr2(b'"', b'\\', &bytes[start..])?;
    while bytes[end] == b'\\' {
        end += 2 + memchr2(b'"', b'\\', bytes.get(end + 2..)?)?;
    }
    Some((start, &line[start..end], end + 1))
}

fn unescape(text: &str) -> Cow<'_, str> {
    if memchr(b'\\', text.as_bytes()).is_none() {
        return text.into();
    }
    let (mut plain, mut rest) = (Vec::new(), text.as_bytes());
    while let Some(&first) = rest.first() {
        let digit = |at: usize| char::from(*rest.get(at)?).to_digit(16);
        let byte = || u8::try_from(digit(2)? * 16 + digit(3)?).ok();
        let (byte, len) = match rest {
            [b'\\', b'x', ..] => byte().map_or((first, 1), |byte| (byte, 4)),
            [b'\\', b'n', ..] => (b'\n', 2),
            [b'\\', b'r', ..] => (b'\r', 2),
            [b'\\', b't', ..] => (b'\t', 2),
            [b'\\', escaped @ (b'"' | b'\\'), ..] => (*escaped, 2),
            _ => (first, 1),
        };
        plain.push(byte);
        rest = &rest[len..];
    }
    String::from_utf8_lossy(&plain).into_owned().into()
}
