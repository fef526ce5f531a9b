//! Search for the bytes of a set in a text.

use url_core::{
    ByteSet,
    fast::{Ranges, Room, Subject},
};

const BLOCK: usize = 64;

/// Returns the offset of every byte of `text` that is in `set`, in order. `ranges` must be those of `set`.
#[inline]
pub(super) fn find_all<'a, const N: usize>(
    text: &'a str,
    set: &'a ByteSet,
    ranges: &'a Ranges<N>,
) -> impl Iterator<Item = usize> + 'a {
    // Tests the first byte separately, because `ask` only covers bytes that have a byte before them.
    let first = text.bytes().next().is_some_and(|byte| set.contains(byte));
    let (mut block, mut found) = (0, in_block(text, 1, ranges) << 1 | u64::from(first));
    core::iter::from_fn(move || {
        while found == 0 {
            block += BLOCK;
            if block >= text.len() {
                return None;
            }
            found = in_block(text, block, ranges);
        }
        let at = block + found.trailing_zeros() as usize;
        found &= found - 1;
        Some(at)
    })
}

/// Returns one bit for each byte of the block that starts at `from`: 1 if the byte is in `ranges`.
#[inline]
fn in_block<const N: usize>(text: &str, from: usize, ranges: &Ranges<N>) -> u64 {
    let mut room = Room::default();
    let [found] = Subject::new(text, &mut room).ask::<4, 1>(from, |bytes, _| [bytes.is_in(ranges)]);
    found
}
