//! `cargo xtask bench`: urlspec beside its peers. A program of the package `benches` does it, and knows its own flags;
//! this only builds and runs it, so that xtask need not build the peers. What takes valgrind is done here.

use std::path::Path;

use anyhow::Result;

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
pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    if options.instructions {
        return instructions::run(root, options.record);
    }
    tools::benchmark(root, &options.passed.flags)
}
