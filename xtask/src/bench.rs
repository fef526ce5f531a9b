//! `cargo xtask bench`: urlspec beside its peers. A program of the package `benches` does it, and knows its own flags;
//! this only builds and runs it, so that xtask need not build the peers. What takes valgrind is done here.

use anyhow::Result;
use xshell::Shell;

use crate::{instructions, programs, tools};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Count the instructions that a URL takes instead, and compare them with the recorded ones.
    #[arg(long, conflicts_with = "flags")]
    instructions: bool,
    /// Replace the record of them.
    #[arg(long, requires = "instructions")]
    record: bool,
    #[command(flatten)]
    passed: programs::Passed,
}

/// Times, or counts instructions.
pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    if options.instructions {
        return instructions::run(sh, options.record);
    }
    tools::benchmark(sh, &options.passed.flags)
}
