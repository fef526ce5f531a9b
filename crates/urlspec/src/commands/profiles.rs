//! `profiles`: the list of specifications.

use std::io::{self, Write};

use super::one::write_json;
use crate::{
    args::Options,
    shape::ProfileShape,
    show::SECTION,
    verdict::{Failure, Verdict},
};

pub(crate) fn run(options: &Options) -> Result<Verdict, Failure> {
    let profiles = ProfileShape::all();
    if options.json {
        write_json(&mut io::stdout().lock(), &profiles)
    } else {
        show(&mut anstream::stdout().lock(), &profiles)
    }
    .map_err(Failure::writing("stdout"))?;
    Ok(Verdict::Valid)
}

fn show(out: &mut impl Write, profiles: &[ProfileShape]) -> io::Result<()> {
    let width = profiles.iter().map(|profile| profile.name.len()).max().unwrap_or_default();
    for ProfileShape { name, title, default } in profiles {
        let default = if *default { " (default)" } else { "" };
        writeln!(out, "{SECTION}{name:<width$}{SECTION:#}  {title}{default}")?;
    }
    out.flush()
}
