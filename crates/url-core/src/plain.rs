//! Text that all specs keep.

use crate::{
    ByteSet, PCHAR,
    masks::{Ranges, any_is_in},
};

/// The bytes that some spec may change, reject, or take for the end of a query: all but those of an RFC 3986 path or query that
/// is not percent-encoded.
const NOT_PLAIN: ByteSet = PCHAR.and(b"/?").complement();

const NOT_PLAIN_RANGES: Ranges<{ Ranges::count(&NOT_PLAIN) }> = Ranges::new(&NOT_PLAIN);

/// Whether every byte of `text`, a URL or a part of one, may be in a path or a query of every spec, and stays as it is there in
/// any encoding. Dot-segments are for the caller to find.
#[doc(hidden)] // Part of a fast path through all layers.
#[inline]
pub fn is_plain(text: &str) -> bool {
    !any_is_in(text, &NOT_PLAIN_RANGES)
}
