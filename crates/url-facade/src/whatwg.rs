//! Functions that only the URL Standard defines: valid URL strings, rendering, domains, and blob URLs.

#[cfg(feature = "idna")]
pub use url_host::whatwg::{decode_for_display, render_domain};
pub use url_host::whatwg::{domain_to_unicode, is_valid_domain};
use url_specs::ApiSpec as _;
#[cfg(feature = "idna")]
pub use url_specs::whatwg::{RenderedUrl, Rendering};

use crate::{Origin, ParseError, Parser, Url, profile::with_api};

/// Checks that `input` is a valid URL string of the URL Standard, relative to `base` if there is one.
///
/// Without a base, a relative string is invalid. A string is valid if and only if the parser reports no
/// validation error, except for numbers in non-ASCII digits: the parser converts `１.2.3.4` to an IPv4 address
/// without a validation error, but `１.2.3.4` is not a valid host string.
///
/// # Errors
/// If `input` is not valid. The error contains the reason, section and byte range of the first mistake.
///
/// # Examples
/// ```
/// use url_facade::{Reason, Span, whatwg::check_valid_url_string};
/// assert!(check_valid_url_string("https://☕.example/a?b#c", None).is_ok());
///
/// let error = check_valid_url_string("https://a.test/b c", None).unwrap_err();
/// assert_eq!((error.reason(), error.span()), (Reason::CharacterNotAllowed, Span::new(16, 17)));
/// assert_eq!(error.section().id(), "whatwg#url-path-segment-string");
/// ```
pub fn check_valid_url_string(input: &str, base: Option<&Url>) -> Result<(), ParseError> {
    Ok(url_specs::whatwg::check_valid_url_string(input, base.map(|base| base.0.view()))?)
}

/// Renders `url` for display to people, with the options in `rendering`.
///
/// Credentials are never shown, because people can mistake a user name for the host. A domain is shown in
/// Unicode if [`render_domain`] considers that safe. Percent-encoded text after the domain is decoded if
/// [`decode_for_display`] allows it. If the URL has right-to-left text, nothing after the host is shown.
///
/// # Examples
/// ```
/// use url_facade::{Url, whatwg::{Rendering, render_url}};
/// let url = Url::parse("https://examplecorp.com@xn--bcher-kva.example/caf%C3%A9?q=%2F")?;
/// let rendered = render_url(&url, Rendering::default());
/// assert_eq!(rendered.text, "https://bücher.example/café?q=%2F");
///
/// let url = Url::parse("https://examplecorp.com.evil.com/login")?;
/// let short = Rendering { scheme: false, max_len: Some(15), ..Rendering::default() };
/// assert_eq!(render_url(&url, short).text, "…com.evil.com");
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[cfg(feature = "idna")]
pub fn render_url<S: AsRef<str>>(url: &Url<S>, rendering: Rendering<'_>) -> RenderedUrl {
    let domain = if let Some(crate::Host::Domain(domain)) = url.host() { Some(domain) } else { None };
    url_specs::whatwg::render_url(url.0.view(), domain, rendering)
}

/// A blob URL entry of the URL Standard: an object that a blob URL refers to, and its origin. See
/// [`crate::Parser::parse_with_blobs`].
#[derive(Clone, Debug)]
pub struct BlobEntry<O> {
    /// The object that the blob URL refers to, such as a file in memory.
    pub object: O,
    /// The origin of the environment that created the URL.
    pub origin: Origin,
}

/// Returns the origin of `url`: for a `blob:` URL with an `entry`, the origin of the entry; for all other
/// URLs, [`Url::origin`]. See [`crate::Parser::parse_with_blobs`] for an example.
pub fn origin_of<O>(url: &Url, entry: Option<&BlobEntry<O>>) -> Origin {
    match entry {
        Some(entry) if url.scheme() == "blob" => entry.origin.clone(),
        _ => url.origin(),
    }
}

impl Parser<'_> {
    /// Parses `input` as [`Parser::parse`] does. For a `blob:` URL, also calls `get`, which looks up an
    /// object by name in the caller's blob URL store. Under the URL Standard, the name is the URL without its
    /// fragment; under webspecs, the name is the path. Under other profiles, `get` is not called.
    ///
    /// # Errors
    /// If `input` is not a URL; see [`ParseError`].
    ///
    /// # Examples
    /// ```
    /// use std::collections::HashMap;
    /// use url_facade::{Parser, Url, whatwg::{BlobEntry, origin_of}};
    /// let origin = Url::parse("https://a.test/")?.origin();
    /// let store = HashMap::from([("blob:null/1", BlobEntry { object: "the object", origin: origin.clone() })]);
    /// let (url, entry) = Parser::default().parse_with_blobs("blob:null/1#x", |name| store.get(name).cloned())?;
    /// assert_eq!(entry.as_ref().map(|entry| entry.object), Some("the object"));
    /// assert_eq!(origin_of(&url, entry.as_ref()), origin);
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn parse_with_blobs<O>(
        &self,
        input: &str,
        get: impl FnOnce(&str) -> Option<O>,
    ) -> Result<(Url, Option<O>), ParseError> {
        // 1. Let url be the result of running the basic URL parser.
        // 2. If url is failure, return failure.
        let url = self.parse(input)?;
        // 3. If url's scheme is not "blob", return url.
        // 4. and what follows: get the entry under the name that the spec defines.
        let name = |url| with_api!(self.profile(), spec => spec.blob_name(url));
        let object = Some(url.0.view()).filter(|_| url.scheme() == "blob").and_then(name).and_then(get);
        Ok((url, object))
    }
}
