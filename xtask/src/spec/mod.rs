//! `cargo xtask spec`: the registry of spec sections in `docs/spec/`, and the code that is generated from it.

/// Prints a line, or returns the error.
macro_rules! say {
    ($($line:tt)*) => {
        std::io::Write::write_fmt(&mut std::io::stdout(), format_args!("{}\n", format_args!($($line)*)))?
    };
}

mod check;
mod citations;
mod extract;
mod ids;
mod matrix;
mod reach;
mod registry;
mod source;
mod standard;

use std::path::{self, PathBuf};

use anyhow::{Context as _, Result};
use xshell::Shell;

use matrix::{ReachOptions, Tree};

pub use citations::Citation;
pub use ids::heading;
pub use matrix::{Matrix, Reach, SectionRow, SpecMatrix};
pub use reach::Run;
pub use registry::Status;
pub(crate) use source::is_test;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The tree to work on, instead of this project.
    #[arg(long, global = true, value_name = "FOLDER")]
    root: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Check that the code cites the sections that it implements, and that every normative section is cited
    /// and reached.
    Check(ReachOptions),
    /// Regenerate the constants of sections from the registries.
    Generate,
    /// Print a section: its title, the code that cites it, and the tests and vectors that reach it.
    Show {
        /// The section's id, such as `whatwg#host-state-2`
        id: String,
        #[command(flatten)]
        reach: ReachOptions,
    },
    /// Run the project's own vectors, and print the sections that each of them reached: one JSON object a
    /// line.
    Reach,
    /// Rebuild a registry from the text of the spec, and report the sections that changed, with the code that
    /// cites them and the tests that reach them.
    ///
    /// A section keeps its title, layer and status wherever it is in the new text.
    Extract(extract::Options),
}

/// Reads the tree in the directory of `sh`, runs its vectors, and returns the matrix.
///
/// # Errors
/// If a file of the tree cannot be read.
pub fn read_matrix(sh: &Shell) -> Result<Matrix> {
    Ok(Tree::read(sh, &ReachOptions::default())?.matrix())
}

/// Checks the tree in the directory of `sh`, as `spec check` does.
pub(crate) fn check(sh: &Shell) -> Result<()> {
    check::run(sh, &ReachOptions::default())
}

pub(crate) fn run(sh: &Shell, Options { root, command }: &Options) -> Result<()> {
    if let Some(root) = root {
        // The path is relative to the directory of the user, not to that of the project.
        sh.change_dir(path::absolute(root)?);
    }
    match command {
        Command::Check(options) => check::run(sh, options),
        Command::Generate => registry::generate(sh),
        Command::Show { id, reach } => {
            let matrix = Tree::read(sh, reach)?.matrix();
            let row = matrix.row(id).with_context(|| format!("no spec has a section {id}"))?;
            say!("{id}: {}\n{}, {}", row.title, row.status, row.layer);
            for line in row.touched(usize::MAX).into_iter().chain(row.excuse.clone()) {
                say!("{line}");
            }
            Ok(())
        }
        Command::Reach => {
            for run in reach::run_all(sh)? {
                say!("{}", serde_json::to_string(&run)?);
            }
            Ok(())
        }
        Command::Extract(options) => extract::run(sh, options),
    }
}
