//! The file of a candidate, in TOML: `impact` reads it, and `cargo xtask spec try` writes it.

use serde::{Deserialize, Serialize};
use url_facade::DataChange;

/// A candidate in a file: one change of the Standard's data.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct CandidateFile {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) reference: String,
    pub(crate) percent_encode_set: Option<SetChange>,
    pub(crate) scheme: Option<SchemeChange>,
    pub(crate) forbidden_domain_code_points: Option<SetChange>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SetChange {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) set: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) add: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) remove: String,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SchemeChange {
    pub(crate) scheme: String,
    pub(crate) special: bool,
    pub(crate) port: Option<u16>,
}

impl CandidateFile {
    /// Returns the change, or `None` unless there is exactly one.
    pub(crate) fn change(&self) -> Option<DataChange<'_>> {
        match (&self.percent_encode_set, &self.scheme, &self.forbidden_domain_code_points) {
            (Some(SetChange { set, add, remove }), None, None) => {
                Some(DataChange::PercentEncodeSet { set, add, remove })
            }
            (None, Some(SchemeChange { scheme, special, port }), None) => {
                Some(DataChange::Scheme { scheme, special: *special, port: *port })
            }
            (None, None, Some(SetChange { add, remove, .. })) if remove.is_empty() => {
                Some(DataChange::Forbidden(add))
            }
            _ => None,
        }
    }
}
