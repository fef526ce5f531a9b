//! Queries, fragments and forms as the URL Standard has them. Holds whatwg "percent-encode after encoding", the
//! scanning of "query state" and "fragment state", and how `application/x-www-form-urlencoded` is written. It is read as
//! [`crate::form_urlencoded::parse_string`] does.

mod form;
mod percent_encode;

pub use form::serialize_form;
pub use percent_encode::{encode_fragment, encode_query, percent_encode_after_encoding, scan_query};
