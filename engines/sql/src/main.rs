//! `urlspec-sql`: SQL over files of URLs, by DataFusion with the functions of `url-columns`.

mod cli;
// The program `urlspec` writes its files with the same module.
#[path = "../../../crates/urlspec/src/outputs/mod.rs"]
#[allow(dead_code, reason = "this program has one output")]
mod outputs;
mod query;
mod url_function;
#[path = "../../parquet/src/verdict.rs"]
mod verdict;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    verdict::exit_code(query::run(&cli::Cli::parse()))
}
