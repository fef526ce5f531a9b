//! The origin of a URL, as a value.

use std::fmt;

/// The origin of a URL.
///
/// It has no `==`, which would have to say that a URL with an opaque origin is not of the origin of itself, or else that
/// all such URLs are of one. Ask [`Origin::is_same_as`].
///
/// # Examples
/// ```
/// use url_facade::{Origin, Url};
/// let origin = Url::parse("blob:https://a.test:8443/x")?.origin();
/// assert_eq!(origin.to_string(), "https://a.test:8443");
/// assert!(matches!(origin, Origin::Tuple { host, .. } if host == "a.test"));
/// assert!(matches!(Url::parse("file:///x")?.origin(), Origin::Unique));
/// # Ok::<(), url_facade::ParseError>(())
/// ```
///
/// ```compile_fail
/// # let url = url_facade::Url::parse("data:x").unwrap();
/// url.origin() == url.origin()
/// # ;
/// ```
#[derive(Clone, Debug)]
pub enum Origin {
    /// An opaque origin: the same as no origin, not even as itself.
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
    /// Whether this and `other` are the same origin. [`Origin::Unique`] is the same as none, not even as itself.
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
        match (self, other) {
            (Self::Unique, _) | (_, Self::Unique) => false,
            (
                Self::Tuple { scheme, host, port },
                Self::Tuple { scheme: other_scheme, host: other_host, port: other_port },
            ) => (scheme, host, port) == (other_scheme, other_host, other_port),
        }
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
