//! `urlspec-parquet`: a Parquet file with columns added, which are functions of the URLs in one of its columns.

mod append;
mod calls;
mod cli;
// The program `urlspec` writes its files with the same module.
#[path = "../../../crates/urlspec/src/outputs/mod.rs"]
#[allow(dead_code, reason = "this program has one output")]
mod outputs;
mod shared_file;
mod verdict;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    verdict::exit_code(append::run(&cli::Cli::parse(), url_arrow::evaluate))
}
