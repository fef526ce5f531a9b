//! The commands of the program. Related commands share a file; the smallest commands are in this file.

mod columns;
mod compare;
mod diff;
mod edit;
mod explain;
mod find;
mod guard;
mod impact;
mod matching;
mod one;

use std::{
    fs,
    io::{self, IsTerminal as _, Write as _},
    ops::ControlFlow,
    path::Path,
    sync::atomic::Ordering::Relaxed,
};

use clap_complete::Shell;
use urlspec_outputs::{Opening, finish, print};

use self::one::read_url;
use crate::{
    args::{Cli, Command, Inputs, Options, help_of},
    inputs::Input,
    operation::Operation,
    pipeline,
    records::Block,
    request::{Defaults, OpResult},
    shape::{Detail, ProfileShape, Reply, write_line},
    show::{IS_QUIET, SECTION, print_either, say},
    verdict::{Failure, Result, Verdict},
};

pub(crate) fn run(Cli { options, command }: Cli) -> Result<Verdict> {
    IS_QUIET.store(options.quiet, Relaxed);
    match command {
        Command::Parse { url } => one::run(&options, &read_url(&url)?, Operation::Parse),
        Command::Resolve { url, base } => {
            one::run(&options, &read_url(&url)?, Operation::Resolve { base: &base })
        }
        Command::Canon(canon) => one::canon(&options, &canon),
        Command::Get(get) => columns::get(&options, &get),
        Command::Explain { url, links: true, mode, .. } => explain::links(&options, &read_url(&url)?, mode),
        Command::Explain { url, base, every, quoting, .. } => {
            explain::run(&options, &read_url(&url)?, base.as_deref(), Detail::of(every), &quoting)
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
        Command::Match(args) => matching::run(&options, &args),
        Command::Columns(columns) => columns::run(&options, &columns),
        Command::Completions { shell } => completions(shell),
        Command::Man { dir } => man(dir.as_deref()),
        Command::Compare {
            url,
            base,
            changed,
            quoting,
            #[cfg(feature = "crates")]
            crates,
        } => {
            let (url, base) = (read_url(&url)?, base.as_deref());
            let rows = Vec::new();
            #[cfg(feature = "crates")]
            let rows = if crates { compare::crate_rows(&url, base) } else { rows };
            compare::compare(&options, &url, base, changed, &quoting, &rows)
        }
        Command::Diff(args) => diff::run(&options, &args),
        Command::Impact(args) => impact::run_impact(&options, args),
        Command::Minimize(args) => diff::run_minimize(&options, &args),
        Command::Profiles => list_profiles(&options),
        Command::Fields => print(|out| writeln!(out, "{}", help_of("fields"))).map(|()| Verdict::Valid),
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
    if io::stdin().is_terminal() {
        say("hint: waiting for requests on stdin, such as {\"op\":\"parse\",\"input\":\"http://a.test/\"}");
    }
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
        return print(|out| out.write_all(manual_page(&command).as_bytes())).map(|()| Verdict::Valid);
    };
    let failed = |error| Failure::Refused(format!("cannot make the folder {}: {error}", dir.display()));
    fs::create_dir_all(dir).map_err(failed)?;
    let mut opening = Opening::beside(None);
    let mut pages = Vec::new();
    let commands = command.get_subcommands().filter(|sub| !sub.is_hide_set() && sub.get_name() != "help");
    for command in commands.chain([&command]) {
        let mut out = opening.open(Some(&dir.join(page_name(command) + ".1")))?;
        out.write(manual_page(command).as_bytes())?;
        pages.push(out);
    }
    finish(pages, false).map(|()| Verdict::Valid)
}

fn page_name(command: &clap::Command) -> String {
    command.get_bin_name().unwrap_or("urlspec").replace(' ', "-")
}

/// Returns `text` with escapes for the characters that have a meaning in manual pages.
fn roff(text: &str) -> String {
    let escaped = ["\n", text.trim_end()].concat().replace('\\', "\\e").replace('-', "\\-");
    escaped.replace("\n.", "\n\\&.").replace("\n'", "\n\\&'")[1..].to_owned() + "\n"
}

/// Returns the manual page of `command`, in the language of `man`.
fn manual_page(command: &clap::Command) -> String {
    let name = page_name(command);
    let usage = command.clone().render_usage().to_string();
    let mut page = format!(".TH {name} 1 \"\" \"urlspec {}\"\n.SH NAME\n", env!("CARGO_PKG_VERSION"));
    page += &roff(&format!("{name} - {}", command.get_about().cloned().unwrap_or_default()));
    page.extend([".SH SYNOPSIS\n", &roff(usage.trim_start_matches("Usage: "))]);
    let after = if command.has_subcommands() { "" } else { help_of(command.get_name()) };
    let (notes, examples) = after.split_once("Examples:\n").unwrap_or((after, ""));
    if !notes.is_empty() {
        page.extend([".SH DESCRIPTION\n", &roff(notes.trim_end())]);
    }
    page += ".SH OPTIONS\n.PD 0\n";
    let mut args: Vec<_> = command.get_arguments().filter(|arg| !arg.is_hide_set()).collect();
    args.sort_by_key(|arg| arg.get_help_heading());
    for (at, arg) in args.iter().enumerate() {
        let is_new = at == 0 || args[at - 1].get_help_heading() != arg.get_help_heading();
        let heading = arg.get_help_heading().filter(|_| is_new);
        page.extend(heading.map(|heading| format!(".SS {heading}\n")));
        let short = arg.get_short().map(|short| format!("-{short}, ")).unwrap_or_default();
        let default = arg.get_default_values().first().filter(|_| arg.get_action().takes_values());
        let default = default.map(|value| format!(" [default: {}]", value.display())).unwrap_or_default();
        let help = arg.get_help().cloned().unwrap_or_default();
        page.extend([".TP 27\n.B ", &roff(&format!("{short}{arg}")), &roff(&format!("{help}{default}"))]);
    }
    if command.has_subcommands() {
        page += ".SH COMMANDS\n";
    }
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        let about = sub.get_about().cloned().unwrap_or_default().to_string();
        page.extend([".TP 16\n.B ", &roff(sub.get_name()), &roff(&about)]);
    }
    page += ".PD\n";
    if !examples.is_empty() {
        page.extend([".SH EXAMPLES\n", &roff(examples)]);
    }
    let (_, status) = help_of("exit status").split_once('\n').unwrap_or_default();
    page.extend([".SH EXIT STATUS\n", &roff(status)]);
    page
}

const INDENT: &str = "  ";

/// The lists of `urlspec profiles`: a flag for candidates, a flag for consumers, and the heading of the list.
const LISTS: [(bool, bool, &str); 3] = [
    (false, false, ""),
    (true, false, CANDIDATES),
    (false, true, "\nConsumers: simulations of real programs, which parse URLs\n"),
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
            for ProfileShape { name, title, default, edition_of, resolves, .. } in
                profiles.iter().filter(is_listed)
            {
                let note = match (default, is_consumer && *resolves) {
                    (true, _) => " (default)",
                    (_, true) => " (also resolves references)",
                    _ => "",
                };
                // Older versions of a consumer follow the newest version, and are indented.
                let indent = if edition_of.is_some() { INDENT } else { "" };
                let width = width - indent.len();
                writeln!(out, "{indent}{SECTION}{name:<width$}{SECTION:#}  {title}{note}")?;
            }
        }
        Ok(())
    })
}
