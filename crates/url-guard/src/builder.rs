//! How a guard is set.

use std::{collections::BTreeSet, fmt, sync::Arc};

use url_diff::{AgreeOptions, Hazard};
use url_facade::Profile;

use crate::{
    guard::Guard,
    hosts::HostRule,
    paths::PathRule,
    rules::{Ports, Rules},
};

/// The schemes that a guard can allow: those that the URL Standard gives a host that is a name or an address.
const SCHEMES: [&str; 5] = ["http", "https", "ws", "wss", "ftp"];

/// The settings of a [`Guard`]; what is not set is safe.
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
    schemes: Vec<String>,
    allowed: Option<Vec<HostRule>>,
    denied: Option<Vec<HostRule>>,
    ports: Ports,
    consumers: Option<Vec<Profile>>,
    hazards: Vec<Hazard>,
    any_origin: bool,
    allowed_paths: Option<Vec<String>>,
    denied_paths: Option<Vec<String>>,
    max_len: usize,
    max_redirects: u32,
    downgrade: bool,
}

impl Guard {
    /// Starts from the default settings.
    pub fn builder() -> GuardBuilder {
        GuardBuilder::default()
    }
}

impl Default for Guard {
    fn default() -> Self {
        Self::builder().build().unwrap_or_else(|_| unreachable!("the default settings are a guard"))
    }
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
    /// The schemes that are allowed: by default `http` and `https`; `ws`, `wss` and `ftp` can be, too.
    pub fn schemes<I>(self, schemes: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        Self { schemes: schemes.into_iter().map(Into::into).collect(), ..self }
    }

    /// Allows these hosts only. A name that is listed here may be one of a private network; an address has to be in a network that is
    /// listed, unless it is public, and so has each address of a name.
    pub fn allow_hosts(self, hosts: impl IntoIterator<Item = HostRule>) -> Self {
        Self { allowed: Some(hosts.into_iter().collect()), ..self }
    }

    /// Denies these hosts, even where [`GuardBuilder::allow_hosts`] allows them.
    pub fn deny_hosts(self, hosts: impl IntoIterator<Item = HostRule>) -> Self {
        Self { denied: Some(hosts.into_iter().collect()), ..self }
    }

    /// Allows these ports, instead of the default one of each scheme.
    pub fn ports(self, ports: impl IntoIterator<Item = u16>) -> Self {
        Self { ports: Ports::These(ports.into_iter().collect()), ..self }
    }

    /// Allows every port.
    pub fn any_port(self) -> Self {
        Self { ports: Ports::Any, ..self }
    }

    /// Asks these consumers only, instead of all: right where it is known which programs fetch.
    pub fn consumers(self, consumers: impl IntoIterator<Item = Profile>) -> Self {
        Self { consumers: Some(consumers.into_iter().collect()), ..self }
    }

    /// Permits a hazard. [`Hazard::Port`] is set by [`GuardBuilder::ports`].
    pub fn permit(mut self, hazard: Hazard) -> Self {
        self.hazards.push(hazard);
        self
    }

    /// Allows a reference to lead to another origin than that of its base.
    pub fn any_origin(self) -> Self {
        Self { any_origin: true, ..self }
    }

    /// Allows the paths that are one of these, or below it, both as they are written and as a server may read them that decodes
    /// them, ignores parameters (`;x`), and resolves dots. Each begins with a slash.
    pub fn allow_paths<I>(self, paths: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        Self { allowed_paths: Some(paths.into_iter().map(Into::into).collect()), ..self }
    }

    /// Denies the paths that are one of these, or below it, as they are written or as such a server may read them; without regard to
    /// ASCII case.
    pub fn deny_paths<I>(self, paths: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        Self { denied_paths: Some(paths.into_iter().map(Into::into).collect()), ..self }
    }

    /// The greatest number of bytes of an input, a base, and what they resolve to: by default 65,536.
    pub fn max_len(self, max_len: usize) -> Self {
        Self { max_len, ..self }
    }

    /// The greatest number of redirects from one URL: by default 10.
    pub fn max_redirects(self, max_redirects: u32) -> Self {
        Self { max_redirects, ..self }
    }

    /// Allows a redirect from https to http.
    pub fn allow_downgrade(self) -> Self {
        Self { downgrade: true, ..self }
    }

    /// Builds the guard.
    ///
    /// # Errors
    /// [`BuildError`]: a list that is empty, a value that cannot match anything, or settings that contradict each other.
    pub fn build(self) -> Result<Guard, BuildError> {
        let contradictory = |what: String| Err(BuildError::Contradictory { what });
        let is_empty = [
            ("schemes", self.schemes.is_empty()),
            ("allow_hosts", self.allowed.as_ref().is_some_and(Vec::is_empty)),
            ("deny_hosts", self.denied.as_ref().is_some_and(Vec::is_empty)),
            ("ports", matches!(&self.ports, Ports::These(ports) if ports.is_empty())),
            ("consumers", self.consumers.as_ref().is_some_and(Vec::is_empty)),
            ("allow_paths", self.allowed_paths.as_ref().is_some_and(Vec::is_empty)),
            ("deny_paths", self.denied_paths.as_ref().is_some_and(Vec::is_empty)),
        ];
        if let Some((setting, _)) = is_empty.into_iter().find(|&(_, is_empty)| is_empty) {
            return Err(BuildError::Empty { setting });
        }
        let (denied, denied_paths) = (self.denied.unwrap_or_default(), self.denied_paths.unwrap_or_default());
        // The host of another scheme has no kind in the URL Standard, so that nobody knows where it leads.
        if let Some(scheme) = self.schemes.iter().find(|scheme| !SCHEMES.contains(&&***scheme)) {
            return contradictory(format!("{scheme:?} is not one of the schemes {}", SCHEMES.join(", ")));
        }
        if self.max_len == 0 {
            return contradictory("a URL of no bytes is none: the length is at least 1".into());
        }
        if let Some(consumer) = self.consumers.iter().flatten().find(|profile| !profile.is_consumer()) {
            return contradictory(format!("{consumer} is not a consumer"));
        }
        if let Some(host) = self.allowed.iter().flatten().find(|&rule| denied.contains(rule)) {
            return contradictory(format!("the host {host} is allowed and denied"));
        }
        for path in self.allowed_paths.iter().flatten().chain(&denied_paths) {
            if !path.starts_with('/') {
                return contradictory(format!("the path {path:?} does not begin with a slash"));
            }
        }
        if let Some(path) = self.allowed_paths.iter().flatten().find(|&path| denied_paths.contains(path)) {
            return contradictory(format!("the path {path} is allowed and denied"));
        }
        if self.hazards.contains(&Hazard::Port) && self.ports == Ports::Default {
            return contradictory("the hazard `port` is permitted, but no port is: use `ports`".into());
        }
        let mut options = AgreeOptions::strict().permit(Hazard::Port).pass_over_rejections(true);
        for &hazard in &self.hazards {
            options = options.permit(hazard);
        }
        let every = || Profile::ALL.iter().copied().filter(|profile| profile.is_consumer()).collect();
        let consumers: BTreeSet<_> = self.consumers.map_or_else(every, |listed| listed.into_iter().collect());
        let rules = Rules {
            schemes: self.schemes,
            allowed: self.allowed,
            denied,
            ports: self.ports,
            any_origin: self.any_origin,
            allowed_paths: self.allowed_paths.map(|paths| paths.into_iter().map(PathRule).collect()),
            denied_paths: denied_paths.into_iter().map(PathRule).collect(),
            max_len: self.max_len,
            max_redirects: self.max_redirects,
            downgrade: self.downgrade,
        };
        let profiles = [Profile::Whatwg, Profile::Rfc3986].into_iter().chain(consumers).collect();
        Ok(Guard { rules: Arc::new(rules), options, profiles })
    }
}

/// The error of [`GuardBuilder::build`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// A list is empty: it would allow nothing, or a list of what to deny was lost.
    Empty {
        /// The setting.
        setting: &'static str,
    },
    /// A value that is not one of its kind, or settings that contradict each other.
    Contradictory {
        /// What is wrong, as a sentence.
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
