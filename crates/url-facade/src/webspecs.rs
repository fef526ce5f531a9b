//! Functions that only the WebSpecs URL Standard of 2014 defines: checks for authors, and domain conversions.

pub use url_specs::webspecs::{domain_to_ascii, domain_to_unicode};

use crate::{ParseError, Url};

/// Checks that `input` meets the requirements for authors of URLs. A relative `input` requires a `base`.
///
/// Does not check that the scheme is registered, because the document does not name a registry.
///
/// # Errors
/// If `input` does not meet a requirement. The error contains the section of the requirement and a span.
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
