//! Parsing URLs and reading their parts.

use std::{borrow::Borrow, io, net::SocketAddr, str};

use crate::{Host, Origin, ParseError, ParseOptions, Url, form_urlencoded};

/// # Making a URL
impl Url {
    /// Parses an absolute URL.
    ///
    /// # Examples
    /// ```
    /// use url_compat::{ParseError, Url};
    /// assert_eq!(Url::parse("HTTP://a.test")?.as_str(), "http://a.test/");
    /// assert_eq!(Url::parse("a.test"), Err(ParseError::RelativeUrlWithoutBase));
    /// # Ok::<(), ParseError>(())
    /// ```
    #[inline]
    pub fn parse(input: &str) -> Result<Self, ParseError> {
        match url_facade::Url::parse(input) {
            Ok(url) => Ok(Self(url)),
            Err(error) => Err(error.into()),
        }
    }

    /// Parses an absolute URL and appends pairs to its query.
    ///
    /// # Examples
    /// ```
    /// use url_compat::Url;
    /// let url = Url::parse_with_params("https://a.test?b=1", &[("lang", "rust"), ("q", "a b")])?;
    /// assert_eq!(url.as_str(), "https://a.test/?b=1&lang=rust&q=a+b");
    /// # Ok::<(), url_compat::ParseError>(())
    /// ```
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

    /// Parses `input` against this URL as the base.
    ///
    /// # Examples
    /// ```
    /// use url_compat::Url;
    /// let base = Url::parse("https://a.test/b/c.html")?;
    /// assert_eq!(base.join("d.png")?.as_str(), "https://a.test/b/d.png");
    /// assert_eq!(base.join("//e.test/f")?.as_str(), "https://e.test/f");
    /// # Ok::<(), url_compat::ParseError>(())
    /// ```
    #[inline]
    pub fn join(&self, input: &str) -> Result<Self, ParseError> {
        Ok(Self(self.0.resolve(input)?))
    }

    /// Returns the relative reference from this URL to `url`, which may contain `../`.
    ///
    /// Unlike in `url`, joining the result to this URL always gives `url`. Returns `None` if the scheme, the
    /// user, the host, the port or the drive letter differs, or if this URL cannot be a base.
    ///
    /// # Examples
    /// ```
    /// use url_compat::Url;
    /// let base = Url::parse("https://a.test/b/c/d.html")?;
    /// assert_eq!(base.make_relative(&Url::parse("https://a.test/css/x.css")?).as_deref(), Some("../../css/x.css"));
    /// assert_eq!(base.make_relative(&Url::parse("https://b.test/")?), None);
    /// # Ok::<(), url_compat::ParseError>(())
    /// ```
    pub fn make_relative(&self, url: &Self) -> Option<String> {
        self.0.make_relative_path(&url.0).filter(|_| !self.cannot_be_a_base())
    }

    /// Returns the default options of the parser.
    ///
    /// # Examples
    /// See [`ParseOptions`].
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
    // Getters that delegate to the facade.
    getters! {
        /// Returns the whole URL.
        as_str -> &str;
        /// Returns the scheme, in lower case and without its colon.
        ///
        /// # Examples
        /// ```
        /// use url_compat::Url;
        /// let url = Url::parse("https://u:p@a.test:81/b/c?d#e")?;
        /// assert_eq!((url.scheme(), url.username(), url.password()), ("https", "u", Some("p")));
        /// assert_eq!((url.host_str(), url.domain(), url.port()), (Some("a.test"), Some("a.test"), Some(81)));
        /// assert_eq!((url.path(), url.query(), url.fragment()), ("/b/c", Some("d"), Some("e")));
        /// assert_eq!((url.authority(), url.has_authority()), ("u:p@a.test:81", true));
        /// assert!(url.is_special() && url.has_host() && !url.cannot_be_a_base());
        /// # Ok::<(), url_compat::ParseError>(())
        /// ```
        scheme -> &str;
        /// Returns true if the scheme is `http`, `https`, `ws`, `wss`, `ftp` or `file`. See [`Url::scheme`]
        /// for an example.
        is_special -> bool;
        /// Returns the user name, percent-encoded; empty if there is none. See [`Url::scheme`] for an
        /// example.
        username -> &str;
        /// Returns the password, percent-encoded. See [`Url::scheme`] for an example.
        password -> Option<&str>;
        /// Returns the host, if it is a name. See [`Url::scheme`] for an example.
        domain -> Option<&str>;
        /// Returns the port, if it is not the default one of the scheme. See [`Url::scheme`] for an example.
        port -> Option<u16>;
        /// Returns the port, or the default one of the scheme.
        ///
        /// # Examples
        /// ```
        /// use url_compat::Url;
        /// assert_eq!(Url::parse("https://a.test")?.port_or_known_default(), Some(443));
        /// assert_eq!(Url::parse("a://b.test")?.port_or_known_default(), None);
        /// # Ok::<(), url_compat::ParseError>(())
        /// ```
        port_or_known_default -> Option<u16>;
        /// Returns the path, percent-encoded. See [`Url::scheme`] for an example.
        path -> &str;
        /// Returns the query, percent-encoded and without its question mark. See [`Url::scheme`] for an
        /// example.
        query -> Option<&str>;
        /// Returns the fragment, percent-encoded and without its number sign. See [`Url::scheme`] for an
        /// example.
        fragment -> Option<&str>;
    }

    /// Returns the whole URL as its string.
    #[deprecated(since = "2.3.0", note = "use Into<String>")]
    pub fn into_string(self) -> String {
        self.into()
    }

    /// Checks that the URL parses to itself.
    pub fn check_invariants(&self) -> Result<(), String> {
        match url_facade::Url::parse(self.as_str()) {
            Ok(url) if url == self.0 && url.components() == self.0.components() => Ok(()),
            other => Err(format!("{:?} parses to {other:?}", self.as_str())),
        }
    }

    /// Returns the origin. The origin of a `blob:` URL is that of the URL in its path, if the scheme of that
    /// URL is `http`, `https` or `file`.
    ///
    /// # Examples
    /// See [`Origin`].
    pub fn origin(&self) -> Origin {
        Origin::of(self.0.origin())
    }

    /// Returns true if the URL has `//` after its scheme. See [`Url::scheme`] for an example.
    #[inline]
    pub fn has_authority(&self) -> bool {
        self.0.authority().is_some()
    }

    /// Returns the user, host and port as they are written; empty if there are none. See [`Url::scheme`] for
    /// an example.
    #[inline]
    pub fn authority(&self) -> &str {
        self.0.authority().unwrap_or_default()
    }

    /// Returns true if the path is opaque, as in `mailto:` URLs. Only a fragment can be joined to such a URL.
    /// See [`Url::scheme`] for an example.
    #[inline]
    pub fn cannot_be_a_base(&self) -> bool {
        self.0.has_opaque_path()
    }

    /// Returns true if the URL has a host that is not empty. See [`Url::scheme`] for an example.
    pub fn has_host(&self) -> bool {
        self.host_str().is_some()
    }

    /// Returns the host, if it is not empty, with the brackets of an IPv6 address. See [`Url::scheme`] for an
    /// example.
    pub fn host_str(&self) -> Option<&str> {
        self.0.host_str().filter(|host| !host.is_empty())
    }

    /// Returns the host as a [`Host`], if it is not empty.
    ///
    /// # Examples
    /// See [`Host`].
    pub fn host(&self) -> Option<Host<&str>> {
        Host::of(self.0.host()?)
    }

    /// Looks up the addresses of the host with the system's resolver, which blocks. Uses the port of the URL,
    /// or else the default port of the scheme, or else `default_port_number()`.
    ///
    /// # Errors
    /// If the host or the port is missing, or if the resolver fails.
    ///
    /// # Examples
    /// ```
    /// use url_compat::Url;
    /// assert_eq!(Url::parse("https://[::1]/")?.socket_addrs(|| None)?, ["[::1]:443".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn socket_addrs(&self, default_port_number: impl Fn() -> Option<u16>) -> io::Result<Vec<SocketAddr>> {
        self.0.socket_addrs(default_port_number)
    }

    /// Returns the segments of the path, percent-encoded; `None` if the path does not begin with a slash.
    ///
    /// # Examples
    /// ```
    /// use url_compat::Url;
    /// assert_eq!(Url::parse("https://a.test/b/c/")?.path_segments().unwrap().collect::<Vec<_>>(), ["b", "c", ""]);
    /// assert!(Url::parse("mailto:a@b.test")?.path_segments().is_none());
    /// # Ok::<(), url_compat::ParseError>(())
    /// ```
    pub fn path_segments(&self) -> Option<str::Split<'_, char>> {
        self.path().strip_prefix('/').map(|segments| segments.split('/'))
    }

    /// Returns the decoded pairs of the query; none if there is no query.
    ///
    /// # Examples
    /// ```
    /// use url_compat::Url;
    /// let url = Url::parse("https://a.test/?b=c+d&e")?;
    /// assert_eq!(url.query_pairs().collect::<Vec<_>>(), [("b".into(), "c d".into()), ("e".into(), "".into())]);
    /// # Ok::<(), url_compat::ParseError>(())
    /// ```
    #[inline]
    pub fn query_pairs(&self) -> form_urlencoded::Parse<'_> {
        form_urlencoded::parse(self.query().unwrap_or_default().as_bytes())
    }
}
