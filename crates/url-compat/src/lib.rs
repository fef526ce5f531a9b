#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![expect(clippy::result_unit_err, reason = "these are the signatures of `url`")]
#![expect(clippy::missing_errors_doc, reason = "where `url` says `Err(())`, the item says when")]

mod error;
mod host;
mod options;
pub mod quirks;
mod reading;
#[cfg(feature = "serde")]
mod serde;
mod setters;

pub use error::{ParseError, SyntaxViolation};
pub use form_urlencoded::{self, EncodingOverride};
pub use host::{Host, OpaqueOrigin, Origin};
pub use options::ParseOptions;
pub use setters::{PathSegmentsMut, UrlQuery};
pub use url_facade::Position;

/// A parsed URL: a string and the offsets of its components.
///
/// Two URLs are equal if their strings are. [`Ord`] and [`Hash`](std::hash::Hash) also use only the string.
///
/// # Examples
/// ```
/// use url_compat::Url;
/// let url = Url::parse("HTTPS://user@EXAMPLE.com:443/a/../b?c#d")?;
/// assert_eq!(url.as_str(), "https://user@example.com/b?c#d");
/// assert_eq!(url_facade::Url::from(url).path(), "/b");
/// # Ok::<(), url_compat::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Url(url_facade::Url);
