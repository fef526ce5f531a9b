//! Setters that change a URL in place, and the editors of the path and of the query.

use std::net::IpAddr;

use url_facade::{Position, api::Attribute};

use crate::{
    Host, ParseError, Url,
    form_urlencoded::{self, Target},
};

/// # Changing a URL
///
/// A setter removes tabs and newlines from its value, as the parser does, and percent-encodes characters that
/// the component cannot contain. After every setter, parsing the URL's string returns an equal URL. A setter
/// that cannot guarantee this fails, and leaves the URL unchanged.
impl Url {
    pub(crate) fn set(&mut self, attribute: Attribute, value: &str) {
        // The public setters that call this method cannot return an error. Errors occur only if the path is
        // opaque or the URL would be too long.
        let _ = self.0.set_attribute(attribute, value);
    }

    /// Sets the fragment. `None` removes the fragment.
    ///
    /// # Examples
    /// ```
    /// use url_compat::Url;
    /// let mut url = Url::parse("https://a.test/b#c")?;
    /// url.set_fragment(Some("d e"));
    /// url.set_query(Some("f=g h"));
    /// url.set_path("/i/../j k");
    /// assert_eq!(url.as_str(), "https://a.test/j%20k?f=g%20h#d%20e");
    /// url.query_pairs_mut().append_pair("l", "m n").append_key_only("o");
    /// assert_eq!(url.as_str(), "https://a.test/j%20k?f=g%20h&l=m+n&o#d%20e");
    /// url.query_pairs_mut().clear().extend_pairs([("p", "q")]);
    /// assert_eq!(url.query(), Some("p=q"));
    /// url.set_fragment(None);
    /// url.set_query(None);
    /// assert_eq!(url.as_str(), "https://a.test/j%20k");
    /// # Ok::<(), url_compat::ParseError>(())
    /// ```
    pub fn set_fragment(&mut self, fragment: Option<&str>) {
        self.set(Attribute::Hash, &fragment.map(|text| ["#", text].concat()).unwrap_or_default());
    }

    /// Sets the query. `None` removes the query. The parser writes the last space of an opaque path before a
    /// query as `%20` (`whatwg#cannot-be-a-base-url-path-state-3.2`). This `%20` remains when the query is
    /// removed. See [`Url::set_fragment`] for an example.
    pub fn set_query(&mut self, query: Option<&str>) {
        self.set(Attribute::Search, &query.map(|text| ["?", text].concat()).unwrap_or_default());
    }

    /// Returns an editor that appends pairs to the query. Its method `clear` removes all pairs. See
    /// [`Url::set_fragment`] for an example.
    ///
    /// # Examples
    /// ```
    /// use url_compat::Url;
    /// let mut url = Url::parse("https://a.test/?b=c#d")?;
    /// url.query_pairs_mut().append_pair("e", "f g").append_key_only("h");
    /// assert_eq!(url.as_str(), "https://a.test/?b=c&e=f+g&h#d");
    /// url.query_pairs_mut().clear().extend_pairs([("i", "j")]);
    /// assert_eq!(url.as_str(), "https://a.test/?i=j#d");
    /// # Ok::<(), url_compat::ParseError>(())
    /// ```
    pub fn query_pairs_mut(&mut self) -> form_urlencoded::Serializer<'_, UrlQuery<'_>> {
        form_urlencoded::Serializer::new(UrlQuery::new(self))
    }

    /// Sets the path. An opaque path remains opaque, because a slash at its start is percent-encoded, like
    /// any `?` or `#` in an opaque path. See [`Url::set_fragment`] for an example.
    pub fn set_path(&mut self, path: &str) {
        if !self.cannot_be_a_base() {
            return self.set(Attribute::Pathname, path);
        }
        let rest = path.strip_prefix('/');
        let slash = if rest.is_some() { "%2F" } else { "" };
        let path = rest.unwrap_or(path).replace('?', "%3F").replace('#', "%23");
        let [start, end] = [&self.0[..Position::BeforePath], &self.0[Position::AfterPath..]];
        if let Ok(url) = url_facade::Url::parse(&[start, slash, &path, end].concat()) {
            self.0 = url;
        }
    }

    /// Returns an editor for the segments of the path, or `Err(())` if the path is opaque. See
    /// [`PathSegmentsMut`].
    pub fn path_segments_mut(&mut self) -> Result<PathSegmentsMut<'_>, ()> {
        self.0.path_segments_mut().map(PathSegmentsMut).map_err(drop)
    }

    /// Sets the port. `None` and the default port of the scheme remove the port. Returns `Err(())` if the URL
    /// has no host, or if its scheme is `file`.
    ///
    /// # Examples
    /// ```
    /// use url_compat::{ParseError::*, Url};
    /// let mut url = Url::parse("http://c.test/b")?;
    /// url.set_host(Some("a.test"))?;
    /// url.set_port(Some(8080)).unwrap();
    /// url.set_username("me").unwrap();
    /// url.set_password(Some("p w")).unwrap();
    /// assert_eq!(url.as_str(), "http://me:p%20w@a.test:8080/b");
    /// url.set_scheme("https").unwrap();
    /// url.set_ip_host([127, 0, 0, 1].into()).unwrap();
    /// assert_eq!(url.as_str(), "https://me:p%20w@127.0.0.1:8080/b");
    /// assert_eq!((url.set_host(None), url.set_host(Some("a b"))), (Err(EmptyHost), Err(IdnaError)));
    /// assert_eq!((url.set_scheme("mailto"), Url::parse("data:x")?.set_port(Some(1))), (Err(()), Err(())));
    /// # Ok::<(), url_compat::ParseError>(())
    /// ```
    pub fn set_port(&mut self, port: Option<u16>) -> Result<(), ()> {
        self.0.set_port(port).map_err(drop)
    }

    /// Sets the host. `None` removes the host, the user and the port. In a host without brackets, the first
    /// colon and the text after the colon are ignored.
    ///
    /// # Errors
    /// If `host` is not a valid host, if the scheme requires a host, or if the path is opaque. See
    /// [`Url::set_port`] for an example.
    pub fn set_host(&mut self, host: Option<&str>) -> Result<(), ParseError> {
        if self.cannot_be_a_base() {
            return Err(ParseError::SetHostOnCannotBeABaseUrl);
        }
        let Some(host) = host else {
            if !self.has_host() {
                return Ok(());
            }
            if !self.is_special() {
                for attribute in [Attribute::Username, Attribute::Password, Attribute::Port] {
                    self.set(attribute, "");
                }
            }
            return Ok(self.0.set_host(None)?);
        };
        let is_bracketed = host.starts_with('[') && host.ends_with(']');
        let name = if is_bracketed { host } else { host.split(':').next().unwrap_or(host) };
        if name.is_empty() && !host.is_empty() {
            return Err(ParseError::InvalidDomainCharacter);
        }
        // Parse the host first, because an error of the host parser is more specific than that of the setter.
        if self.is_special() {
            Host::parse(name)?
        } else {
            Host::parse_opaque(name)?
        };
        Ok(self.0.set_host(Some(name))?)
    }

    /// Sets the host to an address. Returns `Err(())` if the path is opaque. See [`Url::set_port`].
    pub fn set_ip_host(&mut self, address: IpAddr) -> Result<(), ()> {
        self.0.set_ip_host(address).map_err(drop)
    }

    /// Sets the password. `None` removes the password. Returns `Err(())` if the URL has no host, or if its
    /// scheme is `file`. See [`Url::set_port`] for an example.
    pub fn set_password(&mut self, password: Option<&str>) -> Result<(), ()> {
        self.0.set_password(password).map_err(drop)
    }

    /// Sets the user name. An empty string removes the user name. Returns `Err(())` if the URL has no host,
    /// or if its scheme is `file`. See [`Url::set_port`] for an example.
    pub fn set_username(&mut self, username: &str) -> Result<(), ()> {
        self.0.set_username(username).map_err(drop)
    }

    /// Sets the scheme. Returns `Err(())` if only one of the old and the new scheme is special, or if the
    /// rest of the URL is not valid under the new scheme. A URL with a host and without a port can get the
    /// scheme `file` (`whatwg#scheme-state-2.1.3`). See [`Url::set_port`] for an example.
    pub fn set_scheme(&mut self, scheme: &str) -> Result<(), ()> {
        self.0.set_scheme(scheme).map_err(drop)
    }
}

/// An editor for the path segments of a URL, returned by [`Url::path_segments_mut`]. The URL gets the new
/// path when the editor is dropped.
///
/// Each pushed text becomes one segment that decodes to the text: `\`, tabs and newlines are percent-encoded
/// under every scheme. Only the texts `.` and `..` are ignored.
///
/// # Examples
/// ```
/// use url_compat::Url;
/// let mut url = Url::parse("https://a.test/b/c.html")?;
/// url.path_segments_mut().unwrap().pop().push("2/100%.png").push("..").extend(["d", ""]);
/// assert_eq!(url.as_str(), "https://a.test/b/2%2F100%25.png/d/");
/// url.path_segments_mut().unwrap().pop_if_empty().pop();
/// assert_eq!(url.path(), "/b/2%2F100%25.png");
/// url.path_segments_mut().unwrap().clear();
/// assert_eq!(url.path(), "/");
/// assert!(Url::parse("mailto:a@b.test")?.path_segments_mut().is_err());
/// # Ok::<(), url_compat::ParseError>(())
/// ```
#[derive(Debug)]
pub struct PathSegmentsMut<'a>(url_facade::PathSegmentsMut<'a>);

impl PathSegmentsMut<'_> {
    /// Removes all segments. See [`PathSegmentsMut`] for an example.
    pub fn clear(&mut self) -> &mut Self {
        self.0.clear();
        self
    }

    /// Removes the last segment if it is empty. See [`PathSegmentsMut`] for an example.
    pub fn pop_if_empty(&mut self) -> &mut Self {
        self.0.pop_if_empty();
        self
    }

    /// Removes the last segment. See [`PathSegmentsMut`] for an example.
    pub fn pop(&mut self) -> &mut Self {
        self.0.pop();
        self
    }

    /// Appends `segment` to the path. See [`PathSegmentsMut`] for an example.
    pub fn push(&mut self, segment: &str) -> &mut Self {
        self.extend([segment])
    }

    /// Appends each of `segments` to the path. See [`PathSegmentsMut`] for an example.
    pub fn extend<I>(&mut self, segments: I) -> &mut Self
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        // Any other segment is rejected only if the URL would be too long. The path is then unchanged.
        let kept = segments.into_iter().filter(|segment| !matches!(segment.as_ref(), "." | ".."));
        let _ = self.0.extend(kept);
        self
    }
}

/// The query of a URL, while an editor changes it. Finishing or dropping the editor changes the URL.
///
/// # Examples
/// ```
/// use url_compat::Url;
/// let mut url = Url::parse("https://a.test/?b")?;
/// assert_eq!(url.query_pairs_mut().append_pair("c", "d").finish().as_str(), "https://a.test/?b&c=d");
/// # Ok::<(), url_compat::ParseError>(())
/// ```
#[derive(Debug)]
pub struct UrlQuery<'a> {
    /// `None` after the query was written to the URL.
    url: Option<&'a mut Url>,
    query: String,
}

impl<'a> UrlQuery<'a> {
    fn new(url: &'a mut Url) -> Self {
        let query = url.query().unwrap_or_default().to_owned();
        Self { url: Some(url), query }
    }

    fn write(&mut self) -> Option<&'a mut Url> {
        let url = self.url.take()?;
        if url.query() != Some(&self.query) {
            url.set_query(Some(&self.query));
        }
        Some(url)
    }
}

impl<'a> Target for UrlQuery<'a> {
    type Finished = &'a mut Url;

    fn as_mut_string(&mut self) -> &mut String {
        &mut self.query
    }

    fn finish(mut self) -> &'a mut Url {
        match self.write() {
            Some(url) => url,
            None => unreachable!("only this function and the end of this value write it"),
        }
    }
}

impl Drop for UrlQuery<'_> {
    fn drop(&mut self) {
        self.write();
    }
}
