//! What happens to a raw string before it is parsed: whatever is not a character is replaced, tabs and
//! newlines go, the ends are trimmed. Holds manakai "Preprocessing" and webspecs "Basic URL
//! parser" step 1.2.
#![no_std]

extern crate alloc;

mod decode;
mod manakai;
mod source_map;
pub mod webspecs;
pub mod whatwg;

pub use decode::{from_bytes, from_code_points, from_utf16};
pub use manakai::preprocess;
pub use source_map::SourceMap;
