//! The settings of a guard, and the checks that follow from them.

use std::net::IpAddr;

use url_diff::Hazard;
use url_facade::{
    Host, Profile,
    host::{AddressRisk, HostRisk, classify},
};

use crate::{hosts::HostRule, paths::PathRule, refusal::Refusal};

/// The settings of a [`Guard`](crate::Guard); the defaults are safe.
///
/// # Examples
/// ```
/// use url_guard::{Guard, Refusal};
/// let guard = Guard::builder().schemes(["https"]).allow_hosts([".good.example".parse()?]).build()?;
/// assert!(guard.check("https://api.good.example/", None).is_ok());
/// assert!(matches!(guard.check("https://a.test/", None), Err(Refusal::HostNotAllowed { .. })));
/// // A list that is empty allows nothing, and is an error.
/// assert!(Guard::builder().allow_hosts([]).build().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct GuardBuilder {
    pub(crate) schemes: Vec<String>,
    /// The allowed hosts; without a list, every host that may be public.
    pub(crate) allowed: Option<Vec<HostRule>>,
    pub(crate) denied: Option<Vec<HostRule>>,
    pub(crate) ports: Ports,
    pub(crate) consumers: Option<Vec<Profile>>,
    pub(crate) hazards: Vec<Hazard>,
    pub(crate) any_origin: bool,
    pub(crate) allowed_paths: Option<Vec<PathRule>>,
    pub(crate) denied_paths: Option<Vec<PathRule>>,
    pub(crate) max_len: usize,
    pub(crate) max_redirects: u32,
    pub(crate) downgrade: bool,
}

/// The ports that are allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ports {
    /// The default port of the scheme.
    Default,
    These(Vec<u16>),
    Any,
}

impl Default for GuardBuilder {
    fn default() -> Self {
        Self {
            schemes: ["http", "https"].map(Into::into).into(),
            allowed: None,
            denied: None,
            ports: Ports::Default,
            consumers: None,
            hazards: Vec::new(),
            any_origin: false,
            allowed_paths: None,
            denied_paths: None,
            max_len: 1 << 16,
            max_redirects: 10,
            downgrade: false,
        }
    }
}

impl GuardBuilder {
    /// Returns true if a rule lists `host` as allowed.
    pub(crate) fn lists<S: AsRef<str>>(&self, host: &Host<S>) -> bool {
        self.allowed.iter().flatten().any(|rule| rule.matches(host))
    }

    /// Returns true if a rule denies `host`, or an IPv4 address that is embedded in it.
    pub(crate) fn denies<S: AsRef<str>>(&self, host: &Host<S>) -> bool {
        let denies = |host: &Host<&str>| self.denied.iter().flatten().any(|rule| rule.matches(host));
        let host = host.as_deref();
        let denies_embedded = |address| {
            let mut embedded = AddressRisk::of(address).embedded();
            embedded.any(|embedded| denies(&Host::Ipv4(embedded.address)))
        };
        denies(&host) || matches!(host, Host::Ipv6(address) if denies_embedded(address))
    }

    pub(crate) fn check_scheme(&self, scheme: &str) -> Result<(), Refusal> {
        let is_allowed = self.schemes.iter().any(|allowed| allowed == scheme);
        is_allowed.then_some(()).ok_or_else(|| Refusal::Scheme { scheme: scheme.to_owned() })
    }

    pub(crate) fn check_host(&self, host: Host<&str>) -> Result<(), Refusal> {
        let is_listed = self.lists(&host);
        if self.denies(&host) || (self.allowed.is_some() && !is_listed) {
            return Err(Refusal::HostNotAllowed { host: host.into_owned() });
        }
        match classify(&host) {
            HostRisk::UnknownUntilResolved => Ok(()),
            HostRisk::Address(risk) if risk.is_public() => Ok(()),
            HostRisk::NoHost | HostRisk::UnknownOpaque | HostRisk::ReadAsAddress(_) if is_listed => {
                Err(Refusal::HostNotAllowed { host: host.into_owned() })
            }
            _ if is_listed => Ok(()),
            risk => Err(Refusal::Host { host: host.into_owned(), risk }),
        }
    }

    pub(crate) fn check_port(&self, scheme: &str, port: Option<u16>) -> Result<u16, Refusal> {
        let is_allowed = |port: u16| match &self.ports {
            Ports::Default => {
                matches!((scheme, port), ("http" | "ws", 80) | ("https" | "wss", 443) | ("ftp", 21))
            }
            Ports::These(ports) => ports.contains(&port),
            Ports::Any => true,
        };
        port.filter(|&port| is_allowed(port)).ok_or(Refusal::Port { port })
    }

    /// Returns true if there are rules about paths.
    pub(crate) fn judges_paths(&self) -> bool {
        self.allowed_paths.is_some() || self.denied_paths.is_some()
    }

    pub(crate) fn check_path(&self, path: &str) -> Result<(), Refusal> {
        let allowed = self.allowed_paths.as_ref();
        let is_allowed = allowed.is_none_or(|rules| rules.iter().any(|rule| rule.allows(path)))
            && !self.denied_paths.iter().flatten().any(|rule| rule.denies(path));
        is_allowed.then_some(()).ok_or_else(|| Refusal::Path { path: path.to_owned() })
    }

    /// Does the work of [`Permitted::check_addresses`] for a URL with this host.
    pub(crate) fn check_addresses<'a>(
        &self,
        host: &Host<String>,
        addresses: &'a [IpAddr],
    ) -> Result<&'a [IpAddr], Refusal> {
        if addresses.is_empty() {
            return Err(Refusal::NoAddress);
        }
        let refused = addresses.iter().find(|&&address| {
            let found = Host::<&str>::from(address);
            let is_host = !matches!(host, Host::Ipv4(_) | Host::Ipv6(_)) || host.as_deref() == found;
            let is_allowed = AddressRisk::of(address).is_public() || self.lists(&found);
            !is_host || !is_allowed || self.denies(&found)
        });
        refused.map_or(Ok(addresses), |&address| Err(Refusal::Address { address }))
    }

    pub(crate) fn check_len(&self, text: &str) -> Result<(), Refusal> {
        let (len, limit) = (text.len(), self.max_len);
        if len > limit { Err(Refusal::TooLong { len, limit }) } else { Ok(()) }
    }
}
