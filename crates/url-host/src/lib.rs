#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

extern crate alloc;

#[cfg(not(feature = "idna"))]
mod ascii_only;
#[cfg(feature = "barth")]
pub mod barth;
#[cfg(feature = "connolly")]
pub mod connolly;
mod error;
pub mod fast;
mod host;
#[cfg(feature = "manakai")]
pub mod manakai;
#[cfg(feature = "rfc3986")]
pub mod rfc3986;
pub mod risk;
#[cfg(feature = "idna")]
mod uts46;
#[cfg(feature = "webspecs")]
pub mod webspecs;
pub mod whatwg;

#[cfg(not(feature = "idna"))]
use ascii_only as uts46;

pub use error::HostError;
pub use host::{Host, kind_of_host, kind_of_opaque_host};
#[cfg(feature = "display")]
pub use whatwg::render_domain;
pub use whatwg::{
    domain_to_ascii, domain_to_ascii_strict, domain_to_unicode, ends_in_a_number, parse_ipv4, parse_ipv6,
};

type Result<V, E = url_core::Rejection> = core::result::Result<V, E>;
