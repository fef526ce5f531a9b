//! URLs in which every profile sees the same, or the same host, found by their bytes.

use std::ops::Range;

use url_facade::Profile;

/// A plain URL: the places of its parts in it, in bytes.
pub(crate) struct Plain {
    pub(crate) scheme: &'static str,
    pub(crate) host: Range<usize>,
    pub(crate) path: Range<usize>,
    /// Whether the URL Standard leaves it as it is.
    pub(crate) is_canonical: bool,
}

/// What of a URL has a byte: a path, a query or fragment, a label of a name.
const PATH: u8 = 1;
const QUERY: u8 = 2;
const NAME: u8 = 4;

/// For each byte, the parts that it may be in. An escape is looked at by itself.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if byte.is_ascii_alphanumeric() {
            classes[byte as usize] = PATH | QUERY | NAME;
        }
        byte += 1;
    }
    let both = b"-._~!$&()*+,;=:@/";
    let mut at = 0;
    while at < both.len() {
        classes[both[at] as usize] = PATH | QUERY;
        at += 1;
    }
    classes[b'?' as usize] = QUERY;
    classes[b'-' as usize] |= NAME;
    classes
};

/// Where the host of `url` is if every profile that accepts `url` sees it there, and the same one but for case: after `http://` or
/// `https://`, a name of letters, digits and hyphens with at least two labels, of which the last begins with a letter and none looks
/// like Punycode, then perhaps a port from 1 to 65535, and then nothing, or a path, a query or a fragment of any bytes.
///
/// FAST: why all profiles see it there. Nothing in it is removed or replaced before parsing: each of its bytes is a visible ASCII
/// character, and not a backslash. The first `:` ends the scheme, which all know. `//` begins the authority, and the first `/`, `?` or
/// `#` ends it; no `@` is in it, and no `:` but before a port, so it begins with the host. That is a name which no rule of IDNA changes but for case (no label begins
/// with `xn--`), is not a number in any base (the last label begins with a letter), and is as short as names must be.
pub(crate) fn plain_host(url: &str) -> Option<Range<usize>> {
    let begins = |begin: &&str| url.get(..begin.len()).is_some_and(|given| given.eq_ignore_ascii_case(begin));
    let (start, bytes) = (["http://", "https://"].into_iter().find(begins)?.len(), url.as_bytes());
    let (mut label, mut end) = (start, start);
    loop {
        while bytes.get(end).is_some_and(|&byte| CLASSES[usize::from(byte)] & NAME != 0) {
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
    // A number may have a sign, or zeros before it.
    let is_port = |port: &str| port.starts_with(|c| matches!(c, '1'..='9')) && port.parse::<u16>().is_ok();
    let port = rest.strip_prefix(':').and_then(|rest| rest.split(is_end).next());
    let is_before_end = port.map_or(rest.is_empty() || rest.starts_with(is_end), is_port);
    (is_name && is_before_end).then_some(start..end)
}

/// The parts of `url` if it is plain: [`nearly_plain`], and as the URL Standard leaves it, in lower case, with a path that begins with one
/// slash and has no dot-segments.
///
/// FAST: all profiles see the same in it. None of its bytes is removed or replaced before parsing. The path ends at the first `?` or `#`;
/// it has no segment that is removed, and no escape that is decoded to a delimiter.
pub(crate) fn plain(url: &str) -> Option<Plain> {
    nearly_plain(url).filter(|found| found.is_canonical)
}

/// The same for `href`, which the URL Standard made of what is nearly plain with these parts.
///
/// FAST: only its path is another one. `agree::tests::what_is_plain_is_seen_alike` compares.
pub(crate) fn plain_of(href: &str, made_of: Plain) -> Option<Plain> {
    let (start, rest) = (made_of.host.end, &href[made_of.host.end..]);
    let path = start..start + rest.find(['?', '#']).unwrap_or(rest.len());
    is_plain_path(&href[path.clone()]).then_some(Plain { path, is_canonical: true, ..made_of })
}

/// The parts of `url` if it has a [`plain_host`], no port, and a path, a query and a fragment of characters that RFC 3986 allows there and
/// the URL Standard leaves, with escapes of neither delimiters, dots, nor controls in the path.
///
/// FAST: the URL Standard and RFC 3986 see the same in it: both remove the same segments, in one algorithm in two wordings.
pub(crate) fn nearly_plain(url: &str) -> Option<Plain> {
    let bytes = url.as_bytes();
    let host = plain_host(url)?;
    if bytes.get(host.end) == Some(&b':') {
        return None;
    }
    let scheme = if matches!(bytes[4], b's' | b'S') { "https" } else { "http" };
    let path = host.end..run(bytes, host.end, PATH)?;
    let mut at = path.end;
    for delimiter in [b'?', b'#'] {
        if bytes.get(at) == Some(&delimiter) {
            at = run(bytes, at + 1, QUERY)?;
        }
    }
    let is_lower = !bytes[..host.end].iter().any(u8::is_ascii_uppercase);
    let is_canonical = is_lower && is_plain_path(&url[path.clone()]);
    (at == bytes.len()).then_some(Plain { scheme, host, path, is_canonical })
}

/// Whether `profile` is one of those that make the same text of a URL that [`is_made_alike`].
pub(crate) fn makes_alike(profile: Profile) -> bool {
    let name = profile.name();
    matches!(name, "whatwg" | "whatwg-2026-02" | "rfc3986" | "barth-01") || name.starts_with("manakai")
}

/// Whether `url` is [`nearly_plain`], with a path, and has no escapes.
///
/// FAST: profiles differ in what they escape and decode; all put its scheme and host in lower case, remove dot-segments, and leave
/// the rest. `agree::tests::what_is_plain_is_seen_alike` compares.
pub(crate) fn is_made_alike(url: &str) -> bool {
    !url.contains('%') && nearly_plain(url).is_some_and(|found| !found.path.is_empty())
}

/// The end of the bytes of `class` and of harmless escapes from `at` on; `None` at an escape that is not harmless.
fn run(bytes: &[u8], mut at: usize, class: u8) -> Option<usize> {
    while let Some(&byte) = bytes.get(at) {
        if CLASSES[usize::from(byte)] & class != 0 {
            at += 1;
        } else if byte == b'%' {
            let digit = |at: usize| char::from(*bytes.get(at)?).to_digit(16);
            let value = digit(at + 1)? << 4 | digit(at + 2)?;
            let is_harmless =
                class == QUERY || !matches!(value, 0..=0x1F | 0x7F | 0x25 | 0x2E | 0x2F | 0x5C | 0xC0 | 0xC1);
            at = is_harmless.then_some(at + 3)?;
        } else {
            break;
        }
    }
    Some(at)
}

/// Whether no segment ends with two dots, alone or before a semicolon, or is a dot, and the path begins with one slash.
fn is_plain_path(path: &str) -> bool {
    let is_plain = |segment: &str| segment != "." && !segment.ends_with("..") && !segment.contains("..;");
    path.starts_with('/')
        && !path.starts_with("//")
        && (!path.as_bytes().windows(2).any(|two| matches!(two, b"/." | b".."))
            || path.split('/').all(is_plain))
}
