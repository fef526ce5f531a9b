//! Queries, fragments and forms in the URL Standard. Implements whatwg "percent-encode after encoding", the
//! scanning of "query state" and "fragment state", and the parsing, serializing and editing of
//! `application/x-www-form-urlencoded`.

mod find_all;
mod form;
mod percent_encode;
mod query_editor;
mod search_params;
mod writing;

pub use form::{parse_form, parse_form_from, serialize_form};
pub use percent_encode::{
    encode_fragment, encode_query, percent_encode_after_encoding, scan_query, write_fragment, write_query,
};
pub use query_editor::QueryEditor;
pub use search_params::{Pairs, SearchParams};
pub use writing::{check_url_fragment_string, check_url_query_string};
