//! Aligns a text with the output that a step made from the text, as a list of [`Piece`]s. A character that
//! was percent-decoded, percent-encoded, removed, or changed in case is one piece. After any other change,
//! one piece contains all text between the common prefix and the common suffix.

use std::ops::Range;

use url_facade::Span;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The range in the original text; empty for an insertion.
    pub(crate) raw: Range<usize>,
    /// The range in the output of the text that was made from `raw`; empty for a removal.
    pub(crate) output: Range<usize>,
    /// True if `raw` and `output` are the same text. Only such a piece may be split.
    pub(crate) same: bool,
    /// True for one character and its result, and for a run of unchanged characters. False for the piece
    /// between the common prefix and the common suffix.
    pub(crate) exact: bool,
}

/// Returns the pieces of the original text `raw` and the `output`, in order. The iterator takes time linear
/// in the lengths of both texts, and does not allocate.
pub(crate) fn align<'t>(raw: &'t str, output: &'t str) -> impl Iterator<Item = Piece> + 't {
    let (mut at, mut to) = (0, 0);
    std::iter::from_fn(move || {
        let mut piece = next_piece(raw, output, at, to)?;
        while piece.same
            && let Some(next) = next_piece(raw, output, piece.raw.end, piece.output.end)
            && next.same
        {
            (piece.raw.end, piece.output.end) = (next.raw.end, next.output.end);
        }
        (at, to) = (piece.raw.end, piece.output.end);
        Some(piece)
    })
}

/// Returns `range`, whose offsets are relative to the start of `span`, as a span of the whole text.
pub(crate) fn within(span: Span, range: &Range<usize>) -> Span {
    Span::new(range.start, range.end).after(span.start)
}

/// If `output` is a path of the base up to its last slash, followed by the relative path `raw`, returns the
/// length of the part from the base. Otherwise returns 0. Differences in escapes are ignored.
pub(crate) fn merged_folders_len(raw: &str, output: &str) -> usize {
    if raw.is_empty() || raw.len() >= output.len() || raw.as_bytes()[0] == output.as_bytes()[0] {
        return 0;
    }
    let (mut at, mut to) = (raw.len(), output.len());
    while at > 0 {
        let ((octet, start), (output_octet, output_start)) =
            (octet_before(raw, at), octet_before(output, to));
        let is_respelled = matches!((octet, output_octet), (b'\\', b'/') | (b'|', b':'));
        if octet != output_octet && !is_respelled || output_start == 0 {
            return 0;
        }
        (at, to) = (start, output_start);
    }
    // Unless a slash comes before it, `to` may be inside a character that spans several octets.
    if output.as_bytes()[to - 1] == b'/' { to } else { 0 }
}

/// Returns the octet, percent-encoded or not, that ends at byte `at` of `text`, and its start.
fn octet_before(text: &str, at: usize) -> (u8, usize) {
    let escaped = at.checked_sub(3).and_then(|start| Some((escaped_octet(text.get(start..at)?)?, start)));
    escaped.unwrap_or_else(|| (text.as_bytes()[at - 1], at - 1))
}

/// Returns the piece that starts at byte `at` of `raw` and byte `to` of `output`.
fn next_piece(raw: &str, output: &str, at: usize, to: usize) -> Option<Piece> {
    let (rest, output_rest) = (&raw[at..], &output[to..]);
    if rest.is_empty() && output_rest.is_empty() {
        return None;
    }
    let character = next_character(rest, output_rest);
    let exact = character.is_some();
    let (len, output_len) = character.unwrap_or_else(|| lens_without_common_suffix(rest, output_rest));
    let same = len == output_len && rest[..len] == output_rest[..output_len];
    Some(Piece { raw: at..at + len, output: to..to + output_len, same, exact })
}

/// The maximum length of a run of equal characters whose removal [`next_character`] recognizes.
const LIKE: usize = 32;

/// Returns the lengths in bytes of the first character of `raw`, or of all unchanged ones, and of the result
/// in `output`. Returns `None` if no known change turns the character into the start of `output`.
fn next_character(raw: &str, output: &str) -> Option<(usize, usize)> {
    // FAST: all unchanged characters at the start, as one piece.
    let is_same = |(one, other): &(u8, u8)| one == other && *one != b'%';
    let mut same = raw.bytes().zip(output.bytes()).take_while(is_same).count();
    while !raw.is_char_boundary(same) {
        same -= 1;
    }
    if same > 0 {
        return Some((same, same));
    }
    let (c, to) = (raw.chars().next()?, output.chars().next()?);
    let (len, output_len) = (c.len_utf8(), to.len_utf8());
    // The same escape in both, possibly with hexadecimal digits in another case.
    let (octet, output_octet) = (escaped_octet(raw), escaped_octet(output));
    if octet.is_some() && octet == output_octet {
        return Some((3, 3));
    }
    // A character whose octets were all percent-decoded or percent-encoded.
    if octet.is_some() && spells(raw, to) {
        return Some((3 * output_len, output_len));
    }
    if output_octet.is_some() && spells(output, c) {
        return Some((len, 3 * len));
    }
    // The case changed, `|` of a drive letter became `:`, or a backslash became a slash.
    let is_respelled = |c: char| {
        (c.is_ascii_alphabetic() && c.eq_ignore_ascii_case(&to))
            || matches!((c, to), ('|', ':') | ('\\', '/'))
    };
    if octet.map(char::from).is_some_and(is_respelled) {
        return Some((3, 1));
    }
    // The character is unchanged; or a program replaced a control by `_`, or a space by `+`.
    if c == to || is_respelled(c) || (c.is_ascii_control() && to == '_') || (c, to) == (' ', '+') {
        return Some((len, output_len));
    }
    // Octets that are not valid UTF-8 were replaced by U+FFFD.
    if to == char::REPLACEMENT_CHARACTER && (octet.is_some() || !c.is_ascii()) {
        return Some((if octet.is_some() { 3 } else { len }, output_len));
    }
    // The character was removed. White space and controls may be removed as a run of equal characters.
    let few = if c.is_whitespace() || c.is_control() { LIKE } else { 1 };
    let next = raw.chars().take(few).find(|other| *other != c).or_else(|| raw.chars().nth(few));
    (next == Some(to) && !c.is_ascii_alphanumeric()).then_some((len, 0))
}

fn lens_without_common_suffix(raw: &str, output: &str) -> (usize, usize) {
    let ends = raw.bytes().rev().zip(output.bytes().rev());
    let mut common = ends.take_while(|(one, other)| one == other).count();
    while !raw.is_char_boundary(raw.len() - common) {
        common -= 1;
    }
    (raw.len() - common, output.len() - common)
}

pub(crate) fn decoded(text: &str) -> Vec<u8> {
    let mut octets = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        let escaped = text.get(at..).and_then(escaped_octet);
        octets.push(escaped.unwrap_or(byte));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    octets
}

pub(crate) fn escaped_octet(text: &str) -> Option<u8> {
    let digits = text.strip_prefix('%')?.get(..2)?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u8::from_str_radix(digits, 16).ok().filter(|_| is_hex)
}

/// Returns true if `text` begins with the percent-encoded octets of `c` in UTF-8.
fn spells(text: &str, c: char) -> bool {
    let mut buffer = [0; 4];
    let octets = c.encode_utf8(&mut buffer).bytes();
    octets.enumerate().all(|(i, octet)| text.get(3 * i..).and_then(escaped_octet) == Some(octet))
}

/// Returns the range in `raw` of the first piece whose results in `output_a` and `output_b` differ. Returns
/// all of `raw` if that piece is not exact, and `None` if the two outputs are equal.
pub(crate) fn first_divergence(raw: &str, output_a: &str, output_b: &str) -> Option<Range<usize>> {
    let (mut a, mut b) = (align(raw, output_a).peekable(), align(raw, output_b).peekable());
    loop {
        let (one, other) = match (a.peek(), b.peek()) {
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
        } else if one.raw == other.raw && output_a[one.output.clone()] == output_b[other.output.clone()] {
            one.raw.end
        } else {
            let (one, other) = (one.range(raw), other.range(raw));
            return Some(one.start.min(other.start)..one.end.max(other.end));
        };
        let (one_ends, other_ends) = (one.raw.end <= at, other.raw.end <= at);
        a.next_if(|_| one_ends);
        b.next_if(|_| other_ends);
    }
}

/// Returns 1 or 2 if `segment` is one or two dots, percent-encoded or not; otherwise 0.
pub(crate) fn dots(segment: &str) -> usize {
    match &*decoded(segment) {
        b"." => 1,
        b".." => 2,
        _ => 0,
    }
}

/// Returns the length of the dot-segments at the start of `raw`. Returns 0 if one of `texts`, which two runs
/// made from `raw`, still contains a dot-segment.
pub(crate) fn removed_dots_len(raw: &str, texts: [&str; 2]) -> usize {
    let segments = raw.split_inclusive(['/', '\\']);
    let is_dots = |segment: &&str| segment.ends_with(['/', '\\']) && dots(&segment[..segment.len() - 1]) > 0;
    let taken_off: usize = segments.take_while(is_dots).map(str::len).sum();
    let is_slash = |octet: &u8| matches!(octet, b'/' | b'\\');
    let has_dots = |text: &&str| decoded(text).split(is_slash).any(|segment| matches!(segment, b"." | b".."));
    if taken_off > 0 && texts.iter().any(has_dots) { 0 } else { taken_off }
}

/// Returns the range in `output` of the text made from `saw` at `range`, extended to whole pieces. Returns
/// `None` if this range is unknown, for example because the trace contains only the start of both texts
/// (`is_cut_short`). If `is_behind`, skips the part of the base's path that a merge put at the start of
/// `output`.
pub(crate) fn range_in(
    saw: &str,
    output: &str,
    range: &Range<usize>,
    is_cut_short: bool,
    is_behind: bool,
) -> Option<Range<usize>> {
    // Skip the dot-segments that the merge removed.
    let dots = if is_behind { removed_dots_len(saw, [output; 2]) } else { 0 };
    let dots = if dots <= range.start { dots } else { 0 };
    let (saw, range) = (&saw[dots..], &(range.start - dots..range.end - dots));
    let folders = if is_behind { merged_folders_len(saw, output) } else { 0 };
    let output = &output[folders..];
    let mut place: Option<Range<usize>> = None;
    let (mut end, mut before) = (0, 0);
    for piece in align(saw, output) {
        let touches = piece.raw.start < range.end && range.start < piece.raw.end;
        let is_put_in = piece.raw.is_empty() && (range.start..=range.end).contains(&piece.raw.start);
        if is_cut_short && !piece.exact {
            break;
        }
        // For an empty range inside a piece that changed as a whole, the position in `output` is unknown.
        if touches && range.is_empty() && !piece.same && !piece.exact {
            return None;
        }
        end = piece.raw.end;
        if touches || is_put_in {
            let output = piece.output_of(range);
            place = Some(place.map_or(output.start, |place| place.start)..output.end);
        } else if piece.raw.end <= range.start {
            before = piece.output.end;
        }
    }
    let place = (end >= range.end || !is_cut_short).then(|| place.unwrap_or(before..before))?;
    Some(place.start + folders..place.end + folders)
}

impl Piece {
    pub(crate) fn output_of(&self, range: &Range<usize>) -> Range<usize> {
        if !self.same {
            return self.output.clone();
        }
        let place = |at: usize| self.output.start + at.clamp(self.raw.start, self.raw.end) - self.raw.start;
        place(range.start)..place(range.end)
    }

    /// Returns the range in `raw` of this piece, or all of `raw` if the piece is not exact and has an output.
    fn range(&self, raw: &str) -> Range<usize> {
        let is_new = !self.exact && !self.output.is_empty();
        if is_new { 0..raw.len() } else { self.raw.clone() }
    }
}

pub(crate) fn covers(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
