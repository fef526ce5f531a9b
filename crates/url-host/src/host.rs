//! What kinds of hosts there are.

use alloc::string::String;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A host. `S` is the type of its text: `&str` where it is a part of a URL, `String` where it owns it.
///
/// A `match` on it is exhaustive: the URL Standard has these five kinds of hosts, and so have the other specs.
///
/// [`Display`](core::fmt::Display) writes a host as the URL Standard's host serializer does, an IPv6 address in brackets.
/// [`FromStr`](core::str::FromStr) reads one as its host parser does under a special scheme such as `https`: it is never
/// [`Host::Opaque`] or [`Host::Empty`] then.
///
/// # Examples
/// ```
/// use url_host::Host;
/// let hosts = ["EXAMPLE.com", "0x7F.1", "[::0001]"].map(|text| text.parse::<Host<String>>().unwrap());
/// assert_eq!(hosts.each_ref().map(Host::to_string), ["example.com", "127.0.0.1", "[::1]"]);
/// assert!(matches!(hosts[1], Host::Ipv4(address) if address.is_loopback()));
/// assert!("a b".parse::<Host<String>>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Host<S = String> {
    /// A name.
    Domain(S),
    /// An IPv4 address.
    Ipv4(Ipv4Addr),
    /// An IPv6 address.
    Ipv6(Ipv6Addr),
    /// What is neither a name nor an address of these kinds: the host of a URL whose scheme the URL Standard does not
    /// know, or in brackets an address of a future version.
    Opaque(S),
    /// The host of nothing, as in `file:///`.
    Empty,
}

impl<S> Host<S> {
    /// The address, if the host is one.
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

    /// The host with its text made another by `make`.
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

impl<S: AsRef<str>> Host<S> {
    /// The name, if the host is a [`Host::Domain`]: what can be looked up in the DNS.
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

    /// The same host, with its text borrowed.
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
    /// The same host, with a text of its own; copies it where it is borrowed.
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
    /// The same host, with a copy of its text.
    ///
    /// # Examples
    /// See [`Host::as_deref`].
    pub fn to_owned(&self) -> Host {
        self.into_owned()
    }
}
