//! `urlspec-parquet`: adds columns to a Parquet file, which are functions of the URLs in one of its columns.

mod append;
mod calls;
mod cli;
mod shared_file;

use std::{io::Write as _, process::ExitCode};

use clap::Parser as _;
use urlspec_outputs::{Failure, print_styled};

fn main() -> ExitCode {
    let outcome = match cli::Cli::try_parse() {
        Ok(cli) => append::run(&cli, url_arrow::evaluate),
        Err(error) if error.use_stderr() => error.exit(),
        Err(help) => print_styled(|out| write!(out, "{}", help.render().ansi())),
    };
    outcome.map_or_else(Failure::exit_code, |()| ExitCode::SUCCESS)
}
