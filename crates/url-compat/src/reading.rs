//! Parsing a URL, the getters of a URL, and conversions, including those from and to file paths.

use std::{
    borrow::Borrow,
    fmt, io,
    net::SocketAddr,
    ops::{Index, RangeBounds},
    path::{Path, PathBuf},
    str::{self, FromStr},
};

use url_facade::PathStyle;

use crate::{Host, Origin, ParseError, ParseOptions, Position, Url, form_urlencoded};

/// # Making a URL
impl Url {
    /// Parses an absolute URL.
    ///
    /// # Examples
    /// ```
    /// use url_compat::{ParseError, Url};
    /// let base = Url::parse("HTTP://a.test/b/c.html")?;
    /// assert_eq!(base.as_str(), "http://a.test/b/c.html");
    /// assert_eq!(base.join("d.png")?.as_str(), "http://a.test/b/d.png");
    /// assert_eq!(base.join("//e.test/f")?.as_str(), "http://e.test/f");
    /// assert_eq!(base.make_relative(&Url::parse("http://a.test/css/x.css")?).as_deref(), Some("../css/x.css"));
    /// assert_eq!(base.make_relative(&Url::parse("http://b.test/")?), None);
    /// let search = Url::parse_with_params("https://a.test?b=1", &[("lang", "rust"), ("q", "a b")])?;
    /// assert_eq!(search.as_str(), "https://a.test/?b=1&lang=rust&q=a+b");
    /// assert_eq!(Url::parse("a.test"), Err(ParseError::RelativeUrlWithoutBase));
    /// # Ok::<(), ParseError>(())
    /// ```
    #[inline]
    pub fn parse(input: &str) -> Result<Self, ParseError> {
        Ok(Self(url_facade::Url::parse(input)?))
    }

    /// Parses an absolute URL, and appends the pairs `iter` to its query. See [`Url::parse`] for an example.
    pub fn parse_with_params<I, K, V>(input: &str, iter: I) -> Result<Self, ParseError>
    where
        I: IntoIterator,
        I::Item: Borrow<(K, V)>,
        K: AsRef<str>,
        V: AsRef<str>,
    {
        let mut url = Self::parse(input)?;
        url.query_pairs_mut().extend_pairs(iter);
        Ok(url)
    }

    /// Parses `input`, and resolves it against this URL as the base. See [`Url::parse`] for an example.
    #[inline]
    pub fn join(&self, input: &str) -> Result<Self, ParseError> {
        Ok(Self(self.0.resolve(input)?))
    }

    /// Returns a relative reference, such as `../a`, that resolves to `url` against this URL.
    ///
    /// Joining the result to this URL always returns `url`, unlike in the crate `url`. Returns `None` if the
    /// scheme, the user, the host, the port or the drive letter differs, or if this URL cannot be a base. See
    /// [`Url::parse`] for an example.
    pub fn make_relative(&self, url: &Self) -> Option<String> {
        self.0.make_relative_path(&url.0).filter(|_| !self.cannot_be_a_base())
    }

    /// Returns the default options of the parser. See [`ParseOptions`] for an example.
    pub fn options<'a>() -> ParseOptions<'a> {
        ParseOptions::default()
    }
}

macro_rules! getters {
    ($($(#[$doc:meta])* $name:ident -> $value:ty;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name(&self) -> $value {
            self.0.$name()
        }
    )*};
}

/// # Reading a URL
impl Url {
    // These getters delegate to `url_facade`.
    getters! {
        /// Returns the whole URL as a string.
        as_str -> &str;
        /// Returns the scheme, in lower case and without its colon.
        ///
        /// # Examples
        /// ```
        /// use url_compat::Url;
        /// let url = Url::parse("https://u:p@a.test:81/b/c?d=e+f#g")?;
        /// assert_eq!((url.scheme(), url.username(), url.password()), ("https", "u", Some("p")));
        /// assert_eq!((url.host_str(), url.domain(), url.port()), (Some("a.test"), Some("a.test"), Some(81)));
        /// assert_eq!((url.path(), url.query(), url.fragment()), ("/b/c", Some("d=e+f"), Some("g")));
        /// assert_eq!(url.path_segments().unwrap().collect::<Vec<_>>(), ["b", "c"]);
        /// assert_eq!(url.query_pairs().collect::<Vec<_>>(), [("d".into(), "e f".into())]);
        /// assert_eq!((url.authority(), url.has_authority()), ("u:p@a.test:81", true));
        /// assert!(url.is_special() && url.has_host() && !url.cannot_be_a_base());
        /// let url = Url::parse("https://[::1]/")?;
        /// assert_eq!(url.port_or_known_default(), Some(443));
        /// assert_eq!(url.socket_addrs(|| None).unwrap(), ["[::1]:443".parse().unwrap()]);
        /// # Ok::<(), url_compat::ParseError>(())
        /// ```
        scheme -> &str;
        /// Returns true for the schemes `http`, `https`, `ws`, `wss`, `ftp`, `file`. See [`Url::scheme`].
        is_special -> bool;
        /// Returns the user name, percent-encoded, or an empty string. See [`Url::scheme`] for an example.
        username -> &str;
        /// Returns the password, percent-encoded, or `None`. See [`Url::scheme`] for an example.
        password -> Option<&str>;
        /// Returns the host if it is a name and not an address. See [`Url::scheme`] for an example.
        domain -> Option<&str>;
        /// Returns the port, or `None` if it is missing or the scheme's default. See [`Url::scheme`].
        port -> Option<u16>;
        /// Returns the port or, without a port, the scheme's default port. See [`Url::scheme`].
        port_or_known_default -> Option<u16>;
        /// Returns the path, percent-encoded. See [`Url::scheme`] for an example.
        path -> &str;
        /// Returns the query, percent-encoded, without the `?`. See [`Url::scheme`] for an example.
        query -> Option<&str>;
        /// Returns the fragment, percent-encoded, without the `#`. See [`Url::scheme`] for an example.
        fragment -> Option<&str>;
    }

    /// Converts the URL to its string.
    #[deprecated(since = "2.3.0", note = "use Into<String>")]
    pub fn into_string(self) -> String {
        self.into()
    }

    /// Checks that parsing the string of the URL returns an equal URL.
    pub fn check_invariants(&self) -> Result<(), String> {
        match url_facade::Url::parse(self.as_str()) {
            Ok(url) if url == self.0 && url.components() == self.0.components() => Ok(()),
            other => Err(format!("{:?} parses to {other:?}", self.as_str())),
        }
    }

    /// Returns the origin. The origin of a `blob:` URL is the origin of the URL in its path, if that URL has
    /// the scheme `http`, `https` or `file`. See [`Origin`] for an example.
    pub fn origin(&self) -> Origin {
        Origin::of(self.0.origin())
    }

    /// Returns true if the URL has `//` after its scheme. See [`Url::scheme`] for an example.
    #[inline]
    pub fn has_authority(&self) -> bool {
        self.0.authority().is_some()
    }

    /// Returns the text `user:password@host:port`, or an empty string. See [`Url::scheme`] for an example.
    #[inline]
    pub fn authority(&self) -> &str {
        self.0.authority().unwrap_or_default()
    }

    /// Returns true if the path is opaque, as in `mailto:` URLs. Only a reference that is a fragment can be
    /// joined to such a URL. See [`Url::scheme`] for an example.
    #[inline]
    pub fn cannot_be_a_base(&self) -> bool {
        self.0.has_opaque_path()
    }

    /// Returns true if the URL has a host that is not empty. See [`Url::scheme`] for an example.
    pub fn has_host(&self) -> bool {
        self.host_str().is_some()
    }

    /// Returns the host, with the brackets of IPv6, or `None` if it is missing or empty. See [`Url::scheme`].
    pub fn host_str(&self) -> Option<&str> {
        self.0.host_str().filter(|host| !host.is_empty())
    }

    /// Returns the host, or `None` if the host is missing or empty. See [`Host`] for an example.
    pub fn host(&self) -> Option<Host<&str>> {
        Host::of(self.0.host()?)
    }

    /// Returns the addresses of the host. If the host is a name, asks the system's resolver, and blocks until
    /// it answers. If the URL has no port, uses the default port of the scheme. If the scheme has no default
    /// port, uses `default_port_number()`.
    ///
    /// # Errors
    /// If the host is missing, if no port is known, or if the resolver fails. See [`Url::scheme`].
    pub fn socket_addrs(&self, default_port_number: impl Fn() -> Option<u16>) -> io::Result<Vec<SocketAddr>> {
        self.0.socket_addrs(default_port_number)
    }

    /// Returns the segments of the path, percent-encoded, or `None` if the path does not begin with a slash.
    /// See [`Url::scheme`] for an example.
    pub fn path_segments(&self) -> Option<str::Split<'_, char>> {
        self.path().strip_prefix('/').map(|segments| segments.split('/'))
    }

    /// Returns the decoded pairs of the query. Without a query, there are no pairs. See [`Url::scheme`].
    #[inline]
    pub fn query_pairs(&self) -> form_urlencoded::Parse<'_> {
        form_urlencoded::parse(self.query().unwrap_or_default().as_bytes())
    }
}

/// # File paths
///
/// The conversions fail if converting the result back would return the path or URL of another file.
impl Url {
    /// Converts the absolute path of a file to a `file:` URL. Returns `Err(())` if the path is relative, if
    /// the URL would name another server, or if the path contains `..` or a NUL character (unlike in `url`).
    ///
    /// # Examples
    /// ```
    /// use url_compat::Url;
    /// # #[cfg(unix)] {
    /// let url = Url::from_file_path("/a b").unwrap();
    /// assert_eq!(url.as_str(), "file:///a%20b");
    /// assert_eq!(url.to_file_path().unwrap(), std::path::Path::new("/a b"));
    /// assert_eq!(Url::from_directory_path("/a").unwrap().as_str(), "file:///a/");
    /// assert_eq!(Url::from_file_path("a"), Err(()));
    /// # }
    /// ```
    pub fn from_file_path<P: AsRef<Path>>(path: P) -> Result<Self, ()> {
        url_facade::Url::from_file_path(path, PathStyle::native()).map(Self).map_err(drop)
    }

    /// Converts the absolute path of a directory to a `file:` URL that ends with a slash. Returns `Err(())`
    /// in the same cases as [`Url::from_file_path`].
    pub fn from_directory_path<P: AsRef<Path>>(path: P) -> Result<Self, ()> {
        url_facade::Url::from_directory_path(path, PathStyle::native()).map(Self).map_err(drop)
    }

    /// Converts a `file:` URL to a path. Also converts a URL of another scheme without a host, such as
    /// `unix:/run/a`. Returns `Err(())` if the URL has a host that a path of this system cannot contain, or
    /// if a decoded segment contains a slash or a NUL character. See [`Url::from_file_path`] for an example.
    pub fn to_file_path(&self) -> Result<PathBuf, ()> {
        if self.scheme() == "file" {
            return self.0.to_file_path(PathStyle::native()).map_err(drop);
        }
        let is_local = matches!(self.host_str(), None | Some("localhost")) && !self.cannot_be_a_base();
        // Parsing as a `file:` URL may change a drive letter. A path that would change is rejected.
        let file = url_facade::Url::parse(&["file://", self.path()].concat()).map_err(drop)?;
        let file = Some(file).filter(|file| is_local && file.path() == self.path()).ok_or(())?;
        file.to_file_path(PathStyle::native()).map_err(drop)
    }
}

impl FromStr for Url {
    type Err = ParseError;

    #[inline]
    fn from_str(input: &str) -> Result<Self, ParseError> {
        Self::parse(input)
    }
}

impl<'a> TryFrom<&'a str> for Url {
    type Error = ParseError;

    fn try_from(input: &'a str) -> Result<Self, ParseError> {
        Self::parse(input)
    }
}

impl From<Url> for String {
    fn from(url: Url) -> Self {
        url.0.into_string()
    }
}

/// Converts to the URL type of `url_facade`. The errors of that crate contain byte ranges, its parsers can be
/// traced, and each of its setters uses the whole value or fails.
impl From<Url> for url_facade::Url {
    fn from(url: Url) -> Self {
        url.0
    }
}

impl AsRef<str> for Url {
    #[inline]
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for Url {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

/// Writes the components, including the password.
impl fmt::Debug for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Url")
            .field("scheme", &self.scheme())
            .field("cannot_be_a_base", &self.cannot_be_a_base())
            .field("username", &self.username())
            .field("password", &self.password())
            .field("host", &self.host())
            .field("port", &self.port())
            .field("path", &self.path())
            .field("query", &self.query())
            .field("fragment", &self.fragment())
            .finish()
    }
}

/// Returns the text of the URL between two positions. If the end is before the start, the text is empty.
impl<R: RangeBounds<Position>> Index<R> for Url {
    type Output = str;

    fn index(&self, range: R) -> &str {
        &self.0[range]
    }
}
