//! Rules about hosts.

use std::{fmt, net::IpAddr, str::FromStr};

use ipnet::IpNet;
use url_facade::{
    Host, Url,
    host::{HostRisk, classify},
};

/// A rule that matches some hosts.
///
/// A rule is parsed from one of these texts:
/// - `api.example`: only this name;
/// - `.example`: every name under `example`, but not `example` (`*.example` is an error);
/// - `site:example.com`: this registrable domain by the Public Suffix List, and every name under it;
/// - `10.0.0.0/8` or `::1`: a network or an address;
/// - `*`: every host that is or may be public.
///
/// Names are compared as the URL Standard writes them: in lower case, in Punycode.
///
/// # Examples
/// ```
/// use url_facade::Host;
/// use url_guard::HostRule;
/// let rule: HostRule = ".good.example".parse()?;
/// assert!(
///     rule.matches(&Host::Domain("a.good.example")) && !rule.matches(&Host::Domain("evilgood.example"))
/// );
/// assert!("*.good.example".parse::<HostRule>().is_err());
/// # Ok::<(), url_guard::ParseHostRuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(try_from = "String"))]
#[non_exhaustive]
pub enum HostRule {
    /// One name.
    Name(String),
    /// Every name under this one. The string has no dot at its start.
    Under(String),
    /// This registrable domain, and every name under it.
    Site(String),
    /// The addresses of a network.
    Network(IpNet),
    /// Every public address, and every name that may be public.
    Public,
}

impl HostRule {
    /// Returns true if the rule matches `host`. A final dot of a name is ignored.
    pub fn matches<S: AsRef<str>>(&self, host: &Host<S>) -> bool {
        let without_dot =
            |name: &S| name.as_ref().strip_suffix('.').unwrap_or(name.as_ref()).to_ascii_lowercase();
        match (self, host) {
            (Self::Name(rule), Host::Domain(name)) => *rule == without_dot(name),
            (Self::Under(rule), Host::Domain(name)) => is_under(&without_dot(name), rule),
            (Self::Site(rule), Host::Domain(name)) => {
                let name = without_dot(name);
                name == *rule || is_under(&name, rule)
            }
            (Self::Public, host) => {
                let risk = classify(host);
                risk == HostRisk::UnknownUntilResolved || risk.is_public()
            }
            (Self::Network(network), Host::Ipv4(address)) => network.contains(&IpAddr::V4(*address)),
            (Self::Network(network), Host::Ipv6(address)) => network.contains(&IpAddr::V6(*address)),
            _ => false,
        }
    }
}

fn is_under(name: &str, parent: &str) -> bool {
    name.strip_suffix(parent).is_some_and(|rest| rest.len() > 1 && rest.ends_with('.'))
}

impl FromStr for HostRule {
    type Err = ParseHostRuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseHostRuleError { text: text.to_owned(), site: None };
        if text == "*" {
            return Ok(Self::Public);
        }
        if let Ok(network) = text.parse::<IpNet>() {
            return Ok(Self::Network(network.trunc()));
        }
        let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        if let Ok(address) = bare.unwrap_or(text).parse::<IpAddr>() {
            return Ok(Self::Network(address.into()));
        }
        let (make, name): (fn(String) -> Self, _) = if let Some(name) = text.strip_prefix("site:") {
            (Self::Site, name)
        } else if let Some(name) = text.strip_prefix('.') {
            (Self::Under, name)
        } else {
            (Self::Name, text)
        };
        let is_other = |c: char| c.is_control() || matches!(c, '/' | '?' | '#' | '@' | ':' | '\\' | '%');
        let url = Url::parse(&format!("http://{name}/")).map_err(|_| error())?;
        let written = match url.host() {
            Some(Host::Domain(host)) if !name.contains(is_other) => host,
            _ => return Err(error()),
        };
        let is_label = |label: &str| {
            !label.is_empty()
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        };
        if !written.split('.').all(is_label) {
            return Err(error());
        }
        let site = url.registrable_domain();
        if text.starts_with("site:") && site != Some(written) {
            return Err(ParseHostRuleError { text: text.to_owned(), site: Some(site.map(str::to_owned)) });
        }
        Ok(make(written.to_owned()))
    }
}

impl TryFrom<String> for HostRule {
    type Error = ParseHostRuleError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl fmt::Display for HostRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Under(name) => write!(f, ".{name}"),
            Self::Site(name) => write!(f, "site:{name}"),
            Self::Network(network) => network.fmt(f),
            Self::Public => f.write_str("*"),
        }
    }
}

/// The error for a text that is not a [`HostRule`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseHostRuleError {
    text: String,
    /// The registrable domain, if the text is a site below that domain. `Some(None)` if the site is a public
    /// suffix. `None` for all other errors.
    #[expect(clippy::option_option, reason = "there are three cases")]
    site: Option<Option<String>>,
}

impl fmt::Display for ParseHostRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, site } = self;
        match site {
            None => write!(
                f,
                "{text:?} is not a host: a name, `.name` for the names under it, `site:name` for a registrable domain, an address, a \
                 network, or `*` for the public hosts"
            ),
            Some(None) => write!(
                f,
                "{text:?} is not a registrable domain but a public suffix, under which anyone may register a name: list the names"
            ),
            Some(Some(site)) => write!(
                f,
                "{text:?} is not a registrable domain: it is under {site}; use `site:{site}` or a name"
            ),
        }
    }
}

impl std::error::Error for ParseHostRuleError {}
