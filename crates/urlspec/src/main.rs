//! `urlspec`: URLs as the specifications have them, at the command line. What each command does stands in
//! `commands`, what it prints for programs in `shape`, and for people in `show`.

mod args;
mod asked;
mod commands;
mod inputs;
mod operation;
mod outputs;
mod pipeline;
mod records;
mod request;
#[cfg(feature = "serve")]
mod serve;
mod shape;
mod show;
mod verdict;
mod visible;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let outcome = match args::Cli::try_parse() {
        Ok(cli) => commands::run(cli),
        Err(error) if error.use_stderr() => error.exit(),
        Err(help) => commands::help(&help),
    };
    verdict::exit_code(outcome)
}
