//! Paths in the manakai document: of drive, UNC, `file:` and `mailto:` URLs, dot-segments, merging, and the
//! canonical path.

mod canonicalize;
mod dot_segments;
mod drive;
mod file;
mod merge;
mod parse;

#[cfg(feature = "barth")]
pub(crate) use canonicalize::CONTROLS;
pub use canonicalize::{PathKind, canonicalize_path, decode_unreserved, guard_path};
#[cfg(any(feature = "barth", feature = "rfc3986"))]
pub(crate) use dot_segments::remove;
pub use dot_segments::remove_dot_segments;
#[cfg(feature = "barth")]
pub(crate) use dot_segments::{dots, may_have_dot_segment};
pub use drive::{is_drive_specification, path_with_drive, starts_with_drive};
pub use file::{decode_escaped_slashes, host_from_path, path_from_drive_host};
pub use merge::merge_path;
pub use parse::{
    parse_drive_url, parse_file_url, parse_mailto_url, parse_not_hierarchical, parse_path_alone,
    parse_unc_path,
};

#[inline]
pub(crate) const fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}
