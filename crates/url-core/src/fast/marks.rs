//! Search for the bytes of a URL that a parser must look at in a path, query or fragment: see [`Marks`].

use super::{Lanes, PaddedStr};

/// Tests which of the `bytes` are marks: see [`Marks`]. `before` contains the bytes one position earlier.
///
/// FAST: this function needs fewer comparisons than a test of each range. A unit test checks the result.
#[inline]
pub fn is_mark(bytes: Lanes, before: Lanes) -> Lanes {
    let low = bytes.is_below(b'$').or(before.is(b'/').and(bytes.is_below(b'/')));
    // With these bits set, `<`, `>`, `\\`, `^`, `|` and `~` become `~`. `|` and `~` are not marks, but all
    // other bytes above `z` are, so the xor removes `|` and `~` and adds the other bytes above `z`.
    let paired = bytes.with_bits(0x62).is(b'~').xor(bytes.is_above(b'z'));
    low.or(paired).or(bytes.is(b'?')).or(bytes.is(b'`')).or(bytes.is(b'\''))
}

/// The number of steps per batch. A step tests sixteen bytes, and most URLs need only one batch.
const STEPS: usize = 3;

/// An iterator over the marks of a special URL, with their offsets. A parser must look at each mark in a
/// path, query or fragment. The marks are `?`, `#`, `\\`, `!`, the bytes of the percent-encode sets of these
/// components, and, after a slash, the bytes from `$` to `.`. Most URLs have no marks.
///
/// A slash is not a mark, because a path segment only matters if it starts with a dot or a percent-encoded
/// dot. Some marks, such as `!` and `+`, have no effect on a parser. They are marks because a test for a
/// whole range takes fewer comparisons.
#[derive(Clone, Debug)]
pub struct Marks<'a> {
    text: &'a PaddedStr<'a>,
    /// The offset in `text` of the byte that the lowest bit of `word` represents.
    from: usize,
    /// One bit for each marked byte of the current batch that has not been returned yet.
    word: u64,
}

impl<'a> Marks<'a> {
    /// The number of bytes in one batch.
    pub const BATCH: usize = 16 * STEPS;

    /// Creates the iterator over the marks in `text` from byte `from` on. If `from` is 0, the first byte is
    /// skipped, because a mark depends on the byte before it.
    #[inline]
    pub fn new(text: &'a PaddedStr<'a>, from: usize) -> Self {
        let from = within(text, from);
        Self { text, from, word: word(text, from) }
    }

    /// Creates the iterator over the marks in `text` from byte `at` on. `from` and `word` are a batch that
    /// the caller already tested: bit `i` of `word` is 1 if the byte at `from + i` is a mark.
    #[inline]
    pub fn seen(text: &'a PaddedStr<'a>, (from, word): (usize, u64), at: usize) -> Self {
        match at.wrapping_sub(from) {
            passed if passed < Self::BATCH => Self { text, from, word: word >> passed << passed },
            _ => {
                let from = within(text, at);
                Self { text, from, word: next_word(text, from) }
            }
        }
    }

    /// Returns true if the iterator has tested the whole text and has no marks left.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.word == 0 && self.from + Self::BATCH >= self.text.as_bytes().len()
    }
}

impl Iterator for Marks<'_> {
    type Item = (usize, u8);

    #[inline]
    fn next(&mut self) -> Option<(usize, u8)> {
        while self.word == 0 {
            self.from += Self::BATCH;
            if self.from >= self.text.as_bytes().len() {
                return None;
            }
            self.word = next_word(self.text, self.from);
        }
        let at = self.from + self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some((at, *self.text.as_bytes().get(at)?))
    }
}

/// Clamps `from` to the offsets that [`PaddedStr::test`] accepts: from 1 to the length of `text`.
#[inline]
fn within(text: &PaddedStr<'_>, from: usize) -> usize {
    from.min(text.as_bytes().len()).max(1)
}

#[inline]
fn word(text: &PaddedStr<'_>, from: usize) -> u64 {
    let [word] = text.test::<STEPS, 1>(from, |bytes, before| [is_mark(bytes, before)]);
    word
}

/// Calls [`word`] for the batches after the first. Not inlined, because few URLs have more than one batch.
#[inline(never)]
fn next_word(text: &PaddedStr<'_>, from: usize) -> u64 {
    word(text, from)
}

#[cfg(test)]
mod tests {
    use super::{super::Padding, Marks, PaddedStr};
    use crate::whatwg::{
        C0_CONTROL_PERCENT_ENCODE_SET, FRAGMENT_PERCENT_ENCODE_SET, PATH_PERCENT_ENCODE_SET,
        SPECIAL_QUERY_PERCENT_ENCODE_SET,
    };

    #[test]
    fn marks_start_anywhere() {
        let text = "#?".repeat(60);
        for len in (0..40).chain([96, 97, 120]) {
            let mut padding = Padding::default();
            let padded = PaddedStr::new(&text[..len], &mut padding);
            for from in [0, 1, 2, 47, 48, 49, len, len + 1, usize::MAX - 1, usize::MAX] {
                let places = from.max(1)..len;
                assert!(Marks::new(&padded, from).map(|(at, _)| at).eq(places.clone()), "{from} of {len}");
                let mut seen = Marks::seen(&padded, (1, 0), from);
                assert!(seen.all(|(at, _)| places.contains(&at)), "{from} of {len}");
            }
        }
    }

    /// Tests every pair of ASCII bytes, and some non-ASCII characters after every ASCII byte.
    #[test]
    fn marks_are_their_set() {
        let marked = C0_CONTROL_PERCENT_ENCODE_SET
            .or(&PATH_PERCENT_ENCODE_SET)
            .or(&SPECIAL_QUERY_PERCENT_ENCODE_SET)
            .or(&FRAGMENT_PERCENT_ENCODE_SET)
            .and(b"\\?#!");
        for before in '\0'..='\u{7F}' {
            for c in ('\0'..='\u{7F}').chain(['\u{80}', '\u{7FF}', '\u{800}', '\u{10FFFF}']) {
                let mut buffer = [0; 8];
                let (before, after) = (u8::try_from(before).unwrap(), c.encode_utf8(&mut buffer).as_bytes());
                let mut text = [b'x'; 24];
                text[4] = before;
                text[5..5 + after.len()].copy_from_slice(after);
                let text = core::str::from_utf8(&text).unwrap();
                let is_marked = |at: usize, byte: u8| {
                    marked.contains(byte) || text.as_bytes()[at - 1] == b'/' && (b'$'..b'/').contains(&byte)
                };
                let (mut padding, expected) = (Padding::default(), text.bytes().enumerate().skip(4));
                let padded = PaddedStr::new(text, &mut padding);
                assert!(
                    Marks::new(&padded, 4).eq(expected.filter(|&(at, byte)| is_marked(at, byte))),
                    "{text:?}"
                );
            }
        }
    }
}
