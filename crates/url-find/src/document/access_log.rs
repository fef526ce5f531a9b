//! Lines of the access log of a web server.

use std::borrow::Cow;

use memchr::{memchr, memchr2, memrchr};

/// A text of a line, and where it begins, in bytes.
type Part<'l> = (usize, Cow<'l, str>);

/// The target of the request in `line`, which is in the Common or Combined Log Format, and the referrer, if it has one; `None` if
/// there is no request. The target is what follows the method, up to the version.
pub fn parts(line: &str) -> Option<(Part<'_>, Option<Part<'_>>)> {
    let (start, request, rest) = quoted(line, 0)?;
    let (method, target) = request.split_once(' ')?;
    let version = memrchr(b' ', target.as_bytes()).filter(|&at| target[at + 1..].starts_with("HTTP/"));
    let target = target[..version.unwrap_or(target.len())].trim_end();
    let referrer = quoted(line, rest).filter(|(_, text, _)| !matches!(*text, "" | "-"));
    let referrer = referrer.map(|(start, text, _)| (start, unescape(text)));
    let is_method = !method.is_empty() && method.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_method && !target.is_empty()).then(|| ((start + method.len() + 1, unescape(target)), referrer))
}

/// The next text in quotation marks from `at` on: where it begins, it, and where the line goes on.
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

/// `text` without the escapes of servers: `\"`, `\\`, `\xHH`, and those of C for white space.
fn unescape(text: &str) -> Cow<'_, str> {
    if memchr(b'\\', text.as_bytes()).is_none() {
        return text.into();
    }
    let (mut plain, mut rest) = (Vec::new(), text.as_bytes());
    while let [byte, after @ ..] = rest {
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let byte_of = |high, low| u8::try_from(digit(high)? * 16 + digit(low)?).ok();
        let escaped = match after {
            _ if *byte != b'\\' => None,
            [b'x', high, low, after @ ..] => byte_of(*high, *low).map(|byte| (byte, after)),
            [escaped @ (b'"' | b'\\'), after @ ..] => Some((*escaped, after)),
            [b'n', after @ ..] => Some((b'\n', after)),
            [b'r', after @ ..] => Some((b'\r', after)),
            [b't', after @ ..] => Some((b'\t', after)),
            _ => None,
        };
        let (byte, after) = escaped.unwrap_or((*byte, after));
        plain.push(byte);
        rest = after;
    }
    String::from_utf8_lossy(&plain).into_owned().into()
}
