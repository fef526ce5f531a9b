//! What `cargo metadata` says about the workspace.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

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
    /// Where it may be published; empty for nowhere.
    publish: Option<Vec<String>>,
    pub(crate) manifest_path: PathBuf,
    pub(crate) dependencies: Vec<Dependency>,
    #[serde(default)]
    targets: Vec<Target>,
}

/// A crate of a package.
#[derive(Debug, Deserialize)]
struct Target {
    src_path: PathBuf,
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
}

impl Workspace {
    /// Asks cargo about the workspace at `root`.
    pub(crate) fn load(root: &Path) -> Result<Self> {
        let output = Command::new("cargo")
            .args(["metadata", "--format-version", "1", "--no-deps", "--locked"])
            .current_dir(root)
            .output()
            .context("cannot run cargo metadata")?;
        ensure!(
            output.status.success(),
            "cargo metadata: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
        Self::parse(&output.stdout)
    }

    pub(crate) fn parse(json: &[u8]) -> Result<Self> {
        serde_json::from_slice(json).context("cannot read what cargo metadata says")
    }

    /// The packages for users, not those that serve the project alone.
    pub(crate) fn published(&self) -> impl Iterator<Item = &Package> {
        self.packages
            .iter()
            .filter(|package| package.publish.as_ref().is_none_or(|places| !places.is_empty()))
    }
}
