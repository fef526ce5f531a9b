//! The commands of the program. Related commands share a file; the smallest commands are in this file.

mod columns;
mod diff;
mod edit;
mod explain;
mod find;
mod guard;
mod one;

use std::{io::Write as _, ops::ControlFlow, path::Path};

use clap_complete::Shell;
use clap_mangen::Man;
use urlspec_outputs::{Opening, finish, print};

use self::one::read_url;
use crate::{
    args::{Cli, Command, Inputs, Options},
    inputs::Input,
    operation::Operation,
    pipeline,
    records::Block,
    request::{Defaults, OpResult},
    shape::{Detail, ProfileShape, Reply, write_line},
    show::{SECTION, print_either},
    verdict::{Result, Verdict},
};

pub(crate) fn run(Cli { options, command }: Cli) -> Result<Verdict> {
    match command {
        Command::Parse { url } => one::run(&options, &read_url(&url)?, Operation::Parse),
        Command::Resolve { url, base } => {
            one::run(&options, &read_url(&url)?, Operation::Resolve { base: &base })
        }
        Command::Canon(canon) => one::canon(&options, &canon),
        Command::Get(get) => columns::get(&options, &get),
        Command::Explain { url, links: true, mode, .. } => explain::links(&options, &read_url(&url)?, mode),
        Command::Explain { url, base, every, .. } => {
            explain::run(&options, &read_url(&url)?, base.as_deref(), Detail::of(every))
        }
        Command::Edit(edit) => edit::run(&options, *edit),
        Command::Find(args) => find::run(&options, &args),
        Command::Check { documents, exit_zero } => {
            let verdict = one::check(&options, documents)?;
            Ok(if exit_zero { Verdict::Valid } else { verdict })
        }
        Command::Build(parts) => edit::build(&options, parts),
        Command::Encode(values) => edit::convert(&options, &values, "encoded", edit::encode),
        Command::Decode(values) => edit::convert(&options, &values, "decoded", edit::decode),
        Command::Risk(stream) => guard::risk(&options, &stream),
        Command::Agree(args) => guard::agree(&options, args),
        Command::Guard(args) => guard::run(&options, args),
        Command::Columns(columns) => columns::run(&options, &columns),
        Command::Completions { shell } => completions(shell),
        Command::Man { dir } => man(dir.as_deref()),
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
            let rows = if crates { diff::crate_rows(&url, base) } else { rows };
            diff::compare(&options, &url, base, changed, &rows)
        }
        Command::Diff(args) => diff::run(&options, &args),
        Command::Impact(args) => diff::run_impact(&options, args),
        Command::Minimize(args) => diff::run_minimize(&options, &args),
        Command::Profiles => list_profiles(&options),
        Command::Batch { base } => batch(&options, base.as_deref()),
        #[cfg(feature = "serve")]
        Command::Serve { bind, names, site, policy } => {
            let guard = guard::guard_of(policy.as_deref())?;
            crate::serve::run(&options, bind, names, site.as_deref(), guard)
        }
    }
}

fn batch(options: &Options, base: Option<&str>) -> Result<Verdict> {
    let defaults = Defaults { parser: options.parser(), base: base.map(Into::into) };
    let mut input = Input::open(&Inputs { urls: vec!["-".into()], ..Inputs::default() })?;
    let out = Opening::beside(input.take_identities()).open(None)?;
    let work = move |block: Block| {
        let mut out = Vec::new();
        for (_, line) in block.records() {
            match line {
                Ok(line) => defaults.answer(line.as_bytes(), &mut out),
                Err(error) => write_line(&mut out, &Reply::new(None, OpResult::Refused(error.error()))),
            }
        }
        out
    };
    pipeline::run(input.into_blocks(), work, Vec::len, out, |out, answers: Vec<u8>| {
        out.write(&answers).map(ControlFlow::Continue)
    })?
    .1?;
    Ok(Verdict::Valid)
}

fn completions(shell: Shell) -> Result<Verdict> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command_line(), "urlspec", &mut script);
    print(|out| out.write_all(&script)).map(|()| Verdict::Valid)
}

fn man(dir: Option<&Path>) -> Result<Verdict> {
    let mut command = Cli::command_line();
    command.build();
    let Some(dir) = dir else {
        return print(|out| out.write_all(&manual_page(command))).map(|()| Verdict::Valid);
    };
    let mut opening = Opening::beside(None);
    let mut pages = Vec::new();
    let mut commands = vec![("urlspec".to_owned(), command)];
    while let Some((name, command)) = commands.pop() {
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            commands.push((format!("{name}-{}", sub.get_name()), sub.clone()));
        }
        let mut out = opening.open(Some(&dir.join(format!("{name}.1"))))?;
        out.write(&manual_page(command))?;
        pages.push(out);
    }
    finish(pages, false).map(|()| Verdict::Valid)
}

fn manual_page(command: clap::Command) -> Vec<u8> {
    let mut page = Vec::new();
    let _ = Man::new(command).render(&mut page);
    page
}

const INDENT: &str = "  ";

/// The lists of `urlspec profiles`: a flag for candidates, a flag for consumers, and the heading of the list.
const LISTS: [(bool, bool, &str); 3] = [
    (false, false, ""),
    (true, false, CANDIDATES),
    (false, true, "\nConsumers: models of real programs; they only parse\n"),
];

const CANDIDATES: &str =
    "\nCandidates: the URL Standard with one change that is under discussion, or was reverted\n";

fn list_profiles(options: &Options) -> Result<Verdict> {
    let profiles = ProfileShape::all();
    print_either(options, &profiles, |out| {
        let width =
            profiles.iter().map(|profile| INDENT.len() + profile.name.len()).max().unwrap_or_default();
        for (is_candidate, is_consumer, above) in LISTS {
            write!(out, "{above}")?;
            let is_listed = |profile: &&ProfileShape| {
                (profile.reference.is_some(), profile.consumer) == (is_candidate, is_consumer)
            };
            for ProfileShape { name, title, default, edition_of, .. } in profiles.iter().filter(is_listed) {
                let default = if *default { " (default)" } else { "" };
                // Older versions of a consumer follow the newest version, and are indented.
                let indent = if edition_of.is_some() { INDENT } else { "" };
                let width = width - indent.len();
                writeln!(out, "{indent}{SECTION}{name:<width$}{SECTION:#}  {title}{default}")?;
            }
        }
        Ok(())
    })
}
