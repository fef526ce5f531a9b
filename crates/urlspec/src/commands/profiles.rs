//! `profiles`: the list of specifications, and of consumers.

use std::io::{self, Write};

use crate::{
    args::Options,
    shape::ProfileShape,
    show::{SECTION, print_either},
    verdict::{Failure, Verdict},
};

/// What is in front of an older edition.
const INDENT: &str = "  ";

pub(crate) fn run(options: &Options) -> Result<Verdict, Failure> {
    let profiles = ProfileShape::all();
    print_either(options, &profiles, |out| {
        let width =
            profiles.iter().map(|profile| INDENT.len() + profile.name.len()).max().unwrap_or_default();
        let (candidates, others): (Vec<_>, Vec<_>) =
            profiles.iter().partition(|profile| profile.reference.is_some());
        let (consumers, specs): (Vec<_>, Vec<_>) = others.into_iter().partition(|profile| profile.consumer);
        show_each(out, &specs, width)?;
        writeln!(
            out,
            "\nCandidates: the URL Standard with one change that is under discussion, or taken back"
        )?;
        show_each(out, &candidates, width)?;
        writeln!(out, "\nConsumers: what real programs see; they parse, and do no more")?;
        show_each(out, &consumers, width)
    })
}

fn show_each(out: &mut impl Write, profiles: &[&ProfileShape], width: usize) -> io::Result<()> {
    for ProfileShape { name, title, default, edition_of, .. } in profiles {
        let default = if *default { " (default)" } else { "" };
        // Editions stand below the newest one, which precedes them.
        let indent = if edition_of.is_some() { INDENT } else { "" };
        let width = width - indent.len();
        writeln!(out, "{indent}{SECTION}{name:<width$}{SECTION:#}  {title}{default}")?;
    }
    Ok(())
}
