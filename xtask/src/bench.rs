//! `cargo xtask bench`: urlspec beside its peers, as tables. The program `compare` of the package `benches` does it;
//! this only builds and runs it, so that xtask need not build the peers.

use std::path::Path;

use anyhow::Result;

use crate::ci;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// A few rounds only, to see that it runs.
    #[arg(long)]
    quick: bool,
}

/// Runs the comparison in the profile `bench`, whose code is that of `release`.
pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    let program = ["run", "--quiet", "--locked", "--profile", "bench", "-p", "benches", "--bin", "compare"];
    let quick: &[&str] = if options.quick { &["--", "--quick"] } else { &[] };
    ci::cargo(root, &[program.as_slice(), quick].concat())
}
