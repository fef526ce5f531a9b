//! The workspace, as `cargo metadata` describes it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::programs;

/// The folder of the other workspace, which is what needs Arrow.
pub(crate) const ENGINES: &str = "engines";

#[derive(Debug, Deserialize)]
pub(crate) struct Workspace {
    pub(crate) packages: Vec<Package>,
    pub(crate) target_directory: PathBuf,
    #[serde(default, rename = "workspace_root")]
    pub(crate) root: PathBuf,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) version: String,
    /// The oldest Rust that it claims to compile with.
    pub(crate) rust_version: Option<String>,
    /// Where it may be published; empty for nowhere.
    publish: Option<Vec<String>>,
    pub(crate) manifest_path: PathBuf,
    #[serde(default)]
    targets: Vec<Target>,
    #[serde(default)]
    features: BTreeMap<String, Vec<String>>,
    pub(crate) dependencies: Vec<Dependency>,
}

/// What of a package is compiled by itself.
#[derive(Debug, Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
    src_path: PathBuf,
    #[serde(default, rename = "required-features")]
    required_features: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// `dev` or `build`; nothing for a normal dependency.
    pub(crate) kind: Option<String>,
    /// Where a crate of this project is; nothing for one of a registry.
    pub(crate) path: Option<PathBuf>,
}

impl Package {
    /// The files that its crates begin with: library, programs, tests, benchmarks, examples.
    pub(crate) fn roots(&self) -> impl Iterator<Item = PathBuf> {
        self.targets.iter().map(|target| target.src_path.clone())
    }

    /// Whether it has the program of tests `name`.
    pub(crate) fn has_test(&self, name: &str) -> bool {
        self.test(name).is_some()
    }

    fn test(&self, name: &str) -> Option<&Target> {
        let is_meant =
            |target: &&Target| target.name == name && target.kind.iter().any(|kind| kind == "test");
        self.targets.iter().find(is_meant)
    }

    /// A feature that its program of tests `name`, or a part of that, takes and that is no default; `None` if there is no such.
    pub(crate) fn features_of_test(&self, name: &str) -> Result<Option<String>> {
        let Some(target) = self.test(name) else { return Ok(None) };
        let mut features = target.required_features.clone();
        let source =
            fs::read_to_string(&target.src_path).with_context(|| target.src_path.display().to_string())?;
        let conditions =
            source.lines().filter(|line| line.starts_with("#![cfg(") || line.starts_with("#[cfg("));
        for condition in conditions.filter(|line| !line.contains("not(")) {
            features.extend(
                condition
                    .split("feature = \"")
                    .skip(1)
                    .filter_map(|rest| rest.split('"').next())
                    .map(String::from),
            );
        }
        let defaults = self.features.get("default").map_or(&[][..], Vec::as_slice);
        Ok(features.into_iter().find(|feature| !defaults.contains(feature)))
    }

    /// Whether it is for users, and does not serve the project alone.
    pub(crate) fn is_published(&self) -> bool {
        self.publish.as_ref().is_none_or(|places| !places.is_empty())
    }

    /// The name of its library, if it is one.
    pub(crate) fn library(&self) -> Option<&str> {
        let library = self.targets.iter().find(|target| target.kind.iter().any(|kind| kind == "lib"));
        library.map(|target| target.name.as_str())
    }
}

impl Workspace {
    /// Asks cargo about the workspace at `root`.
    pub(crate) fn load(root: &Path) -> Result<Self> {
        let mut metadata = Command::new("cargo");
        metadata.args(["metadata", "--format-version", "1", "--locked", "--no-deps"]);
        Self::parse(&programs::read(root, &mut metadata)?)
    }

    pub(crate) fn parse(json: &str) -> Result<Self> {
        serde_json::from_str(json).context("cannot read what cargo metadata says")
    }

    /// The packages for users.
    pub(crate) fn published(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| package.is_published())
    }
}
