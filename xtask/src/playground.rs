//! The module of the site's playground, which the site has and a test runs: the package `playground` for WebAssembly.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, ensure};

use crate::programs;

/// What it is compiled for: a program that reads, writes and ends.
const TARGET: &str = "wasm32-wasip1";

/// The package, the profile that it is built in, and the name of the module.
const NAME: &str = "playground";

/// Builds the module, and returns where it is in `target`; `None`, and a line that says so, without the standard library of
/// the target.
pub(crate) fn build(root: &Path, target: &Path) -> Result<Option<PathBuf>> {
    if !has_target(root)? {
        println!("no playground: the target {TARGET} is not installed (`rustup target add {TARGET}`)");
        return Ok(None);
    }
    programs::cargo(root, &["build", "--locked", "--profile", NAME, "--target", TARGET, "-p", NAME])?;
    Ok(Some(target.join(TARGET).join(NAME).join(NAME).with_extension("wasm")))
}

/// Whether programs for the target can be built.
fn has_target(root: &Path) -> Result<bool> {
    let mut command = Command::new("rustc");
    command.args(["--print", "target-libdir", "--target", TARGET]).current_dir(root);
    let output = command.output().context("cannot run rustc")?;
    ensure!(output.status.success(), "rustc: {}", String::from_utf8_lossy(&output.stderr).trim());
    Ok(Path::new(String::from_utf8_lossy(&output.stdout).trim()).exists())
}
