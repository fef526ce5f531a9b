//! `cargo xtask bench`: urlspec beside its peers, as tables. The program `compare` of the package `benches` does it;
//! this only builds and runs it, so that xtask need not build the peers.

use std::path::Path;

use anyhow::Result;

use crate::{ci, instructions};

#[derive(clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "flags of a command")]
pub(crate) struct Options {
    /// A few rounds only, to see that it runs.
    #[arg(long)]
    quick: bool,
    /// Only what must be reached.
    #[arg(long)]
    reach: bool,
    /// Fail where a row of that table does not hold.
    #[arg(long)]
    check: bool,
    /// Write README's comparison with the peers anew, instead.
    #[arg(long)]
    readme: bool,
    /// Count the instructions that a URL takes instead, and compare them with the recorded ones.
    #[arg(long)]
    instructions: bool,
    /// Write the record of them anew.
    #[arg(long, requires = "instructions")]
    record: bool,
    /// Count what optimizing over all crates at link time would save, instead.
    #[arg(long)]
    lto: bool,
}

/// Runs the comparison in the profile `bench`, whose code is that of `release`.
pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    if options.instructions {
        return instructions::run(root, options.record);
    }
    if options.lto {
        return instructions::lto(root);
    }
    let program = ["run", "--quiet", "--locked", "--profile", "bench", "-p", "benches", "--bin", "compare"];
    let flags = [
        ("--quick", options.quick),
        ("--reach", options.reach),
        ("--check", options.check),
        ("--readme", options.readme),
    ];
    let given = flags.iter().filter(|(_, is_given)| *is_given).map(|(flag, _)| *flag);
    ci::cargo(root, &program.into_iter().chain(["--"]).chain(given).collect::<Vec<_>>())
}
