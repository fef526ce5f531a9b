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

#[cfg(any(feature = "barth", feature = "manakai"))]
use alloc::{borrow::Cow, string::String};

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

/// Percent-encodes each character of `text` that `is_encoded` accepts, in UTF-8. Borrows if there is none.
#[cfg(any(feature = "barth", feature = "manakai"))]
fn percent_encode_where(text: &str, is_encoded: fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(is_encoded) {
        return Cow::Borrowed(text);
    }
    let mut encoded = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_encoded(c) {
            encoded.extend(c.encode_utf8(&mut [0; 4]).bytes().map(percent_encoding::percent_encode_byte));
        } else {
            encoded.push(c);
        }
    }
    Cow::Owned(encoded)
}
