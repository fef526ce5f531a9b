#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

extern crate alloc;

#[cfg(feature = "barth")]
pub mod barth;
#[cfg(feature = "connolly")]
pub mod connolly;
pub mod fast;
mod file_path;
#[cfg(feature = "manakai")]
pub mod manakai;
#[cfg(feature = "rfc3986")]
pub mod rfc3986;
mod segments;
#[cfg(feature = "webspecs")]
pub mod webspecs;
pub mod whatwg;

pub use file_path::{FilePathError, PathStyle, decode_file_path, encode_file_path};
pub use segments::{PathSegments, relative_path, rooted_path, segments};
pub use whatwg::{join, normalize_path, remove_dot_segments};
