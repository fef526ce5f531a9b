//! `urlspec-sql`: SQL over files of URLs, by DataFusion with the functions of `url-columns`.

// The program `urlspec` writes its files with the same module.
#[path = "../../../crates/urlspec/src/outputs/mod.rs"]
#[allow(dead_code, reason = "this program has one output")]
mod outputs;
mod query;
mod url_function;
#[path = "../../parquet/src/verdict.rs"]
mod verdict;

use std::{path::PathBuf, process::ExitCode};

use clap::Parser;

use crate::verdict::Failure;

/// Run a SQL query over files of URLs.
///
/// A table is a file, in quotes: `select url_host(url), count(*) from 'x.parquet' group by 1`. Its name ends with `.parquet`, `.csv`
/// or `.json` (JSON Lines), or with `/` for a folder of such files.
#[derive(Debug, Parser)]
#[command(name = "urlspec-sql", version, after_help = functions())]
struct Cli {
    /// The query.
    query: String,
    /// Write the result to a Parquet file, instead of a table to stdout. It is replaced when it is complete.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The functions, for the help.
fn functions() -> String {
    let mut text = "Functions:\n".to_owned();
    for &function in url_columns::Function::ALL {
        let arguments: Vec<_> = function.arguments().iter().map(|argument| argument.name).collect();
        let profile = if function.takes_profile() { " [, profile]" } else { "" };
        let arguments = arguments.join(", ");
        text += &format!("  {function}({arguments}{profile})\n          {}\n", function.summary());
    }
    text
}

fn main() -> ExitCode {
    verdict::exit_code(query::run(&Cli::parse()))
}
