#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

extern crate alloc;

#[cfg(feature = "barth")]
pub mod barth;
#[cfg(feature = "manakai")]
mod canonicalize;
#[cfg(feature = "connolly")]
pub mod connolly;
#[cfg(feature = "manakai")]
mod dot_segments;
#[cfg(feature = "manakai")]
mod drive;
#[cfg(feature = "manakai")]
mod file;
mod file_path;
#[cfg(feature = "manakai")]
mod merge;
#[cfg(feature = "manakai")]
mod parse;
mod relative;
#[cfg(feature = "rfc3986")]
pub mod rfc3986;
mod segments;
#[cfg(feature = "webspecs")]
pub mod webspecs;
pub mod whatwg;

#[cfg(feature = "manakai")]
pub use canonicalize::{PathKind, canonicalize_path, decode_unreserved, guard_path};
#[cfg(feature = "manakai")]
pub use dot_segments::remove_dot_segments;
#[cfg(feature = "manakai")]
pub use drive::{is_drive_specification, path_with_drive, starts_with_drive};
#[cfg(feature = "manakai")]
pub use file::{decode_escaped_slashes, host_from_path, path_from_drive_host};
pub use file_path::{FilePathError, PathStyle, decode_file_path, encode_file_path};
#[cfg(feature = "manakai")]
pub use merge::merge_path;
#[cfg(feature = "manakai")]
pub use parse::{
    parse_drive_url, parse_file_url, parse_mailto_url, parse_not_hierarchical, parse_path_alone,
    parse_unc_path,
};
pub use relative::{relative_path, rooted_path};
pub use segments::{PathSegments, SEGMENT_PERCENT_ENCODE_SET, segments};

/// Whether `byte` is a slash character: `/` or `\`.
#[cfg(feature = "manakai")]
#[inline]
const fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}
