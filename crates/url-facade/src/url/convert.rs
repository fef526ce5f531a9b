//! Trait implementations of a URL: conversions, comparison, hashing and formatting.

use std::{
    borrow::{Borrow, Cow},
    cmp::Ordering,
    fmt, hash,
    str::FromStr,
};

use super::Url;
use crate::ParseError;

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

    /// Reuses the string if it is canonical already.
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

impl<S: AsRef<str>> AsRef<str> for Url<S> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

/// Allows lookups by string in a map with URLs as keys. For this, URLs compare and hash as their strings do,
/// without the profile.
impl<S: AsRef<str>> Borrow<str> for Url<S> {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl<S: AsRef<str>> fmt::Display for Url<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl<S: AsRef<str>> fmt::Debug for Url<S> {
    /// Formats the URL with its password hidden, so that logs do not contain it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Url({})", self.redacted(&[]))
    }
}

/// Compares the strings, not the profiles.
impl<S: AsRef<str>> PartialEq for Url<S> {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl<S: AsRef<str>> Eq for Url<S> {}

/// Compares with the URL's string, without parsing: `https://a.test` is not equal to the URL
/// `https://a.test/`.
impl<S: AsRef<str>> PartialEq<str> for Url<S> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl<S: AsRef<str>> PartialEq<&str> for Url<S> {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl<S: AsRef<str>> PartialOrd for Url<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S: AsRef<str>> Ord for Url<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl<S: AsRef<str>> hash::Hash for Url<S> {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl<S: AsRef<str>> Url<S> {
    /// Returns true if this URL and `other` are equal without their fragments; `==` compares fragments too.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let (a, b) = (Url::parse("https://a.test/#x")?, Url::parse("HTTPS://A.test")?);
    /// assert!(a != b && a.eq_without_fragment(&b));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn eq_without_fragment<R: AsRef<str>>(&self, other: &Url<R>) -> bool {
        self.0.view().equals_without_fragment(&other.0.view())
    }
}
