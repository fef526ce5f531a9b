//! Where the text of a spec is published: `docs/spec/<spec>/published.toml`, for those that can be linked to.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use xshell::Shell;

/// Where a text is published, if it is.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Published {
    pub(crate) address: Option<String>,
    /// Whether its anchors are what section ids have after `#`.
    #[serde(default)]
    anchors_are_ids: bool,
    /// Its anchors, by heading.
    #[serde(default)]
    anchors: BTreeMap<String, String>,
}

impl Published {
    /// That of `spec`. Every heading with an anchor must be one that `is_section` knows.
    pub(crate) fn read(sh: &Shell, spec: &str, is_section: impl Fn(&str) -> bool) -> Result<Self> {
        let path = format!("docs/spec/{spec}/published.toml");
        if !sh.path_exists(&path) {
            return Ok(Self::default());
        }
        let published: Self = toml::from_str(&sh.read_file(&path)?).with_context(|| format!("in {path}"))?;
        for heading in published.anchors.keys() {
            let id = format!("{spec}#{heading}");
            ensure!(is_section(&id), "{path}: there is no section {id}");
        }
        Ok(published)
    }

    /// Where the section `heading` (its whole id) is, if the text has a place for it.
    pub(crate) fn link(&self, heading: &str) -> Option<String> {
        let (_, slug) = heading.split_once('#')?;
        let anchor = if self.anchors_are_ids { slug } else { self.anchors.get(slug)? };
        Some(format!("{}#{anchor}", self.address.as_ref()?))
    }
}
