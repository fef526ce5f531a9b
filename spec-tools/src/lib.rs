//! `cargo xtask spec`: the registry of spec sections in `docs/spec/`, and the code that is generated from it.

/// Prints a line, or returns the error.
macro_rules! say {
    ($($line:tt)*) => {
        std::io::Write::write_fmt(&mut std::io::stdout(), format_args!("{}\n", format_args!($($line)*)))?
    };
}

mod alignment;
mod candidates;
mod check;
mod citations;
mod code;
mod constants;
mod extract;
#[path = "../../xtask/src/finding.rs"]
mod finding;
mod matrix;
mod order;
mod outline;
mod reach;
mod registry;
mod show;
mod source;
mod standard;
mod trial;

use std::{
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Result;
use clap::Parser as _;
use xshell::Shell;

use matrix::{ReachOptions, Tree};

pub use citations::Citation;
pub use matrix::{Matrix, Reach, Row, SpecMatrix};
pub use outline::heading;
pub use reach::Run;
pub use registry::Status;

/// Checks, generates and rebuilds the registry of spec sections.
#[derive(clap::Parser)]
#[command(name = "cargo xtask spec", bin_name = "cargo xtask spec")]
struct Cli {
    /// The tree to work on, instead of this project.
    #[arg(long, global = true, default_value_os_t = Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), hide_default_value = true)]
    root: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Check that the code cites the sections that it implements, and that every normative section is cited
    /// and reached.
    Check(check::Options),
    /// Regenerate the constants of sections from the registries.
    Generate,
    /// Print a section: its text from a copy, the code that cites it, and the vectors that reach it with
    /// their results.
    Show(show::Options),
    /// Run the project's own vectors, and print the sections that each of them reached: one JSON object a
    /// line.
    Reach,
    /// Rebuild a registry from the text of the spec, and report the sections that changed, with the code that
    /// cites them and the tests that reach them.
    ///
    /// A section keeps its title, layer and status wherever it is in the new text.
    Extract(extract::Options),
    /// Make a candidate from an edited text if data can express the edit; else name the code that it needs
    /// first.
    Try(trial::Options),
}

/// Runs the command in the arguments of this process.
pub fn main() -> ExitCode {
    let Cli { root, command } = Cli::parse();
    match shell(&root).and_then(|sh| run(&sh, &command)) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader closed the pipe.
        Err(error) if error.downcast_ref().map(io::Error::kind) == Some(ErrorKind::BrokenPipe) => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the matrix of the tree in the directory of `sh`, after a run of its vectors.
///
/// # Errors
/// If a file of the tree cannot be read.
pub fn read_matrix(sh: &Shell) -> Result<Matrix> {
    Tree::read(sh, &ReachOptions::default())?.matrix(sh)
}

/// Returns a shell in the directory `root`.
fn shell(root: &Path) -> Result<Shell> {
    let sh = Shell::new()?;
    sh.change_dir(root);
    Ok(sh)
}

fn run(sh: &Shell, command: &Command) -> Result<()> {
    match command {
        Command::Check(options) => check::run(sh, options),
        Command::Generate => constants::generate(sh),
        Command::Show(options) => show::run(sh, options),
        Command::Reach => {
            for run in reach::run_all(sh)? {
                say!("{}", serde_json::to_string(&run)?);
            }
            Ok(())
        }
        Command::Extract(options) => extract::run(sh, options),
        Command::Try(options) => trial::run(sh, options),
    }
}
