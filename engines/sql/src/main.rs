//! `urlspec-sql`: runs SQL queries over files of URLs, with DataFusion and the functions of `url-columns`.

mod query;
mod url_function;

use std::{io::Write as _, path::PathBuf, process::ExitCode};

use clap::Parser;
use url_columns::Function;
use urlspec_outputs::{Failure, print_styled};

/// Run a SQL query over files of URLs.
///
/// A table is a file, in quotes: `select url_host(url), count(*) from 'x.parquet' group by 1`. Its name ends
/// with `.parquet`, `.csv` or `.json` (JSON Lines), or with `/` for a folder of such files, or it is a glob.
#[derive(Debug, Parser)]
#[command(name = "urlspec-sql", version, after_help = functions())]
struct Cli {
    /// The query.
    query: String,
    /// Read this file, folder or glob as the table `input`. If the option is given several times, the table
    /// has the rows of all of them, which must have the same format.
    #[arg(long = "in", value_name = "PATH")]
    inputs: Vec<String>,
    /// Write the result to a Parquet file, instead of a table to stdout. It is replaced only when the new
    /// file is complete.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn functions() -> String {
    let mut text = "Functions:\n".to_owned();
    for &function in Function::ALL {
        let arguments: Vec<_> = function.arguments().iter().map(|argument| argument.name).collect();
        let profile = if function.takes_profile() { " [, profile]" } else { "" };
        let arguments = arguments.join(", ");
        text += &format!("  {function}({arguments}{profile})\n          {}\n", function.summary());
    }
    text
}

fn main() -> ExitCode {
    let outcome = match Cli::try_parse() {
        Ok(cli) => query::run(&cli),
        Err(error) if error.use_stderr() => error.exit(),
        Err(help) => print_styled(|out| write!(out, "{}", help.render().ansi())),
    };
    outcome.map_or_else(Failure::exit_code, |()| ExitCode::SUCCESS)
}
