//! A URL as a name in a hierarchy: what it is called, what is above it and below it, and the way from it to another.

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
        let mut candidates = relative_paths(&base, &target);
        if is_in_tree(&base, &target) {
            let rooted = url_path::rooted_path(target.path()).into_owned() + &target[Position::AfterPath..];
            let is_shorter = candidates.last().is_some_and(|relative| rooted.len() < relative.len());
            candidates.insert(candidates.len() - usize::from(is_shorter), rooted);
        }
        if base.scheme() == target.scheme() && target.host_str().is_some() {
            candidates.push(target[Position::AfterScheme..].trim_start_matches(':').to_owned());
        }
        candidates.push(target.as_str().to_owned());
        base.first_to(&target, candidates)
    }

    /// [`Url::make_relative`] without a host and without a slash at the start, for trees of pages that are moved or mirrored:
    /// the path goes up with as many `../` as it takes. `None` if `target` has another scheme, user, host or port, or cannot
    /// be reached so (such as another drive of a `file:` URL).
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let (page, style) = (Url::parse("https://a.test/b/c/d")?, Url::parse("https://a.test/css/x.css")?);
    /// assert_eq!(page.make_relative_path(&style).as_deref(), Some("../../css/x.css"));
    /// assert_eq!(page.make_relative(&style).as_deref(), Some("/css/x.css"));
    /// assert_eq!(page.make_relative_path(&Url::parse("https://b.test/")?), None);
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn make_relative_path<R: AsRef<str>>(&self, target: &Url<R>) -> Option<String> {
        let (base, target) = (self.view(), target.view());
        base.first_to(&target, relative_paths(&base, &target))
    }

    /// The first of `candidates` that this base resolves to `target`. One may resolve to another URL: because of a drive
    /// letter that stays, or an empty path.
    fn first_to(&self, target: &Url<&str>, candidates: Vec<String>) -> Option<String> {
        let (parser, mut buffer) = (Parser::new(self.profile()).with_base(self), String::new());
        candidates
            .into_iter()
            .find(|reference| parser.parse_into(reference, &mut buffer).is_ok_and(|made| made == *target))
    }
}

/// What may lead from `base` to `target` without a host or a slash at the start: nothing or a fragment, a query, a path.
fn relative_paths(base: &Url<&str>, target: &Url<&str>) -> Vec<String> {
    let after_path = &target[Position::AfterPath..];
    let (same, is_in_tree) = (base.eq_without_fragment(target), is_in_tree(base, target));
    let fragment = same.then(|| target[Position::AfterQuery..].to_owned());
    let has_query = target.query().is_some() && base[..Position::AfterPath] == target[..Position::AfterPath];
    let query = has_query.then(|| after_path.to_owned());
    let path = is_in_tree.then(|| url_path::relative_path(base.path(), target.path()) + after_path);
    [fragment, query, path].into_iter().flatten().collect()
}

/// Whether both URLs have paths of segments and are equal before them.
fn is_in_tree(base: &Url<&str>, target: &Url<&str>) -> bool {
    let is_same = |component| base.get(component) == target.get(component);
    !base.has_opaque_path() && !target.has_opaque_path() && BEFORE_PATH.into_iter().all(is_same)
}

/// The components that come before the path.
const BEFORE_PATH: [Component; 5] =
    [Component::Scheme, Component::User, Component::Password, Component::Host, Component::Port];
