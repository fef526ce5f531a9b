//! The packages of the workspace, from `cargo metadata`.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use cargo_metadata::{Metadata, MetadataCommand, Package};
use xshell::Shell;

/// The folder of the second workspace, with the packages that depend on Arrow.
pub(crate) const ENGINES: &str = "engines";

/// Runs `cargo metadata` for the workspace that contains the directory of `sh`.
pub(crate) fn load(sh: &Shell) -> Result<Metadata> {
    let mut command = MetadataCommand::new();
    command.current_dir(sh.current_dir()).no_deps().other_options(["--locked".to_owned()]);
    command.exec().context("cargo metadata")
}

/// Returns the target folder of the workspace that contains the directory of `sh`.
pub(crate) fn target(sh: &Shell) -> Result<PathBuf> {
    Ok(load(sh)?.target_directory.into())
}

/// Returns the packages that are published for users.
pub(crate) fn published(workspace: &Metadata) -> impl Iterator<Item = &Package> {
    workspace.packages.iter().filter(|package| is_published(package))
}

/// True if `package` is published for users, not only used in the project.
pub(crate) fn is_published(package: &Package) -> bool {
    package.publish.as_ref().is_none_or(|places| !places.is_empty())
}

/// Returns the name of the library of `package`, if it has one.
pub(crate) fn library(package: &Package) -> Option<&str> {
    package.targets.iter().find(|target| target.is_lib()).map(|target| target.name.as_str())
}

/// Writes to `folder` the manifest of a package `name` outside the project, with the versions of the project.
pub(crate) fn outside(sh: &Shell, folder: &Path, name: &str, dependencies: &str) -> Result<()> {
    let package = format!(
        "[package]\nname = \"{name}\"\nedition = \"2024\"\n[workspace]\n[profile.release]\nstrip = true\n"
    );
    sh.write_file(folder.join("Cargo.toml"), format!("{package}[dependencies]\n{dependencies}\n"))?;
    Ok(sh.copy_file("Cargo.lock", folder)?)
}
