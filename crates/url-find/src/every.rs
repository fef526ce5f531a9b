//! Detection by parsers: finds the text after a scheme that a URL parser would accept.
//!
//! The documentation of [`Mode::Every`](crate::Mode::Every) lists the characters that end a URL.

use crate::finding::{Finding, Kind, Options};
use crate::uts58::{LinkTerm, Termination, is_invisible, link_term};

#[cfg(feature = "uts58")]
use crate::uts58::{bare_name, has_known_suffix};

/// Never finds a name without a scheme: the list of top-level domains requires the feature `uts58`.
#[cfg(not(feature = "uts58"))]
fn bare_name(_: &str, _: usize, at: usize) -> Result<std::ops::Range<usize>, usize> {
    Err(at + 1)
}

#[cfg(not(feature = "uts58"))]
fn has_known_suffix(_: &str) -> bool {
    false
}

const SCHEME_LIMIT: usize = 32;

/// The maximum length in bytes of a host that does not follow slashes, and of a local part after `mailto:`.
const BARE_LIMIT: usize = 320;
const OPENING: &str = "\"'`*|“”„‘’‚«»‹›＂";
const CLOSING: &str = "\"'`*|””“’’‘»«›‹＂";

/// Returns the URL whose colon, dot or `@` is at `at`. The error is the offset to continue the search at.
pub(crate) fn url_at<'t>(
    text: &'t str,
    from: usize,
    at: usize,
    options: &Options,
) -> Result<Finding<'t>, usize> {
    let name = match text.as_bytes()[at] {
        b':' => return with_scheme(text, from, at, options).ok_or(at + 1),
        b'@' => return Err(at + 1),
        _ => bare_name(text, from, at)?,
    };
    let prefix = options.default_scheme.as_ref().map(|scheme| format!("{scheme}://"));
    let candidate = Candidate::new(text, name.start, false, options);
    Ok(candidate.finish(name.end, Kind::Url, prefix.unwrap_or_default(), options))
}

#[inline]
pub(crate) fn with_scheme<'t>(
    text: &'t str,
    floor: usize,
    colon: usize,
    options: &Options,
) -> Option<Finding<'t>> {
    // FAST: few colons follow a scheme.
    let bytes = text.as_bytes();
    let may_follow = options.may_end_scheme(&bytes[floor..colon], bytes.get(colon + 1));
    if may_follow { url_of(text, floor, colon, options) } else { None }
}

fn url_of<'t>(text: &'t str, floor: usize, colon: usize, options: &Options) -> Option<Finding<'t>> {
    let (bytes, after) = (text.as_bytes(), colon + 1);
    let start = scheme_start(text, floor, colon, options)?;
    let scheme = &text[start..colon];
    let is_mail = scheme.eq_ignore_ascii_case("mailto");
    let is_file = scheme.eq_ignore_ascii_case("file");
    // The URL Standard treats a backslash as a slash under these schemes.
    let mut special = ["http", "https", "ws", "wss", "ftp", "file"].iter();
    let is_special = special.any(|special| scheme.eq_ignore_ascii_case(special));
    let most = if is_special && !is_file { usize::MAX } else { 2 };
    let (mut rest, mut slashes, mut is_raw) = (after, 0, false);
    while slashes < most {
        rest += match &bytes[rest..] {
            [b'/', ..] => 1,
            [b'\\', b'/', ..] => 2,
            [b'\\', b'\\', b'/', ..] => 3,
            [b'\\', b'u', b'0', b'0', b'2', b'f' | b'F', ..] => 6,
            [b'\\', ..] if is_special => {
                is_raw = true;
                1
            }
            _ => break,
        };
        slashes += 1;
    }
    if !is_special && !is_mail && slashes < 2 || is_file && slashes == 0 {
        return None;
    }
    // The backslash in `file:///C:\new` does not begin an escape.
    let path = bytes[rest..].strip_prefix(b"/").unwrap_or(&bytes[rest..]);
    is_raw |= matches!(path, [b'A'..=b'Z' | b'a'..=b'z', b':', b'\\', ..]);
    let candidate = Candidate::new(text, start, is_raw, options);
    let finding = if is_mail {
        let (short, _, is_whole) = candidate.before(start + BARE_LIMIT, rest, false);
        let finding = is_whole.then(|| short.finish(rest, Kind::Email, String::new(), options))?;
        Some(finding).filter(|finding| finding.text.contains('@'))?
    } else if slashes > 0 {
        candidate.finish(candidate.end_of_credentials(rest), Kind::Url, String::new(), options)
    } else {
        candidate.without_slashes(after, options)?
    };
    (finding.span.end > rest).then_some(finding)
}

struct Candidate<'t> {
    text: &'t str,
    start: usize,
    /// True if a backslash is a path separator. False if a backslash may begin an escape such as `\u0026`.
    is_raw: bool,
    closing: Option<char>,
    /// The mark of emphasis before the URL, which does not belong to the URL at its end either.
    emphasis: Option<char>,
    joins_tabs: bool,
}

impl<'t> Candidate<'t> {
    fn new(text: &'t str, start: usize, is_raw: bool, options: &Options) -> Self {
        // FAST: a URL usually follows a space, and a space is not in the list.
        let before = text[..start].chars().next_back().filter(|c| !c.is_ascii_whitespace());
        let mut pairs = OPENING.chars().zip(CLOSING.chars());
        let closing = pairs.find(|&(open, _)| Some(open) == before).map(|(_, close)| close);
        let emphasis = before.filter(|c| matches!(c, '_' | '~'));
        Self { text, start, is_raw, closing, emphasis, joins_tabs: options.joins_tabs }
    }

    fn finish(&self, at: usize, kind: Kind, prefix: String, options: &Options) -> Finding<'t> {
        let (end, has_escapes) = self.scan::<true>(at, kind == Kind::Url);
        let written = &self.text[self.start..end];
        let written = self.emphasis.map_or(written, |mark| written.trim_end_matches(mark));
        let end = self.start + written.len();
        let decoded = if has_escapes { self.unescape(end).into() } else { written.into() };
        let (span, prefix) = (self.start..end, prefix.into());
        Finding { span, text: written, decoded, kind, prefix, parser: options.parser }
    }

    /// Returns this candidate in the text before the offset `limit`, the end of its URL there, and true if
    /// the URL certainly ends before `limit`. The URL continues at `at`.
    fn before(&self, limit: usize, at: usize, in_host: bool) -> (Self, usize, bool) {
        let limit = (limit..self.text.len())
            .find(|&limit| self.text.is_char_boundary(limit))
            .unwrap_or(self.text.len());
        let text = self.text.get(..limit).unwrap_or(self.text);
        let short = Self { text, ..*self };
        let (end, _) = short.scan::<true>(at, in_host);
        let is_end = |c| self.term(c, false, "", false) == LinkTerm::Hard;
        (short, end, text.len() == self.text.len() || text[end..].contains(is_end))
    }

    /// Returns the URL whose scheme ends at `after`, if a host without slashes follows. A word and a colon
    /// are rarely a URL, so the host must be short, look like a host, and be accepted by the parser.
    ///
    /// Many colons may precede one long text, so the text is read to its end only if this is a URL.
    fn without_slashes(&self, after: usize, options: &Options) -> Option<Finding<'t>> {
        let (_, end, is_whole) = self.before(after + BARE_LIMIT, after, true);
        let found = &self.text[after..end];
        let host = found.split(['/', '\\', '?', '#']).next().unwrap_or_default();
        let is_host = (is_whole || host.len() < found.len()) && host.contains(['.', '[', '%', '。']);
        (is_host && options.parser.can_parse(&self.unescape(after + host.len())))
            .then(|| self.finish(after, Kind::Url, String::new(), options))
    }

    /// Reads the text after `at`, which begins with a host if `in_host` is true. Returns the end of the URL,
    /// and true if the URL contains escapes.
    fn scan<const FAST: bool>(&self, mut at: usize, mut in_host: bool) -> (usize, bool) {
        let (mut termination, mut has_escapes) = (Termination::new(at), false);
        loop {
            // FAST: these bytes have at most one meaning. `tests::fast_bytes_are_read_alike` compares
            // results.
            if FAST {
                let bytes = &self.text.as_bytes()[at..];
                let set = if in_host || termination.has_open() { &PLAIN } else { &PLAIN_OR_DELIMITER };
                let len = bytes.iter().take_while(|&&byte| set[usize::from(byte)]).count();
                let dots = bytes[..len].iter().rev().take_while(|&&byte| byte == b'.').count();
                if len > 0 {
                    termination.skip(if len > dots { at + len - dots } else { termination.last_safe });
                    at += len;
                }
            }
            let byte = self.text.as_bytes().get(at).copied().unwrap_or_default();
            let c = char::from(byte);
            if FAST && SIMPLE[usize::from(byte)] && Some(c) != self.closing {
                in_host &= !matches!(c, '/' | '?' | '#');
                at += 1;
                if !termination.take(c, link_term(c), at) {
                    break;
                }
                continue;
            }
            let Some(Decoded { c, len, is_escape }) = decode(self.text, at, self.is_raw) else { break };
            has_escapes |= is_escape;
            in_host &= !matches!(c, '/' | '\\' | '?' | '#');
            at += len;
            let term = self.term(c, is_escape, &self.text[at..], in_host);
            let separator = if c == '\\' && self.is_raw { '/' } else { c };
            if !termination.take(separator, term, at) {
                break;
            }
        }
        (termination.last_safe, has_escapes)
    }

    /// Returns the offset after the last `@` of the authority, which begins at `rest`. If there are no
    /// credentials, returns the start or the end of the host.
    fn end_of_credentials(&self, rest: usize) -> usize {
        // FAST: most hosts consist of these bytes. If a slash follows the host, there are no credentials.
        let bytes = self.text.as_bytes();
        let is_of_host = |byte: u8| PLAIN[usize::from(byte)] || matches!(byte, b'.' | b':');
        let (mut at, mut end) = (rest, rest);
        at += bytes[at..].iter().take_while(|byte| is_of_host(**byte)).count();
        if bytes.get(at) == Some(&b'/') {
            return at;
        }
        loop {
            let Some(Decoded { c, len, .. }) = decode(self.text, at, self.is_raw) else { return end };
            let is_separator = matches!(c, '/' | '\\' | '?' | '#');
            if is_separator || Some(c) == self.closing || link_term(c) == LinkTerm::Hard {
                return end;
            }
            at += len;
            if c == '@' {
                end = at;
            }
        }
    }

    /// Returns the effect of the character `c` on the end of the URL. The text after `c` is `rest`.
    fn term(&self, c: char, is_escape: bool, rest: &str, in_host: bool) -> LinkTerm {
        let soft_if = |is_soft| if is_soft { LinkTerm::Soft } else { LinkTerm::Hard };
        match c {
            _ if Some(c) == self.closing => LinkTerm::Hard,
            '"' | '<' | '>' | '`' | '…' => LinkTerm::Hard,
            '\'' if is_escape => LinkTerm::Hard,
            '\t' if in_host && self.joins_tabs && !is_escape => {
                let next = rest.trim_start_matches('\t').chars().next();
                soft_if(next.is_some_and(|c| link_term(c) != LinkTerm::Hard))
            }
            '\\' if self.is_raw => LinkTerm::Include,
            // A backslash at the end of a line continues the line.
            '\\' => LinkTerm::Soft,
            ',' | ';' | '|' if starts_with_url(rest) => LinkTerm::Hard,
            '.' if in_host => LinkTerm::Soft,
            '\u{3002}' | '\u{FF0E}' | '\u{FF61}' if in_host => soft_if(continues_host(rest)),
            _ if c.is_ascii() => link_term(c),
            // URL parsers remove these characters from hosts.
            _ if is_invisible(c) => soft_if(in_host),
            _ => match link_term(c) {
                LinkTerm::Soft => soft_if(!is_of_text_without_spaces(c)),
                term => term,
            },
        }
    }

    fn unescape(&self, end: usize) -> String {
        let (mut plain, mut at) = (String::with_capacity(end - self.start), self.start);
        while at < end
            && let Some(Decoded { c, len, .. }) = decode(self.text, at, self.is_raw)
        {
            plain.push(c);
            at += len;
        }
        plain
    }
}

fn continues_host(rest: &str) -> bool {
    let is_end = |c| matches!(c, '/' | '\\' | '?' | '#' | ':' | '.') || link_term(c) != LinkTerm::Include;
    let label: String = rest.chars().take(64).take_while(|&c| !is_end(c)).collect();
    !label.is_empty() && (label.is_ascii() || has_known_suffix(&["x.", &label].concat()))
}

/// The bytes that continue a link at any position.
static PLAIN: [bool; 256] = set(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_%$+");

/// The bytes that continue a link in its path, query or fragment, outside brackets, even after dots.
static PLAIN_OR_DELIMITER: [bool; 256] =
    set(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_%$+./=@");

/// The bytes whose effect on the end of a link does not depend on the neighboring bytes.
static SIMPLE: [bool; 256] = set(b" !#()./:=?@[]{}~");

const fn set(bytes: &[u8]) -> [bool; 256] {
    let (mut set, mut at) = ([false; 256], 0);
    while at < bytes.len() {
        set[bytes[at] as usize] = true;
        at += 1;
    }
    set
}

fn starts_with_url(text: &str) -> bool {
    let len = text.bytes().take(SCHEME_LIMIT).take_while(u8::is_ascii_alphanumeric).count();
    len > 1 && text[len..].starts_with("://")
}

fn scheme_start(text: &str, floor: usize, colon: usize, options: &Options) -> Option<usize> {
    let before = &text.as_bytes()[floor..colon];
    let run = before.iter().rev().take(SCHEME_LIMIT);
    let run = run.take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte)).count();
    let (outside, inside) = before.split_at(before.len() - run);
    let run = run - if outside.ends_with(b"%") { escape_len(inside) } else { 0 };
    let scheme = before[before.len() - run..].iter().position(u8::is_ascii_alphabetic);
    let start = scheme.map_or(colon, |digits| colon - run + digits);
    let listed = &options.schemes;
    let is_listed = |start: usize| listed.iter().any(|one| one.eq_ignore_ascii_case(&text[start..colon]));
    if start < colon && is_listed(start) {
        return Some(start);
    }
    // Find a scheme of the list, even if letters of another word precede the scheme.
    let mut starts = listed.iter().filter_map(|scheme| colon.checked_sub(scheme.len()));
    let inner = starts.find(|&inner| inner > colon - run && is_listed(inner) && is_boundary(text, inner));
    inner.or((options.any_scheme && colon - start > 1).then_some(start))
}

/// Returns the number of digits at the start of `text` that belong to the escape whose percent sign precedes
/// `text`. The percent sign may itself be escaped: for `252F`, returns 4.
fn escape_len(text: &[u8]) -> usize {
    let percents = 2 * text.chunks(2).take_while(|digits| digits == b"25").count();
    let is_escape = |digits: &[u8]| digits.iter().all(u8::is_ascii_hexdigit);
    percents + if text[percents..].get(..2).is_some_and(is_escape) { 2 } else { 0 }
}

/// Returns true if a scheme can begin at `start`. A scheme cannot follow a letter or a plus sign, unless the
/// letter ends an escape such as `\n` or a terminal color code.
fn is_boundary(text: &str, start: usize) -> bool {
    match &text.as_bytes()[..start] {
        [.., b'\\', b'n' | b'r' | b't' | b'f' | b'v' | b'b' | b'0'] | [.., b'\\', b'u', _, _, _, _] => true,
        [before @ .., b'm'] => {
            let is_parameter = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b';' | b':');
            let len = before.iter().rev().take(SCHEME_LIMIT).take_while(|byte| is_parameter(byte)).count();
            before[..before.len() - len].ends_with(b"[")
        }
        before => before.last().is_none_or(|last| !last.is_ascii_alphabetic() && *last != b'+'),
    }
}

/// Returns true for curly and angle quotation marks, and for East Asian punctuation and full-width forms.
fn is_of_text_without_spaces(c: char) -> bool {
    "“”«»".contains(c)
        || matches!(c, '\u{3000}'..='\u{303F}' | '\u{FE10}'..='\u{FE6F}' | '\u{FF00}'..='\u{FFEF}')
}

struct Decoded {
    c: char,
    len: usize,
    is_escape: bool,
}

#[inline]
fn decode(text: &str, at: usize, is_raw: bool) -> Option<Decoded> {
    let byte = *text.as_bytes().get(at)?;
    let escaped = match byte {
        b'\\' if !is_raw => escape(&text[at..]),
        b'&' => entity(&text[at..]),
        byte if byte.is_ascii() => return Some(Decoded { c: byte.into(), len: 1, is_escape: false }),
        _ => None,
    };
    if let Some((c, len)) = escaped {
        return Some(Decoded { c, len, is_escape: true });
    }
    let c = text[at..].chars().next()?;
    Some(Decoded { c, len: c.len_utf8(), is_escape: false })
}

/// Decodes an escape of JSON, a log or a programming language at the start of `text`, even if escaped twice.
fn escape(text: &str) -> Option<(char, usize)> {
    let bytes = text.as_bytes();
    let slashes = bytes.iter().take(4).take_while(|byte| **byte == b'\\').count();
    Some(match *bytes.get(slashes)? {
        b'n' | b'r' | b't' | b'f' | b'v' => ('\n', slashes + 1),
        c @ (b'"' | b'\'' | b'/') => (c.into(), slashes + 1),
        b'u' => unicode_escape(&text[slashes..]).map(|(c, len)| (c, slashes + len))?,
        b'x' => {
            let code = hex(text.get(slashes + 1..slashes + 3)?)?;
            (char::from_u32(code.into()).filter(char::is_ascii)?, slashes + 3)
        }
        _ => return None,
    })
}

/// Decodes `u` and four digits at the start of `text`, and the next escape if both are a surrogate pair.
/// Returns the character and the length of the escapes. A lone surrogate becomes U+FFFD.
pub(crate) fn unicode_escape(text: &str) -> Option<(char, usize)> {
    let unit = |text: &str| hex(text.strip_prefix('u')?.get(..4)?);
    let first = unit(text)?;
    let second = text[5..].strip_prefix('\\').and_then(unit);
    let mut decoded = char::decode_utf16([first, second.unwrap_or_default()]);
    let c = decoded.next()?.unwrap_or(char::REPLACEMENT_CHARACTER);
    Some((c, if c.len_utf16() == 2 { 11 } else { 5 }))
}

fn hex(digits: &str) -> Option<u16> {
    u16::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))
}

/// Decodes the HTML character reference at the start of `text`, even if the reference is escaped twice.
fn entity(text: &str) -> Option<(char, usize)> {
    let (c, len) = reference(text.strip_prefix('&')?)?;
    let again = if c == '&' { reference(&text[1 + len..]) } else { None };
    Some(again.map_or((c, 1 + len), |(c, again)| (c, 1 + len + again)))
}

fn reference(text: &str) -> Option<(char, usize)> {
    let end = text.bytes().take(9).position(|byte| byte == b';')?;
    let c = match &text[..end] {
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        "lt" => '<',
        "gt" => '>',
        "nbsp" => '\u{A0}',
        name => {
            let number = name.strip_prefix('#')?;
            let hex = number.strip_prefix(['x', 'X']);
            let code = hex.map_or_else(|| number.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok());
            char::from_u32(code?)?
        }
    };
    Some((c, end + 1))
}

#[cfg(test)]
mod tests {
    use url_testdata::hostile::short_strings;

    use super::*;

    #[test]
    fn fast_bytes_are_read_alike() {
        let options = Options::default();
        let mut count = 0;
        for signs in short_strings("a/.:@[]()=~#?,;&\\\"'\u{3002} ", 4) {
            let text = ["'http://a", &signs].concat();
            let candidate = Candidate::new(&text, 1, false, &options);
            let literally = candidate.scan::<false>(8, true);
            assert_eq!(candidate.scan::<true>(8, true), literally, "{text}");
            if !signs.contains('@') {
                let end = candidate.end_of_credentials(8);
                assert_eq!(candidate.scan::<true>(end, true), literally, "{text}");
            }
            count += 1;
        }
        assert!(count > 100_000, "{count}");
    }
}
