//! `cargo xtask <command>`: the project's own commands, each a module of this program.

mod finding;
mod spec;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Parser, Subcommand};

/// The project's own commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    /// The tree to work on, instead of this project.
    #[arg(long, global = true, default_value_os_t = project(), hide_default_value = true)]
    root: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The registry of spec sections: rebuild it, generate constants from it, check the code against it.
    #[command(subcommand)]
    Spec(spec::Command),
}

/// The directory of the workspace.
fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn main() -> ExitCode {
    let Cli { root, command } = Cli::parse();
    let done = match command {
        Command::Spec(command) => spec::run(&root, &command),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
