//! A canonical URL: one string, and where its components lie.

use std::{cmp::Ordering, fmt, hash, str::FromStr};

use url_core::{Component, Components};

use crate::{ParseError, Parser};

/// A canonical URL: one string, and where its components lie in it. Compares and hashes as the string.
///
/// # Examples
/// ```
/// use url_facade::Url;
/// let url = Url::parse("http://user:@a.test:8080/x?y#z")?;
/// assert_eq!(url.as_str(), "http://user@a.test:8080/x?y#z");
/// assert_eq!((url.user(), url.password()), (Some("user"), None));
/// assert_eq!((url.host(), url.port()), (Some("a.test"), Some("8080")));
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Url {
    pub(crate) href: String,
    pub(crate) components: Components,
}

impl Url {
    /// Canonicalizes an absolute URL under the default profile.
    ///
    /// # Errors
    /// When `input` is not a URL; see [`ParseError`].
    ///
    /// Spec: none (a choice of profile)
    pub fn parse(input: &str) -> Result<Self, ParseError> {
        Parser::default().canonicalize(input, None)
    }

    /// The whole URL.
    ///
    /// Spec: none (access)
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.href
    }

    /// The whole URL, without copying it.
    ///
    /// Spec: none (access)
    pub fn into_string(self) -> String {
        self.href
    }

    /// Where each component lies in [`Url::as_str`].
    ///
    /// Spec: none (access)
    pub fn components(&self) -> Components {
        self.components
    }

    /// Whether this URL and `other` are equal, perhaps without their fragments.
    ///
    /// Spec: whatwg#concept-url-equals
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Parser, Profile};
    /// let url = |input| Parser::new(Profile::Whatwg).canonicalize(input, None);
    /// let (a, b) = (url("https://a.test/#x")?, url("HTTPS://A.test")?);
    /// assert!(a.equals(&b, true) && !a.equals(&b, false));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn equals(&self, other: &Self, exclude_fragments: bool) -> bool {
        // 1. Let serializedA be A, serialized without an excluded fragment.
        // 2. Let serializedB be B, serialized likewise.
        let serialized = |url: &Self| {
            let fragment = url.components.get(Component::Fragment).filter(|_| exclude_fragments);
            // The fragment is last, behind its number sign.
            fragment.map_or(url.href.len(), |span| (span.start as usize).saturating_sub(1))
        };
        // 3. Return true if they are the same.
        self.href.get(..serialized(self)) == other.href.get(..serialized(other))
    }

    /// The text of `component`, or `None` where the URL has none.
    ///
    /// Spec: none (access)
    #[inline]
    pub fn get(&self, component: Component) -> Option<&str> {
        self.components.get(component).map(|span| span.of(&self.href))
    }

    /// The scheme, in lower case and without its colon.
    ///
    /// Spec: none (access)
    pub fn scheme(&self) -> &str {
        self.get(Component::Scheme).unwrap_or_default()
    }

    /// The user name, percent-encoded.
    ///
    /// Spec: none (access)
    pub fn user(&self) -> Option<&str> {
        self.get(Component::User)
    }

    /// The password, percent-encoded.
    ///
    /// Spec: none (access)
    pub fn password(&self) -> Option<&str> {
        self.get(Component::Password)
    }

    /// The host, with the brackets of an IPv6 address.
    ///
    /// Spec: none (access)
    pub fn host(&self) -> Option<&str> {
        self.get(Component::Host)
    }

    /// The port in decimal, when it is not the scheme's default.
    ///
    /// Spec: none (access)
    pub fn port(&self) -> Option<&str> {
        self.get(Component::Port)
    }

    /// The path, with its slash if it has one.
    ///
    /// Spec: none (access)
    pub fn path(&self) -> &str {
        self.get(Component::Path).unwrap_or_default()
    }

    /// The query, without its question mark.
    ///
    /// Spec: none (access)
    pub fn query(&self) -> Option<&str> {
        self.get(Component::Query)
    }

    /// The fragment, without its number sign.
    ///
    /// Spec: none (access)
    pub fn fragment(&self) -> Option<&str> {
        self.get(Component::Fragment)
    }
}

impl FromStr for Url {
    type Err = ParseError;

    fn from_str(input: &str) -> Result<Self, ParseError> {
        Self::parse(input)
    }
}

impl AsRef<str> for Url {
    fn as_ref(&self) -> &str {
        &self.href
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.href)
    }
}

impl fmt::Debug for Url {
    /// The URL with its password hidden, so that a log does not tell it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.components.get(Component::Password) {
            Some(span) => {
                let (before, after) = (&self.href[..span.start as usize], &self.href[span.end as usize..]);
                write!(f, "Url({before}***{after})")
            }
            None => write!(f, "Url({})", self.href),
        }
    }
}

impl PartialEq for Url {
    fn eq(&self, other: &Self) -> bool {
        self.href == other.href
    }
}

impl Eq for Url {}

impl PartialOrd for Url {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Url {
    fn cmp(&self, other: &Self) -> Ordering {
        self.href.cmp(&other.href)
    }
}

impl hash::Hash for Url {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.href.hash(state);
    }
}
