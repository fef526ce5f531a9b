//! URLs in which every profile sees the same, or the same host, found by their bytes.

use std::ops::Range;

/// A plain URL: the places of its parts in it, in bytes.
pub(crate) struct Plain {
    pub(crate) scheme: &'static str,
    pub(crate) host: Range<usize>,
    pub(crate) path: Range<usize>,
}

/// What of a URL has a byte: a path, a query or fragment.
const PATH: u8 = 1;
const QUERY: u8 = 2;

/// For each byte, the parts that it may be in. An escape is looked at by itself.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if byte.is_ascii_alphanumeric() {
            classes[byte as usize] = PATH | QUERY;
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
    let (scheme, rest) = url.split_once(':')?;
    if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
        return None;
    }
    let rest = rest.strip_prefix("//")?;
    let end = rest.bytes().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(rest.len());
    let (name, port) = rest[..end].split_once(':').unwrap_or((&rest[..end], "80"));
    // A number may have a sign, or zeros before it.
    let is_port = port.starts_with(|c| matches!(c, '1'..='9')) && port.parse::<u16>().is_ok();
    let start = scheme.len() + 3;
    (is_port && is_plain_name(name)).then_some(start..start + name.len())
}

/// The parts of `url` if it is plain: one with a [`plain_host`], in lower case, no port, and a path, a query and a fragment of characters
/// that RFC 3986 allows there and the URL Standard leaves, without dot-segments, and with escapes of neither delimiters, dots, nor
/// controls.
///
/// FAST: all profiles see the same in it. None of its bytes is removed or replaced before parsing. The path ends at the first `?` or `#`;
/// it has no segment that is removed, and no escape that is decoded to a delimiter.
pub(crate) fn plain(url: &str) -> Option<Plain> {
    let bytes = url.as_bytes();
    let host = plain_host(url)?;
    if bytes.get(host.end) != Some(&b'/') || url[..host.end].contains(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    let scheme = if bytes[4] == b's' { "https" } else { "http" };
    let path = host.end..run(bytes, host.end, PATH)?;
    if !is_plain_path(url.get(path.clone())?) {
        return None;
    }
    let mut at = path.end;
    for delimiter in [b'?', b'#'] {
        if bytes.get(at) == Some(&delimiter) {
            at = run(bytes, at + 1, QUERY)?;
        }
    }
    (at == bytes.len()).then_some(Plain { scheme, host, path })
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

fn is_plain_name(name: &str) -> bool {
    let is_label = |label: &[u8]| {
        (1..=63).contains(&label.len())
            && label.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
            && !label.starts_with(b"-")
            && !label.ends_with(b"-")
            && label.get(2..4) != Some(b"--")
    };
    let mut labels = name.as_bytes().split(|byte| *byte == b'.');
    name.len() <= 253
        && labels.next_back().is_some_and(|last| is_label(last) && last[0].is_ascii_alphabetic())
        && labels.next_back().is_some_and(is_label)
        && labels.all(is_label)
}

/// Whether no segment ends with two dots, alone or before a semicolon, or is a dot, and the path does not begin with two slashes.
fn is_plain_path(path: &str) -> bool {
    let is_plain = |segment: &str| segment != "." && !segment.ends_with("..") && !segment.contains("..;");
    !path.starts_with("//") && (!path.contains("/.") && !path.contains("..") || path.split('/').all(is_plain))
}
