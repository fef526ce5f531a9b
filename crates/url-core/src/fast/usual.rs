//! Finds the ends of the parts of a URL that no spec changes, except for the case of a host.

use super::{Lanes, PaddedStr, Ranges};
use crate::{ByteSet, PCHAR};

/// The sets lack `!` and `$`, although no spec changes them, because then they have fewer ranges.
const IN_PATH: ByteSet = PCHAR.without(b"!$").and(b"/");
const NOT_IN_PATH: ByteSet = IN_PATH.complement();
const NOT_IN_PATH_RANGES: Ranges<{ Ranges::count(&NOT_IN_PATH) }> = Ranges::new(&NOT_IN_PATH);

const NOT_IN_QUERY: ByteSet = IN_PATH.and(b"?").complement();
const NOT_IN_QUERY_RANGES: Ranges<{ Ranges::count(&NOT_IN_QUERY) }> = Ranges::new(&NOT_IN_QUERY);

const NOT_IN_NAME: ByteSet =
    ByteSet::of(b"-.").and_range(b'a', b'z').and_range(b'A', b'Z').and_range(b'0', b'9').complement();
const NOT_IN_NAME_RANGES: Ranges<{ Ranges::count(&NOT_IN_NAME) }> = Ranges::new(&NOT_IN_NAME);

/// The number of steps in which hosts are tested. A step tests sixteen bytes.
const NAME_STEPS: usize = 2;

/// Returns the end of the usual path at byte `from` of `text`, which must not be 0: the first byte that may
/// not be in one. A usual path has only characters that RFC 3986 allows in a path, no escapes, no empty
/// segments but the last, and no segment that begins with a dot.
///
/// # Examples
/// ```
/// use url_core::fast::{Padding, PaddedStr, usual_path_end};
/// let end = |text| usual_path_end(&PaddedStr::new(text, &mut Padding::default()), 1);
/// assert_eq!(["/a/b?c", "/a//b", "/a/.b", "/a%20", "/a/"].map(end), [4, 3, 3, 2, 3]);
/// ```
#[inline]
pub fn usual_path_end(text: &PaddedStr<'_>, from: usize) -> usize {
    end_of(text, from, |bytes, before| {
        let after_slash = before.is(b'/').and(bytes.is(b'/').or(bytes.is(b'.')));
        bytes.is_in(&NOT_IN_PATH_RANGES).or(after_slash)
    })
}

/// Returns the end of the usual query or fragment at byte `from` of `text`, which must not be 0. It has only
/// characters that RFC 3986 allows in a query, and no escapes.
///
/// # Examples
/// ```
/// use url_core::fast::{Padding, PaddedStr, usual_query_end};
/// let end = |text| usual_query_end(&PaddedStr::new(text, &mut Padding::default()), 1);
/// assert_eq!(["?a/?b#c", "#a#b", "?a%20", "?"].map(end), [5, 2, 2, 1]);
/// ```
#[inline]
pub fn usual_query_end(text: &PaddedStr<'_>, from: usize) -> usize {
    end_of(text, from, |bytes, _| bytes.is_in(&NOT_IN_QUERY_RANGES))
}

/// Returns the end of the usual name at byte `from` of `text`, which must not be 0: a host that is not an
/// address, and of which specs change at most the case. It has only letters, digits, and single dots and
/// hyphens between these, begins with a letter, and is not long. Returns `None` if there is none.
///
/// # Examples
/// ```
/// use url_core::fast::{Padding, PaddedStr, usual_name_end};
/// let end = |text| usual_name_end(&PaddedStr::new(text, &mut Padding::default()), 2);
/// assert_eq!(["//A-b.test:80", "//a.", "//a--b"].map(end), [Some(10), Some(4), None]);
/// assert_eq!(["//1.test", "//-a", "//a-/", "///"].map(end), [None; 4]);
/// ```
#[inline]
pub fn usual_name_end(text: &PaddedStr<'_>, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let [unusual] = text.test::<NAME_STEPS, 1>(from, |bytes, before| {
        let [is_separator, follows_one] = [bytes, before].map(|lanes| lanes.is(b'.').or(lanes.is(b'-')));
        [bytes.is_in(&NOT_IN_NAME_RANGES).or(is_separator.and(follows_one))]
    });
    let end = bytes.len().min(from + unusual.trailing_zeros() as usize);
    let is_name = end - from <= Lanes::COUNT * NAME_STEPS
        && bytes.get(from)?.is_ascii_alphabetic()
        && !matches!((bytes.get(end - 1), bytes.get(end)), (Some(b'-'), _) | (_, Some(b'.' | b'-')));
    is_name.then_some(end)
}

/// Returns the offset of the first byte from `from` on that passes `test`, whose arguments are those of
/// [`PaddedStr::test`]. Returns the length of `text` if there is none.
#[expect(clippy::inline_always, reason = "see `PaddedStr::test`")]
#[inline(always)]
fn end_of(text: &PaddedStr<'_>, mut from: usize, test: impl Fn(Lanes, Lanes) -> Lanes) -> usize {
    let len = text.as_bytes().len();
    while from < len {
        let [found] = text.test::<1, 1>(from, |bytes, before| [test(bytes, before)]);
        if found != 0 {
            return from + found.trailing_zeros() as usize;
        }
        from += Lanes::COUNT;
    }
    len
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String};

    use super::{
        super::Padding, NOT_IN_NAME, NOT_IN_PATH, NOT_IN_QUERY, PaddedStr, usual_name_end, usual_path_end,
        usual_query_end,
    };

    /// Tests every pair of ASCII bytes, and a non-ASCII character, in and after the first bytes tested.
    #[test]
    fn usual_bytes_are_their_set() {
        for at in [2, 15, 16, 31, 32, 47, 48, 49, 80] {
            for (one, c) in ('\0'..='\u{7F}').flat_map(|a| ('\0'..='\u{80}').map(move |b| (a, b))) {
                let text = ["x".repeat(at), String::from_iter([one, c]), "x".repeat(14)].concat();
                let padding = &mut Padding::default();
                let (padded, byte, next) =
                    (&PaddedStr::new(&text, padding), one as u8, text.as_bytes()[at + 1]);
                let end = |is_first, is_second| match (is_first, is_second) {
                    (true, _) => at,
                    (_, true) => at + 1,
                    _ => text.len(),
                };
                let [in_path, in_query, in_name] = [&NOT_IN_PATH, &NOT_IN_QUERY, &NOT_IN_NAME]
                    .map(|not_in| [byte, next].map(|byte| not_in.contains(byte)));
                let is_segment = byte == b'/' && matches!(next, b'/' | b'.');
                let path_end = end(in_path[0], in_path[1] || is_segment);
                assert_eq!(usual_path_end(padded, 1), path_end, "{text:?}");
                assert_eq!(usual_query_end(padded, 1), end(in_query[0], in_query[1]), "{text:?}");
                let are_separators = [byte, next].iter().all(|byte| b".-".contains(byte));
                let name_end = Some(end(in_name[0], in_name[1] || are_separators))
                    .filter(|&end| end < 33 && text.as_bytes()[end - 1] != b'-')
                    .filter(|&end| !matches!(text.as_bytes().get(end), Some(b'.' | b'-')));
                assert_eq!(usual_name_end(padded, 1), name_end, "{text:?}");
            }
        }
        for name in ["a.-b", "a--b", "a..b", "-a", "1a", ".a", ""] {
            let text = format!("//{name}/abcdefghijklmnopqrstuvwxyz");
            assert_eq!(usual_name_end(&PaddedStr::of_long(&text).unwrap(), 2), None, "{text:?}");
        }
    }
}
