//! The origin of a URL.

use crate::Host;

/// The origin of a URL, as in a browser's same-origin policy. An opaque origin is equal only to its clones.
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

/// The identity of an opaque origin, from [`Origin::new_opaque`].
#[derive(PartialEq, Eq, Hash, Clone, Debug)]
pub struct OpaqueOrigin(url_facade::OpaqueOrigin);

impl Origin {
    /// Converts an origin of the facade.
    pub(crate) fn of(origin: url_facade::Origin) -> Self {
        match origin {
            url_facade::Origin::Opaque(identity) => Self::Opaque(OpaqueOrigin(identity)),
            url_facade::Origin::Tuple { scheme, host, port } => {
                let port = port.or_else(|| default_port(&scheme));
                match (Host::of(host), port) {
                    (Some(host), Some(port)) => Self::Tuple(scheme, host, port),
                    // Unreachable for special schemes: all except "file" have a host and a port.
                    _ => Self::new_opaque(),
                }
            }
        }
    }

    /// Creates an opaque origin that is not equal to any existing one. See [`Origin`] for an example.
    pub fn new_opaque() -> Self {
        Self::of(url_facade::Origin::new_opaque())
    }

    /// Returns true if the origin is a tuple. See [`Origin`] for an example.
    pub fn is_tuple(&self) -> bool {
        matches!(self, Self::Tuple(..))
    }

    /// Returns the origin in ASCII, or `null` if it is opaque. See [`Origin`] for an example.
    pub fn ascii_serialization(&self) -> String {
        match self {
            Self::Opaque(_) => "null".into(),
            Self::Tuple(scheme, host, port) => written(scheme, host, *port),
        }
    }

    /// Returns the origin in Unicode, or `null` if it is opaque. See [`Origin`] for an example.
    pub fn unicode_serialization(&self) -> String {
        match self {
            Self::Tuple(scheme, Host::Domain(name), port) => {
                written(scheme, &Host::Domain(url_facade::whatwg::domain_to_unicode(name)), *port)
            }
            _ => self.ascii_serialization(),
        }
    }
}

/// Returns the serialized origin, without the port if it is the default one.
fn written<S: AsRef<str>>(scheme: &str, host: &Host<S>, port: u16) -> String {
    if default_port(scheme) == Some(port) {
        format!("{scheme}://{host}")
    } else {
        format!("{scheme}://{host}:{port}")
    }
}

/// Returns the default port of `scheme`, looked up by parsing a URL with it.
fn default_port(scheme: &str) -> Option<u16> {
    url_facade::Url::parse(&[scheme, "://a"].concat()).ok()?.port_or_known_default()
}
