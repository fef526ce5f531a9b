//! Conversions to and from the URL types of other crates, each behind the feature of its name.

#[cfg(feature = "http")]
mod http;
#[cfg(feature = "url")]
mod url;

use std::fmt;

/// The reason why a URL has no counterpart in another crate.
///
/// What was checked on one type has to hold for the other, so a conversion never changes a URL.
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
    /// The other crate makes another URL of the string.
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

/// Returns `made`, the result of another crate for `text`, if it is written as `text`.
fn unchanged<T: fmt::Display, E>(text: &str, made: Result<T, E>) -> Result<T, ConversionError> {
    let made = made.map_err(|_| ConversionError::Refused)?;
    if made.to_string() == text { Ok(made) } else { Err(ConversionError::Changed) }
}
