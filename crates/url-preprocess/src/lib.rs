//! What happens to a raw string before it is parsed: whatever is not a character is replaced, tabs and
//! newlines go, the ends are trimmed. Holds manakai "Preprocessing" and webspecs "Basic URL parser" step 1.2; what
//! Adam Barth's documents do instead, [`barth`]; what "Web addresses in HTML 5" does, [`connolly`].
//!
//! # Examples
//! ```
//! use url_core::NoTrace;
//! assert_eq!(url_preprocess::from_utf16(&[0x61, 0xD800]), "a\u{FFFD}");
//! assert_eq!(url_preprocess::preprocess(" ht\ntp://a.test/ ", &mut NoTrace), "http://a.test/");
//! // As the URL Standard has it.
//! assert_eq!(url_preprocess::whatwg::strip_c0_control_or_space("\0 a b\n", &mut NoTrace), "a b");
//! ```
#![no_std]

extern crate alloc;

#[cfg(feature = "barth")]
pub mod barth;
#[cfg(feature = "connolly")]
pub mod connolly;
mod decode;
#[cfg(feature = "manakai")]
mod manakai;
mod source_map;
#[cfg(feature = "webspecs")]
pub mod webspecs;
pub mod whatwg;

pub use decode::{from_bytes, from_code_points, from_utf16};
#[cfg(feature = "manakai")]
pub use manakai::preprocess;
pub use source_map::SourceMap;
