//! The module of the site's playground, which the site has and a test runs: the package `playground` for WebAssembly.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::programs;

/// What it is compiled for: a program that reads, writes and ends.
const TARGET: &str = "wasm32-wasip1";

/// The package, the profile that it is built in, and the name of the module.
const NAME: &str = "playground";

/// Builds the module, and returns where it is in `target`; `None`, and a line that says so, without the standard library of
/// the target.
pub(crate) fn build(root: &Path, target: &Path) -> Result<Option<PathBuf>> {
    if !programs::has_target(TARGET)? {
        println!("no playground");
        return Ok(None);
    }
    programs::cargo(root, &["build", "--locked", "--profile", NAME, "--target", TARGET, "-p", NAME])?;
    Ok(Some(target.join(TARGET).join(NAME).join(NAME).with_extension("wasm")))
}
