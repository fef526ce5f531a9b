//! Text that RFC 3986 keeps.

use super::{Ranges, any_is_in};
use crate::{ByteSet, PCHAR};

/// The bytes that are not of an RFC 3986 path or query without percent-encoding.
const NOT_PLAIN: ByteSet = PCHAR.and(b"/?").complement();

const NOT_PLAIN_RANGES: Ranges<{ Ranges::count(&NOT_PLAIN) }> = Ranges::new(&NOT_PLAIN);

/// Whether every byte of `text`, a URL or a part of one, may be in a path or a query of RFC 3986, and is not part of an escape.
/// Dot-segments are for the caller to find.
#[inline]
pub fn is_plain(text: &str) -> bool {
    !any_is_in(text, &NOT_PLAIN_RANGES)
}
