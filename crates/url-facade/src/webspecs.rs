//! Functions that only the URL Standard of WebSpecs defines: its requirements for authors, and those on domains.

pub use url_specs::webspecs::{domain_to_ascii, domain_to_unicode};

use crate::{ParseError, Url};

/// Checks that `input` is a URL as authors must write it, with `base` in scope if there is one.
///
/// That a scheme is registered is not checked: the document leaves open where.
///
/// # Errors
/// If `input` is not as it must be: the first breach, with its reason, its requirement and its place.
///
/// # Examples
/// ```
/// use url_facade::{Reason, Span, webspecs::check_url};
/// assert!(check_url("https://u:p@a.test/b?c#d", None).is_ok());
///
/// let error = check_url("https://a.test/b:c", None).unwrap_err();
/// assert_eq!((error.reason(), error.span()), (Reason::CharacterNotAllowed, Span::new(16, 17)));
/// assert_eq!(error.section().id(), "webspecs#url-writing-18");
/// ```
pub fn check_url(input: &str, base: Option<&Url>) -> Result<(), ParseError> {
    Ok(url_specs::webspecs::check_url(input, base.is_some())?)
}
