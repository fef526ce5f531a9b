//! A URL as a name in a hierarchy: what it is called, what is above it and below it, and the way from it to another.

use std::borrow::Cow;

use url_core::Component;

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
    /// See [`Url::file_name`].
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

    /// Makes a short relative reference that [`Url::resolve`] resolves to `target`. It is the first of these that does:
    /// nothing or a fragment; a query; a path, relative or from the root, the shorter one first; a host; the whole `target`.
    /// The result is verified by resolving it under the profile of this URL.
    ///
    /// `None` if no reference resolves to `target`. This never happens under the URL Standard. Under other documents, a
    /// canonical URL may change when it is parsed again.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let base = Url::parse("https://a.test/b/c?d")?;
    /// let to = |target| Ok::<_, url_facade::ParseError>(base.make_relative(&Url::parse(target)?));
    /// assert_eq!(to("https://a.test/b/e?f#g")?.as_deref(), Some("e?f#g"));
    /// assert_eq!(to("https://a.test/b/c?d#g")?.as_deref(), Some("#g"));
    /// assert_eq!(to("https://a.test/b/c")?.as_deref(), Some("c"));
    /// assert_eq!(to("https://a.test//e")?.as_deref(), Some("..//e"));
    /// assert_eq!(to("https://b.test/")?.as_deref(), Some("//b.test/"));
    /// assert_eq!(to("data:,x")?.as_deref(), Some("data:,x"));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn make_relative<R: AsRef<str>>(&self, target: &Url<R>) -> Option<String> {
        let (base, target) = (self.view(), target.view());
        let is_same = |component| base.get(component) == target.get(component);
        let has_same_authority = BEFORE_PATH.into_iter().all(is_same);
        let mut candidates: Vec<Cow<'_, str>> = Vec::new();
        if base.eq_without_fragment(&target) {
            candidates.push(target.fragment().map_or("".into(), |fragment| format!("#{fragment}").into()));
        }
        let after_path = &target[Position::AfterPath..];
        if has_same_authority && is_same(Component::Path) && target.query().is_some() {
            candidates.push(after_path.into());
        }
        if has_same_authority && !base.has_opaque_path() && !target.has_opaque_path() {
            let relative = url_path::relative_path(base.path(), target.path()) + after_path;
            let rooted = url_path::rooted_path(target.path()).into_owned() + after_path;
            let is_shorter = rooted.len() < relative.len();
            let paths = if is_shorter { [rooted, relative] } else { [relative, rooted] };
            candidates.extend(paths.map(Cow::Owned));
        }
        if is_same(Component::Scheme) && target.host_str().is_some() {
            candidates.push(target[Position::AfterScheme..].strip_prefix(':').unwrap_or_default().into());
        }
        candidates.push(target.as_str().into());
        // A candidate may resolve to another URL: because of a drive letter that stays, or an empty path.
        let (parser, mut buffer) = (Parser::new(self.profile()).with_base(self), String::new());
        let leads_there = |reference: &Cow<'_, str>| {
            parser.parse_into(reference, &mut buffer).is_ok_and(|made| made == target)
        };
        candidates.into_iter().find(leads_there).map(Cow::into_owned)
    }
}

/// The components that come before the path.
const BEFORE_PATH: [Component; 5] =
    [Component::Scheme, Component::User, Component::Password, Component::Host, Component::Port];
