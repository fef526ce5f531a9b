//! Shared code of the layers' fast paths: tests of many bytes at once, and one pass over a URL. Its items may
//! change in any release.

mod marks;
mod masks;

pub use marks::{Marks, is_mark};
pub use masks::{Lanes, Ranges, Room, Subject, any_is_below, any_is_in};

use crate::{ByteSet, PCHAR};

/// `%`, and the bytes that an RFC 3986 path or query cannot contain.
const NOT_PLAIN: ByteSet = PCHAR.and(b"/?").complement();

const NOT_PLAIN_RANGES: Ranges<{ Ranges::count(&NOT_PLAIN) }> = Ranges::new(&NOT_PLAIN);

/// Returns true if every byte of `text`, a URL or a part of one, may be in an RFC 3986 path or query and is
/// not part of an escape. The caller must look for dot-segments.
#[inline]
pub fn is_plain(text: &str) -> bool {
    !any_is_in(text, &NOT_PLAIN_RANGES)
}
