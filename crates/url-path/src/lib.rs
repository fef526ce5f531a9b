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
pub use canonicalize::{canonicalize_path, decode_unreserved, guard_path, is_plain_path};
#[cfg(feature = "manakai")]
pub use dot_segments::remove_dot_segments;
#[cfg(feature = "manakai")]
pub use file::{
    after_optional_slash, decode_escaped_slashes, ends_segment, host_from_path, path_from_drive_host,
    path_with_drive,
};
pub use file_path::{FilePathError, PathStyle, decode_file_path, encode_file_path};
#[cfg(feature = "manakai")]
pub use merge::merge_path;
#[cfg(feature = "manakai")]
pub use parse::{parse_drive_url, parse_file_url, parse_mailto_url, parse_not_hierarchical, parse_unc_path};
pub use relative::{relative_path, rooted_path};
pub use segments::{PathSegments, SEGMENT_PERCENT_ENCODE_SET, segments};

/// Whether `byte` is a slash character: `/` or `\`.
#[cfg(feature = "manakai")]
#[inline]
const fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}
