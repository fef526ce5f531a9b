//! The commands, one per file.

mod batch;
mod canon;
mod canon_lines;
mod check;
mod check_lines;
mod columns;
mod compare;
mod diff;
mod diff_lines;
mod diff_report;
mod edit;
mod explain;
mod find;
mod get;
mod manual;
mod one;
mod profiles;

use std::{
    borrow::Cow,
    ffi::OsString,
    io::{self, Read as _, Write as _},
};

use url_facade::from_bytes;

use crate::{
    args::{Cli, Command, text},
    inputs::Source,
    operation::Operation,
    records::RECORD_LIMIT,
    shape::Detail,
    verdict::{Failure, Verdict},
};

/// Shows the help, or the version, that was asked for.
pub(crate) fn help(help: &clap::Error) -> Result<Verdict, Failure> {
    help.print().and_then(|()| io::stdout().flush()).map_err(Failure::writing("stdout"))?;
    Ok(Verdict::Valid)
}

/// The URL that `argument` is; for `-`, the content of stdin, without the end of its line.
fn given(argument: &OsString) -> Result<Cow<'_, str>, Failure> {
    if argument != "-" {
        return Ok(text(argument));
    }
    let Source { name, reader, .. } = Source::stdin()?;
    let mut bytes = Vec::new();
    reader.take(RECORD_LIMIT as u64).read_to_end(&mut bytes).map_err(Failure::reading(name))?;
    let line = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    Ok(from_bytes(line).into_owned().into())
}

/// Runs the command.
pub(crate) fn run(Cli { options, command }: Cli) -> Result<Verdict, Failure> {
    match command {
        Command::Parse { url } => one::run(&options, &given(&url)?, Operation::Parse),
        Command::Resolve { url, base } => {
            one::run(&options, &given(&url)?, Operation::Resolve { base: &text(&base) })
        }
        Command::Canon(canon) => canon::run(&options, &canon),
        Command::Get(get) => get::run(&options, &get),
        Command::Explain { url, base, every } => {
            let base = base.as_ref().map(text);
            explain::run(&options, &given(&url)?, base.as_deref(), Detail::of(every))
        }
        Command::Edit(edit) => edit::run(&options, &edit),
        Command::Find(find) => find::run(&options, &find),
        Command::Check(check) => check::run(&options, &check),
        Command::Columns(columns) => columns::run(&options, &columns),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { dir } => manual::man(dir.as_deref()),
        Command::Compare { url, base } => {
            compare::run(&options, &given(&url)?, base.as_ref().map(text).as_deref())
        }
        Command::Diff(asked) => diff::run(&options, &asked),
        Command::Minimize(asked) => diff::run_minimize(&options, &asked),
        Command::Profiles => profiles::run(&options),
        Command::Batch { base } => batch::run(&options, base.as_ref().map(text).as_deref()),
        #[cfg(feature = "serve")]
        Command::Serve { bind } => crate::serve::run(&options, bind),
    }
}
