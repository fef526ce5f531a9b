//! `cargo xtask <command>`: the project's own commands, each a module of this program.

mod spec;

use std::{path::Path, process::ExitCode};

use clap::{Parser, Subcommand};

/// The project's own commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The registry of spec sections: rebuild it, generate constants from it, check the code against it.
    #[command(subcommand)]
    Spec(spec::Command),
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let done = match Cli::parse().command {
        Command::Spec(command) => spec::run(root, &command),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
