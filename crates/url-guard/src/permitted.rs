//! A URL that may be fetched.

use std::{net::IpAddr, sync::Arc};

use url_facade::{
    Host, Origin,
    host::{HostRisk, classify},
};

use crate::{refusal::Refusal, rules::GuardBuilder};

/// A URL that may be fetched: from [`Guard::check`](crate::Guard::check).
#[derive(Clone, Debug)]
pub struct Permitted {
    pub(crate) href: String,
    pub(crate) host: Host<String>,
    pub(crate) port: u16,
    pub(crate) origin: Origin,
    /// The number of redirects that led to this URL.
    pub(crate) redirects: u32,
    /// True if the target of a redirect must have the same origin.
    pub(crate) is_bound: bool,
    pub(crate) rules: Arc<GuardBuilder>,
}

impl Permitted {
    /// Returns the URL to fetch: the only string in which every profile that was asked sees what was checked.
    pub fn href(&self) -> &str {
        &self.href
    }

    /// Returns the host to connect to.
    pub fn host(&self) -> Host<&str> {
        self.host.as_deref()
    }

    /// Returns the port to connect to.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the origin.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Returns true if the host is a name, whose addresses must be checked by [`Permitted::check_addresses`].
    pub fn needs_addresses(&self) -> bool {
        matches!(self.host, Host::Domain(_))
    }

    /// Checks the addresses that the host resolved to, and returns them: connect to one of these, and do not
    /// resolve again.
    ///
    /// One address that is not public refuses all, since a name with a private address among public ones is a
    /// trap. An address in a network that [`allow_hosts`](crate::GuardBuilder::allow_hosts) lists may be
    /// private.
    ///
    /// # Errors
    /// [`Refusal::NoAddress`] if there are none, [`Refusal::Address`] with the first one that is refused.
    ///
    /// # Examples
    /// ```
    /// use url_guard::{Guard, Refusal};
    /// let permitted = Guard::default().check("https://a.example/", None)?;
    /// let (public, private) = ([8, 8, 8, 8].into(), [10, 0, 0, 1].into());
    /// assert_eq!(permitted.check_addresses(&[public])?, [public]);
    /// assert_eq!(permitted.check_addresses(&[public, private]), Err(Refusal::Address { address: private }));
    /// # Ok::<(), Refusal>(())
    /// ```
    pub fn check_addresses<'a>(&self, addresses: &'a [IpAddr]) -> Result<&'a [IpAddr], Refusal> {
        self.rules.check_addresses(&self.host, addresses)
    }

    /// Returns a warning if a client may connect to another host than [`Permitted::host`], although the URL
    /// is permitted: `ws`, `wss` and `ftp` are permitted for clients that know them.
    ///
    /// # Examples
    /// ```
    /// use url_guard::Guard;
    /// let permitted = Guard::builder().schemes(["wss"]).build()?.check("wss://a.example/", None)?;
    /// assert!(permitted.warning().is_some_and(|warning| warning.contains("the host `wss`")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn warning(&self) -> Option<String> {
        let (scheme, _) =
            self.href.split_once(':').filter(|(scheme, _)| !matches!(*scheme, "http" | "https"))?;
        Some(format!(
            "clients that know only HTTP misread `{scheme}:` URLs: superagent and needle connect to the host `{scheme}`"
        ))
    }

    /// Sets the number of redirects before this URL, for callers that keep only the text of a URL between
    /// redirects.
    #[must_use]
    pub fn after_redirects(self, redirects: u32) -> Self {
        Self { redirects, ..self }
    }

    /// Returns the classification of the host.
    pub fn risk(&self) -> HostRisk {
        classify(&self.host)
    }
}
