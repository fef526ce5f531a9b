//! Parses a [`Url`] without a [`Parser`]: under the URL Standard, or under the profile of the base.

use url_core::{Whatwg, whatwg::Edition};
use url_query::Encoding;

use super::{Parser, runs};
use crate::{ParseError, Url, UrlRef};

/// The spec of a URL without a given profile. It is a constant of a concrete type, so no profile is checked
/// at run time.
const STANDARD: Whatwg = Whatwg(Edition::Newest);

impl Url {
    /// Parses an absolute URL under the URL Standard. Use a [`Parser`] for another profile.
    ///
    /// # Errors
    /// If `input` is not a URL; see [`ParseError`].
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// assert_eq!(Url::parse(r"https:\\a.test\b c")?.as_str(), "https://a.test/b%20c");
    /// assert!(Url::parse("/b").is_err());
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn parse(input: &str) -> Result<Self, ParseError> {
        runs::parse_url(STANDARD, input, None, &Encoding::UTF_8)
    }

    /// Parses as [`Url::parse`] does, and borrows `input` if it is canonical already. In that case nothing is
    /// allocated.
    ///
    /// # Errors
    /// If `input` is not a URL; see [`ParseError`].
    pub fn parse_ref(input: &str) -> Result<UrlRef<'_>, ParseError> {
        runs::parse_ref(STANDARD, input, None, &Encoding::UTF_8)
    }

    /// Returns true if [`Url::parse`] would return a URL.
    ///
    /// No URL is built. This allocates only a copy of `input` without tabs and newlines, if it contains any,
    /// and the domain that percent-encoded or non-ASCII text decodes to.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// assert!(Url::can_parse("mailto:a@b.test") && !Url::can_parse("http://a b/"));
    /// ```
    pub fn can_parse(input: &str) -> bool {
        runs::can_parse(STANDARD, input, None, &Encoding::UTF_8)
    }
}

impl<S: AsRef<str>> Url<S> {
    /// Resolves `reference` against this URL, under the profile of this URL.
    ///
    /// # Errors
    /// If the result is not a valid URL; see [`ParseError`].
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let base = Url::parse("https://a.test/b/c?d")?;
    /// assert_eq!(base.resolve("../e#f")?.as_str(), "https://a.test/e#f");
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn resolve(&self, reference: &str) -> Result<Url, ParseError> {
        Parser::new(self.profile()).with_base(self).parse(reference)
    }

    /// Resolves `reference` against this URL. The same as [`Url::resolve`], under the name in the crate
    /// `url`. See [`Url::resolve`] for an example.
    ///
    /// # Errors
    /// If the result is not a valid URL; see [`ParseError`].
    pub fn join(&self, reference: &str) -> Result<Url, ParseError> {
        self.resolve(reference)
    }
}
