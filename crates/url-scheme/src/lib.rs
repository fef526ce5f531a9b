#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

extern crate alloc;

#[cfg(feature = "barth")]
pub mod barth;
#[cfg(feature = "connolly")]
pub mod connolly;
pub mod fast;
#[cfg(feature = "manakai")]
pub mod manakai;
#[cfg(feature = "rfc3986")]
pub mod rfc3986;
#[cfg(feature = "webspecs")]
pub mod webspecs;
pub mod whatwg;
