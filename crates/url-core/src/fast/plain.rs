//! Recognizes URLs in which every profile sees the same host, or the same components, by their bytes.

use core::ops::Range;

/// The parts of a [`plain`] or [`nearly_plain`] URL, as ranges of its bytes.
#[derive(Clone, Debug)]
pub struct Plain {
    /// The scheme, in lower case.
    pub scheme: &'static str,
    /// The range of the host.
    pub host: Range<usize>,
    /// The range of the path, which may be empty.
    pub path: Range<usize>,
    /// True if the URL Standard leaves the URL unchanged.
    pub is_canonical: bool,
}

fn is_in_path(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'@'..=b'Z' | b'('..=b';' | b'!' | b'$' | b'&' | b'=' | b'_' | b'~')
}

/// Returns the bytes of the host of `url` if all profiles that accept `url` are known to see the same host
/// there, except for case. Such a URL is `http://` or `https://`, a name of letters, digits and hyphens with
/// at least two labels, perhaps a port from 1 to 65535, and perhaps a path, a query or a fragment of any
/// bytes. The last label begins with a letter, and no label looks like Punycode.
///
/// FAST: all profiles see the host there for these reasons. No byte up to the host's end is removed or
/// replaced before parsing, because each is a visible ASCII character other than a backslash. The first `:`
/// ends the scheme, and all profiles know the scheme. `//` begins the authority, and the first `/`, `?` or
/// `#` ends it. The authority has no `@`, and no `:` except before a port, so it begins with the host. The
/// host is a name that IDNA changes only in case (no label begins with `xn--`), is not a number in any base
/// (the last label begins with a letter), and is short enough.
pub fn plain_host(url: &str) -> Option<Range<usize>> {
    let begins = |begin: &&str| url.get(..begin.len()).is_some_and(|given| given.eq_ignore_ascii_case(begin));
    let (start, bytes) = (["http://", "https://"].into_iter().find(begins)?.len(), url.as_bytes());
    let (mut label, mut end) = (start, start);
    loop {
        while bytes.get(end).is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            end += 1;
        }
        let text = &bytes[label..end];
        let has_hyphen = text.starts_with(b"-") || text.ends_with(b"-") || text.get(2..4) == Some(b"--");
        if has_hyphen || !(1..=63).contains(&text.len()) {
            return None;
        }
        if bytes.get(end) != Some(&b'.') {
            break;
        }
        (label, end) = (end + 1, end + 1);
    }
    let is_name = label > start && bytes[label].is_ascii_alphabetic() && end - start <= 253;
    let (rest, is_end) = (&url[end..], |c| matches!(c, '/' | '?' | '#'));
    // `parse` alone would accept a sign and leading zeros.
    let is_port = |port: &str| port.starts_with(|c| matches!(c, '1'..='9')) && port.parse::<u16>().is_ok();
    let port = rest.strip_prefix(':').and_then(|rest| rest.split(is_end).next());
    let is_before_end = port.map_or(rest.is_empty() || rest.starts_with(is_end), is_port);
    (is_name && is_before_end).then_some(start..end)
}

/// Returns the parts of `url` if it is plain: [`nearly_plain`], unchanged by the URL Standard, in lower case,
/// and with a path that begins with one slash and has no dot-segments.
///
/// FAST: all profiles see the same components in a plain URL. None of its bytes is removed or replaced before
/// parsing. The path ends at the first `?` or `#`. No segment is removed, and no escape is decoded to a
/// delimiter.
pub fn plain(url: &str) -> Option<Plain> {
    nearly_plain(url).filter(|found| found.is_canonical)
}

/// Returns the parts of `href` if it is plain. `href` is the canonical URL, under the URL Standard, of a
/// nearly plain URL, and `made_of` are the parts of that URL.
///
/// FAST: checks only the path. `agree::tests::plain_urls_agree_without_the_fast_path` of url-guard tests
/// this.
pub fn plain_href(href: &str, made_of: Plain) -> Option<Plain> {
    let (start, rest) = (made_of.host.end, &href[made_of.host.end..]);
    let path = start..start + rest.find(['?', '#']).unwrap_or(rest.len());
    is_plain_path(&href[path.clone()]).then_some(Plain { path, is_canonical: true, ..made_of })
}

/// Returns the parts of `url` if it has a [`plain_host`] and no port. Its path, query and fragment must have
/// only characters that RFC 3986 allows there and that the URL Standard leaves unchanged. The path must not
/// contain escaped delimiters, dots or controls.
///
/// FAST: the URL Standard and RFC 3986 see the same components in such a URL, because both remove the same
/// segments.
pub fn nearly_plain(url: &str) -> Option<Plain> {
    let bytes = url.as_bytes();
    let host = plain_host(url)?;
    if bytes.get(host.end) == Some(&b':') {
        return None;
    }
    let scheme = if matches!(bytes[4], b's' | b'S') { "https" } else { "http" };
    let path = host.end..run(bytes, host.end, true)?;
    let mut at = path.end;
    for delimiter in [b'?', b'#'] {
        if bytes.get(at) == Some(&delimiter) {
            at = run(bytes, at + 1, false)?;
        }
    }
    let is_lower = !bytes[..host.end].iter().any(u8::is_ascii_uppercase);
    let is_canonical = is_lower && is_plain_path(&url[path.clone()]);
    (at == bytes.len()).then_some(Plain { scheme, host, path, is_canonical })
}

/// Returns the offset after the bytes from `at` on that are allowed in a path (if `of_path` is true) or in a
/// query or fragment, and after harmless escapes. Returns `None` if an escape is invalid or not harmless.
fn run(bytes: &[u8], mut at: usize, of_path: bool) -> Option<usize> {
    while let Some(&byte) = bytes.get(at) {
        if is_in_path(byte) || (byte == b'?' && !of_path) {
            at += 1;
        } else if byte == b'%' {
            let digit = |at: usize| char::from(*bytes.get(at)?).to_digit(16);
            let value = digit(at + 1)? << 4 | digit(at + 2)?;
            let is_harmless =
                !of_path || !matches!(value, 0..=0x1F | 0x7F | 0x25 | 0x2E | 0x2F | 0x5C | 0xC0 | 0xC1);
            at = is_harmless.then_some(at + 3)?;
        } else {
            break;
        }
    }
    Some(at)
}

/// Returns true if the path begins with exactly one slash, and no segment is `.`, ends with `..` or contains
/// `..;`.
fn is_plain_path(path: &str) -> bool {
    let is_plain = |segment: &str| segment != "." && !segment.ends_with("..") && !segment.contains("..;");
    path.starts_with('/')
        && !path.starts_with("//")
        && (!path.as_bytes().windows(2).any(|two| matches!(two, b"/." | b".."))
            || path.split('/').all(is_plain))
}
