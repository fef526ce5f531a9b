//! Making a [`Url`] without a [`Parser`]: as the URL Standard says, or as the URL that is the base was made.

use url_core::{NoTrace, Whatwg, whatwg::Edition};
use url_query::Encoding;

use super::{Parser, runs};
use crate::{ParseError, Url, UrlRef};

/// Whose rules a URL follows where no profile is named. A type and a constant: no profile is looked at.
const STANDARD: Whatwg = Whatwg(Edition::Newest);

impl Url {
    /// Parses an absolute URL as the URL Standard says; another profile takes a [`Parser`].
    ///
    /// # Errors
    /// When `input` is not a URL; see [`ParseError`].
    ///
    /// Spec: whatwg#concept-url-parser
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// assert_eq!(Url::parse(r"https:\\a.test\b c")?.as_str(), "https://a.test/b%20c");
    /// assert!(Url::parse("/b").is_err());
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn parse(input: &str) -> Result<Self, ParseError> {
        runs::make_url(STANDARD, input, None, Encoding::UTF_8, &mut NoTrace)
    }

    /// [`Url::parse`] that borrows `input` where it is canonical already. Then nothing is allocated.
    ///
    /// # Errors
    /// When `input` is not a URL; see [`ParseError`].
    ///
    /// Spec: whatwg#concept-url-parser
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let hosts = ["https://a.test/b", "https://B.test"].map(|url| Url::parse_ref(url).map(|url| url.host_str() == Some("b.test")));
    /// assert_eq!(hosts, [Ok(false), Ok(true)]);
    /// ```
    pub fn parse_ref(input: &str) -> Result<UrlRef<'_>, ParseError> {
        runs::make_ref(STANDARD, input, None, Encoding::UTF_8)
    }

    /// Whether [`Url::parse`] would give a URL.
    ///
    /// Nothing is built, so nothing is allocated, but for what is needed to tell: `input` without its tabs and newlines, if
    /// it has any, and the domain that percent-encoded or non-ASCII text stands for.
    ///
    /// Spec: whatwg#concept-url-parser
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// assert!(Url::can_parse("mailto:a@b.test") && !Url::can_parse("http://a b/"));
    /// ```
    pub fn can_parse(input: &str) -> bool {
        runs::can_parse(STANDARD, input, None, Encoding::UTF_8)
    }
}

impl<S: AsRef<str>> Url<S> {
    /// Parses `reference` against this URL, under the profile that made it.
    ///
    /// # Errors
    /// When there is no URL in it; see [`ParseError`].
    ///
    /// Spec: whatwg#concept-url-parser
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

    /// [`Url::resolve`] by the name that other libraries give it.
    ///
    /// # Errors
    /// When there is no URL in it; see [`ParseError`].
    ///
    /// Spec: whatwg#concept-url-parser
    ///
    /// # Examples
    /// See [`Url::resolve`].
    pub fn join(&self, reference: &str) -> Result<Url, ParseError> {
        self.resolve(reference)
    }
}
