//! The query and the fragment of a URL: percent-encoding in a character encoding. Holds manakai
//! "Percent-encoding" and the query and fragment steps of "Canonicalization"; as RFC 3986 has them, [`rfc3986`].
//!
//! The feature `encoding` (on by default) brings the legacy encodings; without it every query is UTF-8.
//!
//! # Examples
//! ```
//! use url_core::NoTrace;
//! use url_query::{Encoding, canonicalize_query, whatwg};
//! assert_eq!(canonicalize_query("a b=é", true, Encoding::UTF_8, &mut NoTrace), "a%20b=%C3%A9");
//! // As the URL Standard has it.
//! assert_eq!(whatwg::encode_query("a'b", "http", true, Encoding::UTF_8, &mut NoTrace), "a%27b");
//! assert!(whatwg::parse_form("a+b=%C3%A9&c").eq([("a b".into(), "é".into()), ("c".into(), "".into())]));
//! ```
#![no_std]

extern crate alloc;

#[cfg(feature = "barth")]
pub mod barth;
#[cfg(feature = "connolly")]
pub mod connolly;
mod encoding;
pub mod form_urlencoded;
#[cfg(feature = "manakai")]
mod manakai;
mod percent_encode;
#[cfg(feature = "rfc3986")]
pub mod rfc3986;
#[cfg(feature = "webspecs")]
pub mod webspecs;
pub mod whatwg;

pub use encoding::{Encoding, UnknownEncoding};
#[cfg(feature = "manakai")]
pub use manakai::{canonicalize_fragment, canonicalize_query, is_plain_query};
pub use percent_encode::percent_encode;
