//! Settings from a file.

use serde::Deserialize;
use url_diff::Hazard;
use url_facade::Profile;

use crate::{BuildError, Guard, GuardBuilder, HostRule};

/// The settings of a [`Guard`] as a file has them: those of [`GuardBuilder`], with hyphens, none of which is required. A key that
/// is unknown is an error.
///
/// # Examples
/// ```
/// use url_guard::Policy;
/// let policy: Policy = serde_json::from_str(r#"{"schemes": ["https"], "allow-hosts": [".good.example"]}"#)?;
/// assert!(policy.build()?.check("https://a.good.example/", None).is_ok());
/// let error = serde_json::from_str::<Policy>(r#"{"allow-host": ["a.test"]}"#).unwrap_err();
/// assert!(error.to_string().starts_with("unknown field `allow-host`, expected one of `schemes`, `allow-hosts`"));
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
    /// Those of [`GuardBuilder::build`], and for a name that is not that of a hazard or a consumer.
    pub fn build(self) -> Result<Guard, BuildError> {
        let mut builder = Guard::builder();
        builder = set(builder, self.schemes, GuardBuilder::schemes);
        builder = set(builder, self.allow_hosts, GuardBuilder::allow_hosts);
        builder = set(builder, self.deny_hosts, GuardBuilder::deny_hosts);
        builder = set(builder, self.allow_paths, GuardBuilder::allow_paths);
        builder = set(builder, self.deny_paths, GuardBuilder::deny_paths);
        builder = set(builder, self.max_len, GuardBuilder::max_len);
        builder = set(builder, self.max_redirects, GuardBuilder::max_redirects);
        builder = match self.ports {
            Some(PortsSetting::These(ports)) => builder.ports(ports),
            Some(PortsSetting::Any(AnyWord::Any)) => builder.any_port(),
            None => builder,
        };
        if let Some(names) = self.consumers {
            let consumers: Result<Vec<Profile>, _> = names.iter().map(|name| name.parse()).collect();
            builder = builder
                .consumers(consumers.map_err(|error| BuildError::Contradictory { what: error.to_string() })?);
        }
        for name in self.permit {
            let hazard = Hazard::ALL.into_iter().find(|hazard| hazard.name() == name);
            let unknown = || BuildError::Contradictory {
                what: format!("{name:?} is not a hazard: {}", Hazard::ALL.map(Hazard::name).join(", ")),
            };
            builder = builder.permit(hazard.ok_or_else(unknown)?);
        }
        builder = if self.any_origin { builder.any_origin() } else { builder };
        builder = if self.allow_downgrade { builder.allow_downgrade() } else { builder };
        builder.build()
    }
}

fn set<T>(
    builder: GuardBuilder,
    value: Option<T>,
    setting: fn(GuardBuilder, T) -> GuardBuilder,
) -> GuardBuilder {
    match value {
        Some(value) => setting(builder, value),
        None => builder,
    }
}
