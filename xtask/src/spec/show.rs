//! `cargo xtask spec show`: prints a section, with its text from a copy that the reader has, the code that
//! cites it, and the vectors that reach it with their results.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use xshell::Shell;

use super::{
    extract::read,
    matrix::{ReachOptions, Tree},
    reach::Run,
    registry::Registry,
};

/// The maximum number of vectors that are shown, in addition to those that name the section.
const SHOWN: usize = 10;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The section's id, such as `whatwg#host-state-2`
    id: String,
    /// A copy of the spec's text, to show the section's words.
    #[arg(long, value_name = "FILE")]
    text: Option<PathBuf>,
    #[command(flatten)]
    reach: ReachOptions,
}

/// Prints the section.
pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    let Options { id, text, reach } = options;
    let spec = id.split_once('#').map_or(id.as_str(), |(spec, _)| spec);
    let registry = Registry::load(sh, spec)?;
    let section = registry.sections.iter().find(|section| section.id == *id);
    let section = section.with_context(|| format!("no spec has a section {id}"))?;
    say!("{id}: {}\n{}, {}", section.title, section.status, section.layer);
    if let Some(function) = &section.function {
        say!("read from `{function}`");
    }
    if let Some(text) = text {
        let sections = read(&registry, text)?;
        let found = sections.iter().find(|found| found.id == *id);
        let found = found.with_context(|| format!("the text has no section {id}"))?;
        say!("\nText:");
        if found.sha256 != section.sha256 {
            say!("  (not the words that the registry knows: run `cargo xtask spec extract`)");
        }
        say!("  {}", [&*found.text, &found.notes].join(" ").trim());
    }
    let matrix = Tree::read(sh, reach)?.matrix(sh)?;
    let row = matrix.row(id).with_context(|| format!("no spec has a section {id}"))?;
    say!("");
    for citation in &row.citations {
        say!("{citation} cites it");
    }
    let others = row.told_by.iter().filter(|vector| !row.named_by.contains(vector)).take(SHOWN);
    for (test, verb) in
        row.named_by.iter().map(|test| (test, "names")).chain(others.map(|test| (test, "reaches")))
    {
        say!("{test} {verb} it");
        if let Some(Run { given, outcome, .. }) = matrix.vector(spec, test) {
            say!("    {given} -> {outcome}");
        }
    }
    say!("{} vectors reach it", row.told_by.len());
    if let Some(excuse) = &row.excuse {
        say!("not covered: {excuse}");
    }
    Ok(())
}
