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

use url_core::{Reason, Rejection, Section, Span};

fn check_digits(port: &str, section: Section) -> Result<(), Rejection> {
    port.char_indices().find(|(_, c)| !c.is_ascii_digit()).map_or(Ok(()), |(at, c)| {
        Err(Rejection::new(Reason::PortNotNumber, section, Span::new(at, at + c.len_utf8())))
    })
}
