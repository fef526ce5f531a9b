//! Functions that only the URL Standard defines, for URL writing (validity), URL rendering and domains.

#[cfg(feature = "idna")]
pub use url_host::whatwg::{decode_for_display, render_domain};
pub use url_host::whatwg::{domain_to_unicode, is_valid_domain};
#[cfg(feature = "idna")]
pub use url_specs::whatwg::{RenderedUrl, Rendering};

#[cfg(feature = "idna")]
use crate::Host;
pub use crate::blob::{BlobEntry, origin_of};
use crate::{ParseError, Url};

/// Checks that `input` is a valid URL string, against `base` if there is one.
///
/// Without a base, relative strings are invalid, because the parser would need one. The parser accepts a
/// valid string without a validation error. The converse holds too, except for numbers in non-ASCII digits,
/// such as `１.2.3.4`: they parse to an IPv4 address without a validation error, but are not a valid host
/// string.
///
/// # Errors
/// If `input` is not valid. The error has the reason, the definition and the place of the first breach.
///
/// # Examples
/// ```
/// use url_facade::{Reason, Span, Url, whatwg::check_valid_url_string};
/// assert!(check_valid_url_string("https://☕.example/a?b#c", None).is_ok());
///
/// let error = check_valid_url_string("https://a.test/b c", None).unwrap_err();
/// assert_eq!((error.reason(), error.span()), (Reason::CharacterNotAllowed, Span::new(16, 17)));
/// assert_eq!(error.section().id(), "whatwg#url-path-segment-string");
///
/// let base = Url::parse("mailto:x")?;
/// assert!(check_valid_url_string("#y", Some(&base)).is_ok());
/// assert!(check_valid_url_string("y", Some(&base)).is_err());
/// # Ok::<(), url_facade::ParseError>(())
/// ```
pub fn check_valid_url_string(input: &str, base: Option<&Url>) -> Result<(), ParseError> {
    Ok(url_specs::whatwg::check_valid_url_string(input, base.map(|base| base.0.view()))?)
}

/// Renders `url` for display to people, with the options in `rendering`.
///
/// Credentials are never shown, because they can be mistaken for a host. A domain is shown in Unicode if that
/// is safe ([`render_domain`]), and percent-encoded text after it is decoded if the result is visible
/// ([`decode_for_display`]). If the URL has right-to-left text, in which host and path are easily confused,
/// nothing after the host is shown.
///
/// # Examples
/// ```
/// use url_facade::{Url, whatwg::{Rendering, render_url}};
///
/// let url = Url::parse("https://examplecorp.com@xn--bcher-kva.example/caf%C3%A9?q=%2F")?;
/// let rendered = render_url(&url, Rendering::default());
/// assert_eq!(rendered.text, "https://bücher.example/café?q=%2F");
/// assert_eq!(rendered.host.of(&rendered.text), "bücher.example");
///
/// let url = Url::parse("https://examplecorp.com.evil.com/login")?;
/// let short = Rendering { scheme: false, max_len: Some(15), ..Rendering::default() };
/// assert_eq!(render_url(&url, short).text, "…com.evil.com");
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[cfg(feature = "idna")]
pub fn render_url<S: AsRef<str>>(url: &Url<S>, rendering: Rendering<'_>) -> RenderedUrl {
    let domain = if let Some(Host::Domain(domain)) = url.host() { Some(domain) } else { None };
    url_specs::whatwg::render_url(url.0.view(), domain, rendering)
}
