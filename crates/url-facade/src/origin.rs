//! The origin of a URL, as a value.

use std::fmt;

/// The origin of a URL.
///
/// # Examples
/// ```
/// use url_facade::{Origin, Profile, WebUrl};
/// let origin = |url| WebUrl::new(Profile::Webspecs, url, None).map(|url| url.origin());
/// let tuple = Origin::Tuple { scheme: "https".into(), host: "a.test".into(), port: "443".into() };
/// assert_eq!(tuple.to_string(), "https://a.test:443");
/// assert_eq!(origin("blob:https://a.test/x")?, Some(tuple));
/// assert_eq!(origin("file:///x")?, Some(Origin::Unique));
/// # Ok::<(), url_facade::api::Failure>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The same as no other origin, not even as another unique one.
    Unique,
    /// The same as every origin with these parts.
    Tuple {
        /// The scheme, in lower case.
        scheme: String,
        /// The host, as the URL has it.
        host: String,
        /// The port. Where the URL has none: the default one for `webspecs`, empty for `whatwg`.
        port: String,
    },
}

impl Origin {
    /// Whether this and `other` are the same origin. [`Origin::Unique`] is the same as none, though `==` finds two of them
    /// alike.
    ///
    /// Spec: none (HTML, "same origin")
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let origin = |url| Url::parse(url).map(|url| url.origin());
    /// assert!(origin("https://a.test/x")?.is_same_as(&origin("https://a.test:443/y")?));
    /// assert!(!origin("https://a.test/")?.is_same_as(&origin("http://a.test/")?));
    /// assert!(!origin("data:x")?.is_same_as(&origin("data:x")?));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn is_same_as(&self, other: &Self) -> bool {
        *self != Self::Unique && self == other
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unique => f.write_str("null"),
            Self::Tuple { scheme, host, port } if port.is_empty() => write!(f, "{scheme}://{host}"),
            Self::Tuple { scheme, host, port } => write!(f, "{scheme}://{host}:{port}"),
        }
    }
}
