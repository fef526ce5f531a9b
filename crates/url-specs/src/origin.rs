//! The type [`Origin`].

use std::{fmt, hash, ptr, sync::Arc};

use url_host::Host;

/// The origin of a URL, as in a browser's same-origin policy.
///
/// An opaque origin is equal only to itself and to its clones. Computing the origin of the same URL again
/// returns a different opaque origin. [`Display`](fmt::Display) writes `null` for an opaque origin, as in the
/// URL Standard.
///
/// # Examples
/// ```
/// use url_core::{Whatwg, whatwg::Edition};
/// use url_specs::{ApiSpec, parse};
/// let spec = Whatwg(Edition::Newest);
/// let origin = |url| parse(spec, url).map(|url| spec.origin(url.view()));
/// assert_eq!(origin("https://a.test/x")?, origin("https://a.test:443/y")?);
/// let file = origin("file:///x")?;
/// assert!(file == file.clone() && file != origin("file:///x")? && !file.is_tuple() && file.to_string() == "null");
/// # Ok::<(), url_core::Rejection>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// An opaque origin, which is equal only to itself and to its clones.
    Opaque(OpaqueOrigin),
    /// An origin that consists of a scheme, a host and a port.
    Tuple {
        /// The scheme, in lower case.
        scheme: String,
        /// The host.
        host: Host,
        /// The port. If it is the default port of the scheme, this is `None` under the profile `whatwg`, and
        /// the number under the profile `webspecs`.
        port: Option<u16>,
    },
}

impl Origin {
    /// Creates an opaque origin, which is not equal to any other origin. See [`Origin`] for an example.
    pub fn new_opaque() -> Self {
        Self::Opaque(OpaqueOrigin(Arc::new(())))
    }

    /// Returns true if this is an [`Origin::Tuple`]. See [`Origin`] for an example.
    pub const fn is_tuple(&self) -> bool {
        matches!(self, Self::Tuple { .. })
    }
}

/// The identity of an opaque origin. [`Origin::new_opaque`] creates it.
#[derive(Clone, Debug)]
pub struct OpaqueOrigin(Arc<()>);

impl PartialEq for OpaqueOrigin {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for OpaqueOrigin {}

impl hash::Hash for OpaqueOrigin {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        ptr::hash(Arc::as_ptr(&self.0), state);
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opaque(_) => f.write_str("null"),
            Self::Tuple { scheme, host, port: None } => write!(f, "{scheme}://{host}"),
            Self::Tuple { scheme, host, port: Some(port) } => write!(f, "{scheme}://{host}:{port}"),
        }
    }
}

/// Serializes the origin as the string that [`Display`](fmt::Display) writes. An opaque origin becomes
/// `null`, which does not identify it, so `Origin` does not implement `Deserialize`.
#[cfg(feature = "serde")]
impl serde::Serialize for Origin {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
