//! Which part of a text became which part of what was made of it: percent-decoding, percent-encoding, case and removal
//! are found character by character, and what is none of them is one piece, between what both ends have in common.

use std::ops::Range;

/// A piece of a text, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Bytes of the text; none where something was put in.
    pub(crate) raw: Range<usize>,
    /// Bytes of what was made; none where something was taken out.
    pub(crate) made: Range<usize>,
    /// Whether both are the same characters. Such a piece may be cut anywhere, another nowhere.
    pub(crate) same: bool,
    /// Whether this is a single character and what became of it, or characters that stayed; not what lies between what
    /// both texts begin and end with.
    pub(crate) exact: bool,
}

/// The pieces of `raw` in order: all of it, and all of `made`. Takes time in the lengths of both.
pub(crate) fn align(raw: &str, made: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut at, mut to) = (0, 0);
    while at < raw.len() || to < made.len() {
        let (rest, made_rest) = (&raw[at..], &made[to..]);
        let character = next_character(rest, made_rest);
        let exact = character.is_some();
        let (len, made_len) = character.unwrap_or_else(|| what_is_between(rest, made_rest));
        let same = len == made_len && rest[..len] == made_rest[..made_len];
        match pieces.last_mut() {
            Some(last) if same && last.same => {
                last.raw.end += len;
                last.made.end += made_len;
            }
            _ => pieces.push(Piece { raw: at..at + len, made: to..to + made_len, same, exact }),
        }
        (at, to) = (at + len, to + made_len);
    }
    pieces
}

/// How many bytes of `raw` and of `made` are one character of `raw` and what became of it, if that can be told.
fn next_character(raw: &str, made: &str) -> Option<(usize, usize)> {
    let (c, to) = (raw.chars().next()?, made.chars().next()?);
    let (len, made_len) = (c.len_utf8(), to.len_utf8());
    if c == to && c != '%' {
        return Some((len, made_len));
    }
    // An escape in both, perhaps in another case.
    let (octet, made_octet) = (escaped_octet(raw), escaped_octet(made));
    if octet.is_some() && octet == made_octet {
        return Some((3, 3));
    }
    // Decoded, or encoded: all octets of one character.
    if octet.is_some() && spells(raw, to) {
        return Some((3 * made_len, made_len));
    }
    if made_octet.is_some() && spells(made, c) {
        return Some((len, 3 * len));
    }
    // In another case, or another slash.
    if c.eq_ignore_ascii_case(&to) || (c == '\\' && to == '/') {
        return Some((len, made_len));
    }
    // Taken out.
    (raw[len..].starts_with(to) && !c.is_ascii_alphanumeric()).then_some((len, 0))
}

/// How many bytes of `raw` and of `made` come before what both end with.
fn what_is_between(raw: &str, made: &str) -> (usize, usize) {
    let ends = raw.bytes().rev().zip(made.bytes().rev());
    let mut common = ends.take_while(|(one, other)| one == other).count();
    while !raw.is_char_boundary(raw.len() - common) {
        common -= 1;
    }
    (raw.len() - common, made.len() - common)
}

/// The octet that `text` begins with, percent-encoded.
fn escaped_octet(text: &str) -> Option<u8> {
    let digits = text.strip_prefix('%')?.get(..2)?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u8::from_str_radix(digits, 16).ok().filter(|_| is_hex)
}

/// Whether `text` begins with the percent-encoded octets of `c` in UTF-8.
fn spells(text: &str, c: char) -> bool {
    let mut buffer = [0; 4];
    let octets = c.encode_utf8(&mut buffer).bytes();
    octets.enumerate().all(|(i, octet)| text.get(3 * i..).and_then(escaped_octet) == Some(octet))
}

/// Where two things that were made of one text first part, in bytes of that text: all of it where something new stands
/// for a part of it. `None` where they do not part.
pub(crate) fn first_parting(raw: &str, made_a: &str, made_b: &str) -> Option<Range<usize>> {
    let (a, b) = (align(raw, made_a), align(raw, made_b));
    let (mut i, mut j) = (0, 0);
    loop {
        let (one, other) = match (a.get(i), b.get(j)) {
            (None, None) => return None,
            (Some(piece), None) | (None, Some(piece)) => return Some(piece.range(raw)),
            (Some(one), Some(other)) => (one, other),
        };
        let at = if one.same && other.same {
            one.raw.end.min(other.raw.end)
        } else if one.same {
            return Some(other.range(raw));
        } else if other.same {
            return Some(one.range(raw));
        } else if one.raw == other.raw && made_a[one.made.clone()] == made_b[other.made.clone()] {
            one.raw.end
        } else {
            let (one, other) = (one.range(raw), other.range(raw));
            return Some(one.start.min(other.start)..one.end.max(other.end));
        };
        i += usize::from(one.raw.end <= at);
        j += usize::from(other.raw.end <= at);
    }
}

impl Piece {
    /// Which bytes of what was made became of those at `range` of the text, as far as these are in the piece.
    pub(crate) fn made_of(&self, range: &Range<usize>) -> Range<usize> {
        if !self.same {
            return self.made.clone();
        }
        let place = |at: usize| self.made.start + at.clamp(self.raw.start, self.raw.end) - self.raw.start;
        place(range.start)..place(range.end)
    }

    /// The bytes of the text that had a part in it.
    fn range(&self, raw: &str) -> Range<usize> {
        let is_new = !self.exact && !self.made.is_empty();
        if is_new { 0..raw.len() } else { self.raw.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::{align, first_parting};

    /// Each changed piece as `raw>made`.
    fn changes(raw: &str, made: &str) -> Vec<String> {
        let changed = align(raw, made).into_iter().filter(|piece| !piece.same);
        changed.map(|piece| format!("{}>{}", &raw[piece.raw], &made[piece.made])).collect()
    }

    #[test]
    fn tells_changes_apart() {
        assert!(changes("a%41é", "a%41é").is_empty());
        assert_eq!(changes("EX%41.t", "exA.t"), ["E>e", "X>x", "%41>A"]);
        assert_eq!(changes("a é", "a%20%C3%A9"), [" >%20", "é>%C3%A9"]);
        assert_eq!(changes("a%c3%a9", "aé"), ["%c3%a9>é"]);
        assert_eq!(changes("a\tb", "ab"), ["\t>"]);
        assert_eq!(changes("%2f", "%2F"), ["%2f>%2F"]);
        assert_eq!(changes("/\\%7E", "//~"), ["\\>/", "%7E>~"]);
        assert_eq!(changes("127.1", "127.0.0.1"), [">0.0."]);
        assert_eq!(changes("faß.test", "xn--fa-hia.test"), ["faß>xn--fa-hia"]);
        assert_eq!(changes("", "/"), [">/"]);
        assert_eq!(changes("localhost", ""), ["localhost>"]);
    }

    #[test]
    fn finds_the_first_parting() {
        assert_eq!(first_parting("EX", "ex", "ex"), None);
        assert_eq!(first_parting("EX%2f", "ex%2f", "ex%2F"), Some(2..5));
        assert_eq!(first_parting("a b", "a%20b", "ab"), Some(1..2));
        assert_eq!(first_parting("", "/", ""), Some(0..0));
        assert_eq!(first_parting("127.1", "127.0.0.1", "127.1"), Some(0..5));
    }
}
