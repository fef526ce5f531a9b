#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
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
pub use manakai::{canonicalize_fragment, canonicalize_query};
pub use percent_encode::percent_encode;
