//! Checks of queries and fragments against the rules for authors. Implements whatwg "URL-query string" and
//! "URL-fragment string".

use url_core::{ByteSet, Rejection, sections::whatwg, whatwg::check_url_units};

const NONE: ByteSet = ByteSet::of(b"");

/// Checks that `input`, without its question mark, is a URL-query string.
///
/// # Errors
/// [`url_core::Reason::CharacterNotAllowed`] and [`url_core::Reason::PercentNotEscape`].
///
/// Spec: whatwg#url-query-string
///
/// # Examples
/// ```
/// use url_query::whatwg::check_url_query_string;
/// assert!(check_url_query_string("a=?é").is_ok() && check_url_query_string("a[]").is_err());
/// ```
pub fn check_url_query_string(input: &str) -> Result<(), Rejection> {
    // Zero or more URL units.
    check_url_units(input, &NONE, whatwg::URL_QUERY_STRING)
}

/// Checks that `input`, without its number sign, is a URL-fragment string.
///
/// # Errors
/// [`url_core::Reason::CharacterNotAllowed`] and [`url_core::Reason::PercentNotEscape`].
///
/// Spec: whatwg#url-fragment-string
///
/// # Examples
/// ```
/// use url_query::whatwg::check_url_fragment_string;
/// assert!(check_url_fragment_string("a?/").is_ok() && check_url_fragment_string("a#b").is_err());
/// ```
pub fn check_url_fragment_string(input: &str) -> Result<(), Rejection> {
    // Zero or more URL units.
    check_url_units(input, &NONE, whatwg::URL_FRAGMENT_STRING)
}
