//! Schemes in the URL Standard: their syntax, and the special schemes with their default ports.

use alloc::borrow::Cow;

pub use url_core::whatwg::{SPECIAL_SCHEMES, default_port, find_special_scheme, scan_scheme, scheme_kind};
use url_core::{
    sections::whatwg,
    to_ascii_lower_case,
    whatwg::{Edition, SchemeKind, check_scheme},
};

use crate::SchemeError;

/// Splits `text` at the colon that ends its scheme, into the scheme as written and the text after the colon.
/// Returns `None` if `text` does not start with a valid scheme (a letter, then letters, digits, `+`, `-` and
/// `.`) and a colon. A parser also ignores some characters before the scheme, and every tab and newline.
///
/// Spec: whatwg#url-scheme-string, whatwg#scheme-state-1, webspecs#url-writing-5
///
/// # Examples
/// ```
/// use url_scheme::split_scheme;
/// assert_eq!(split_scheme("MailTo:a@b.test"), Some(("MailTo", "a@b.test")));
/// assert_eq!(["1a:b", "a b:c", "http", ":b"].map(split_scheme), [None; 4]);
/// ```
pub fn split_scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_at_checked(scan_scheme(text))?;
    let after_colon = rest.strip_prefix(':')?;
    scheme.starts_with(|c: char| c.is_ascii_alphabetic()).then_some((scheme, after_colon))
}

/// Checks `scheme`, which has no colon, and converts it to lower case. The result is borrowed if nothing
/// changes.
///
/// # Errors
/// Returns [`Reason::MissingScheme`](url_core::Reason::MissingScheme) if `scheme` is empty, and otherwise
/// [`Reason::SchemeCharacter`](url_core::Reason::SchemeCharacter) with the span of the character.
///
/// Spec: whatwg#url-scheme-string, whatwg#scheme-state-1
///
/// # Examples
/// ```
/// use url_core::{Reason, Span};
/// use url_scheme::normalize_scheme;
/// assert_eq!(normalize_scheme("SVN+SSH").as_deref(), Ok("svn+ssh"));
/// let error = normalize_scheme("my_app").unwrap_err();
/// assert_eq!((error.reason(), error.span()), (Reason::SchemeCharacter, Span::new(2, 3)));
/// ```
pub fn normalize_scheme(scheme: &str) -> Result<Cow<'_, str>, SchemeError> {
    check_scheme(scheme, whatwg::URL_SCHEME_STRING)?;
    Ok(to_ascii_lower_case(scheme))
}

/// Returns true if `scheme`, in upper or lower case, is a special scheme: `http`, `https`, `ws`, `wss`, `ftp`
/// or `file`.
///
/// Spec: whatwg#special-scheme, whatwg#is-special
///
/// # Examples
/// ```
/// use url_scheme::is_special;
/// assert!(is_special("HTTPS") && is_special("file") && !is_special("mailto"));
/// ```
#[inline]
pub fn is_special(scheme: &str) -> bool {
    find_special_scheme(scheme).is_some()
}

/// Returns the kind and the default port of `scheme`, which must be in lower case, by the given `edition` of
/// the Standard. A candidate edition may change both.
///
/// Spec: whatwg#special-scheme
///
/// # Examples
/// ```
/// use url_core::whatwg::{Edition::Newest, SchemeKind};
/// use url_scheme::whatwg::special_scheme;
/// assert_eq!(special_scheme("wss", Newest), (SchemeKind::WebSocket, Some(443)));
/// assert_eq!(special_scheme("blob", Newest), (SchemeKind::NotSpecial, None));
/// ```
#[inline]
pub fn special_scheme(scheme: &str, edition: Edition) -> (SchemeKind, Option<u16>) {
    edition.altered_scheme(scheme).unwrap_or_else(|| (scheme_kind(scheme), default_port(scheme)))
}
