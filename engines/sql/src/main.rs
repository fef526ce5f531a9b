//! `urlspec-sql`: SQL over files of URLs, by DataFusion with the functions of `url-columns`.

mod cli;
mod inputs;
mod query;
mod url_function;

use std::process::ExitCode;

use clap::Parser as _;
use urlspec_outputs::Failure;

fn main() -> ExitCode {
    query::run(&cli::Cli::parse()).map_or_else(Failure::exit_code, |()| ExitCode::SUCCESS)
}
