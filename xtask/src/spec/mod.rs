//! `cargo xtask spec`: the registry of spec sections in `docs/spec/`, and what is made from it.

mod check;
mod citations;
mod code;
mod constants;
mod extract;
mod lint;
mod matrix;
mod order;
mod outline;
mod reach;
mod readers;
mod registry;
mod source;
mod tree;

use std::path::{Path, PathBuf};

use anyhow::Result;

use registry::Registry;
use tree::{Tree, write};

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Rebuild a spec's registry from the spec's text, and list the code and tests that each change affects; titles, layers
    /// and statuses of known sections stay.
    Extract {
        /// The spec's name, the part of its section ids before `#`.
        spec: String,
        /// The spec's texts, one for each of the registry's formats; they are read and never stored.
        #[arg(required = true)]
        texts: Vec<PathBuf>,
        #[command(flatten)]
        reach: ReachOptions,
    },
    /// Regenerate the constants of url-core from the registries.
    Generate,
    /// Check that the code cites the sections that it implements, and that every normative section is cited and reached.
    Check(ReachOptions),
    /// Tell an editor what may want mending in a spec: wrong numbers, terms without a definition, steps that no test reaches.
    Lint {
        /// The spec's name.
        spec: String,
        /// The spec's texts, one for each of the registry's formats.
        #[arg(required = true)]
        texts: Vec<PathBuf>,
        #[command(flatten)]
        reach: ReachOptions,
    },
    /// Run the project's own vectors, and print which sections each of them reached: one JSON object a line.
    Reach,
    /// Print the traceability matrix: for each spec, one JSON object a line.
    Matrix(ReachOptions),
}

#[derive(clap::Args)]
pub(crate) struct ReachOptions {
    /// What `spec reach` printed, to be taken instead of running the vectors.
    #[arg(long, value_name = "FILE")]
    reach: Option<PathBuf>,
}

pub(crate) fn run(root: &Path, command: &Command) -> Result<()> {
    match command {
        Command::Extract { spec, texts, reach } => extract::run(root, spec, texts, reach.reach.as_deref()),
        Command::Generate => generate(root),
        Command::Check(options) => check::run(root, options.reach.as_deref()),
        Command::Lint { spec, texts, reach } => lint::run(root, spec, texts, reach.reach.as_deref()),
        Command::Reach => print_runs(root),
        Command::Matrix(options) => {
            print!("{}", matrix_lines(root, options.reach.as_deref())?);
            Ok(())
        }
    }
}

/// Checks the tree at `root`, whose vectors are run.
pub(crate) fn check(root: &Path) -> Result<()> {
    check::run(root, None)
}

/// The traceability matrix of the tree at `root`: for each spec, one JSON object a line.
pub(crate) fn matrix_lines(root: &Path, runs: Option<&Path>) -> Result<String> {
    let matrix = Tree::read(root, runs)?.matrix(root)?;
    matrix.specs.iter().map(|spec| Ok(serde_json::to_string(spec)? + "\n")).collect()
}

fn print_runs(root: &Path) -> Result<()> {
    for run in reach::run_all(root)? {
        println!("{}", serde_json::to_string(&run)?);
    }
    Ok(())
}

fn generate(root: &Path) -> Result<()> {
    for registry in Registry::all(root)? {
        write(root, &constants::path(&registry.spec.name), &constants::source(&registry))?;
    }
    Ok(())
}
