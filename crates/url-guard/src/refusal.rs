//! The reasons to refuse a URL.

use std::{fmt, net::IpAddr};

use url_facade::{
    Host,
    host::{AddressRisk, HostRisk},
};

use crate::{agree::Disagreement, hazard::Hazard};

/// The schemes that a guard can allow: those for which the URL Standard parses the host as a name or an
/// address.
pub(crate) const SCHEMES: [&str; 5] = ["http", "https", "ws", "wss", "ftp"];

/// The reason why a [`Guard`](crate::Guard) refuses a URL, an address or a redirect.
///
/// [`Refusal::code`] is stable; the sentence (`Display`) is for people, and may change.
///
/// # Examples
/// ```
/// use url_guard::{Guard, Refusal};
/// let refusal = Guard::default().check("gopher://a.example/", None).unwrap_err();
/// assert_eq!(refusal, Refusal::Scheme { scheme: "gopher".into() });
/// assert_eq!((refusal.code(), refusal.to_string()), ("scheme", "the scheme gopher is not allowed".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The input is only white space and control characters.
    Empty,
    /// The input, the base, or the URL to fetch has more bytes than are allowed.
    TooLong {
        /// The number of bytes.
        len: usize,
        /// The number of bytes that are allowed.
        limit: usize,
    },
    /// The input is not UTF-8.
    NotUtf8 {
        /// The offset of the first byte that is not valid UTF-8.
        at: usize,
    },
    /// The input is not a URL, or the compared profiles see different URLs, or the URL is written in a way
    /// that is often misread.
    Disagreement(Box<Disagreement>),
    /// The scheme is not allowed.
    Scheme {
        /// The scheme, in lower case.
        scheme: String,
    },
    /// The host is not public, or the URL has no host.
    Host {
        /// The host.
        host: Host<String>,
        /// The classification of the host.
        risk: HostRisk,
    },
    /// The host is denied, or is not in the list of allowed hosts.
    HostNotAllowed {
        /// The host.
        host: Host<String>,
    },
    /// The port is not allowed.
    Port {
        /// The port, or `None` if the URL has no port and the scheme has no default port.
        port: Option<u16>,
    },
    /// The URL has another origin than the base.
    Origin {
        /// The origin of the URL.
        origin: String,
        /// The origin of the base.
        base: String,
    },
    /// The path is denied, or is not in the list of allowed paths.
    Path {
        /// The path.
        path: String,
    },
    /// A denied pattern matches the URL, or no allowed pattern does.
    Pattern {
        /// The denied pattern, or the nearest of the allowed patterns.
        pattern: String,
        /// The place at which the URL differs from the nearest allowed pattern, as a sentence. `None` if the
        /// pattern is denied.
        mismatch: Option<String>,
    },
    /// An address that a name resolves to is denied, or is neither public nor allowed. Or the host is an
    /// address, and a client was going to connect to a different address.
    Address {
        /// The address.
        address: IpAddr,
    },
    /// The host resolved to no address.
    NoAddress,
    /// A redirect from `https` or `wss` to a scheme without TLS.
    Downgrade,
    /// More redirects than are allowed.
    TooManyRedirects {
        /// The maximum number of redirects.
        limit: u32,
    },
}

impl Refusal {
    /// Returns a stable code for the kind of refusal, in lower case with hyphens.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLong { .. } => "too-long",
            Self::NotUtf8 { .. } => "not-utf8",
            Self::Disagreement(disagreement) => match **disagreement {
                Disagreement::Hazardous { .. } => "hazard",
                Disagreement::Rejected { .. } | Disagreement::UnusablePort { .. } => "not-a-url",
                _ => "disagreement",
            },
            Self::Scheme { .. } => "scheme",
            Self::Host { .. } => "host",
            Self::HostNotAllowed { .. } => "host-not-allowed",
            Self::Port { .. } => "port",
            Self::Origin { .. } => "origin",
            Self::Path { .. } => "path",
            Self::Pattern { .. } => "pattern",
            Self::Address { .. } => "address",
            Self::NoAddress => "no-address",
            Self::Downgrade => "downgrade",
            Self::TooManyRedirects { .. } => "too-many-redirects",
        }
    }

    /// Returns the hazard if the URL was refused because of a hazard.
    pub fn hazard(&self) -> Option<Hazard> {
        let Self::Disagreement(disagreement) = self else { return None };
        if let Disagreement::Hazardous { hazard, .. } = **disagreement { Some(hazard) } else { None }
    }

    /// Returns the setting of a policy that permits the URL, if there is one. If a URL has several hazards,
    /// the setting permits only the reported one.
    ///
    /// # Examples
    /// ```
    /// use url_guard::Guard;
    /// let refusal = Guard::default().check("http://a.example:8080/", None).unwrap_err();
    /// assert_eq!(refusal.setting().as_deref(), Some("ports = [80, 443, 8080]"));
    /// ```
    pub fn setting(&self) -> Option<String> {
        let hosts = |host: &str| format!("allow-hosts = [\"*\", \"{}\"]", host.trim_matches(['[', ']']));
        Some(match self {
            Self::TooLong { len, .. } => format!("max-len = {len}"),
            Self::Scheme { scheme } if SCHEMES.contains(&&**scheme) => {
                format!("schemes = [\"http\", \"https\", \"{scheme}\"]")
            }
            Self::Host {
                risk: HostRisk::NoHost | HostRisk::UnknownOpaque | HostRisk::ReadAsAddress(_),
                ..
            }
            | Self::HostNotAllowed { host: Host::Empty } => return None,
            Self::Host { host, .. } => hosts(&host.to_string()),
            Self::HostNotAllowed { .. } => "allow-hosts or deny-hosts".into(),
            Self::Port { port: Some(port) } => format!("ports = [80, 443, {port}]"),
            Self::Origin { .. } => "any-origin = true".into(),
            Self::Path { .. } => "allow-paths or deny-paths".into(),
            Self::Pattern { mismatch: Some(_), .. } => "allow-patterns".into(),
            Self::Pattern { .. } => "deny-patterns".into(),
            Self::Address { address } => hosts(&address.to_string()),
            Self::Downgrade => "allow-downgrade = true".into(),
            Self::TooManyRedirects { limit } => format!("max-redirects = {}", limit.saturating_add(1)),
            Self::Disagreement(disagreement) => match &**disagreement {
                Disagreement::Hazardous { hazard, .. } => format!("permit = [\"{}\"]", hazard.name()),
                Disagreement::Diverged { a, b, .. } | Disagreement::DivergedOnHref { a, b, .. } => {
                    let program = [b, a].into_iter().find(|profile| profile.is_consumer())?;
                    format!("consumers, without {program}")
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Returns the CWE number of the weakness of a client that would fetch such a URL, if there is one.
    pub fn cwe(&self) -> Option<u16> {
        match self {
            Self::Disagreement(disagreement) => match **disagreement {
                Disagreement::Rejected { .. } | Disagreement::UnusablePort { .. } => None,
                _ => Some(self.hazard().map_or(436, cwe_of)),
            },
            Self::Scheme { .. }
            | Self::Host { .. }
            | Self::HostNotAllowed { .. }
            | Self::Port { .. }
            | Self::Pattern { .. }
            | Self::Address { .. } => Some(918),
            Self::Origin { .. } => Some(601),
            Self::Path { .. } => Some(22),
            Self::Downgrade => Some(319),
            _ => None,
        }
    }

    /// Returns published advisories (CVE) about programs that were misled by an input refused for this
    /// reason. `docs/security.md` lists their inputs. Empty if none is recorded.
    ///
    /// # Examples
    /// ```
    /// use url_guard::Guard;
    /// let refusal = Guard::default().check("http://localhost./", None).unwrap_err();
    /// assert_eq!(refusal.advisories(), ["CVE-2025-62718"]);
    /// ```
    pub fn advisories(&self) -> &'static [&'static str] {
        let disagreement = match self {
            Self::Disagreement(disagreement) => &**disagreement,
            Self::Origin { .. } => return &["CVE-2026-25765"],
            _ => return &[],
        };
        match disagreement {
            Disagreement::Hazardous { hazard, .. } => match hazard {
                Hazard::Backslash => {
                    &["CVE-2024-29041", "CVE-2026-16221", "CVE-2026-41423", "CVE-2026-46526"]
                }
                Hazard::Credentials => &["CVE-2024-22243", "CVE-2024-47081"],
                Hazard::EncodedSlash => &["CVE-2025-66490"],
                Hazard::FinalDot => &["CVE-2025-62718"],
                Hazard::InvalidPunycode => &["CVE-2024-12224"],
                Hazard::TwoDots => &["CVE-2026-48020", "CVE-2026-6321"],
                _ => &[],
            },
            // Brackets without a valid address.
            Disagreement::Rejected { error, .. } if error.is_ipv6() => {
                &["CVE-2024-11168", "CVE-2025-0938", "CVE-2025-47912"]
            }
            // Numbers that only some profiles read as an address.
            Disagreement::Diverged { divergence: Some(divergence), .. }
                if divergence.a.section.id() == "whatwg#concept-host-parser-8" =>
            {
                &["CVE-2023-42282", "CVE-2024-29415"]
            }
            _ => &[],
        }
    }
}

fn cwe_of(hazard: Hazard) -> u16 {
    match hazard {
        Hazard::Control => 93,
        Hazard::Credentials => 522,
        Hazard::DoubleSlash
        | Hazard::EncodedSlash
        | Hazard::EncodedDot
        | Hazard::EncodedControl
        | Hazard::TwoDots => 22,
        Hazard::Port => 918,
        _ => 436,
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no URL"),
            Self::TooLong { len, limit } => write!(f, "it has {len} bytes, and {limit} are allowed"),
            Self::NotUtf8 { at } => write!(f, "it is not UTF-8, at byte {at}"),
            Self::Disagreement(disagreement) => disagreement.fmt(f),
            Self::Scheme { scheme } => write!(f, "the scheme {scheme} is not allowed"),
            Self::Host { host, risk } => match risk {
                HostRisk::NoHost => f.write_str("there is no host"),
                HostRisk::Localhost => write!(f, "the host {host} is this machine"),
                HostRisk::ListedName(listed) => write!(
                    f,
                    "the host {host} is not on the public Internet: {} is reserved ({})",
                    listed.name, listed.reference
                ),
                HostRisk::SingleLabel => write!(f, "the host {host} is a name of the local network"),
                HostRisk::ReadAsAddress(AddressRisk { address, .. }) => {
                    write!(f, "the host {host} is read as the address {address} by some programs")
                }
                HostRisk::WildcardDns(AddressRisk { address, .. }) => {
                    write!(f, "the host {host} resolves to {address}, which is not public")
                }
                HostRisk::Address(risk) => {
                    write!(f, "the address {} is not public: {}", risk.address, risk.block.name)?;
                    risk.embedded().try_for_each(|inside| write!(f, ", with {} in it", inside.address))
                }
                _ => write!(f, "the host {host} is not on the public Internet"),
            },
            Self::HostNotAllowed { host } => write!(f, "the host {host} is not allowed"),
            Self::Port { port: Some(port) } => write!(f, "the port {port} is not allowed"),
            Self::Port { port: None } => f.write_str("the scheme has no default port, and none is written"),
            Self::Origin { origin, base } => {
                write!(f, "the origin is {origin}, and that of the base is {base}")
            }
            Self::Path { path } => write!(f, "the path {path} is not allowed"),
            Self::Pattern { pattern, mismatch: Some(mismatch) } => {
                write!(f, "no allowed pattern matches; the nearest is {pattern}: {mismatch}")
            }
            Self::Pattern { pattern, mismatch: None } => write!(f, "the denied pattern {pattern} matches"),
            Self::Address { address } => write!(f, "the address {address} is not allowed"),
            Self::NoAddress => f.write_str("there is no address"),
            Self::Downgrade => f.write_str("the redirect leads from https to http"),
            Self::TooManyRedirects { limit } => write!(f, "there are more than {limit} redirects"),
        }
    }
}

impl std::error::Error for Refusal {}
