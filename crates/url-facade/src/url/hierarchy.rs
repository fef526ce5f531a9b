//! The file name, the parent and the children of a URL, and relative references from one URL to another.

use super::{Position, Url};
use crate::{ParseError, Parser};

impl<S: AsRef<str>> Url<S> {
    /// Returns the last segment of the path, percent-encoded; `None` for an empty segment or an opaque path.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let url = Url::parse("https://a.test/src/lib%202.tar.gz?raw")?;
    /// assert_eq!((url.file_name(), url.extension()), (Some("lib%202.tar.gz"), Some("gz")));
    /// let above: Vec<_> = std::iter::successors(url.parent(), Url::parent).map(String::from).collect();
    /// assert_eq!(above, ["https://a.test/src/", "https://a.test/"]);
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn file_name(&self) -> Option<&str> {
        self.path_segments()?.next_back().filter(|name| !name.is_empty())
    }

    /// Returns the text after the last dot of [`Url::file_name`], unless the name starts with this dot.
    pub fn extension(&self) -> Option<&str> {
        let (stem, extension) = self.file_name()?.rsplit_once('.')?;
        (!stem.is_empty()).then_some(extension)
    }

    /// Returns the URL of the directory that contains this URL. `None` at the root, or if the path is opaque.
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
        // At the root, `parent` is the URL itself.
        (parent.path().len() < self.path().len()).then_some(parent)
    }

    /// Appends `segments` to the path, and removes the query and the fragment. A segment is any text: `/` is
    /// percent-encoded. Unlike the result of [`Url::join`], the result is always below this URL.
    ///
    /// # Errors
    /// If a segment is `.` or `..`, if the path is opaque, or if the profile has no setters: the errors of
    /// [`Url::path_segments_mut`] and [`PathSegmentsMut::push`](crate::PathSegmentsMut::push).
    ///
    /// # Examples
    /// ```
    /// let users = url_facade::Url::parse("https://a.test/users/?page=1")?;
    /// assert_eq!(users.join_segments(["me/you", "photo 1"])?, "https://a.test/users/me%2Fyou/photo%201");
    /// # Ok::<(), url_facade::ParseError>(())
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

    /// Returns a short relative reference to `target`: the first of these forms that [`Url::resolve`]
    /// resolves to `target`. The forms are: an empty string or a fragment; a query; a relative path and an
    /// absolute path (the shorter path first); a host; the whole `target`.
    ///
    /// Returns `None` if no form resolves to `target`. This happens only under documents other than the URL
    /// Standard, because there a canonical URL may change when it is parsed again.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let base = Url::parse("https://a.test/b/c?d")?;
    /// let to = |target| Ok::<_, url_facade::ParseError>(base.make_relative(&Url::parse(target)?));
    /// assert_eq!(to("https://a.test/b/e?f#g")?.as_deref(), Some("e?f#g"));
    /// assert_eq!(to("https://a.test/b/c?d#g")?.as_deref(), Some("#g"));
    /// assert_eq!(to("https://b.test/")?.as_deref(), Some("//b.test/"));
    /// let (page, style) = (Url::parse("https://a.test/b/c/d")?, Url::parse("https://a.test/css/x.css")?);
    /// assert_eq!(page.make_relative(&style).as_deref(), Some("/css/x.css"));
    /// assert_eq!(page.make_relative_path(&style).as_deref(), Some("../../css/x.css"));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn make_relative<R: AsRef<str>>(&self, target: &Url<R>) -> Option<String> {
        let [nothing, query, relative, rooted, host] = references(self.view(), target.view());
        let len = |path: &Option<String>| path.as_ref().map(String::len);
        let paths = if len(&rooted) < len(&relative) { [rooted, relative] } else { [relative, rooted] };
        let whole = Some(target.as_str().to_owned());
        let all = [nothing, query].into_iter().chain(paths).chain([host, whole]);
        first_to(self.view(), target.view(), all)
    }

    /// Returns a relative reference as [`Url::make_relative`] does, but never with a host or a slash at the
    /// start, so that both pages can be moved together. Returns `None` if `target` has another scheme, user,
    /// host or port, or if such a reference does not exist (for example, to another drive of a `file:` URL).
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
        let references = references(self.view(), target.view());
        first_to(self.view(), target.view(), references.into_iter().take(3))
    }
}

/// Returns the first reference of `all` that resolves to `target`. A drive letter may prevent this.
fn first_to(base: Url<&str>, target: Url<&str>, all: impl Iterator<Item = Option<String>>) -> Option<String> {
    let (parser, mut buffer) = (Parser::new(base.profile()).with_base(&base), String::new());
    all.flatten().find(|reference| parser.parse_into(reference, &mut buffer).is_ok_and(|made| made == target))
}

/// Returns a reference of each form: empty or fragment, query, relative path, absolute path, and host.
fn references(base: Url<&str>, target: Url<&str>) -> [Option<String>; 5] {
    let is_same = |end| base[..end] == target[..end];
    let is_in_tree = !base.has_opaque_path() && !target.has_opaque_path() && is_same(Position::AfterPort);
    let from = |start| target[start..].to_owned();
    let after_path = || from(Position::AfterPath);
    let has_query = target.query().is_some() && is_same(Position::AfterPath);
    let has_host = target.host_str().is_some() && is_same(Position::AfterScheme);
    [
        base.eq_without_fragment(&target).then(|| from(Position::AfterQuery)),
        has_query.then(after_path),
        is_in_tree.then(|| url_path::relative_path(base.path(), target.path()) + &after_path()),
        is_in_tree.then(|| url_path::rooted_path(target.path()).into_owned() + &after_path()),
        has_host.then(|| from(Position::AfterScheme).split_off(":".len())),
    ]
}
