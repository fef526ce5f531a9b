#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

extern crate alloc;

#[cfg(feature = "barth")]
pub mod barth;
#[cfg(feature = "connolly")]
pub mod connolly;
mod encoding;
pub mod fast;
#[cfg(feature = "manakai")]
pub mod manakai;
#[cfg(feature = "rfc3986")]
pub mod rfc3986;
#[cfg(feature = "webspecs")]
pub mod webspecs;
pub mod whatwg;

pub use encoding::{Encoding, UnknownEncoding};
pub use whatwg::{
    Pairs, QueryEditor, SearchParams, encode_fragment, encode_query, parse_form, parse_form_from,
    serialize_form,
};

#[cfg(feature = "rfc3986")]
url_core::error_type! {
    /// The reason why a text is not a query, with the place of the character that is not allowed.
    ///
    /// # Examples
    /// ```
    /// use url_core::{Reason, Span};
    /// let error = url_query::rfc3986::normalize_query("q=a b").unwrap_err();
    /// assert_eq!((error.reason(), error.span()), (Reason::CharacterNotAllowed, Span::new(3, 4)));
    /// ```
    pub struct QueryError;
}
