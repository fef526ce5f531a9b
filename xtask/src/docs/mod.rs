//! `cargo xtask docs`: the parts of the documentation that are generated.

mod diagrams;

use std::{fs, path::Path};

use anyhow::{Context as _, Result};

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Draw the grammars as railroad diagrams.
    Diagrams,
}

pub(crate) fn run(root: &Path, command: &Command) -> Result<()> {
    match command {
        Command::Diagrams => write_all(root, diagrams::files()),
    }
}

/// Writes each text to its path below `root`.
fn write_all(root: &Path, files: Vec<(String, String)>) -> Result<()> {
    for (path, text) in files {
        let path = root.join(path);
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))?;
        }
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
