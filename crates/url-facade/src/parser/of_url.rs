//! Parses a [`Url`] without a [`Parser`]: under the URL Standard, or under the profile of the base.

use url_core::{Whatwg, whatwg::Edition};
use url_query::Encoding;

use super::{Parser, runs};
use crate::{ParseError, Url, UrlRef};

/// The spec that a URL follows if no profile is given. It is a type and a constant, so no profile is checked at run time.
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
        runs::make_url(STANDARD, input, None, &Encoding::UTF_8)
    }

    /// [`Url::parse`] that borrows `input` if it is canonical already, and then allocates nothing.
    ///
    /// # Errors
    /// If `input` is not a URL; see [`ParseError`].
    pub fn parse_ref(input: &str) -> Result<UrlRef<'_>, ParseError> {
        runs::make_ref(STANDARD, input, None, &Encoding::UTF_8)
    }

    /// Whether [`Url::parse`] would return a URL.
    ///
    /// No URL is built. The only allocations are for `input` without its tabs and newlines, if it has any, and for the
    /// domain that percent-encoded or non-ASCII text decodes to.
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

    /// Resolves `reference` against this URL: [`Url::resolve`], by the name that users of the crate `url` know.
    /// Example: [`Url::resolve`].
    ///
    /// # Errors
    /// If the result is not a valid URL; see [`ParseError`].
    pub fn join(&self, reference: &str) -> Result<Url, ParseError> {
        self.resolve(reference)
    }
}
