//! The components of a URL, its slices between positions, and its other properties.

use std::{
    borrow::Cow,
    io,
    net::{SocketAddr, ToSocketAddrs as _},
    ops::{Bound, Index, Range, RangeBounds},
};

use url_core::{Component, Parsed, Span, Text, in_bounds, whatwg::Edition};
use url_host::Host;
use url_path::PathSegments;
use url_scheme::whatwg::special_scheme;
use url_specs::{ApiSpec as _, Spec as _};

use super::Url;
use crate::{
    Encoding, Origin, Profile, Reference,
    profile::{with_api, with_spec},
};

impl<S: AsRef<str>> Url<S> {
    /// Returns the text of `component`, or `None` if the URL does not have the component.
    #[inline]
    pub fn get(&self, component: Component) -> Option<&str> {
        self.0.components.get(component).map(|span| in_bounds(self.as_str().get(Range::from(span))))
    }

    /// Returns the scheme, in lower case and without its colon.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let url = Url::parse("https://u:p@a.test:81/b?c#d")?;
    /// assert_eq!((url.scheme(), url.username(), url.password()), ("https", "u", Some("p")));
    /// assert_eq!((url.host_str(), url.path(), url.query(), url.fragment()), (Some("a.test"), "/b", Some("c"), Some("d")));
    /// assert_eq!((url.authority(), url.is_special()), (Some("u:p@a.test:81"), true));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn scheme(&self) -> &str {
        self.get(Component::Scheme).unwrap_or_default()
    }

    /// Returns true if the scheme is special in the URL Standard: `http`, `https`, `ws`, `wss`, `ftp` or
    /// `file`. Under a candidate (the URL Standard with one change), more schemes may be special. See
    /// [`Url::scheme`] for an example.
    pub fn is_special(&self) -> bool {
        let edition = match self.profile() {
            #[cfg(feature = "candidates")]
            Profile::Candidate(candidate) => Edition::Candidate(candidate),
            _ => Edition::Newest,
        };
        special_scheme(self.scheme(), edition).0.is_special()
    }

    /// Returns the authority: the text between `//` and the path, with user name, password, host and port.
    /// Returns `None` if the URL has no host, and an empty string if the authority is empty. See
    /// [`Url::scheme`] for an example.
    pub fn authority(&self) -> Option<&str> {
        self.host_str().map(|_| &self[Position::BeforeUsername..Position::AfterPort])
    }

    /// Returns the user name, percent-encoded, or an empty string if the URL has no user name.
    /// `get(Component::User)` distinguishes an empty from a missing user name, if the spec does. See
    /// [`Url::scheme`].
    pub fn username(&self) -> &str {
        self.get(Component::User).unwrap_or_default()
    }

    /// Returns the password, percent-encoded, or `None` if the URL has no password.
    pub fn password(&self) -> Option<&str> {
        self.get(Component::Password)
    }

    /// Returns the host as a [`Host`], or `None` if the URL has no host.
    ///
    /// # Examples
    /// ```
    /// use url_facade::{Host, Url};
    /// let [local, v6, opaque] = ["http://0x7F.1", "http://[::1]:80", "a://0x7F.1"].map(|text| Url::parse(text).unwrap());
    /// assert_eq!(Url::parse("https://A.test/")?.domain(), Some("a.test"));
    /// assert_eq!((local.host(), local.domain()), (Some(Host::Ipv4([127, 0, 0, 1].into())), None));
    /// assert_eq!((v6.host(), v6.host_str()), (Some(Host::Ipv6(1.into())), Some("[::1]")));
    /// assert_eq!((v6.port(), v6.port_or_known_default()), (None, Some(80)));
    /// assert_eq!((opaque.host(), opaque.domain()), (Some(Host::Opaque("0x7F.1")), Some("0x7F.1")));
    /// assert_eq!((Url::parse("file:///x")?.host(), Url::parse("data:x")?.host()), (Some(Host::Empty), None));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn host(&self) -> Option<Host<&str>> {
        Some(kind_of_host(self.profile(), self.scheme(), self.host_str()?))
    }

    /// Returns the host if it is a name, and otherwise `None`. Under a scheme that is not special, such as
    /// `postgres:`, any host that is not empty and not in brackets is a name. For such a name,
    /// [`Host::domain`] returns `None`.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// assert_eq!(Url::parse("https://A.test/")?.domain(), Some("a.test"));
    /// assert_eq!(Url::parse("postgres://localhost:5432")?.domain(), Some("localhost"));
    /// assert_eq!(Url::parse("https://127.0.0.1/")?.domain(), None);
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn domain(&self) -> Option<&str> {
        match self.host()? {
            Host::Domain(name) => Some(name),
            Host::Opaque(name) => Some(name).filter(|name| !name.starts_with('[')),
            Host::Ipv4(_) | Host::Ipv6(_) | Host::Empty => None,
        }
    }

    /// Returns true if the URL has an authority: `//` follows the scheme. See [`Url::has_host`].
    pub fn has_authority(&self) -> bool {
        self.host_str().is_some()
    }

    /// Returns true if the URL has a host that is not empty.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let urls = ["https://a.test", "file:///x", "data:x"].map(|text| Url::parse(text).unwrap());
    /// assert_eq!(urls.each_ref().map(Url::has_host), [true, false, false]);
    /// assert_eq!(urls.each_ref().map(Url::has_authority), [true, true, false]);
    /// ```
    pub fn has_host(&self) -> bool {
        self.host_str().is_some_and(|host| !host.is_empty())
    }

    /// Returns the host as text, or `None` if the URL has no host. An IPv6 address is in brackets.
    pub fn host_str(&self) -> Option<&str> {
        self.get(Component::Host)
    }

    /// Returns the port if it is a number up to 65535. The parser of the URL Standard removes a default port.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let (url, with_port) = (Url::parse("https://a.test:443")?, Url::parse("https://a.test:8443")?);
    /// assert_eq!((url.port(), url.port_or_known_default()), (None, Some(443)));
    /// assert_eq!((with_port.port(), with_port.port_or_known_default()), (Some(8443), Some(8443)));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn port(&self) -> Option<u16> {
        number(self.get(Component::Port)?)
    }

    /// Returns the port. If the URL has no port, returns the default port of the scheme under the profile.
    pub fn port_or_known_default(&self) -> Option<u16> {
        port_or_known_default(self.profile(), self.scheme(), self.get(Component::Port))
    }

    /// Returns the path. The path starts with a slash unless it is opaque or empty.
    pub fn path(&self) -> &str {
        self.get(Component::Path).unwrap_or_default()
    }

    /// Returns true if the path is opaque: one unstructured string, as in `mailto:` and `data:` URLs. Only a
    /// fragment can be resolved against a URL with an opaque path. See [`Url::path_segments`] for an example.
    pub fn has_opaque_path(&self) -> bool {
        !self.0.hierarchical
    }

    /// Returns the segments of the path, percent-encoded, or `None` if the path is opaque.
    ///
    /// # Examples
    /// ```
    /// let url = url_facade::Url::parse("https://a.test/b/c%2Fd/")?;
    /// assert_eq!(url.path_segments().unwrap().collect::<Vec<_>>(), ["b", "c%2Fd", ""]);
    /// let opaque = url_facade::Url::parse("mailto:a@b.test")?;
    /// assert!(opaque.has_opaque_path() && opaque.path_segments().is_none());
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn path_segments(&self) -> Option<PathSegments<'_>> {
        (!self.has_opaque_path()).then(|| url_path::segments(self.path()))
    }

    /// Returns the query without its question mark, or `None` if the URL has no query.
    pub fn query(&self) -> Option<&str> {
        self.get(Component::Query)
    }

    /// Returns the name-value pairs of the query, decoded as `application/x-www-form-urlencoded`.
    ///
    /// # Examples
    /// ```
    /// let url = url_facade::Url::parse("https://a.test/?a=1+2&b=%C3%A9")?;
    /// assert!(url.query_pairs().eq([("a".into(), "1 2".into()), ("b".into(), "é".into())]));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn query_pairs(&self) -> impl DoubleEndedIterator<Item = (Cow<'_, str>, Cow<'_, str>)> + Clone {
        url_query::whatwg::parse_form(self.query().unwrap_or_default())
    }

    /// Returns the pairs of the query as [`Url::query_pairs`] does, but decodes their bytes from `encoding`.
    ///
    /// # Examples
    /// ```
    /// # #[cfg(feature = "encoding")] {
    /// use url_facade::{Encoding, Url};
    /// let url = Url::parse("https://a.test/?q=%BA%E9")?;
    /// let mut pairs = url.query_pairs_from(Encoding::for_label("gb18030")?);
    /// assert_eq!(pairs.next(), Some(("q".into(), "洪".into())));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn query_pairs_from(
        &self,
        encoding: Encoding,
    ) -> impl DoubleEndedIterator<Item = (Cow<'_, str>, Cow<'_, str>)> + Clone {
        url_query::whatwg::parse_form_from(encoding, self.query().unwrap_or_default())
    }

    /// Returns the fragment without its number sign, or `None` if the URL has no fragment.
    pub fn fragment(&self) -> Option<&str> {
        self.get(Component::Fragment)
    }

    /// Returns the origin. If the profile does not define origins, returns an opaque origin, which is not
    /// equal to any other origin.
    ///
    /// # Examples
    /// ```
    /// let [web, data] = ["https://u@a.test/x", "data:x"].map(|text| url_facade::Url::parse(text).unwrap());
    /// assert_eq!(web.origin().to_string(), "https://a.test");
    /// assert!(web.origin() == web.origin() && data.origin() != data.origin());
    /// ```
    pub fn origin(&self) -> Origin {
        let origin = with_api!(self.profile(), spec => spec.origin(self.0.view()));
        origin.unwrap_or_else(Origin::new_opaque)
    }

    /// Returns the socket addresses of the host. If the host is a name, asks the system's resolver, and
    /// blocks until it answers. If the URL has no port, uses the default port of the scheme. If the scheme
    /// has no default port, uses `default_port()`.
    ///
    /// For an untrusted URL, first check the network of the host: see [`crate::host`].
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] if the host or the port is missing, or the error of the resolver.
    ///
    /// # Examples
    /// ```
    /// let url = url_facade::Url::parse("postgres://127.0.0.1")?;
    /// assert_eq!(url.socket_addrs(|| Some(5432))?, ["127.0.0.1:5432".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn socket_addrs(&self, default_port: impl FnOnce() -> Option<u16>) -> io::Result<Vec<SocketAddr>> {
        let missing = |what| io::Error::new(io::ErrorKind::InvalidInput, what);
        let host = self.host().filter(|host| !host.is_empty());
        let host = host.ok_or_else(|| missing("the URL has no host"))?;
        let port = self.port_or_known_default().or_else(default_port);
        let no_port = "the URL has no port, and its scheme has no known default port";
        let port = port.ok_or_else(|| missing(no_port))?;
        match host.ip_addr() {
            Some(address) => Ok(vec![(address, port).into()]),
            // An opaque host may also be the name of a machine, or an IPv4 address.
            None => Ok((self.host_str().unwrap_or_default(), port).to_socket_addrs()?.collect()),
        }
    }

    #[inline]
    pub(crate) fn parsed(&self) -> Parsed<'_> {
        let parsed = Parsed::from_parts(|component| self.get(component).map(Text::from));
        Parsed { hierarchical: self.0.hierarchical, ..parsed }
    }
}

impl Reference {
    /// Returns the host as a [`Host`], or `None` if the reference has no host. Recognizes IPv4 addresses of
    /// four decimal numbers, and IPv6 addresses. See [`Reference`] for an example.
    pub fn host(&self) -> Option<Host<&str>> {
        let text = self.get(Component::Host)?;
        // Some consumers expose an IPv6 address without its brackets.
        if let Ok(bare) = text.parse() {
            return Some(Host::Ipv6(bare));
        }
        Some(kind_of_host(self.profile(), self.get(Component::Scheme).unwrap_or_default(), text))
    }

    /// Returns the port if it is a number up to 65535. If there is no port, returns the scheme's default
    /// port.
    pub fn port_or_known_default(&self) -> Option<u16> {
        let scheme = self.get(Component::Scheme).unwrap_or_default();
        port_or_known_default(self.profile(), scheme, self.get(Component::Port))
    }
}

fn kind_of_host<'t>(profile: Profile, scheme: &str, text: &'t str) -> Host<&'t str> {
    let is_opaque = with_spec!(profile, spec => spec.has_opaque_host(scheme));
    if is_opaque { url_host::kind_of_opaque_host(text) } else { url_host::kind_of_host(text) }
}

fn port_or_known_default(profile: Profile, scheme: &str, port: Option<&str>) -> Option<u16> {
    match port.filter(|port| !port.is_empty()) {
        Some(port) => number(port),
        None => with_spec!(profile, spec => spec.default_port(scheme)),
    }
}

/// Parses a port. Rejects a sign, as in "+80", which `u16::from_str` accepts.
fn number(port: &str) -> Option<u16> {
    port.parse().ok().filter(|_| !port.starts_with('+'))
}

/// A position before or after a component of a URL. The delimiters of a component are not part of it.
///
/// ```text
/// https://user:pass@host:8080/path?query#fragment
/// ^    ^  ^   ^^   ^^   ^^   ^    ^^    ^^       ^
/// ```
///
/// A range of positions can index a [`Url`]. A range whose end is before its start selects an empty string.
///
/// # Examples
/// ```
/// use url_facade::{Position, Url};
/// let url = Url::parse("https://me@a.test:81/b/c?d#e")?;
/// assert_eq!(&url[..Position::AfterPath], "https://me@a.test:81/b/c");
/// assert_eq!((&url[Position::AfterQuery..], &url[Position::BeforeFragment..]), ("#e", "e"));
/// assert_eq!(url.offset(Position::BeforePath), 20);
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Position {
    /// The start of the URL.
    BeforeScheme,
    /// Before the colon that ends the scheme.
    AfterScheme,
    /// After `://`, or after `:` if the URL has no authority.
    BeforeUsername,
    /// Before the `:` or `@` that follows the user name.
    AfterUsername,
    /// After the `:` that precedes the password.
    BeforePassword,
    /// Before the `@` that follows the password.
    AfterPassword,
    /// After the `@` that precedes the host.
    BeforeHost,
    /// Before the `:` that precedes the port, or before the path.
    AfterHost,
    /// After the `:` that precedes the port.
    BeforePort,
    /// Before the path, and after the port if there is one.
    AfterPort,
    /// At the start of the path, which usually is a slash.
    BeforePath,
    /// Before the `?` or `#` that follows the path.
    AfterPath,
    /// After the `?` that precedes the query.
    BeforeQuery,
    /// Before the `#` that follows the query.
    AfterQuery,
    /// After the `#` that precedes the fragment.
    BeforeFragment,
    /// The end of the URL.
    AfterFragment,
}

impl<S: AsRef<str>> Url<S> {
    /// Returns the offset of `position` in [`Url::as_str`], in bytes. See [`Position`] for an example.
    pub fn offset(&self, position: Position) -> usize {
        // Positions are in the order of the components, before and after each.
        let (component, is_after) = (Component::ALL[position as usize / 2], position as usize % 2 == 1);
        match self.components().get(component) {
            Some(span) if is_after => span.end as usize,
            Some(span) => span.start as usize,
            None => self.place_of_missing(component),
        }
    }

    fn place_of_missing(&self, component: Component) -> usize {
        let components = self.components();
        let is_between = |other: &Component| Component::Scheme < *other && *other < component;
        let mut earlier = Component::ALL.into_iter().filter(is_between).rev();
        if let Some(Span { end, .. }) = earlier.find_map(|other| components.get(other)) {
            return end as usize;
        }
        // No component between the scheme and this component is present.
        let (password, host) = (components.get(Component::Password), components.get(Component::Host));
        let first = match (component, password, host) {
            // A URL with a password has the colon before the password even without a user name.
            (Component::User, Some(password), _) => Some(password.start as usize - 1),
            (_, _, Some(host)) => Some(host.start as usize),
            _ => None,
        };
        let after_scheme = components.get(Component::Scheme).map_or(0, |scheme| scheme.end as usize + 1);
        first.unwrap_or(after_scheme)
    }
}

/// Returns the text of the URL between two positions.
impl<S: AsRef<str>, R: RangeBounds<Position>> Index<R> for Url<S> {
    type Output = str;

    fn index(&self, range: R) -> &str {
        let offset = |bound: Bound<&Position>, unbounded| match bound {
            Bound::Included(position) | Bound::Excluded(position) => self.offset(*position),
            Bound::Unbounded => unbounded,
        };
        let (start, end) = (offset(range.start_bound(), 0), offset(range.end_bound(), self.as_str().len()));
        self.as_str().get(start..end).unwrap_or_default()
    }
}
