//! `cargo xtask spec`: the registry of spec sections in `docs/spec/`, and what is made from it.

mod check;
mod constants;
mod outline;
mod readers;
mod registry;
mod source;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};

use outline::Outline;
use registry::Registry;

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Rebuild a spec's registry from the spec's text; titles, layers and statuses of known sections stay.
    Extract {
        /// The spec's name, the part of its section ids before `#`.
        spec: String,
        /// The spec's texts, one for each of the registry's formats; they are read and never stored.
        #[arg(required = true)]
        texts: Vec<PathBuf>,
    },
    /// Regenerate the constants of url-core from the registries.
    Generate,
    /// Check that the code cites the sections it implements, and that every normative section is cited.
    Check,
}

pub(crate) fn run(root: &Path, command: &Command) -> Result<()> {
    match command {
        Command::Extract { spec, texts } => extract(root, spec, texts),
        Command::Generate => generate(root),
        Command::Check => check::run(root),
    }
}

fn extract(root: &Path, spec: &str, texts: &[PathBuf]) -> Result<()> {
    let mut registry = Registry::load(root, spec)?;
    let formats = &registry.spec.formats;
    if formats.len() != texts.len() {
        bail!("{spec} has {} texts, not {}", formats.len(), texts.len());
    }
    let mut outline = Outline::new(spec);
    for (format, path) in formats.iter().zip(texts) {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        format.read(&text, &mut outline);
    }
    for change in registry.update(&outline.into_sections()) {
        println!("{change}");
    }
    write(root, &registry.path, &registry.to_string())
}

fn generate(root: &Path) -> Result<()> {
    for registry in Registry::all(root)? {
        write(root, &constants::path(&registry.spec.name), &constants::source(&registry))?;
    }
    Ok(())
}

fn write(root: &Path, path: &Path, text: &str) -> Result<()> {
    fs::write(root.join(path), text).with_context(|| format!("cannot write {}", path.display()))
}
