//! `urlspec-sql`: runs SQL queries over files of URLs, with DataFusion and the functions of `url-columns`.

mod cli;
mod inputs;
mod query;
mod url_function;

use std::{io::Write as _, process::ExitCode};

use clap::Parser as _;
use urlspec_outputs::{Failure, print_styled};

fn main() -> ExitCode {
    let outcome = match cli::Cli::try_parse() {
        Ok(cli) => query::run(&cli),
        Err(error) if error.use_stderr() => error.exit(),
        Err(help) => print_styled(|out| write!(out, "{}", help.render().ansi())),
    };
    outcome.map_or_else(Failure::exit_code, |()| ExitCode::SUCCESS)
}
