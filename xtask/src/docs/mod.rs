//! `cargo xtask docs`: the site, and the parts of the documentation that are generated and kept.

mod dead_links;
mod diagrams;
mod site;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

pub(crate) use site::build;

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Draw the grammars as railroad diagrams.
    Diagrams,
}

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Show the words of the URL Standard beside the code, step for step, from this copy of its text. Such a site is not to be
    /// published.
    #[arg(long, value_name = "FILE")]
    text: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    match options.command {
        None => build(root, options.text.as_deref()),
        Some(Command::Diagrams) => write_all(root, diagrams::files()),
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
