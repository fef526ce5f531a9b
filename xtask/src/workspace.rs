//! The workspace, as `cargo metadata` describes it.

use std::{fs, path::PathBuf};

use anyhow::{Context as _, Result};
use cargo_metadata::{Metadata, MetadataCommand, Package, Target};
use xshell::Shell;

/// The folder of the other workspace: the packages that need Arrow.
pub(crate) const ENGINES: &str = "engines";

/// Runs `cargo metadata` for the workspace that contains the directory of `sh`.
pub(crate) fn load(sh: &Shell) -> Result<Metadata> {
    let mut command = MetadataCommand::new();
    command.current_dir(sh.current_dir()).no_deps().other_options(["--locked".to_owned()]);
    command.exec().context("cargo metadata")
}

/// Returns the target folder of that workspace.
pub(crate) fn target(sh: &Shell) -> Result<PathBuf> {
    Ok(load(sh)?.target_directory.into())
}

/// Returns the packages for users.
pub(crate) fn published(workspace: &Metadata) -> impl Iterator<Item = &Package> {
    workspace.packages.iter().filter(|package| is_published(package))
}

/// True if `package` is for users, not only for the project itself.
pub(crate) fn is_published(package: &Package) -> bool {
    package.publish.as_ref().is_none_or(|places| !places.is_empty())
}

/// Returns the name of the library of `package`, if it has one.
pub(crate) fn library(package: &Package) -> Option<&str> {
    package.targets.iter().find(|target| target.is_lib()).map(|target| target.name.as_str())
}

/// Returns the test program `name` of `package`.
pub(crate) fn test<'p>(package: &'p Package, name: &str) -> Option<&'p Target> {
    package.targets.iter().find(|target| target.name == name && target.is_test())
}

/// Returns a non-default feature that the test program `test` of `package`, or a part of it, requires, if
/// any.
pub(crate) fn features_of_test(package: &Package, test: &Target) -> Result<Option<String>> {
    let mut features = test.required_features.clone();
    let source = fs::read_to_string(&test.src_path).with_context(|| test.src_path.to_string())?;
    let conditions = source.lines().filter(|line| line.starts_with("#![cfg(") || line.starts_with("#[cfg("));
    for condition in conditions.filter(|line| !line.contains("not(")) {
        let named = condition.split("feature = \"").skip(1).filter_map(|rest| rest.split('"').next());
        features.extend(named.map(String::from));
    }
    let defaults = package.features.get("default").map_or(&[][..], Vec::as_slice);
    Ok(features.into_iter().find(|feature| !defaults.contains(feature)))
}
