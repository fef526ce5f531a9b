//! `cargo xtask fuzz`: hostile strings for as long as one likes. The program `fuzz` of the package `benches` does it; this
//! only builds and runs it, so that xtask need not build the peers.

use std::path::Path;

use anyhow::Result;

use crate::ci;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many strings, and stories of setters, to hold against ada-url, and with shortcuts against without.
    #[arg(long, value_name = "N")]
    differential: usize,
    /// Where the generator starts: the same seed gives the same strings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How many strings every change must pass.
pub(crate) const IN_CI: Options = Options { differential: 1_000_000, seed: 1 };

/// Runs it in the profile `bench`, whose code is that of `release`.
pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    let Options { differential, seed } = options;
    let program =
        ["run", "--quiet", "--locked", "--profile", "bench", "-p", "benches", "--bin", "fuzz", "--"];
    let given = [format!("--differential={differential}"), format!("--seed={seed}")];
    ci::cargo(root, &program.into_iter().chain(given.iter().map(String::as_str)).collect::<Vec<_>>())
}
