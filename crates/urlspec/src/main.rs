//! `urlspec`: URLs as the specifications define them, at the command line. `commands` has what each command does, `shape` what
//! it prints for programs, and `show` what it prints for people.

mod answers;
mod args;
mod asked;
mod buffers;
mod commands;
mod condition;
mod extract;
mod format;
mod inputs;
mod lines;
mod operation;
mod parsing;
mod permitted;
mod pipeline;
mod place;
mod records;
mod redact;
mod request;
mod selection;
#[cfg(feature = "serve")]
mod serve;
mod shape;
mod show;
mod template;
mod texts;
mod verdict;
mod visible;

use std::process::ExitCode;

use clap::Parser as _;

use crate::verdict::Verdict;

fn main() -> ExitCode {
    let outcome = match args::Cli::try_parse() {
        Ok(cli) => commands::run(cli),
        Err(error) if error.use_stderr() => error.exit(),
        Err(help) => commands::help(&help),
    };
    match outcome {
        Ok(Verdict::Valid) => ExitCode::SUCCESS,
        Ok(Verdict::Invalid) => ExitCode::from(1),
        Err(failure) => failure.exit_code(),
    }
}
