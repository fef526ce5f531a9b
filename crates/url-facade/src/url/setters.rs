//! The strict setters of a URL: each takes all of its value or nothing.
//!
//! Outside the specs: `set_whole`, `set_text`, `remove_host`, `taken_whole`, `all_of`, `is_same_record`.

use std::{borrow::Cow, fmt, net::IpAddr};

use url_core::{ByteSet, NoTrace, Reason, Rejection, Span, percent_encode, whatwg::SchemeKind};
use url_host::whatwg::scan_host;
use url_preprocess::whatwg::has_tab_or_newline;
use url_scheme::whatwg::scan_scheme;
use url_specs::{ApiSpec as _, Attribute};

use super::{Shape, Url};
use crate::{
    ParseError, Parser, Profile,
    specs::{ApiSpec, with_api},
};

/// The characters that the parser would remove from a value.
const TAB_OR_NEWLINE: ByteSet = ByteSet::of(b"\t\n\r");

/// The error of a setter that could not take its value.
///
/// # Examples
/// ```
/// use url_facade::{Reason, SetError, Span, Url};
/// let mut url = Url::parse("https://a.test/")?;
/// let Err(SetError::Refused(error)) = url.set_host(Some("b.test:80")) else { unreachable!() };
/// assert_eq!((error.reason(), error.span()), (Reason::SetterRefused, Span::new(6, 9)));
/// assert_eq!(url.as_str(), "https://a.test/");
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SetError {
    /// The profile of the URL has no setters, or not this one.
    NoApi(Profile),
    /// The value was refused, and the URL did not change. The error's span refers to the value, as text.
    Refused(ParseError),
    /// A part of the value was taken, and the rest was refused: for example a host, but not the port after it. The error's
    /// span refers to the value. Only [`Url::set_attribute`] returns this.
    Partly(ParseError),
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoApi(profile) => write!(f, "the profile {profile} has no setters: choose another"),
            Self::Refused(error) => error.fmt(f),
            Self::Partly(error) => write!(f, "only a part of the value was taken: {error}"),
        }
    }
}

impl std::error::Error for SetError {}

/// # Setters
///
/// Each setter takes all of its value, or refuses it and leaves the URL unchanged; it never ignores a part of the value.
/// Characters that a component cannot contain are percent-encoded as the URL Standard defines. After any setter, parsing
/// the URL's string returns the same URL, component by component.
///
/// [`WebUrl`](crate::WebUrl) has the lenient setters of the web, under the web's names.
impl Url {
    /// Sets the scheme; `scheme` may be in upper or lower case.
    ///
    /// # Errors
    /// [`SetError::Refused`] if `scheme` is not a scheme, or has a colon; if only one of the old and the new scheme is special
    /// ([`Reason::SpecialSchemeExchanged`]); for a change to or from `file`, if the other components do not allow it
    /// ([`Reason::FileSchemeExchanged`], [`Reason::NotParsedBack`]).
    ///
    /// Spec: whatwg#protocol-setter, webspecs#api-setters-2
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let mut url = Url::parse("http://a.test:443/")?;
    /// url.set_scheme("HTTPS")?;
    /// assert_eq!(url.as_str(), "https://a.test/");
    /// assert!(url.set_scheme("mailto").is_err() && url.set_scheme("http:").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_scheme(&mut self, scheme: &str) -> Result<(), SetError> {
        self.set_whole(Attribute::Protocol, scheme, scan_scheme(scheme))
    }

    /// Sets the user name, or removes it if `username` is empty. Characters that it cannot contain are percent-encoded; `%`
    /// is not.
    ///
    /// # Errors
    /// [`SetError::Refused`] with [`Reason::NoCredentialsOrPort`] if the URL cannot have a user name.
    ///
    /// Spec: whatwg#username-setter, webspecs#api-setters-3
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let mut url = Url::parse("https://a.test/")?;
    /// url.set_username("me@b")?;
    /// url.set_password(Some("p:q"))?;
    /// assert_eq!(url.as_str(), "https://me%40b:p%3Aq@a.test/");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_username(&mut self, username: &str) -> Result<(), SetError> {
        self.set_whole(Attribute::Username, username, username.len())
    }

    /// Sets the password, or removes it if `password` is `None` or empty, which a URL does not distinguish. Characters that
    /// it cannot contain are percent-encoded; `%` is not.
    ///
    /// # Errors
    /// [`SetError::Refused`] with [`Reason::NoCredentialsOrPort`] if the URL cannot have a password.
    ///
    /// Spec: whatwg#password-setter, webspecs#api-setters-3
    ///
    /// # Examples
    /// See [`Url::set_username`].
    pub fn set_password(&mut self, password: Option<&str>) -> Result<(), SetError> {
        let password = password.unwrap_or_default();
        self.set_whole(Attribute::Password, password, password.len())
    }

    /// Sets the host, or removes it if `host` is `None`. An IPv6 address is in brackets; an empty string sets the empty host.
    /// If the URL would have neither a host nor a path, the path becomes `/`. A `file:` URL always has a host: `None` sets the
    /// empty host.
    ///
    /// # Errors
    /// [`SetError::Refused`] if `host` is not a host, or more than a host, such as `b.test:80` and `b.test/x`; if a special
    /// URL (such as `https:`, except `file:`) would have an empty host or none; if the path is opaque.
    ///
    /// Spec: whatwg#hostname-setter, webspecs#api-setters-4
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let mut url = Url::parse("git://a.test/b")?;
    /// url.set_host(Some("[::1]"))?;
    /// assert_eq!(url.as_str(), "git://[::1]/b");
    /// url.set_host(None)?;
    /// assert_eq!(url.as_str(), "git:/b");
    /// assert!(url.set_host(Some("b.test/x")).is_err() && url.set_host(Some("b.test:80")).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_host(&mut self, host: Option<&str>) -> Result<(), SetError> {
        let host = match host {
            Some(host) => host,
            None if self.scheme() == "file" => "",
            None => return self.remove_host(),
        };
        self.set_whole(Attribute::Hostname, host, scan_host(host, SchemeKind::Special, &mut NoTrace))
    }

    /// Sets the host to an IP address. Under a scheme with opaque hosts, an IPv4 address becomes a [`crate::Host::Opaque`].
    ///
    /// # Errors
    /// [`SetError::Refused`] if the path is opaque.
    ///
    /// Spec: whatwg#hostname-setter
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let mut url = Url::parse("https://a.test/")?;
    /// url.set_ip_host("2001:db8::1".parse()?)?;
    /// assert_eq!(url.as_str(), "https://[2001:db8::1]/");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_ip_host(&mut self, address: IpAddr) -> Result<(), SetError> {
        let host = match address {
            IpAddr::V4(address) => crate::Host::Ipv4::<Cow<'_, str>>(address),
            IpAddr::V6(address) => crate::Host::Ipv6(address),
        };
        self.set_host(Some(&host.to_string()))
    }

    /// Sets the port, or removes it if `port` is `None`. The default port of the scheme is not written, so [`Url::port`]
    /// returns `None` for it.
    ///
    /// # Errors
    /// [`SetError::Refused`] with [`Reason::NoCredentialsOrPort`] if the URL cannot have a port.
    ///
    /// Spec: whatwg#port-setter, webspecs#api-setters-5
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let mut url = Url::parse("https://a.test/")?;
    /// url.set_port(Some(8443))?;
    /// assert_eq!(url.as_str(), "https://a.test:8443/");
    /// url.set_port(Some(443))?;
    /// assert_eq!(url.port(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_port(&mut self, port: Option<u16>) -> Result<(), SetError> {
        let port = port.map(|port| port.to_string()).unwrap_or_default();
        self.set_whole(Attribute::Port, &port, port.len())
    }

    /// Sets the path, with or without its leading slash. `/` (and `\`, if the scheme is special) separates segments, and
    /// dot-segments are removed. `?`, `#` and the like are percent-encoded; `%` is not. To add text as a single segment, see
    /// [`Url::path_segments_mut`].
    ///
    /// # Errors
    /// [`SetError::Refused`] with [`Reason::OpaquePathFixed`] if the path is opaque.
    ///
    /// Spec: whatwg#pathname-setter, webspecs#api-setters-6
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let mut url = Url::parse("https://a.test/b?c")?;
    /// url.set_path("/d/../e f?")?;
    /// assert_eq!(url.as_str(), "https://a.test/e%20f%3F?c");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_path(&mut self, path: &str) -> Result<(), SetError> {
        self.set_text(Attribute::Pathname, Some(path), "")
    }

    /// Sets the query, which may be empty, or removes it if `query` is `None`. A `?` at its start is part of the query.
    /// Characters that a query cannot contain are percent-encoded; `%` is not.
    ///
    /// # Errors
    /// [`SetError::Refused`] if the URL would be too long.
    ///
    /// Spec: whatwg#search-setter, webspecs#api-setters-7
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let mut url = Url::parse("https://a.test/")?;
    /// url.set_query(Some("?a=b c"))?;
    /// assert_eq!(url.as_str(), "https://a.test/??a=b%20c");
    /// url.set_query(Some(""))?;
    /// assert_eq!((url.as_str(), url.query()), ("https://a.test/?", Some("")));
    /// url.set_query(None)?;
    /// assert_eq!(url.query(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_query(&mut self, query: Option<&str>) -> Result<(), SetError> {
        self.set_text(Attribute::Search, query, "?")
    }

    /// Sets the fragment, which may be empty, or removes it if `fragment` is `None`. A `#` at its start is part of the
    /// fragment. Characters that a fragment cannot contain are percent-encoded; `%` is not.
    ///
    /// # Errors
    /// [`SetError::Refused`] if the URL would be too long.
    ///
    /// Spec: whatwg#hash-setter, webspecs#api-setters-8
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let mut url = Url::parse("https://a.test/#b")?;
    /// url.set_fragment(Some("c d"))?;
    /// assert_eq!(url.as_str(), "https://a.test/#c%20d");
    /// url.set_fragment(None)?;
    /// assert_eq!(url.as_str(), "https://a.test/");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_fragment(&mut self, fragment: Option<&str>) -> Result<(), SetError> {
        self.set_text(Attribute::Hash, fragment, "#")
    }

    /// Sets `attribute` to `value`, of which its setter would take the first `len` bytes.
    fn set_whole(&mut self, attribute: Attribute, value: &str, len: usize) -> Result<(), SetError> {
        let profile = self.profile();
        let checked = with_api!(profile, spec => taken_whole(spec, attribute, value, len));
        checked.ok_or(SetError::NoApi(profile))?.map_err(SetError::Refused)?;
        let is_sure = with_api!(profile, spec => spec.parses_back(attribute, value)).unwrap_or_default();
        if is_sure {
            return self.set_attribute(attribute, value).map(|_| ());
        }
        let mut changed = self.clone();
        changed.set_attribute(attribute, value)?;
        let parsed = Parser::new(profile).parse(changed.as_str());
        if !parsed.is_ok_and(|parsed| parsed.is_same_record(&changed)) {
            let section = with_api!(profile, spec => spec.setter(attribute));
            let rejection =
                section.map(|section| Rejection::new(Reason::NotParsedBack, section, Span::whole(value)));
            return rejection
                .map_or(Err(SetError::NoApi(profile)), |rejection| Err(SetError::Refused(rejection.into())));
        }
        *self = changed;
        Ok(())
    }

    /// Sets `attribute`, whose setter skips one `prefix`, to all of `value`, or removes it.
    fn set_text(&mut self, attribute: Attribute, value: Option<&str>, prefix: &str) -> Result<(), SetError> {
        let Some(value) = value else { return self.set_whole(attribute, "", 0) };
        // The parser would remove them.
        let encoded = percent_encode(value, &TAB_OR_NEWLINE);
        let whole = if prefix.is_empty() { encoded } else { [prefix, &encoded].concat().into() };
        self.set_whole(attribute, &whole, whole.len()).map_err(|error| all_of(value, error))
    }

    /// Makes the host null.
    fn remove_host(&mut self) -> Result<(), SetError> {
        let profile = self.profile();
        let without = with_api!(profile, spec => remove_host(spec, self.view()));
        *self = without.ok_or(SetError::NoApi(profile))?.map_err(SetError::Refused)?;
        Ok(())
    }

    /// Whether this URL and `other` have the same string and the same components.
    pub(crate) fn is_same_record(&self, other: &Self) -> bool {
        let record = |url: &Self| (url.shape.components, url.shape.hierarchical);
        self == other && record(self) == record(other)
    }
}

/// Checks that the setter of `attribute` takes all of `value`, of which it reads `len` bytes.
fn taken_whole<S: ApiSpec>(spec: S, attribute: Attribute, value: &str, len: usize) -> Result<(), ParseError> {
    let is_text = matches!(attribute, Attribute::Username | Attribute::Password);
    let span = if !is_text && has_tab_or_newline(value) {
        Span::whole(value)
    } else if len < value.len() {
        Span::new(len, value.len())
    } else {
        return Ok(());
    };
    Err(ParseError::new(Reason::SetterRefused, spec.setter(attribute), span))
}

/// `url` without its host.
fn remove_host<S: ApiSpec>(spec: S, url: Url<&str>) -> Result<Url, ParseError> {
    let mut parsed = url.parsed();
    if !parsed.hierarchical {
        let setter = spec.setter(Attribute::Hostname);
        return Err(ParseError::new(Reason::OpaquePathFixed, setter, Span::default()));
    }
    if parsed.host.is_some() {
        spec.check_hostless(&parsed)?;
        parsed.host = None;
        // Without a slash it would be read as an opaque path.
        parsed.path = parsed.path.filter(|path| !path.is_empty()).or(Some("/".into()));
    }
    let mut href = String::new();
    let components = spec.serialize(&parsed, &mut href, &mut NoTrace)?;
    Ok(Url { href, shape: Shape { components, ..url.shape } })
}

/// `error` about a text made from `value`, with all of `value` as its span.
fn all_of(value: &str, error: SetError) -> SetError {
    let whole = |error: ParseError| ParseError::new(error.reason(), error.section(), Span::whole(value));
    match error {
        SetError::Refused(error) => SetError::Refused(whole(error)),
        SetError::Partly(error) => SetError::Partly(whole(error)),
        SetError::NoApi(profile) => SetError::NoApi(profile),
    }
}

macro_rules! consuming {
    ($($with:ident = $set:ident($value:ident: $type:ty);)*) => {
        /// # Setters that consume
        impl Url {
            $(#[doc = concat!("Returns this URL after [`Url::", stringify!($set), "`].")]
            ///
            /// # Errors
            /// Those of that setter.
            ///
            /// # Examples
            /// ```
            /// use url_facade::Url;
            /// let url = Url::parse("http://a.test/")?.with_scheme("https")?.with_port(Some(8443))?.with_query(Some("b"))?;
            /// assert_eq!(url.as_str(), "https://a.test:8443/?b");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn $with(mut self, $value: $type) -> Result<Self, SetError> {
                self.$set($value)?;
                Ok(self)
            })*
        }
    };
}

consuming! {
    with_scheme = set_scheme(scheme: &str);
    with_username = set_username(username: &str);
    with_password = set_password(password: Option<&str>);
    with_host = set_host(host: Option<&str>);
    with_ip_host = set_ip_host(address: IpAddr);
    with_port = set_port(port: Option<u16>);
    with_path = set_path(path: &str);
    with_query = set_query(query: Option<&str>);
    with_fragment = set_fragment(fragment: Option<&str>);
}
