//! The origin of a URL, as a value.

use std::{fmt, hash, ptr, sync::Arc};

use url_host::Host;

/// The origin of a URL, as in a browser's same-origin policy.
///
/// An opaque origin is equal only to itself and its clones. A spec returns a new one on each call, even for
/// the same URL. [`Display`](fmt::Display) is the Standard's serialization: `null` for an opaque origin.
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
    /// An opaque origin.
    Opaque(OpaqueOrigin),
    /// A tuple origin.
    Tuple {
        /// The scheme, in lower case.
        scheme: String,
        /// The host.
        host: Host,
        /// The port. For the scheme's default port, it is `None` under `whatwg` and the number under
        /// `webspecs`.
        port: Option<u16>,
    },
}

impl Origin {
    /// Creates an opaque origin, which is not equal to any other. See [`Origin`] for an example.
    pub fn new_opaque() -> Self {
        Self::Opaque(OpaqueOrigin(Arc::new(())))
    }

    /// Returns true if this is a tuple origin. See [`Origin`] for an example.
    pub const fn is_tuple(&self) -> bool {
        matches!(self, Self::Tuple { .. })
    }
}

/// The identity of an opaque origin; from [`Origin::new_opaque`].
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

/// Serializes as [`Display`](fmt::Display) writes it. An opaque origin becomes `null`, and so cannot be
/// deserialized.
#[cfg(feature = "serde")]
impl serde::Serialize for Origin {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
