//! What happens to a raw string before it is parsed: whatever is not a character is replaced, tabs and
//! newlines go, the ends are trimmed. Holds manakai "Preprocessing", and in
//! [`barth`] what Adam Barth's documents do instead.
#![no_std]

extern crate alloc;

pub mod barth;
mod decode;
mod manakai;
mod source_map;

pub use decode::{from_bytes, from_code_points, from_utf16};
pub use manakai::preprocess;
pub use source_map::SourceMap;
