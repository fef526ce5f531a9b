//! A canonical URL: its string and the places of its components. This module defines the type and its
//! constructors.

mod attributes;
mod convert;
mod file_path;
mod hierarchy;
mod parts;
mod path_segments;
mod position;
mod query;
mod setters;
#[cfg(feature = "psl")]
mod site;

use std::borrow::Cow;

use url_core::Components;
use url_specs::Serialized;

pub use path_segments::PathSegmentsMut;
pub use position::Position;

use crate::Profile;

/// A canonical URL: its string and the places of its components.
///
/// `Url` owns its string. [`UrlRef`] borrows it from the input if that is canonical already. `Url<&str>` is a
/// view that can be copied. All three have the same methods. A URL records the profile that it was parsed
/// under, and all of its operations follow that profile.
///
/// Two URLs are equal if their strings are, even under different profiles. [`Ord`] and
/// [`Hash`](std::hash::Hash) also use the string only, as in the crate `url`. So a map of URLs can be
/// searched with a `&str` ([`Borrow`](std::borrow::Borrow)). To keep URLs of different profiles apart, use
/// `(url.profile(), url)`. A `Url` takes 64 bytes (88 in the crate `url`) in addition to its string, and a
/// clone takes one allocation.
///
/// # Examples
/// ```
/// use url_facade::{Host, Profile, Url};
/// let url = Url::parse("HTTP://user:@EXAMPLE.com:8080/x?y#z")?;
/// assert_eq!((url.as_str(), url.profile()), ("http://user@example.com:8080/x?y#z", Profile::Whatwg));
/// assert_eq!((url.username(), url.password()), ("user", None));
/// assert_eq!((url.host(), url.port()), (Some(Host::Domain("example.com")), Some(8080)));
/// assert_eq!(url.resolve("../z")?.as_str(), "http://user@example.com:8080/z");
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
/// assert_eq!((url.is_borrowed(), url.path()), (true, "/b"));
/// assert!(!Url::parse_ref("https://A.test")?.is_borrowed());
/// let owned: Url = url.into_owned();
/// assert_eq!(owned.into_string(), "https://a.test/b?c");
/// # Ok::<(), url_facade::ParseError>(())
/// ```
pub type UrlRef<'a> = Url<Cow<'a, str>>;

impl Url {
    /// Converts the URL into its string, without a copy.
    pub fn into_string(self) -> String {
        self.0.href
    }
}

impl UrlRef<'_> {
    /// Returns true if the string is borrowed from the input.
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
    /// Converts the URL into one that owns its string. Copies the string if it is borrowed.
    pub fn into_owned(self) -> Url {
        Url(self.0.map(Into::into))
    }
}

impl<S: AsRef<str>> Url<S> {
    /// Returns the URL as a string slice.
    #[inline]
    pub fn as_str(&self) -> &str {
        self.0.href.as_ref()
    }

    /// Returns a view of this URL, which borrows its string and can be copied.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let url = Url::parse("https://a.test/")?;
    /// let views: [Url<&str>; 2] = [url.view(); 2];
    /// assert_eq!(views[1].host_str(), Some("a.test"));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    #[inline]
    pub fn view(&self) -> Url<&str> {
        let Serialized { ref href, components, hierarchical, tag } = self.0;
        Url(Serialized { href: href.as_ref(), components, hierarchical, tag })
    }

    /// Returns the place of each component in [`Url::as_str`], in bytes.
    pub fn components(&self) -> Components {
        self.0.components
    }

    /// Returns the profile that this URL was parsed under.
    pub fn profile(&self) -> Profile {
        self.0.tag
    }
}
