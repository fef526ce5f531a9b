//! Conversions from and to the URL types of other crates. A feature with the name of the crate enables them.

use std::fmt;

#[cfg(feature = "http")]
use url_core::{Reason, Span, sections::whatwg};

#[cfg(feature = "http")]
use crate::Position;
use crate::{ParseError, Url};

/// The reason why a URL cannot be converted to a type of another crate. A conversion never changes a URL.
///
/// # Examples
/// ```
/// use url_facade::{ConversionError, Url};
/// # #[cfg(feature = "url")]
/// // The crate `url` removes an empty segment.
/// assert_eq!(url::Url::try_from(&Url::parse("file:////a")?), Err(ConversionError::Changed));
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConversionError {
    /// The other crate does not accept the string of the URL.
    Refused,
    /// The other crate would change the string of the URL.
    Changed,
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Refused => "the other library does not accept this URL: use another URL",
            Self::Changed => "the other library would change this URL: use another URL",
        })
    }
}

impl std::error::Error for ConversionError {}

fn unchanged<T: fmt::Display, E>(text: &str, made: Result<T, E>) -> Result<T, ConversionError> {
    let made = made.map_err(|_| ConversionError::Refused)?;
    if made.to_string() == text { Ok(made) } else { Err(ConversionError::Changed) }
}

/// Parses an absolute `http::Uri` under the URL Standard.
///
/// # Errors
/// [`Reason::MissingScheme`] for a request target that is not absolute, such as `/path` and `a.test:443`.
#[cfg(feature = "http")]
impl TryFrom<&http::Uri> for Url {
    type Error = ParseError;

    fn try_from(uri: &http::Uri) -> Result<Self, ParseError> {
        let text = uri.to_string();
        if uri.scheme().is_none() {
            // The URL parser would take `a.test` in `a.test:443` for a scheme.
            let (section, span) = (whatwg::NO_SCHEME_STATE_1, Span::whole(&text));
            return Err(ParseError::new(Reason::MissingScheme, section, span));
        }
        Self::parse(&text)
    }
}

/// Converts to an `http::Uri` without the fragment. Fails if the rest of the URL would change.
#[cfg(feature = "http")]
impl<S: AsRef<str>> TryFrom<&Url<S>> for http::Uri {
    type Error = ConversionError;

    fn try_from(url: &Url<S>) -> Result<Self, ConversionError> {
        let text = &url[..Position::AfterQuery];
        let uri = unchanged(text, text.parse::<Self>())?;
        // The crate `http` parses `a.test:443` as a host and a port.
        if uri.scheme_str() == Some(url.scheme()) { Ok(uri) } else { Err(ConversionError::Changed) }
    }
}

/// Parses the string of a URL of the crate `url` under the URL Standard.
#[cfg(feature = "url")]
impl TryFrom<&url::Url> for Url {
    type Error = ParseError;

    fn try_from(url: &url::Url) -> Result<Self, ParseError> {
        Self::parse(url.as_str())
    }
}

/// Converts to a URL of the crate `url`. Fails if the string of the URL would change.
#[cfg(feature = "url")]
impl<S: AsRef<str>> TryFrom<&Url<S>> for url::Url {
    type Error = ConversionError;

    fn try_from(url: &Url<S>) -> Result<Self, ConversionError> {
        unchanged(url.as_str(), Self::parse(url.as_str()))
    }
}
