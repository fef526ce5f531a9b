//! A canonical URL: the type, its constructors and conversions.

mod file_path;
mod hierarchy;
mod parts;
mod path_segments;
mod setters;
#[cfg(feature = "psl")]
mod site;

use std::{
    borrow::{Borrow, Cow},
    fmt,
    str::FromStr,
};

use url_core::{Components, Whatwg, whatwg::Edition};
use url_specs::Serialized;

pub use parts::Position;
pub use path_segments::PathSegmentsMut;

use crate::{ParseError, Parser, Profile, Rules, as_text::as_text, parser};

/// A canonical URL: a string, and the byte ranges of its components.
///
/// `Url` owns its string. [`UrlRef`] borrows the string from the input if the input was canonical already.
/// `Url<&str>` is a view that can be copied. The three types have equal methods, which follow the profile
/// that the URL was parsed under. A `Url` takes 64 bytes (88 in the crate `url`) plus its string.
///
/// Two URLs are equal if their strings are equal, even under different profiles. [`Ord`] and
/// [`Hash`](std::hash::Hash) also use only the string, so that a `&str` can look up a key in a map of URLs
/// ([`Borrow`](std::borrow::Borrow)). To distinguish the profiles, use `(url.profile(), url)` as the key.
///
/// # Examples
/// ```
/// use url_facade::{Host, Profile, Url};
/// let url = Url::parse("HTTP://user:@EXAMPLE.com:8080/x?y#z")?;
/// assert_eq!((url.as_str(), url.profile()), ("http://user@example.com:8080/x?y#z", Profile::Whatwg));
/// assert_eq!((url.username(), url.password()), ("user", None));
/// assert_eq!((url.host(), url.port()), (Some(Host::Domain("example.com")), Some(8080)));
/// assert_eq!(url.resolve("../z")?.as_str(), "http://user@example.com:8080/z");
/// let (view, other): (Url<&str>, _) = (url.view(), url.resolve("#w")?);
/// assert!(view != other.view() && view.eq_without_fragment(&other));
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Url<S = String>(pub(crate) Serialized<S, Profile>);

/// A canonical URL that borrows its string from the input if the input is canonical already.
///
/// # Examples
/// ```
/// use url_facade::{Url, UrlRef};
/// let url: UrlRef<'_> = Url::parse_ref("https://a.test/b?c")?;
/// assert!(url.is_borrowed() && !Url::parse_ref("https://A.test")?.is_borrowed());
/// assert_eq!(url.into_owned().into_string(), "https://a.test/b?c");
/// # Ok::<(), url_facade::ParseError>(())
/// ```
pub type UrlRef<'a> = Url<Cow<'a, str>>;

/// The newest URL Standard as a constant, so that the compiler removes the checks of the edition.
const STANDARD: Whatwg = Whatwg(Edition::Newest);
const PARSER: &Parser<'_> = &Parser::new(Profile::Whatwg);

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
        parser::parse_url(STANDARD, input, PARSER)
    }

    /// Parses as [`Url::parse`] does. If `input` is canonical already, borrows `input` without allocating.
    ///
    /// # Errors
    /// If `input` is not a URL; see [`ParseError`].
    pub fn parse_ref(input: &str) -> Result<UrlRef<'_>, ParseError> {
        parser::parse_ref(STANDARD, input, PARSER)
    }

    /// Parses `input` as [`Url::parse`] does, and appends pairs of a name and a value to the query: tuples,
    /// or references to tuples.
    ///
    /// # Errors
    /// If `input` is not a URL, or if the result would be too long.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let url = Url::parse_with_params("https://a.test/?q=1#top", [("lang", "rust"), ("by", "me & you")])?;
    /// assert_eq!(url, "https://a.test/?q=1&lang=rust&by=me+%26+you#top");
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn parse_with_params<I, N, V>(input: &str, params: I) -> Result<Self, ParseError>
    where
        I: IntoIterator,
        I::Item: Borrow<(N, V)>,
        N: AsRef<str>,
        V: AsRef<str>,
    {
        let mut url = Self::parse(input)?;
        url.edit_query(|query| _ = query.extend(params))?;
        Ok(url)
    }

    /// Returns true if [`Url::parse`] would return a URL.
    ///
    /// This method does not build the URL. The only allocations are a copy of an `input` that contains tabs
    /// or newlines, and the decoded domain if the host has percent-encoded or non-ASCII text.
    ///
    /// # Examples
    /// ```
    /// assert!(url_facade::Url::can_parse("mailto:a@b.test"));
    /// ```
    pub fn can_parse(input: &str) -> bool {
        parser::can_parse(STANDARD, input, PARSER)
    }

    /// Returns the string of the URL, without a copy.
    pub fn into_string(self) -> String {
        self.0.href
    }
}

impl UrlRef<'_> {
    /// Returns true if the URL borrows its string from the input.
    pub fn is_borrowed(&self) -> bool {
        matches!(self.0.href, Cow::Borrowed(_))
    }
}

impl From<Url> for UrlRef<'_> {
    fn from(url: Url) -> Self {
        Url(url.0.map(Cow::Owned))
    }
}

impl<S: Into<String>> Url<S> {
    /// Converts the URL into a [`Url`] that owns its string. Copies the string if it is borrowed.
    pub fn into_owned(self) -> Url {
        Url(self.0.map(Into::into))
    }
}

impl<S: AsRef<str>> Url<S> {
    /// Resolves `reference` against this URL, under the profile of this URL. See [`Url`] for an example.
    ///
    /// # Errors
    /// If the result is not a valid URL; see [`ParseError`].
    pub fn resolve(&self, reference: &str) -> Result<Url, ParseError> {
        Parser::new(self.profile()).with_base(self).parse(reference)
    }

    /// Resolves `reference` as [`Url::resolve`] does. The crate `url` names this method `join`.
    ///
    /// # Errors
    /// If the result is not a valid URL; see [`ParseError`].
    pub fn join(&self, reference: &str) -> Result<Url, ParseError> {
        self.resolve(reference)
    }

    /// Returns the URL as a string slice.
    #[inline]
    pub fn as_str(&self) -> &str {
        self.0.href.as_ref()
    }

    /// Returns a view of this URL, which borrows its string and can be copied. See [`Url`] for an example.
    #[inline]
    pub fn view(&self) -> Url<&str> {
        let Serialized { ref href, components, hierarchical, tag } = self.0;
        Url(Serialized { href: href.as_ref(), components, hierarchical, tag })
    }

    /// Returns the byte range of each component in [`Url::as_str`].
    pub fn components(&self) -> Components {
        self.0.components
    }

    /// Returns the profile that this URL was parsed under.
    pub fn profile(&self) -> Profile {
        self.0.tag
    }
}

impl FromStr for Url {
    type Err = ParseError;

    fn from_str(input: &str) -> Result<Self, ParseError> {
        Self::parse(input)
    }
}

impl TryFrom<&str> for Url {
    type Error = ParseError;

    fn try_from(input: &str) -> Result<Self, ParseError> {
        Self::parse(input)
    }
}

impl TryFrom<String> for Url {
    type Error = ParseError;

    /// Parses `input`, and reuses its allocation if `input` is canonical already.
    fn try_from(input: String) -> Result<Self, ParseError> {
        let Url(made) = Self::parse_ref(&input)?;
        let made = made.map(|href| if let Cow::Owned(href) = href { Some(href) } else { None });
        Ok(Self(made.map(|href| href.unwrap_or(input))))
    }
}

impl From<Url> for String {
    fn from(url: Url) -> Self {
        url.into_string()
    }
}

impl<S: AsRef<str>> From<&Url<S>> for String {
    fn from(url: &Url<S>) -> Self {
        url.as_str().to_owned()
    }
}

as_text!(impl[S: AsRef<str>] Url<S>);

impl<S: AsRef<str>> fmt::Debug for Url<S> {
    /// Formats the URL with its credentials hidden, so that logs do not contain the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Url({})", self.redacted(&[]))
    }
}

impl<S: AsRef<str>> Url<S> {
    /// Returns true if this URL and `other` are equal without their fragments. See [`Url`] for an example.
    pub fn eq_without_fragment<R: AsRef<str>>(&self, other: &Url<R>) -> bool {
        self.0.view().equals_without_fragment(&other.0.view())
    }

    /// Returns the URL with `***` in place of its credentials and of the value of each parameter whose name
    /// is in `secrets`. Parameters are hidden in the query, in the fragment, and in URLs inside the two.
    /// Names are compared after decoding, ignoring ASCII case, `-` and `_`. A user name before a password is
    /// shown, unless it looks like a token. [`Debug`](std::fmt::Debug) hides the same credentials, but no
    /// parameters. [`Self::redacted_by`] can also hide parameters with names that are usual for secrets.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let url = Url::parse("https://me:pw@a.test/?q=b&Token=abc&tok%65n=def#id_token=ghi")?;
    /// let redacted = "https://me:***@a.test/?q=b&Token=***&tok%65n=***#id_token=***";
    /// assert_eq!(url.redacted(&["token", "id_token"]), redacted);
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn redacted(&self, secrets: &[&str]) -> String {
        secrets.iter().fold(Rules::empty(), |rules, name| rules.add(name)).redact_url(self.as_str())
    }

    /// Returns the URL with `***` in place of the secrets that `rules` define.
    pub fn redacted_by(&self, rules: &Rules) -> String {
        rules.redact_url(self.as_str())
    }
}
