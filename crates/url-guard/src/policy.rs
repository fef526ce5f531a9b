//! Settings from a file.

use serde::Deserialize;
use url_facade::ParseProfileError;

use crate::{
    BuildError, Guard, Hazard, HostRule,
    builder::{GuardBuilder, Ports},
    paths::PathRule,
};

/// The settings of a [`Guard`] in a file. The keys are the methods of [`GuardBuilder`] with hyphens, such as
/// `allow-hosts`. The value of `ports` may also be `any`. All keys are optional. An unknown key is an error.
///
/// # Examples
/// ```
/// use url_guard::Policy;
/// let policy: Policy = serde_json::from_str(r#"{"schemes": ["https"], "allow-hosts": [".good.example"]}"#)?;
/// assert!(policy.build()?.check("https://a.good.example/", None).is_ok());
/// let error = serde_json::from_str::<Policy>(r#"{"allow-host": ["a.test"]}"#).unwrap_err();
/// assert!(
///     error.to_string().starts_with("unknown field `allow-host`, expected one of `schemes`, `allow-hosts`")
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Policy {
    schemes: Option<Vec<String>>,
    allow_hosts: Option<Vec<HostRule>>,
    deny_hosts: Option<Vec<HostRule>>,
    ports: Option<PortsSetting>,
    consumers: Option<Vec<String>>,
    permit: Vec<String>,
    any_origin: bool,
    allow_paths: Option<Vec<String>>,
    deny_paths: Option<Vec<String>>,
    #[cfg(feature = "patterns")]
    allow_patterns: Option<Vec<String>>,
    #[cfg(feature = "patterns")]
    deny_patterns: Option<Vec<String>>,
    max_len: Option<usize>,
    max_redirects: Option<u32>,
    allow_downgrade: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum PortsSetting {
    These(Vec<u16>),
    Any(AnyWord),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AnyWord {
    Any,
}

impl Policy {
    /// Builds the guard.
    ///
    /// # Errors
    /// Fails as [`GuardBuilder::build`] does, and for an unknown name of a hazard or a consumer.
    pub fn build(self) -> Result<Guard, BuildError> {
        let default = GuardBuilder::default();
        let paths = |paths: Vec<String>| paths.into_iter().map(PathRule).collect();
        let contradictory = |what| BuildError::Contradictory { what };
        let consumers = self.consumers.map(|names| names.iter().map(|name| name.parse()).collect());
        let consumers: Result<_, ParseProfileError> = consumers.transpose();
        let hazard = |name: String| {
            let known = Hazard::ALL.into_iter().find(|hazard| hazard.name() == name);
            let names = || Hazard::ALL.map(Hazard::name).join(", ");
            known.ok_or_else(|| contradictory(format!("{name:?} is not a hazard: {}", names())))
        };
        let settings = GuardBuilder {
            schemes: self.schemes.unwrap_or(default.schemes),
            allowed: self.allow_hosts,
            denied: self.deny_hosts,
            ports: match self.ports {
                Some(PortsSetting::These(ports)) => Ports::These(ports),
                Some(PortsSetting::Any(AnyWord::Any)) => Ports::Any,
                None => default.ports,
            },
            consumers: consumers.map_err(|error| contradictory(error.to_string()))?,
            hazards: self.permit.into_iter().map(hazard).collect::<Result<_, _>>()?,
            any_origin: self.any_origin,
            allowed_paths: self.allow_paths.map(paths),
            denied_paths: self.deny_paths.map(paths),
            #[cfg(feature = "patterns")]
            allowed_patterns: self.allow_patterns,
            #[cfg(feature = "patterns")]
            denied_patterns: self.deny_patterns,
            max_len: self.max_len.unwrap_or(default.max_len),
            max_redirects: self.max_redirects.unwrap_or(default.max_redirects),
            downgrade: self.allow_downgrade,
        };
        settings.build()
    }
}
