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

pub use whatwg::{default_port, is_special, normalize_scheme, split_scheme};

url_core::error_type! {
    /// The reason why a text is not a scheme. Spans are byte offsets in the scheme.
    ///
    /// # Examples
    /// ```
    /// let error = url_scheme::normalize_scheme("").unwrap_err();
    /// assert_eq!(error.reason(), url_core::Reason::MissingScheme);
    /// ```
    pub struct SchemeError;
}
