//! The bytes of a URL at which its path, query and fragment may need work; all others are kept as they are.

use super::{
    C0_CONTROL_PERCENT_ENCODE_SET, FRAGMENT_PERCENT_ENCODE_SET, PATH_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
};
use crate::{
    ByteSet,
    masks::{Ranges, Subject},
};

/// The bytes that end a path, a query or a segment of a special URL, or are percent-encoded in its path, query or
/// fragment. The slash is not included: a segment only matters when it starts with a dot, or with a percent-encoded
/// one. The exclamation mark is included: it is rare, and with it the set starts with one range instead of three.
const MARKED: ByteSet = C0_CONTROL_PERCENT_ENCODE_SET
    .or(&PATH_PERCENT_ENCODE_SET)
    .or(&SPECIAL_QUERY_PERCENT_ENCODE_SET)
    .or(&FRAGMENT_PERCENT_ENCODE_SET)
    .and(b"\\?#!");

/// [`MARKED`] as ranges, for testing many bytes at once.
const RANGES: Ranges<{ Ranges::count(&MARKED) }> = Ranges::new(&MARKED);

/// The number of steps of sixteen bytes per batch. One batch covers the path and query of most URLs.
const STEPS: usize = 2;

/// An iterator over the marked bytes of a special URL, in order and with their offsets: those that end a path, query
/// or fragment (`?`, `#`), those that any of the three percent-encodes, `\\` and `!`, and, after a slash, `.` and
/// `%`. Most URLs have none.
///
/// # Examples
/// ```
/// use url_core::{masks::{Room, Subject}, whatwg::Marks};
/// let mut room = Room::default();
/// let text = Subject::new("http://a.test/b.c/.d?e%.f", &mut room);
/// let marks = Marks::new(&text, 13);
/// assert_eq!(marks.collect::<Vec<_>>(), [(18, b'.'), (20, b'?')]);
/// ```
#[derive(Clone, Debug)]
pub struct Marks<'a> {
    text: &'a Subject<'a>,
    /// The offset of the first byte of `word`.
    from: usize,
    /// One bit for each marked byte of the current batch that is still to be returned.
    word: u64,
}

impl<'a> Marks<'a> {
    /// Creates the iterator over the marks in `text` from byte `from` on, which must not be 0.
    #[inline]
    pub fn new(text: &'a Subject<'a>, from: usize) -> Self {
        Self { text, from, word: word(text, from) }
    }
}

impl Iterator for Marks<'_> {
    type Item = (usize, u8);

    #[inline]
    fn next(&mut self) -> Option<(usize, u8)> {
        while self.word == 0 {
            self.from += 16 * STEPS;
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

#[inline]
fn word(text: &Subject<'_>, from: usize) -> u64 {
    let [word] = text.ask::<STEPS, 1>(from, |bytes, before| {
        let may_be_dot = bytes.is(b'.').or(bytes.is(b'%'));
        [bytes.is_in(&RANGES).or(may_be_dot.and(before.is(b'/')))]
    });
    word
}

/// [`word`] for later batches, which few URLs have: not inlined, so that it is compiled once.
#[inline(never)]
fn next_word(text: &Subject<'_>, from: usize) -> u64 {
    word(text, from)
}
