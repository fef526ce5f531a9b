//! Builds a URL from its parts with the setters of [`Url`]. No spec defines this builder.

use std::{borrow::Borrow, fmt, net::IpAddr};

use url_core::{Component, Reason, TextPart, sections::whatwg};
use url_host::Host;
use url_query::{Encoding, whatwg::QueryEditor};
use url_scheme::whatwg::{is_special, scan_scheme};

use crate::{ParseError, PathSegmentsMut, Span, Url};

/// Builds a URL of the URL Standard from its parts.
///
/// Each value is plain text. Characters that have a meaning in URLs are percent-encoded, even `%`, so that
/// the component of the URL decodes to the value. Parsing the built URL returns an equal URL. A URL with an
/// opaque path, such as `mailto:a@b.test`, cannot be built from parts; parse such a URL instead.
///
/// # Examples
/// ```
/// use url_facade::{Component, Reason, UrlBuilder};
/// let url = UrlBuilder::new("https")
///     .host("api.test")
///     .port(8443)
///     .segments(["users", "me/you"])
///     .pair("q", "50% & more")
///     .fragment("top")
///     .build()?;
/// assert_eq!(url, "https://api.test:8443/users/me%2Fyou?q=50%25+%26+more#top");
/// let error = UrlBuilder::new("https").host("a.test").segments(["b", ".."]).build().unwrap_err();
/// assert_eq!((error.component(), error.error().reason()), (Component::Path, Reason::DotSegment));
/// assert!(error.to_string().starts_with("cannot set the path: "));
/// # Ok::<(), url_facade::BuildError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct UrlBuilder {
    scheme: String,
    username: String,
    password: String,
    host: Option<String>,
    port: Option<u16>,
    segments: Vec<String>,
    query: Option<QueryEditor<'static>>,
    fragment: Option<String>,
}

impl UrlBuilder {
    /// Starts a URL with `scheme`, whose letters may be in upper or lower case.
    pub fn new(scheme: impl Into<String>) -> Self {
        Self {
            scheme: scheme.into(),
            username: String::new(),
            password: String::new(),
            host: None,
            port: None,
            segments: Vec::new(),
            query: None,
            fragment: None,
        }
    }

    /// Sets the user name.
    pub fn username(self, username: impl Into<String>) -> Self {
        Self { username: username.into(), ..self }
    }

    /// Sets the password.
    pub fn password(self, password: impl Into<String>) -> Self {
        Self { password: password.into(), ..self }
    }

    /// Sets the host: a [`Host`], or the text of a host in a URL, where an IPv6 address is in brackets.
    pub fn host(self, host: impl fmt::Display) -> Self {
        Self { host: Some(host.to_string()), ..self }
    }

    /// Sets the host to an IP address.
    pub fn ip_host(self, address: IpAddr) -> Self {
        self.host(Host::<&str>::from(address))
    }

    /// Sets the port. The built URL does not contain the default port of its scheme.
    pub fn port(self, port: u16) -> Self {
        Self { port: Some(port), ..self }
    }

    /// Appends a segment to the path. An empty last segment makes the path end with `/`. Empty segments
    /// before the first segment with text are ignored.
    pub fn segment(mut self, segment: impl Into<String>) -> Self {
        self.segments.push(segment.into());
        self
    }

    /// Appends each of `segments` to the path, as [`UrlBuilder::segment`] does.
    pub fn segments<I>(mut self, segments: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        self.segments.extend(segments.into_iter().map(Into::into));
        self
    }

    /// Appends the pair `name=value` to the query.
    pub fn pair(mut self, name: &str, value: &str) -> Self {
        self.query.get_or_insert_default().append(name, value);
        self
    }

    /// Appends pairs of a name and a value to the query: tuples, or references to tuples.
    pub fn pairs<I, N, V>(mut self, pairs: I) -> Self
    where
        I: IntoIterator,
        I::Item: Borrow<(N, V)>,
        N: AsRef<str>,
        V: AsRef<str>,
    {
        self.query.get_or_insert_default().extend(pairs);
        self
    }

    /// Sets the encoding of the pairs that are appended to the query after this call.
    pub fn encoding(mut self, encoding: Encoding) -> Self {
        self.query.get_or_insert_default().set_encoding(encoding);
        self
    }

    /// Sets the fragment.
    pub fn fragment(self, fragment: impl Into<String>) -> Self {
        Self { fragment: Some(fragment.into()), ..self }
    }

    /// Builds the URL. Without segments, the path is empty if the URL has a host and a scheme that is not
    /// special, and `/` in all other cases.
    ///
    /// # Errors
    /// If a part is not valid in the URL, such as an invalid host or a segment `..`. The [`BuildError`] names
    /// the component. See [`UrlBuilder`] for an example.
    pub fn build(&self) -> Result<Url, BuildError> {
        let mut url = self.start()?;
        let of = |component| move |error| BuildError { component, error };
        if let Some(host) = &self.host {
            url.set_host(Some(host)).map_err(of(Component::Host))?;
        }
        if !self.username.is_empty() {
            url.set_username(&TextPart::Credential.encode(&self.username)).map_err(of(Component::User))?;
        }
        if !self.password.is_empty() {
            url.set_password(Some(&TextPart::Credential.encode(&self.password)))
                .map_err(of(Component::Password))?;
        }
        if self.port.is_some() {
            url.set_port(self.port).map_err(of(Component::Port))?;
        }
        if !self.segments.is_empty() {
            let segments = |mut path: PathSegmentsMut<'_>| path.extend(&self.segments).map(|_| ());
            url.path_segments_mut().and_then(segments).map_err(of(Component::Path))?;
        }
        if let Some(query) = self.query.as_ref().filter(|query| !query.as_str().is_empty()) {
            url.set_query(Some(query.as_str())).map_err(of(Component::Query))?;
        }
        if let Some(fragment) = &self.fragment {
            url.set_fragment(Some(&TextPart::Fragment.encode(fragment))).map_err(of(Component::Fragment))?;
        }
        Ok(url)
    }

    /// Returns a URL with only the scheme, and with the placeholder host `a` if the builder has a host.
    fn start(&self) -> Result<Url, BuildError> {
        let scheme = &self.scheme;
        let refuse = |component, reason, section, span| {
            Err(BuildError { component, error: ParseError::new(reason, section, span) })
        };
        let len = scan_scheme(scheme);
        if scheme.is_empty() || len < scheme.len() {
            let span = Span::new(len, scheme.len());
            return refuse(Component::Scheme, Reason::SchemeCharacter, whatwg::URL_SCHEME_STRING, span);
        }
        let is_file = scheme.eq_ignore_ascii_case("file");
        let start = match &self.host {
            Some(_) if !is_file => "://a",
            None if !is_file && is_special(scheme) => {
                return refuse(Component::Host, Reason::HostEmpty, whatwg::HOST_STATE_3_1, Span::default());
            }
            _ => ":/",
        };
        Url::parse(&[scheme, start].concat())
            .map_err(|error| BuildError { component: Component::Scheme, error })
    }
}

/// The error of a builder of URLs, URIs or IRIs: the component that is not valid, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BuildError {
    pub(crate) component: Component,
    pub(crate) error: ParseError,
}

impl BuildError {
    /// Returns the component that is not valid.
    pub const fn component(&self) -> Component {
        self.component
    }

    /// Returns the reason. Its span is a range of the component's value, or of the rejected segment.
    pub const fn error(&self) -> ParseError {
        self.error
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot set the {}: {}", self.component.name(), self.error)
    }
}

impl std::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}
