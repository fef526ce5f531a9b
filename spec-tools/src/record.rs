//! `docs/spec/asserted.toml`: the results of changing the code of a sample of the sections that runs report.

use std::path::Path;

use anyhow::Result;
use serde::{Deserialize, Serialize};
use toml::Spanned;
use xshell::Shell;

use crate::registry::read_toml;

/// The path of the results, from the root of the tree.
pub(crate) const PATH: &str = "docs/spec/asserted.toml";

/// The number of sections of each spec in the sample, if as many can be changed.
pub(crate) const SAMPLE: usize = 40;

/// The results of a sample.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asserted {
    /// The random seed of the sample.
    pub(crate) seed: u64,
    /// Sections without a mutant.
    pub(crate) no_mutant: Spanned<Vec<String>>,
    #[serde(default)]
    pub(crate) section: Vec<Spanned<Section>>,
}

/// The result for a section.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Section {
    pub(crate) id: String,
    /// The name of the mutant, without its place.
    pub(crate) mutant: String,
    /// The tests that noticed it; `None` if it survived.
    pub(crate) noticed_by: Option<String>,
}

/// Reads the results in the tree, and the text of their file.
pub(crate) fn read(sh: &Shell) -> Result<(String, Asserted)> {
    read_toml(sh, Path::new(PATH))
}
