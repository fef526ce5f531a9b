//! The host and the origin of a URL.

use std::{
    fmt,
    net::{Ipv4Addr, Ipv6Addr},
};

use crate::ParseError;

/// The host of a URL. If the scheme is not special, a host that is not an IPv6 address is also a
/// [`Host::Domain`], although it need not be a valid domain.
///
/// # Examples
/// ```
/// use url_compat::{Host, ParseError, Url};
/// assert_eq!(Url::parse("http://0x7F.1")?.host(), Some(Host::Ipv4([127, 0, 0, 1].into())));
/// assert_eq!(Url::parse("postgres://0x7F.1")?.host(), Some(Host::Domain("0x7F.1")));
/// assert_eq!(Url::parse("file:///x")?.host(), None);
/// assert_eq!(Host::Domain("a.test"), Host::Domain("a.test").to_owned());
/// assert_eq!(Host::<&str>::Ipv6("::ffff:1.2.3.4".parse().unwrap()).to_string(), "[::ffff:102:304]");
/// assert_eq!(Host::parse("BÜCHER.example"), Ok(Host::Domain("xn--bcher-kva.example".into())));
/// assert_eq!(Host::parse("[::x]"), Err(ParseError::InvalidIpv6Address));
/// assert_eq!(Host::parse_opaque("BÜCHER"), Ok(Host::Domain("B%C3%9CCHER".into())));
/// # Ok::<(), url_compat::ParseError>(())
/// ```
#[derive(Clone, Debug, Eq, Ord, PartialOrd, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Host<S = String> {
    /// A name.
    Domain(S),
    /// An IPv4 address.
    Ipv4(Ipv4Addr),
    /// An IPv6 address.
    Ipv6(Ipv6Addr),
}

impl<S> Host<S> {
    /// Converts a host of `url_facade`. Returns `None` for the empty host.
    pub(crate) fn of(host: url_facade::Host<S>) -> Option<Self> {
        match host {
            url_facade::Host::Domain(name) | url_facade::Host::Opaque(name) => Some(Self::Domain(name)),
            url_facade::Host::Ipv4(address) => Some(Self::Ipv4(address)),
            url_facade::Host::Ipv6(address) => Some(Self::Ipv6(address)),
            url_facade::Host::Empty => None,
        }
    }
}

impl Host<&str> {
    /// Copies the text of the host into a `String`. See [`Host`] for an example.
    pub fn to_owned(&self) -> Host<String> {
        match *self {
            Self::Domain(name) => Host::Domain(name.into()),
            Self::Ipv4(address) => Host::Ipv4(address),
            Self::Ipv6(address) => Host::Ipv6(address),
        }
    }
}

impl Host<String> {
    /// Parses the host of a URL with a special scheme: an IPv6 address in brackets, an IPv4 address, or a
    /// domain. See [`Host`] for an example.
    pub fn parse(input: &str) -> Result<Self, ParseError> {
        let host = url_facade::Host::parse(input)
            .map_err(|error| ParseError::of(error.reason(), error.section()))?;
        Self::of(host.into_owned()).ok_or(ParseError::EmptyHost)
    }

    /// Parses the host of a URL whose scheme is not special. See [`Host`] for an example.
    pub fn parse_opaque(input: &str) -> Result<Self, ParseError> {
        let host = url_facade::Host::parse_opaque(input)
            .map_err(|error| ParseError::of(error.reason(), error.section()))?;
        // In `url`, this function returns an empty name for the empty host.
        Ok(Self::of(host.into_owned()).unwrap_or(Self::Domain(String::new())))
    }
}

/// Writes the host as the Standard's host serializer does. An IPv6 address has brackets.
impl<S: AsRef<str>> fmt::Display for Host<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Domain(name) => name.as_ref().fmt(f),
            Self::Ipv4(address) => address.fmt(f),
            Self::Ipv6(address) => url_facade::Host::<&str>::Ipv6(*address).fmt(f),
        }
    }
}

impl<S: PartialEq<T>, T> PartialEq<Host<T>> for Host<S> {
    fn eq(&self, other: &Host<T>) -> bool {
        match (self, other) {
            (Self::Domain(one), Host::Domain(other)) => one == other,
            (Self::Ipv4(one), Host::Ipv4(other)) => one == other,
            (Self::Ipv6(one), Host::Ipv6(other)) => one == other,
            _ => false,
        }
    }
}

/// The origin of a URL, for the same-origin policy of browsers. An opaque origin equals only its clones.
///
/// # Examples
/// ```
/// use url_compat::{Host, Origin, Url};
/// let origin = Url::parse("https://bücher.test/a")?.origin();
/// assert_eq!(origin, Origin::Tuple("https".into(), Host::Domain("xn--bcher-kva.test".into()), 443));
/// assert_eq!(origin.ascii_serialization(), "https://xn--bcher-kva.test");
/// assert_eq!(origin.unicode_serialization(), "https://bücher.test");
/// let opaque = Url::parse("file:///a")?.origin();
/// assert!(!opaque.is_tuple() && opaque == opaque.clone() && opaque != Origin::new_opaque());
/// # Ok::<(), url_compat::ParseError>(())
/// ```
#[derive(PartialEq, Eq, Hash, Clone, Debug)]
pub enum Origin {
    /// An origin that is equal only to its clones.
    Opaque(OpaqueOrigin),
    /// The scheme, the host and the port.
    Tuple(String, Host<String>, u16),
}

/// The identity of an opaque origin. [`Origin::new_opaque`] creates a new identity.
#[derive(PartialEq, Eq, Hash, Clone, Debug)]
pub struct OpaqueOrigin(url_facade::OpaqueOrigin);

impl Origin {
    pub(crate) fn of(origin: url_facade::Origin) -> Self {
        match origin {
            url_facade::Origin::Opaque(identity) => Self::Opaque(OpaqueOrigin(identity)),
            url_facade::Origin::Tuple { scheme, host, port } => {
                let port = port.or_else(|| default_port(&scheme));
                match (Host::of(host), port) {
                    (Some(host), Some(port)) => Self::Tuple(scheme, host, port),
                    // Unreachable: origins with special schemes except "file" have a host and a port.
                    _ => Self::new_opaque(),
                }
            }
        }
    }

    /// Creates an opaque origin that is not equal to any other origin. See [`Origin`] for an example.
    pub fn new_opaque() -> Self {
        Self::of(url_facade::Origin::new_opaque())
    }

    /// Returns true if the origin is an [`Origin::Tuple`]. See [`Origin`] for an example.
    pub fn is_tuple(&self) -> bool {
        matches!(self, Self::Tuple(..))
    }

    /// Returns the origin in ASCII, or `null` for an opaque origin. See [`Origin`] for an example.
    pub fn ascii_serialization(&self) -> String {
        match self {
            Self::Opaque(_) => "null".into(),
            Self::Tuple(scheme, host, port) => written(scheme, host, *port),
        }
    }

    /// Returns the origin in Unicode, or `null` for an opaque origin. See [`Origin`] for an example.
    pub fn unicode_serialization(&self) -> String {
        match self {
            Self::Tuple(scheme, Host::Domain(name), port) => {
                written(scheme, &Host::Domain(url_facade::whatwg::domain_to_unicode(name)), *port)
            }
            _ => self.ascii_serialization(),
        }
    }
}

fn written<S: AsRef<str>>(scheme: &str, host: &Host<S>, port: u16) -> String {
    if default_port(scheme) == Some(port) {
        format!("{scheme}://{host}")
    } else {
        format!("{scheme}://{host}:{port}")
    }
}

fn default_port(scheme: &str) -> Option<u16> {
    url_facade::Url::parse(&[scheme, "://a"].concat()).ok()?.port_or_known_default()
}
