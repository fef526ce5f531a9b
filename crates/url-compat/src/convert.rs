//! Trait implementations of a URL: conversions, formatting and slices.

use std::{
    fmt,
    ops::{Index, RangeBounds},
    str::FromStr,
};

use crate::{ParseError, Position, Url};

impl FromStr for Url {
    type Err = ParseError;

    #[inline]
    fn from_str(input: &str) -> Result<Self, ParseError> {
        Self::parse(input)
    }
}

impl<'a> TryFrom<&'a str> for Url {
    type Error = ParseError;

    fn try_from(input: &'a str) -> Result<Self, ParseError> {
        Self::parse(input)
    }
}

impl From<Url> for String {
    fn from(url: Url) -> Self {
        url.0.into_string()
    }
}

/// Converts to the facade's URL type. Its errors contain places, its parser can be traced, and its setters
/// accept a value as a whole or fail.
impl From<Url> for url_facade::Url {
    fn from(url: Url) -> Self {
        url.0
    }
}

impl AsRef<str> for Url {
    #[inline]
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for Url {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

/// Lists the components, including the password.
impl fmt::Debug for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Url")
            .field("scheme", &self.scheme())
            .field("cannot_be_a_base", &self.cannot_be_a_base())
            .field("username", &self.username())
            .field("password", &self.password())
            .field("host", &self.host())
            .field("port", &self.port())
            .field("path", &self.path())
            .field("query", &self.query())
            .field("fragment", &self.fragment())
            .finish()
    }
}

/// Slices the URL between positions. A range that ends before it begins is empty.
impl<R: RangeBounds<Position>> Index<R> for Url {
    type Output = str;

    fn index(&self, range: R) -> &str {
        &self.0[range]
    }
}
