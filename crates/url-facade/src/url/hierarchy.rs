//! A URL as a name in a hierarchy: what it is called, what is above it, and what is below it.

use super::{Position, Url};
use crate::{ParseError, Parser};

impl<S: AsRef<str>> Url<S> {
    /// The last segment of the path, percent-encoded, or `None` if it is empty or the path is opaque.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let url = Url::parse("https://a.test/src/lib%202.tar.gz?raw")?;
    /// assert_eq!((url.file_name(), url.extension()), (Some("lib%202.tar.gz"), Some("gz")));
    /// assert_eq!(Url::parse("https://a.test/src/")?.file_name(), None);
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn file_name(&self) -> Option<&str> {
        self.path_segments()?.next_back().filter(|name| !name.is_empty())
    }

    /// What follows the last dot of [`Url::file_name`]; `None` if there is no dot, or only one at the start.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// assert_eq!(Url::parse("file:///home/.profile")?.extension(), None);
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn extension(&self) -> Option<&str> {
        let (stem, extension) = self.file_name()?.rsplit_once('.')?;
        (!stem.is_empty()).then_some(extension)
    }

    /// The URL of the directory that this URL is in, without query and fragment; `None` at the root, or if the path is
    /// opaque.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let url = Url::parse("https://a.test/b/c?d")?;
    /// let above: Vec<_> = std::iter::successors(url.parent(), Url::parent).map(String::from).collect();
    /// assert_eq!(above, ["https://a.test/b/", "https://a.test/"]);
    /// assert_eq!(Url::parse("file:///C:/")?.parent(), None);
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn parent(&self) -> Option<Url> {
        let parent = self.resolve(if self.path().ends_with('/') { ".." } else { "." }).ok()?;
        // At the root it is the URL itself.
        (parent.path().len() < self.path().len()).then_some(parent)
    }

    /// The URL with `segments` after its path, without query and fragment. Each segment is any text, which
    /// [`PathSegmentsMut::push`](crate::PathSegmentsMut::push) percent-encodes: the result is always below this URL, where
    /// [`Url::join`] may lead anywhere.
    ///
    /// # Errors
    /// Those of [`Url::path_segments_mut`] and [`PathSegmentsMut::push`](crate::PathSegmentsMut::push): for example, if a
    /// segment is `..`.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let users = Url::parse("https://a.test/users/?page=1")?;
    /// assert_eq!(users.join_segments(["me/you", "photo 1"])?, "https://a.test/users/me%2Fyou/photo%201");
    /// assert!(users.join_segments([".."]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn join_segments<I>(&self, segments: I) -> Result<Url, ParseError>
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        let mut url = Parser::new(self.profile()).parse(&self[..Position::AfterPath])?;
        url.path_segments_mut()?.pop_if_empty().extend(segments)?;
        Ok(url)
    }
}
