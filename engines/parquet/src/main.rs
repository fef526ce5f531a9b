//! `urlspec-parquet`: a Parquet file with columns added, which are functions of the URLs in one of its columns.

mod append;
mod calls;
mod cli;
mod shared_file;

use std::process::ExitCode;

use clap::Parser as _;
use urlspec_outputs::Failure;

fn main() -> ExitCode {
    let outcome = append::run(&cli::Cli::parse(), url_arrow::evaluate);
    outcome.map_or_else(Failure::exit_code, |()| ExitCode::SUCCESS)
}
