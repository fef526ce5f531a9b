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
pub use whatwg::{clean, clean_with_map};

/// Removes from both ends of `text` the characters that `is_trimmed` accepts, which are controls or spaces.
#[cfg(any(feature = "barth", feature = "connolly", feature = "manakai"))]
#[inline]
fn trim(text: &str, is_trimmed: fn(char) -> bool) -> &str {
    // FAST: most texts have no control or space at an end.
    match (text.as_bytes().first(), text.as_bytes().last()) {
        (Some(b'!'..), Some(b'!'..)) => text,
        _ => text.trim_matches(is_trimmed),
    }
}
