#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

extern crate alloc;

#[cfg(feature = "barth")]
pub mod barth;
#[cfg(feature = "connolly")]
pub mod connolly;
mod decode;
#[cfg(feature = "manakai")]
pub mod manakai;
mod source_map;
#[cfg(feature = "webspecs")]
pub mod webspecs;
pub mod whatwg;

pub use decode::{from_bytes, from_code_points, from_utf16};
pub use source_map::SourceMap;
