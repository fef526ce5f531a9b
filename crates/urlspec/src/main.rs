//! The program `urlspec`, which parses and compares URLs by several specifications. The module `commands`
//! contains the commands, `shape` the JSON output for programs, and `show` the output for people.

mod args;
mod candidate_file;
mod commands;
mod format;
mod inputs;
mod lines;
mod markdown;
mod operation;
mod permitted;
mod pipeline;
mod published;
mod records;
mod request;
mod selection;
#[cfg(feature = "serve")]
mod serve;
mod shape;
mod show;
mod template;
mod verdict;

use std::{env, ffi::OsString, io::Write as _, process::ExitCode};

use urlspec_outputs::{escape_controls, print_styled};

use crate::verdict::{Failure, Verdict};

fn main() -> ExitCode {
    let outcome = match args::Cli::from_args(env::args_os()) {
        Ok(cli) => commands::run(cli),
        Err(error) if error.use_stderr() => {
            // The message contains an argument, whose control characters must not reach a terminal.
            let visible =
                |argument: OsString| escape_controls(&argument.to_string_lossy(), &[]).into_owned().into();
            let shown = args::Cli::from_args(env::args_os().map(visible));
            Err(shown.map_or_else(|shown| shown.exit(), |_| Failure::Refused(error.kind().to_string())))
        }
        // This is the help or the version that the user asked for.
        Err(help) => print_styled(|out| write!(out, "{}", help.render().ansi())).map(|()| Verdict::Valid),
    };
    match outcome {
        Ok(Verdict::Valid) => ExitCode::SUCCESS,
        Ok(Verdict::Invalid) => ExitCode::from(1),
        Err(failure) => failure.exit_code(),
    }
}
