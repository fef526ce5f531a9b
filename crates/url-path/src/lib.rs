//! The path of a URL: drives, UNC, `file:`, `mailto:` and opaque paths, merging, dot-segments, the canonical
//! form. Holds manakai "Parsing a `mailto:` URL", "Parsing a drive URL", "Parsing a `file:` URL", "Parsing a UNC
//! path", "Merge path", "Remove dot-segments" and the path steps of "Resolution" and "Canonicalization"; as RFC 3986 has it, [`rfc3986`].
//!
//! # Examples
//! ```
//! use url_core::NoTrace;
//! assert_eq!(url_path::merge_path("../g", "/b/c/d", &mut NoTrace), "/b/c/../g");
//! assert_eq!(url_path::remove_dot_segments("/b/c/../g", &mut NoTrace), "/b/g");
//! assert_eq!(url_path::canonicalize_path("/%7Ea b", true, true, &mut NoTrace), "/~a%20b");
//! // As the URL Standard has it.
//! assert_eq!(url_path::whatwg::encode_segment("%7Ea b", &mut NoTrace), "%7Ea%20b");
//! ```
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
#[cfg(feature = "manakai")]
pub use merge::merge_path;
#[cfg(feature = "manakai")]
pub use parse::{parse_drive_url, parse_file_url, parse_mailto_url, parse_not_hierarchical, parse_unc_path};
pub use relative::{relative_path, rooted_path};
pub use segments::{PathSegments, segments};

/// Whether `byte` is a slash character: `/` or `\`.
#[cfg(feature = "manakai")]
#[inline]
const fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}
