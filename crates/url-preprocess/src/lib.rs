//! What happens to a raw string before it is parsed: whatever is not a character is replaced, tabs and
//! newlines go, the ends are trimmed. Holds manakai "Preprocessing" and webspecs "Basic URL parser" step 1.2; what
//! Adam Barth's documents do instead, [`barth`]; what "Web addresses in HTML 5" does, [`connolly`].
#![no_std]

extern crate alloc;

pub mod barth;
pub mod connolly;
mod decode;
mod manakai;
mod source_map;
pub mod webspecs;
pub mod whatwg;

pub use decode::{from_bytes, from_code_points, from_utf16};
pub use manakai::preprocess;
pub use source_map::SourceMap;
