//! What is allowed and denied.

use std::net::IpAddr;

use url_facade::{
    Host,
    host::{AddressRisk, HostRisk, classify},
};

use crate::{hosts::HostRule, paths::PathRule, refusal::Refusal};

/// What a guard is set to.
#[derive(Debug)]
pub(crate) struct Rules {
    pub(crate) schemes: Vec<String>,
    /// Any that may be public, if there is no list.
    pub(crate) allowed: Option<Vec<HostRule>>,
    pub(crate) denied: Vec<HostRule>,
    pub(crate) ports: Ports,
    pub(crate) any_origin: bool,
    pub(crate) allowed_paths: Option<Vec<PathRule>>,
    pub(crate) denied_paths: Vec<PathRule>,
    pub(crate) max_len: usize,
    pub(crate) max_redirects: u32,
    pub(crate) downgrade: bool,
}

/// The ports that are allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ports {
    /// That of the scheme.
    Default,
    These(Vec<u16>),
    Any,
}

impl Rules {
    /// Whether a rule lists `host` as allowed.
    pub(crate) fn lists<S: AsRef<str>>(&self, host: &Host<S>) -> bool {
        self.allowed.iter().flatten().any(|rule| rule.matches(host))
    }

    /// Whether a rule denies `host`, or an IPv4 address that is embedded in it.
    pub(crate) fn denies<S: AsRef<str>>(&self, host: &Host<S>) -> bool {
        let denies = |host: &Host<&str>| self.denied.iter().any(|rule| rule.matches(host));
        let host = host.as_deref();
        let denies_embedded = |address| {
            let mut embedded = AddressRisk::of(address).embedded();
            embedded.any(|embedded| denies(&Host::Ipv4(embedded.address)))
        };
        denies(&host) || matches!(host, Host::Ipv6(address) if denies_embedded(address))
    }

    pub(crate) fn check_scheme(&self, scheme: &str) -> Result<(), Refusal> {
        if self.schemes.iter().any(|allowed| allowed == scheme) {
            return Ok(());
        }
        Err(Refusal::Scheme { scheme: scheme.to_owned() })
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

    fn check_port(&self, scheme: &str, port: Option<u16>) -> Result<u16, Refusal> {
        let is_allowed = |port: u16| match &self.ports {
            Ports::Default => {
                matches!((scheme, port), ("http" | "ws", 80) | ("https" | "wss", 443) | ("ftp", 21))
            }
            Ports::These(ports) => ports.contains(&port),
            Ports::Any => true,
        };
        port.filter(|&port| is_allowed(port)).ok_or(Refusal::Port { port })
    }

    fn check_path(&self, path: &str) -> Result<(), Refusal> {
        let is_allowed =
            self.allowed_paths.as_ref().is_none_or(|rules| rules.iter().any(|rule| rule.allows(path)));
        if is_allowed && !self.denied_paths.iter().any(|rule| rule.denies(path)) {
            return Ok(());
        }
        Err(Refusal::Path { path: path.to_owned() })
    }

    /// [`Permitted::check_addresses`] of a URL with this host.
    pub(crate) fn check_addresses<'a>(
        &self,
        host: &Host<String>,
        addresses: &'a [IpAddr],
    ) -> Result<&'a [IpAddr], Refusal> {
        if addresses.is_empty() {
            return Err(Refusal::NoAddress);
        }
        let refused = addresses.iter().find(|&&address| {
            let found: Host<&str> = match address {
                IpAddr::V4(address) => Host::Ipv4(address),
                IpAddr::V6(address) => Host::Ipv6(address),
            };
            let is_host = match host {
                Host::Ipv4(own) => address == IpAddr::V4(*own),
                Host::Ipv6(own) => address == IpAddr::V6(*own),
                _ => true,
            };
            let is_allowed = AddressRisk::of(address).is_public() || self.lists(&found);
            !is_host || !is_allowed || self.denies(&found)
        });
        refused.map_or(Ok(addresses), |&address| Err(Refusal::Address { address }))
    }

    pub(crate) fn check_len(&self, text: &str) -> Result<(), Refusal> {
        if text.len() > self.max_len {
            return Err(Refusal::TooLong { len: text.len(), limit: self.max_len });
        }
        Ok(())
    }

    /// Checks the parts of a URL by the rules; returns the port.
    pub(crate) fn judge(
        &self,
        scheme: &str,
        host: Host<&str>,
        port: Option<u16>,
        path: &str,
    ) -> Result<u16, Refusal> {
        self.check_scheme(scheme)?;
        self.check_host(host)?;
        let port = self.check_port(scheme, port)?;
        self.check_path(path)?;
        Ok(port)
    }
}
