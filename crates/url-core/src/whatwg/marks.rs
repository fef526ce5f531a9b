//! The places in a URL that its path, query and fragment must look at before they may stand as they are.

use super::{
    C0_CONTROL_PERCENT_ENCODE_SET, FRAGMENT_PERCENT_ENCODE_SET, PATH_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
};
use crate::{
    ByteSet,
    masks::{Ranges, Subject},
};

/// What ends a path, a query or a segment of a special URL, or is percent-encoded in one of its path, query and fragment.
/// The slash is not here: a segment only matters when it begins with a dot, or one percent-encoded. The exclamation mark
/// is: it is rare, and with it one range begins the set where there would be three.
const MARKED: ByteSet = C0_CONTROL_PERCENT_ENCODE_SET
    .or(&PATH_PERCENT_ENCODE_SET)
    .or(&SPECIAL_QUERY_PERCENT_ENCODE_SET)
    .or(&FRAGMENT_PERCENT_ENCODE_SET)
    .and(b"\\?#!");

/// [`MARKED`], to ask about many bytes at once.
const RANGES: Ranges<{ Ranges::count(&MARKED) }> = Ranges::new(&MARKED);

/// How many times sixteen bytes are looked at in one go. The path of most URLs with its query is shorter than what it
/// makes.
const STEPS: usize = 2;

/// The bytes of a special URL, in order and with their offsets, that its path, query and fragment must look at: those
/// that end one of them (`?`, `#`), those that any of the three percent-encodes, `\\` and `!`, and
/// behind a slash `.` and `%`. In most URLs there are none.
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
    /// Where the bytes of `word` begin.
    from: usize,
    /// A bit for each byte that is still to come, among those that were looked at.
    word: u64,
}

impl<'a> Marks<'a> {
    /// The marks in `text` from byte `from` on, which is not its first.
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

/// [`word`] for what few URLs have: compiled once.
#[inline(never)]
fn next_word(text: &Subject<'_>, from: usize) -> u64 {
    word(text, from)
}
