//! Code for the fast paths of the crates that parse parts of a URL: tests of many bytes at once. These items
//! may change in any release.

mod marks;
mod masks;
mod plain;
mod usual;

pub use marks::{Marks, is_mark};
pub use masks::{Lanes, PaddedStr, Padding, Ranges, any_is_below, any_is_in, find_any, split_at_any};
pub use plain::{Plain, nearly_plain, plain, plain_host, plain_href};
pub use usual::{usual_name_end, usual_path_end, usual_query_end};

pub use crate::whatwg::scheme_kind::{scan_special_scheme, scan_special_scheme_in_any_case};
use crate::{ByteSet, PCHAR};

/// `%`, and the bytes that an RFC 3986 path or query cannot contain.
const NOT_PLAIN: ByteSet = PCHAR.and(b"/?").complement();

const NOT_PLAIN_RANGES: Ranges<{ Ranges::count(&NOT_PLAIN) }> = Ranges::new(&NOT_PLAIN);

/// Returns true if every byte of `text` may be in an RFC 3986 path or query and is not `%`. `text` is a URL
/// or a part of a URL. The function does not check for dot-segments.
#[inline]
pub fn is_plain(text: &str) -> bool {
    !any_is_in(text, &NOT_PLAIN_RANGES)
}

const CAPITALS: ByteSet = ByteSet::of(b"").and_range(b'A', b'Z');

const CAPITALS_RANGES: Ranges<{ Ranges::count(&CAPITALS) }> = Ranges::new(&CAPITALS);

/// Returns true if `text` has ASCII letters in upper case.
#[inline]
pub fn has_capitals(text: &str) -> bool {
    any_is_in(text, &CAPITALS_RANGES)
}
