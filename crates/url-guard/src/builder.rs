//! How a guard is set.

use std::{collections::BTreeSet, fmt, sync::Arc};

use url_diff::{AgreeOptions, Hazard};
use url_facade::Profile;

use crate::{
    guard::Guard,
    hosts::HostRule,
    paths::PathRule,
    refusal::SCHEMES,
    rules::{GuardBuilder, Ports},
};

/// The hazards of paths that matter only where a guard judges paths: everyday URLs have them.
const PATH_HAZARDS: [Hazard; 3] = [Hazard::BracketInPath, Hazard::EncodedSlash, Hazard::EncodedDot];

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

impl GuardBuilder {
    /// The schemes that are allowed: by default `http` and `https`; `ws`, `wss` and `ftp` can be, too.
    pub fn schemes(self, schemes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { schemes: schemes.into_iter().map(Into::into).collect(), ..self }
    }

    /// Allows these hosts only, or beside the public ones if [`HostRule::Public`] is one of the rules. A name that is listed here may be one of a private network; an address has to be in a network that is
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

    /// Permits a hazard. [`Hazard::Port`] is set by [`GuardBuilder::ports`]. Brackets, encoded slashes and encoded dots in a path are
    /// refused only by a guard with rules about paths; a slash also where it hides a name such as `admin`.
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
    pub fn allow_paths(self, paths: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { allowed_paths: Some(paths.into_iter().map(|path| PathRule(path.into())).collect()), ..self }
    }

    /// Denies the paths that are one of these, or below it, as they are written or as such a server may read them; without regard to
    /// ASCII case.
    pub fn deny_paths(self, paths: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { denied_paths: Some(paths.into_iter().map(|path| PathRule(path.into())).collect()), ..self }
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
        let (mut allowed, mut paths) = (self.allowed.iter().flatten(), self.allowed_paths.iter().flatten());
        if let Some(host) = allowed.find(|&host| self.denied.iter().flatten().any(|denied| denied == host)) {
            return contradictory(format!("the host {host} is allowed and denied"));
        }
        let denied_paths = || self.denied_paths.iter().flatten();
        if let Some(PathRule(path)) =
            paths.clone().chain(denied_paths()).find(|path| !path.0.starts_with('/'))
        {
            return contradictory(format!("the path {path:?} does not begin with a slash"));
        }
        if let Some(PathRule(path)) = paths.find(|&path| denied_paths().any(|denied| denied == path)) {
            return contradictory(format!("the path {path} is allowed and denied"));
        }
        if self.hazards.contains(&Hazard::Port) && self.ports == Ports::Default {
            return contradictory("the hazard `port` is permitted, but no port is: use `ports`".into());
        }
        let mut options = AgreeOptions::strict().permit(Hazard::Port).pass_over_rejections(true);
        for &hazard in self.hazards.iter().chain(PATH_HAZARDS.iter().filter(|_| !self.judges_paths())) {
            options = options.permit(hazard);
        }
        let every = || Profile::ALL.iter().copied().filter(|profile| profile.is_consumer()).collect();
        let listed = |listed: &Vec<Profile>| listed.iter().copied().collect();
        let consumers: BTreeSet<_> = self.consumers.as_ref().map_or_else(every, listed);
        let profiles = [Profile::Whatwg, Profile::Rfc3986].into_iter().chain(consumers).collect();
        Ok(Guard { rules: Arc::new(self), options, profiles })
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
