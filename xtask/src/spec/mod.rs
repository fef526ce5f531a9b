//! `cargo xtask spec`: the registry of spec sections in `docs/spec/`, and what is made from it.

mod constants;
mod document;
mod registry;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

use registry::Registry;

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Rebuild a spec's registry from the spec's text; titles, layers and statuses of known sections stay.
    Extract {
        /// The spec's name, the part of its section ids before `#`.
        spec: String,
        /// The spec's text, which is read and never stored.
        text: PathBuf,
    },
    /// Regenerate the constants of url-core from the registries.
    Generate,
}

pub(crate) fn run(root: &Path, command: &Command) -> Result<()> {
    match command {
        Command::Extract { spec, text } => extract(root, spec, text),
        Command::Generate => generate(root),
    }
}

fn extract(root: &Path, spec: &str, text: &Path) -> Result<()> {
    let text = fs::read_to_string(text).with_context(|| format!("cannot read {}", text.display()))?;
    let path = registry::path(root, spec);
    let mut registry = Registry::load(&path)?;
    for change in registry.update(&document::sections(spec, &text)) {
        println!("{change}");
    }
    fs::write(&path, registry.to_string()).with_context(|| format!("cannot write {}", path.display()))
}

fn generate(root: &Path) -> Result<()> {
    for registry in Registry::all(root)? {
        let path = constants::path(root, &registry.spec.name);
        fs::write(&path, constants::source(&registry))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
