//! The commands, one per file.

mod agree;
mod batch;
mod canon;
mod changes;
mod check;
mod columns;
mod columns_json;
mod compare;
mod diff;
mod diff_lines;
mod diff_report;
mod edit;
mod explain;
pub(crate) mod find;
mod get;
mod guard;
mod manual;
mod one;
mod parts;
mod profiles;
mod risk;
mod scan;

use self::one::read_url;
use crate::{
    args::{Cli, Command},
    operation::Operation,
    shape::Detail,
    verdict::{Failure, Verdict},
};

pub(crate) fn run(Cli { options, command }: Cli) -> Result<Verdict, Failure> {
    match command {
        Command::Parse { url } => one::run(&options, &read_url(&url)?, Operation::Parse),
        Command::Resolve { url, base } => {
            one::run(&options, &read_url(&url)?, Operation::Resolve { base: &base })
        }
        Command::Canon(canon) => canon::run(&options, &canon),
        Command::Get(get) => get::run(&options, &get),
        Command::Explain { url, links: true, mode, .. } => explain::links(&options, &read_url(&url)?, mode),
        Command::Explain { url, base, every, .. } => {
            explain::run(&options, &read_url(&url)?, base.as_deref(), Detail::of(every))
        }
        Command::Edit(edit) => edit::run(&options, *edit),
        Command::Find(args) => find::run(&options, &args),
        Command::Check { documents, exit_zero } => {
            let verdict = check::run(&options, documents)?;
            Ok(if exit_zero { Verdict::Valid } else { verdict })
        }
        Command::Build(parts) => parts::build(&options, parts),
        Command::Encode(values) => parts::convert(&options, &values, "encoded", parts::encode),
        Command::Decode(values) => parts::convert(&options, &values, "decoded", parts::decode),
        Command::Risk(stream) => risk::run(&options, &stream),
        Command::Agree(args) => agree::run(&options, args),
        Command::Guard(args) => guard::run(&options, args),
        Command::Columns(columns) => columns::run(&options, &columns),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { dir } => manual::man(dir.as_deref()),
        Command::Compare {
            url,
            base,
            changed,
            #[cfg(feature = "crates")]
            crates,
        } => {
            let (url, base) = (read_url(&url)?, base.as_deref());
            let rows = Vec::new();
            #[cfg(feature = "crates")]
            let rows = if crates { compare::crate_rows(&url, base) } else { rows };
            compare::run(&options, &url, base, changed, &rows)
        }
        Command::Diff(args) => diff::run(&options, &args),
        Command::Impact(args) => diff::run_impact(&options, args),
        Command::Minimize(args) => diff::run_minimize(&options, &args),
        Command::Profiles => profiles::run(&options),
        Command::Batch { base } => batch::run(&options, base.as_deref()),
        #[cfg(feature = "serve")]
        Command::Serve { bind, names, site, policy } => {
            let guard = guard::guard_of(policy.as_deref())?;
            crate::serve::run(&options, bind, names, site.as_deref(), guard)
        }
    }
}
