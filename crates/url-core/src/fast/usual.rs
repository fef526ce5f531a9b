//! Recognizes the parts of a URL that no spec changes: see [`Usual`].

use super::{Lanes, Ranges};
use crate::{ByteSet, PCHAR};

/// The number of bytes at the start of a string that [`Usual`] tests.
const TESTED: usize = u64::BITS as usize;

/// The number of bytes that are also tested for names. Most hosts are among them.
const TESTED_FOR_NAMES: usize = 32;

/// The set has `!` and `$`, although no spec changes them, because then it has fewer ranges.
const UNUSUAL: ByteSet = PCHAR.without(b"!$").and(b"/").complement();
const UNUSUAL_RANGES: Ranges<{ Ranges::count(&UNUSUAL) }> = Ranges::new(&UNUSUAL);

const NOT_IN_NAME: ByteSet = ByteSet::of(b"-.").and_range(b'a', b'z').and_range(b'0', b'9').complement();
const NOT_IN_NAME_RANGES: Ranges<{ Ranges::count(&NOT_IN_NAME) }> = Ranges::new(&NOT_IN_NAME);

/// The start of a string of at least sixteen bytes, in which each byte was tested once.
///
/// FAST: no step of any spec changes a usual part. Each character of the part may be in a path by the grammar of
/// RFC 3986, and none starts an escape. No character before `0` follows a slash, and no dot is first, so the
/// part has no dot-segment and no empty segment.
///
/// # Examples
/// ```
/// use url_core::fast::Usual;
/// let url = "https://a.test/B/c?d=%20";
/// let usual = Usual::of(url);
/// assert!(usual.has_part(&url[14..18]) && !usual.has_part(&url[19..]) && !usual.has_part("/B/c"));
/// assert!(usual.has_name(&url[8..14]) && !usual.has_name(&url[14..16]));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Usual<'t> {
    text: &'t str,
    /// Bit `i` is 1 if the byte at `i` is unusual. The bits of a byte that does not exist are not used.
    unusual: u64,
    /// Bit `i` is 1 if the byte at `i` was not tested for names, or if it is not usual in a name.
    unusual_in_name: u64,
}

impl<'t> Usual<'t> {
    /// Tests the bytes of `text`.
    #[inline]
    pub fn of(text: &'t str) -> Self {
        // The last bytes are tested again, so that no test is of fewer than sixteen bytes.
        let bytes = text.as_bytes();
        let Some(last) = bytes.last_chunk() else { return Self::default() };
        let [mut unusual, mut slash, mut low, mut name, mut separator] = [0; 5];
        let mut test = |chunk: &[u8; Lanes::COUNT], at: usize| {
            let lanes = Lanes::from(chunk);
            unusual |= u64::from(lanes.is_in(&UNUSUAL_RANGES).bits()) << at;
            slash |= u64::from(lanes.is(b'/').bits()) << at;
            low |= u64::from(lanes.is_below(b'0').bits()) << at;
            if at < TESTED_FOR_NAMES {
                name |= u64::from(lanes.is_in(&NOT_IN_NAME_RANGES).bits()) << at;
                separator |= u64::from(lanes.is(b'.').or(lanes.is(b'-')).bits()) << at;
            }
        };
        for (step, chunk) in bytes.as_chunks().0.iter().take(TESTED / Lanes::COUNT).enumerate() {
            test(chunk, Lanes::COUNT * step);
        }
        if bytes.len() < TESTED {
            test(last, bytes.len() - Lanes::COUNT);
        }
        let unusual_in_name = name | separator << 1 & separator | u64::MAX << TESTED_FOR_NAMES;
        Self { text, unusual: unusual | slash << 1 & low, unusual_in_name }
    }

    /// Returns true if `part` is a slice of the string, is not empty, and certainly is usual.
    #[inline]
    pub fn has_part(&self, part: &str) -> bool {
        self.is_clear(self.unusual, part) && part.as_bytes().first() != Some(&b'.')
    }

    /// Returns true if `part` is a slice of the string and certainly is a usual name: a scheme, or a host that
    /// is not an address and that no spec changes. It has only lower-case letters, digits, and single dots and
    /// hyphens between these, and begins with a letter.
    #[inline]
    pub fn has_name(&self, part: &str) -> bool {
        self.is_clear(self.unusual_in_name, part)
            && part.as_bytes().first().is_some_and(u8::is_ascii_lowercase)
            && part.as_bytes().last() != Some(&b'-')
    }

    #[inline]
    fn is_clear(&self, word: u64, part: &str) -> bool {
        let (at, len) = (part.as_ptr().addr().wrapping_sub(self.text.as_ptr().addr()), part.len());
        let tested = self.text.len().min(TESTED);
        // The first shift drops the bits before the part, and the second those behind it.
        at < tested && (1..=tested - at).contains(&len) && word >> at << (TESTED - len) == 0
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::{NOT_IN_NAME, UNUSUAL, Usual};
    use crate::ByteSet;

    /// Tests every pair of ASCII bytes, and a non-ASCII character, at offsets in and after the tested bytes.
    #[test]
    fn usual_bytes_are_their_set() {
        for at in [0, 1, 15, 16, 31, 32, 60, 61, 62, 80] {
            for (before, c) in ('\0'..='\u{7F}').flat_map(|a| ('\0'..='\u{80}').map(move |b| (a, b))) {
                let text = ["x".repeat(at), String::from_iter([before, c]), "x".repeat(14)].concat();
                let (usual, part) = (Usual::of(&text), &text[at..at + 1 + c.len_utf8()]);
                let has_no = |set: &ByteSet| !part.bytes().any(|byte| set.contains(byte));
                let is_part = has_no(&UNUSUAL) && before != '.' && (before != '/' || c >= '0');
                assert_eq!(usual.has_part(part), is_part && at + 2 <= 64, "{text:?}");
                let is_name = has_no(&NOT_IN_NAME) && before.is_ascii_lowercase() && c != '-';
                assert_eq!(usual.has_name(part), is_name && at + 2 <= 32, "{text:?}");
            }
        }
        let text = "a.-b a--b a..b -a 1a .a";
        assert!(!text.split(' ').any(|name| Usual::of(text).has_name(name)));
        assert!(!Usual::of(text).has_part("") && !Usual::of(text).has_part(&String::from("a")));
    }
}
