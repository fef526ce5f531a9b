//! The type [`Host`]: a domain, an IP address, a text without structure, or nothing.
//!
//! Helpers, not in a spec: `is_empty`, `ip_addr`, `map`, `domain`, `as_deref`, `into_owned`, `to_owned`,
//! `host_of`.

#[cfg(any(feature = "manakai", feature = "rfc3986"))]
use alloc::borrow::Cow;
use alloc::string::String;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A host. `S` is the type of its text: `&str` if the host is borrowed from a URL, `String` if it is owned.
/// The enum is exhaustive: no spec of this workspace has a host of another kind.
///
/// [`Display`](core::fmt::Display) writes a host as the URL Standard's host serializer does, with brackets
/// around an IPv6 address. [`FromStr`](core::str::FromStr) parses a host as in a URL with a special scheme,
/// such as `https`, like [`Host::parse`], which borrows the text if nothing changes. The result is never
/// [`Host::Opaque`] or [`Host::Empty`]; see [`Host::parse_opaque`].
///
/// # Examples
/// ```
/// use url_host::Host;
/// let hosts = ["EXAMPLE.com", "0x7F.1", "[::0001]"].map(|text| text.parse::<Host<String>>().unwrap());
/// assert_eq!(hosts.each_ref().map(Host::to_string), ["example.com", "127.0.0.1", "[::1]"]);
/// assert!(matches!(hosts[1], Host::Ipv4(address) if address.is_loopback()));
/// assert!("a b".parse::<Host<String>>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Host<S = String> {
    /// A domain name.
    Domain(S),
    /// An IPv4 address.
    Ipv4(Ipv4Addr),
    /// An IPv6 address.
    Ipv6(Ipv6Addr),
    /// A text without structure: the host of a URL whose scheme is not special in the URL Standard, unless it
    /// is an IPv6 address. In RFC 3986, also an address of a future IP version in brackets, such as `[v1.x]`.
    Opaque(S),
    /// The empty host, as in `file:///`.
    Empty,
}

/// Compares hosts. The types of their texts may differ, such as `&str` and `String`.
impl<S: PartialEq<T>, T> PartialEq<Host<T>> for Host<S> {
    fn eq(&self, other: &Host<T>) -> bool {
        match (self, other) {
            (Self::Domain(a), Host::Domain(b)) | (Self::Opaque(a), Host::Opaque(b)) => a == b,
            (Self::Ipv4(a), Host::Ipv4(b)) => a == b,
            (Self::Ipv6(a), Host::Ipv6(b)) => a == b,
            (Self::Empty, Host::Empty) => true,
            _ => false,
        }
    }
}

impl<S> Host<S> {
    /// Returns true if this is [`Host::Empty`].
    ///
    /// # Examples
    /// ```
    /// use url_host::Host;
    /// assert!(Host::<&str>::Empty.is_empty() && !Host::Domain("a.test").is_empty());
    /// assert_eq!(Host::Domain("a.test"), Host::Domain(String::from("a.test")));
    /// ```
    pub const fn is_empty(&self) -> bool {
        matches!(self, Self::Empty)
    }

    /// Returns the IP address if this host is [`Host::Ipv4`] or [`Host::Ipv6`].
    ///
    /// # Examples
    /// ```
    /// use url_host::Host;
    /// assert_eq!(Host::<&str>::Ipv4([127, 0, 0, 1].into()).ip_addr(), Some([127, 0, 0, 1].into()));
    /// assert_eq!(Host::Domain("a.test").ip_addr(), None);
    /// ```
    pub fn ip_addr(&self) -> Option<IpAddr> {
        match *self {
            Self::Ipv4(address) => Some(address.into()),
            Self::Ipv6(address) => Some(address.into()),
            Self::Domain(_) | Self::Opaque(_) | Self::Empty => None,
        }
    }

    pub(crate) fn map<T>(self, make: impl FnOnce(S) -> T) -> Host<T> {
        match self {
            Self::Domain(name) => Host::Domain(make(name)),
            Self::Ipv4(address) => Host::Ipv4(address),
            Self::Ipv6(address) => Host::Ipv6(address),
            Self::Opaque(text) => Host::Opaque(make(text)),
            Self::Empty => Host::Empty,
        }
    }
}

impl<S> From<IpAddr> for Host<S> {
    fn from(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => Self::Ipv4(address),
            IpAddr::V6(address) => Self::Ipv6(address),
        }
    }
}

impl<S: AsRef<str>> Host<S> {
    /// Returns the domain name if this host is a [`Host::Domain`], the only kind that is looked up in the
    /// DNS.
    ///
    /// # Examples
    /// ```
    /// use url_host::Host;
    /// assert_eq!((Host::Domain("a.test").domain(), Host::Opaque("a.test").domain()), (Some("a.test"), None));
    /// ```
    pub fn domain(&self) -> Option<&str> {
        match self {
            Self::Domain(name) => Some(name.as_ref()),
            Self::Ipv4(_) | Self::Ipv6(_) | Self::Opaque(_) | Self::Empty => None,
        }
    }

    /// Returns this host with its text borrowed as `&str`.
    ///
    /// # Examples
    /// ```
    /// use url_host::Host;
    /// let host = Host::Domain("a.test").to_owned();
    /// assert_eq!(host.as_deref(), Host::Domain("a.test"));
    /// ```
    pub fn as_deref(&self) -> Host<&str> {
        match self {
            Self::Domain(name) => Host::Domain(name.as_ref()),
            Self::Ipv4(address) => Host::Ipv4(*address),
            Self::Ipv6(address) => Host::Ipv6(*address),
            Self::Opaque(text) => Host::Opaque(text.as_ref()),
            Self::Empty => Host::Empty,
        }
    }
}

impl<S: Into<String>> Host<S> {
    /// Returns this host with its text as a `String`, copied if the text is borrowed.
    ///
    /// # Examples
    /// ```
    /// use url_host::Host;
    /// let host: Host<String> = Host::Domain("a.test").into_owned();
    /// ```
    pub fn into_owned(self) -> Host {
        self.map(Into::into)
    }
}

impl Host<&str> {
    /// Returns this host with a copy of its text. See [`Host::as_deref`] for an example.
    pub fn to_owned(&self) -> Host {
        self.into_owned()
    }
}

/// Returns `text`, the canonical host of a URL whose hosts are domains or IP addresses, as a [`Host`].
///
/// Spec: whatwg#concept-host-serializer
///
/// # Examples
/// ```
/// use url_host::{Host, kind_of_host};
/// assert_eq!((kind_of_host("127.0.0.1"), kind_of_host("127.1")), (Host::Ipv4([127, 0, 0, 1].into()), Host::Domain("127.1")));
/// assert_eq!((kind_of_host("[::1]"), kind_of_host("[v1.x]")), (Host::Ipv6(1.into()), Host::Opaque("[v1.x]")));
/// ```
pub fn kind_of_host(text: &str) -> Host<&str> {
    match kind_of_opaque_host(text) {
        Host::Opaque(name) if !name.starts_with('[') => name.parse().map_or(Host::Domain(name), Host::Ipv4),
        other => other,
    }
}

/// Returns `text`, the canonical host of a URL whose scheme is not special, as a [`Host`].
///
/// Spec: whatwg#concept-host-serializer
///
/// # Examples
/// ```
/// use url_host::{Host, kind_of_opaque_host};
/// assert_eq!((kind_of_opaque_host("127.0.0.1"), kind_of_opaque_host("")), (Host::Opaque("127.0.0.1"), Host::Empty));
/// assert_eq!(kind_of_opaque_host("[::1]"), Host::<&str>::Ipv6(1.into()));
/// ```
pub fn kind_of_opaque_host(text: &str) -> Host<&str> {
    if text.is_empty() {
        return Host::Empty;
    }
    // NOTE: these are the serializer's steps in reverse: from the text to the host.
    // 2. IPv6 address: "[", the IPv6 serializer, "]".
    let address = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    // 3. Domain, opaque host or empty host: return host.
    address.and_then(|address| address.parse().ok()).map_or(Host::Opaque(text), Host::Ipv6)
}

/// Returns what [`kind_of_host`] does, for a text that may be owned.
#[cfg(any(feature = "manakai", feature = "rfc3986"))]
pub(crate) fn host_of(text: Cow<'_, str>) -> Host<Cow<'_, str>> {
    kind_of_host(&text).map(|_| ()).map(|()| text)
}
