//! Where the text of a spec is published: `docs/spec/<spec>/published.toml`, for those that can be linked to.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

/// Where a text is published, if it is.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Published {
    address: Option<String>,
    /// Whether its anchors are what section ids have after `#`.
    #[serde(default)]
    anchors_are_ids: bool,
    /// Its anchors, by heading.
    #[serde(default)]
    anchors: BTreeMap<String, String>,
}

impl Published {
    /// That of `spec`. Every heading with an anchor must be one that `is_section` knows.
    pub(crate) fn read(root: &Path, spec: &str, is_section: impl Fn(&str) -> bool) -> Result<Self> {
        let path = root.join("docs/spec").join(spec).join("published.toml");
        if !path.exists() {
            return Ok(Self::default());
        }
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let published: Self = toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        for heading in published.anchors.keys() {
            let id = format!("{spec}#{heading}");
            ensure!(is_section(&id), "{}: there is no section {id}", path.display());
        }
        Ok(published)
    }

    pub(crate) fn address(&self) -> Option<&str> {
        self.address.as_deref()
    }

    /// Where the section `heading` (its whole id) is, if the text has a place for it.
    pub(crate) fn link(&self, heading: &str) -> Option<String> {
        let (_, slug) = heading.split_once('#')?;
        let anchor = if self.anchors_are_ids { slug } else { self.anchors.get(slug)? };
        Some(format!("{}#{anchor}", self.address.as_ref()?))
    }
}
