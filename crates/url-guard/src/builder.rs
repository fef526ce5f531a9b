//! The settings of a guard, and their validation.

use std::{collections::BTreeSet, fmt, net::IpAddr};

use url_facade::{
    Host, Profile,
    host::{AddressRisk, HostRisk, classify},
};

use crate::{
    agree::AgreeOptions,
    hazard::Hazard,
    hosts::HostRule,
    paths::PathRule,
    refusal::{Refusal, SCHEMES},
};

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
    /// The allowed hosts. `None` allows public addresses, and all names that may have public addresses.
    pub(crate) allowed: Option<Vec<HostRule>>,
    pub(crate) denied: Option<Vec<HostRule>>,
    pub(crate) ports: Ports,
    pub(crate) consumers: Option<Vec<Profile>>,
    pub(crate) hazards: Vec<Hazard>,
    pub(crate) any_origin: bool,
    pub(crate) allowed_paths: Option<Vec<PathRule>>,
    pub(crate) denied_paths: Option<Vec<PathRule>>,
    #[cfg(feature = "patterns")]
    pub(crate) allowed_patterns: Option<Vec<String>>,
    #[cfg(feature = "patterns")]
    pub(crate) denied_patterns: Option<Vec<String>>,
    pub(crate) max_len: usize,
    pub(crate) max_redirects: u32,
    pub(crate) downgrade: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ports {
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
            #[cfg(feature = "patterns")]
            allowed_patterns: None,
            #[cfg(feature = "patterns")]
            denied_patterns: None,
            max_len: 1 << 16,
            max_redirects: 10,
            downgrade: false,
        }
    }
}

/// These hazards are refused only if a guard has rules about paths, because everyday URLs have them.
const PATH_HAZARDS: [Hazard; 3] = [Hazard::BracketInPath, Hazard::EncodedSlash, Hazard::EncodedDot];

impl GuardBuilder {
    /// Sets the allowed schemes: by default `http` and `https`; `ws`, `wss` and `ftp` can be added.
    pub fn schemes(self, schemes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { schemes: schemes.into_iter().map(Into::into).collect(), ..self }
    }

    /// Allows only these hosts. If [`HostRule::Public`] is one of the rules, allows the public hosts in
    /// addition to the listed ones. A listed name may belong to a private network, as `localhost` does, but
    /// each address of the name must be public or in a listed network.
    pub fn allow_hosts(self, hosts: impl IntoIterator<Item = HostRule>) -> Self {
        Self { allowed: Some(hosts.into_iter().collect()), ..self }
    }

    /// Denies these hosts, even if [`GuardBuilder::allow_hosts`] allows them.
    pub fn deny_hosts(self, hosts: impl IntoIterator<Item = HostRule>) -> Self {
        Self { denied: Some(hosts.into_iter().collect()), ..self }
    }

    /// Allows only these ports, instead of the default port of each scheme.
    pub fn ports(self, ports: impl IntoIterator<Item = u16>) -> Self {
        Self { ports: Ports::These(ports.into_iter().collect()), ..self }
    }

    /// Allows every port.
    pub fn any_port(self) -> Self {
        Self { ports: Ports::Any, ..self }
    }

    /// Compares only these consumers (profiles of real programs), instead of all. Set this if you know which
    /// programs fetch the URLs.
    pub fn consumers(self, consumers: impl IntoIterator<Item = Profile>) -> Self {
        Self { consumers: Some(consumers.into_iter().collect()), ..self }
    }

    /// Permits a hazard. For [`Hazard::Port`], use [`GuardBuilder::ports`] instead. A guard without rules
    /// about paths permits brackets, encoded slashes and encoded dots in a path by default, but refuses an
    /// encoded slash that hides a name such as `admin`, and a bracket that begins a range such as `[1-3]`.
    pub fn permit(mut self, hazard: Hazard) -> Self {
        self.hazards.push(hazard);
        self
    }

    /// Allows a reference to resolve to a URL whose origin is not the origin of the base.
    pub fn any_origin(self) -> Self {
        Self { any_origin: true, ..self }
    }

    /// Allows only paths that equal one of `paths` or are below it. This must be true for the path as written
    /// and for the path as a lenient server may read it: decoded, without parameters (`;x`) and dot-segments.
    /// Each of `paths` begins with a slash.
    pub fn allow_paths(self, paths: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { allowed_paths: Some(paths.into_iter().map(|path| PathRule(path.into())).collect()), ..self }
    }

    /// Denies paths that equal one of `paths` or are below it, as written or as a lenient server may read
    /// them (see [`GuardBuilder::allow_paths`]). ASCII case is ignored.
    pub fn deny_paths(self, paths: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { denied_paths: Some(paths.into_iter().map(|path| PathRule(path.into())).collect()), ..self }
    }

    /// Allows only URLs that match one of `patterns`: URL patterns without regular expressions, such as
    /// `https://*.good.example/books/:id`, or `/books/*` for the path alone. This must be true for the path
    /// as written and as a lenient server may read it (see [`GuardBuilder::allow_paths`]). All other settings
    /// apply too: the host must be public, or be listed by [`GuardBuilder::allow_hosts`].
    ///
    /// # Examples
    /// ```
    /// use url_guard::Guard;
    /// let guard = Guard::builder().allow_patterns(["https://*.good.example/books/:id"]).build()?;
    /// assert!(guard.check("https://a.good.example/books/7?q", None).is_ok());
    /// let refusal = guard.check("https://a.good.example/music/7", None).unwrap_err();
    /// assert_eq!(refusal.code(), "pattern");
    /// # Ok::<(), url_guard::BuildError>(())
    /// ```
    #[cfg(feature = "patterns")]
    pub fn allow_patterns(self, patterns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { allowed_patterns: Some(patterns.into_iter().map(Into::into).collect()), ..self }
    }

    /// Denies URLs that match one of `patterns`, whose path is as written or as a lenient server may read it,
    /// with or without its final slash. Case is ignored. A pattern compares the text of a host: to deny the
    /// addresses of a network, use [`GuardBuilder::deny_hosts`]. A pattern with a host and without a port
    /// matches only the default port; `https://evil.example:*/*` matches all ports.
    #[cfg(feature = "patterns")]
    pub fn deny_patterns(self, patterns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { denied_patterns: Some(patterns.into_iter().map(Into::into).collect()), ..self }
    }

    /// Sets the maximum number of bytes of an input, of a base, and of the URL that they resolve to: by
    /// default 65,536.
    pub fn max_len(self, max_len: usize) -> Self {
        Self { max_len, ..self }
    }

    /// Sets the maximum number of redirects from one URL: by default 10.
    pub fn max_redirects(self, max_redirects: u32) -> Self {
        Self { max_redirects, ..self }
    }

    /// Allows a redirect from `https` or `wss` to a scheme without TLS.
    pub fn allow_downgrade(self) -> Self {
        Self { downgrade: true, ..self }
    }

    /// Checks the settings. Returns the profiles that the guard compares, and the options of the comparison.
    pub(crate) fn validate(&self) -> Result<(AgreeOptions, Vec<Profile>), BuildError> {
        let contradictory = |what: String| Err(BuildError::Contradictory { what });
        let is_empty = [
            ("schemes", self.schemes.is_empty()),
            ("allow_hosts", self.allowed.as_ref().is_some_and(Vec::is_empty)),
            ("deny_hosts", self.denied.as_ref().is_some_and(Vec::is_empty)),
            ("ports", matches!(&self.ports, Ports::These(ports) if ports.is_empty())),
            ("consumers", self.consumers.as_ref().is_some_and(Vec::is_empty)),
            ("allow_paths", self.allowed_paths.as_ref().is_some_and(Vec::is_empty)),
            ("deny_paths", self.denied_paths.as_ref().is_some_and(Vec::is_empty)),
            #[cfg(feature = "patterns")]
            ("allow_patterns", self.allowed_patterns.as_ref().is_some_and(Vec::is_empty)),
            #[cfg(feature = "patterns")]
            ("deny_patterns", self.denied_patterns.as_ref().is_some_and(Vec::is_empty)),
        ];
        if let Some((setting, _)) = is_empty.into_iter().find(|&(_, is_empty)| is_empty) {
            return Err(BuildError::Empty { setting });
        }
        // The URL Standard defines no host kinds for other schemes, so that their hosts cannot be classified.
        if let Some(scheme) = self.schemes.iter().find(|scheme| !SCHEMES.contains(&&***scheme)) {
            return contradictory(format!("{scheme:?} is not one of the schemes {}", SCHEMES.join(", ")));
        }
        if self.max_len == 0 {
            return contradictory("the maximum length must be at least 1".into());
        }
        if let Some(consumer) = self.consumers.iter().flatten().find(|profile| !profile.is_consumer()) {
            return contradictory(format!("{consumer} is not a consumer"));
        }
        let (mut allowed, mut paths) = (self.allowed.iter().flatten(), self.allowed_paths.iter().flatten());
        if let Some(host) = allowed.find(|&host| self.denied.iter().flatten().any(|denied| denied == host)) {
            return contradictory(format!("the host {host} is both allowed and denied"));
        }
        let denied_paths = || self.denied_paths.iter().flatten();
        if let Some(PathRule(path)) =
            paths.clone().chain(denied_paths()).find(|path| !path.0.starts_with('/'))
        {
            return contradictory(format!("the path {path:?} does not begin with a slash"));
        }
        if let Some(PathRule(path)) = paths.find(|&path| denied_paths().any(|denied| denied == path)) {
            return contradictory(format!("the path {path} is both allowed and denied"));
        }
        #[cfg(feature = "patterns")]
        if let Some(pattern) = self
            .allowed_patterns
            .iter()
            .flatten()
            .find(|&allowed| self.denied_patterns.iter().flatten().any(|denied| denied == allowed))
        {
            return contradictory(format!("the pattern {pattern} is both allowed and denied"));
        }
        if self.hazards.contains(&Hazard::Port) && self.ports == Ports::Default {
            return contradictory("the hazard `port` is permitted, but no other port is: use `ports`".into());
        }
        let mut options = AgreeOptions::strict().permit(Hazard::Port).pass_over_rejections(true);
        let judges_paths = self.allowed_paths.is_some() || self.denied_paths.is_some();
        #[cfg(feature = "patterns")]
        let judges_paths = judges_paths || self.allowed_patterns.is_some() || self.denied_patterns.is_some();
        for &hazard in self.hazards.iter().chain(PATH_HAZARDS.iter().filter(|_| !judges_paths)) {
            options = options.permit(hazard);
        }
        let listed = |listed: &Vec<Profile>| listed.iter().copied().collect();
        let consumers: BTreeSet<_> =
            self.consumers.as_ref().map_or_else(|| Profile::consumers().collect(), listed);
        let profiles = [Profile::Whatwg, Profile::Rfc3986].into_iter().chain(consumers).collect();
        Ok((options, profiles))
    }

    fn lists<S: AsRef<str>>(&self, host: &Host<S>) -> bool {
        self.allowed.iter().flatten().any(|rule| rule.matches(host))
    }

    /// Returns true if a rule denies `host`, or an IPv4 address that is embedded in it.
    fn denies<S: AsRef<str>>(&self, host: &Host<S>) -> bool {
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

    pub(crate) fn check_path(&self, path: &str) -> Result<(), Refusal> {
        let allowed = self.allowed_paths.as_ref();
        let is_allowed = allowed.is_none_or(|rules| rules.iter().any(|rule| rule.allows(path)))
            && !self.denied_paths.iter().flatten().any(|rule| rule.denies(path));
        is_allowed.then_some(()).ok_or_else(|| Refusal::Path { path: path.to_owned() })
    }

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

/// The error of [`GuardBuilder::build`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// A list is empty. An empty list of allowed values would allow nothing, and an empty list of denied
    /// values is probably a mistake.
    Empty {
        /// The name of the setting.
        setting: &'static str,
    },
    /// A value is not valid for its setting, or settings contradict each other.
    Contradictory {
        /// The error, as a sentence.
        what: String,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty { setting } => write!(f, "the list of {setting} is empty"),
            Self::Contradictory { what } => f.write_str(what),
        }
    }
}

impl std::error::Error for BuildError {}
