//! The components of a canonical URL, by RFC 3986, appendix B, and edits of paths, queries and escapes.

use std::{borrow::Cow, cmp::Ordering, ops::Range};

use memchr::{memchr, memchr_iter, memchr2, memchr3, memmem, memrchr};
use smallvec::SmallVec;
use url_core::fast::{Ranges, any_is_in};
use url_core::{ByteSet, SIMPLE_ENCODE_SET, hex_octet, percent_encode_octets};

use crate::receipt::Edits;

/// The byte ranges of the components of a URL. The range of a missing component is empty, and is where the
/// component would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) scheme: Range<usize>,
    /// The user name, the password, the colon between them, and the `@` after them.
    pub(crate) user_info: Range<usize>,
    pub(crate) host: Range<usize>,
    /// The port, with its colon.
    pub(crate) port: Range<usize>,
    pub(crate) has_authority: bool,
    pub(crate) path: Range<usize>,
    /// The query, with its `?`.
    pub(crate) query: Range<usize>,
    /// The fragment, with its `#`.
    pub(crate) fragment: Range<usize>,
}

impl Parts {
    pub(crate) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let find = |from: usize, found: Option<usize>| found.map_or(bytes.len(), |at| from + at);
        let scheme_end = memchr(b':', bytes).unwrap_or(0);
        let after = (scheme_end + 1).min(bytes.len());
        let has_authority = bytes[after..].starts_with(b"//");
        let authority = if has_authority { after + 2 } else { after };
        let path = if has_authority {
            find(authority, memchr3(b'/', b'?', b'#', &bytes[authority..]))
        } else {
            authority
        };
        let fragment = find(path, memchr(b'#', &bytes[path..]));
        let query = memchr(b'?', &bytes[path..fragment]).map_or(fragment, |at| path + at);
        let host = memrchr(b'@', &bytes[authority..path]).map_or(authority, |at| authority + at + 1);
        // The colons of an IPv6 address are before the closing bracket.
        let after_bracket = memrchr(b']', &bytes[host..path]).map_or(host, |at| host + at + 1);
        let port = memchr(b':', &bytes[after_bracket..path]).map_or(path, |at| after_bracket + at);
        Self {
            scheme: 0..scheme_end,
            user_info: authority..host,
            host: host..port,
            port: port..path,
            has_authority,
            path: path..query,
            query: query..fragment,
            fragment: fragment..bytes.len(),
        }
    }

    pub(crate) fn query_text(&self) -> Option<Range<usize>> {
        (!self.query.is_empty()).then(|| self.query.start + 1..self.query.end)
    }
}

pub(crate) fn is_http(scheme: &str) -> bool {
    matches!(scheme, "http" | "https")
}

pub(crate) fn name_of(pair: &str) -> &str {
    pair.split_once('=').map_or(pair, |(name, _)| name)
}

pub(crate) fn path_parameter_end(text: &[u8], at: usize) -> usize {
    memchr2(b';', b'/', &text[at..]).map_or(text.len(), |found| at + found)
}

/// Removes the segments `.` and `..` of a `path` that begins with a slash. `..` also removes the segment
/// before it, if there is one.
///
/// Source: RFC 3986, section 5.2.4.
pub(crate) fn remove_dot_segments(path: &str, edits: &mut Edits) {
    let Some(segments) = path.strip_prefix('/') else { return };
    if !segments.split('/').any(|segment| matches!(segment, "." | "..")) {
        return;
    }
    let mut kept: Vec<&str> = Vec::new();
    for segment in segments.split('/') {
        match segment {
            "." => {}
            ".." => {
                kept.pop();
            }
            segment => kept.push(segment),
        }
    }
    // A path that ends with a dot-segment is the path of a folder.
    if path.ends_with("/.") || path.ends_with("/..") {
        kept.push("");
    }
    let new: String = kept.into_iter().flat_map(|segment| ["/", segment]).collect();
    edits.replace(0..path.len(), &new);
}

pub(crate) fn collapse_slashes(path: &str, edits: &mut Edits) {
    let path = path.as_bytes();
    let mut at = 0;
    while let Some(found) = memmem::find(&path[at..], b"//") {
        let start = at + found + 1;
        let run = path[start..].iter().take_while(|&&byte| byte == b'/').count();
        edits.remove(start..start + run);
        at = start + run;
    }
}

/// The pairs of a query, without allocation for at most 16 pairs, as in most queries.
pub(crate) type Pairs<'q> = SmallVec<[Pair<'q>; 16]>;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<'q> {
    pub(crate) text: &'q str,
    name_len: usize,
    /// The first eight bytes of the name, padded with zeros, as a big-endian number.
    start: u64,
}

impl<'q> Pair<'q> {
    pub(crate) fn name(&self) -> &'q str {
        &self.text[..self.name_len]
    }

    #[inline]
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        self.start.cmp(&other.start).then_with(|| self.name().cmp(other.name()))
    }
}

/// Removes each pair with a name that `is_removed` accepts from `query`, which excludes `?`.
pub(crate) fn remove_pairs(query: &str, edits: &mut Edits, is_removed: impl Fn(&str) -> bool) {
    // Removes the `&` before the pair if an earlier pair remains. If not, removes the `&` after the pair.
    let (mut at, mut has_kept) = (0, false);
    for pair in pairs(query) {
        let end = at + pair.text.len();
        if is_removed(pair.name()) {
            let start = if has_kept { at - 1 } else { at };
            let stop = if has_kept { end } else { (end + 1).min(query.len()) };
            edits.remove(start..stop);
        } else {
            has_kept = true;
        }
        at = end + 1;
    }
}

/// Sorts the pairs of `query`, which excludes `?`, by name with a stable sort. Removes empty pairs.
pub(crate) fn sort_pairs(query: &str, edits: &mut Edits) {
    // FAST: most queries are sorted already. `dedupe::tests::one_pass_equals_the_rules_one_by_one` compares.
    let is_ordered = |a: &Pair<'_>, b: &Pair<'_>| a.text.len().min(b.text.len()) > 0 && a.order(b).is_le();
    if pairs(query).is_sorted_by(is_ordered) {
        return;
    }
    let mut sorted: Pairs<'_> = pairs(query).filter(|pair| !pair.text.is_empty()).collect();
    sorted.sort_by(Pair::order);
    let new = sorted.iter().map(|pair| pair.text).collect::<Vec<_>>().join("&");
    if new != query {
        edits.replace(0..query.len(), &new);
    }
}

#[inline]
pub(crate) fn pairs(query: &str) -> impl Iterator<Item = Pair<'_>> {
    let bytes = query.as_bytes();
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let mut end = delimiter(bytes, start);
        let name_len = end - start;
        while bytes.get(end) == Some(&b'=') {
            end = delimiter(bytes, end + 1);
        }
        next = (end < bytes.len()).then_some(end + 1);
        Some(Pair { text: &query[start..end], name_len, start: first_eight(&bytes[start..], name_len) })
    })
}

/// Returns the offset of the first `&` or `=` at or after `at`, or the length of `text`.
///
/// FAST: compares eight bytes at once, because names and values are too short for the setup of memchr.
#[inline]
fn delimiter(text: &[u8], mut at: usize) -> usize {
    const ONES: u64 = u64::MAX / 0xFF;
    // The high bit of each byte that is 0, and perhaps of higher bytes.
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & (ONES << 7);
    while let Some(chunk) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        let word = u64::from_le_bytes(*chunk);
        let found = zeros(word ^ (ONES * u64::from(b'&'))) | zeros(word ^ (ONES * u64::from(b'=')));
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + text[at..].iter().take_while(|byte| !matches!(byte, b'&' | b'=')).count()
}

/// Returns the first `len` bytes, but at most eight, padded with zeros, as a big-endian number.
fn first_eight(bytes: &[u8], len: usize) -> u64 {
    let word = match bytes.first_chunk() {
        Some(chunk) => u64::from_be_bytes(*chunk),
        None => (0..8).fold(0, |word, i| word << 8 | u64::from(bytes.get(i).copied().unwrap_or(0))),
    };
    match len {
        0 => 0,
        1..8 => word & u64::MAX << (64 - 8 * len),
        _ => word,
    }
}

/// The bytes that [`unescape_fully`] escapes: non-printable and non-ASCII characters, the space, `#` and `%`.
const ESCAPED: ByteSet = SIMPLE_ENCODE_SET.and(b" #%");

pub(crate) fn escaped_at(text: &[u8], at: usize) -> Option<u8> {
    match text.get(at..at + 3)? {
        [b'%', digits @ ..] => hex_octet(digits),
        _ => None,
    }
}

pub(crate) fn escapes(text: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    memchr_iter(b'%', text).filter_map(|at| Some((at, escaped_at(text, at)?)))
}

/// Unescapes `text` until no escapes are left, and then escapes the bytes of [`ESCAPED`] once. One pass is
/// enough: after it adds a byte, the loop decodes escapes at the end of `bytes` until none is there.
pub(crate) fn unescape_fully(text: &str) -> Cow<'_, str> {
    // FAST: return a text that has nothing to unescape or escape.
    if !any_is_in(text, &const { Ranges::<{ Ranges::count(&ESCAPED) }>::new(&ESCAPED) }) {
        return text.into();
    }
    let mut bytes = Vec::with_capacity(text.len());
    for byte in text.bytes() {
        bytes.push(byte);
        while let [.., b'%', high, low] = bytes[..]
            && let Some(byte) = hex_octet(&[high, low])
        {
            bytes.truncate(bytes.len() - 3);
            bytes.push(byte);
        }
    }
    percent_encode_octets(&bytes, &ESCAPED).into()
}

#[cfg(test)]
mod tests {
    use super::unescape_fully;

    #[test]
    fn many_layers_of_escapes_take_linear_time() {
        let text = format!("%{}41", "25".repeat(500_000));
        assert_eq!(unescape_fully(&text), "A");
    }
}
