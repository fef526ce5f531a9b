//! `profiles`: lists the specifications, the candidates and the consumers.

use std::io::Write as _;

use crate::{
    args::Options,
    shape::ProfileShape,
    show::{SECTION, print_either},
    verdict::{Failure, Verdict},
};

const INDENT: &str = "  ";

/// The three lists: true for candidates, true for consumers, and the heading.
const LISTS: [(bool, bool, &str); 3] = [
    (false, false, ""),
    (
        true,
        false,
        "\nCandidates: the URL Standard with one change that is under discussion, or was reverted\n",
    ),
    (false, true, "\nConsumers: models of real programs; they only parse\n"),
];

pub(crate) fn run(options: &Options) -> Result<Verdict, Failure> {
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
                // Older editions follow the newest one, indented.
                let indent = if edition_of.is_some() { INDENT } else { "" };
                let width = width - indent.len();
                writeln!(out, "{indent}{SECTION}{name:<width$}{SECTION:#}  {title}{default}")?;
            }
        }
        Ok(())
    })
}
