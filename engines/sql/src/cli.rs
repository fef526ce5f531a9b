//! The command line.

use std::path::PathBuf;

use clap::Parser;
use url_columns::Function;

/// Run a SQL query over files of URLs.
///
/// A table is a file, in quotes: `select url_host(url), count(*) from 'x.parquet' group by 1`. Its name ends
/// with `.parquet`, `.csv` or `.json` (JSON Lines), or with `/` for a folder of such files.
#[derive(Debug, Parser)]
#[command(name = "urlspec-sql", version, after_help = functions())]
pub(crate) struct Cli {
    /// The query.
    pub(crate) query: String,
    /// Write the result to a Parquet file, instead of a table to stdout. It is replaced only when the new
    /// file is complete.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// Returns the list of functions for the help.
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
