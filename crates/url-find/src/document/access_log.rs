//! Lines of the access log of a web server.

use std::{borrow::Cow, io};

use memchr::{memchr, memchr2, memrchr};

use super::found::{Content, Found, Position, Take};

/// Finds the requested URL and the referrer in `line`, in the Common or Combined Log Format. A requested path
/// is resolved at the virtual host that `line` begins with; if there is none, at `origin`.
pub(super) fn find(line: &str, origin: Option<&str>, take: &mut Take<'_>) -> io::Result<()> {
    let mut take =
        |start: usize, content| take(Found::at(Position { line: 1, column: start as u64 + 1 }, content));
    let Some((start, target, rest)) = request(line) else {
        let why = "the line has no request: a method and a target in quotation marks";
        return take(0, Content::Refused("not-a-request", why.into()));
    };
    let target = unescape(target);
    // A path is kept as a path, even if it begins with `//`. `*` and the target of CONNECT are not URLs.
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

/// Finds the request in `line`. Returns the start of its target, the target, and the end of the request.
fn request(line: &str) -> Option<(usize, &str, usize)> {
    // It follows the time; without one, it is the first text in quotation marks that looks like a request.
    let mut at = line.find("] \"").map_or(0, |end| end + 2);
    let has_time = at > 0;
    loop {
        let (start, text, rest) = quoted(line, at)?;
        if let Some((before, target)) = target_of(text) {
            return Some((start + before, target, rest));
        }
        at = rest;
        if has_time {
            return None;
        }
    }
}

/// Returns the start of the target in the request line `text`, and the target.
pub(super) fn target_of(text: &str) -> Option<(usize, &str)> {
    let (method, target) = text.split_once(' ')?;
    let version = memrchr(b' ', target.as_bytes()).filter(|&at| target[at + 1..].starts_with("HTTP/"));
    let target = target[..version.unwrap_or(target.len())].trim_end();
    let is_method = !method.is_empty() && method.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_method && !target.is_empty()).then_some((method.len() + 1, target))
}

/// Returns the origin of the virtual host that `line` begins with (`vhost_combined`). The scheme is that of
/// the port, else of `origin`, else `https`.
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
    Some(match port {
        "443" => format!("https://{host}"),
        "80" => format!("http://{host}"),
        _ => format!(
            "{}://{host}:{port}",
            origin.and_then(|origin| origin.split(':').next()).unwrap_or("https")
        ),
    })
}

/// Returns the first quoted text at or after `at`: its start, the text, and the end of its closing mark.
fn quoted(line: &str, at: usize) -> Option<(usize, &str, usize)> {
    let bytes = line.as_bytes();
    let start = at + memchr(b'"', &bytes[at..])? + 1;
    // A backslash escapes what follows it.
    let mut end = start + memchr2(b'"', b'\\', &bytes[start..])?;
    while bytes[end] == b'\\' {
        end += 2 + memchr2(b'"', b'\\', bytes.get(end + 2..)?)?;
    }
    Some((start, &line[start..end], end + 1))
}

/// Decodes the escapes that servers write in logs: `\"`, `\\`, `\xHH`, and the escapes of C for white space.
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
