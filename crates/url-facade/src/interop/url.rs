//! The crate `url`.

use ::url::Url as Other;

use super::{ConversionError, unchanged};
use crate::{ParseError, Url};

/// Parses the string of the other URL, as the URL Standard does.
impl TryFrom<&Other> for Url {
    type Error = ParseError;

    fn try_from(url: &Other) -> Result<Self, ParseError> {
        Self::parse(url.as_str())
    }
}

/// Converts to a URL with the same string, or refuses.
impl<S: AsRef<str>> TryFrom<&Url<S>> for Other {
    type Error = ConversionError;

    fn try_from(url: &Url<S>) -> Result<Self, ConversionError> {
        unchanged(url.as_str(), Self::parse(url.as_str()))
    }
}
