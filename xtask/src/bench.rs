//! `cargo xtask bench`: urlspec beside its peers. Programs of the package `benches` do it, and know their own flags;
//! this only builds and runs them, so that xtask need not build the peers. What takes valgrind is done here.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::{instructions, programs, tools, workspace::Workspace};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Count the instructions that a URL takes instead, and compare them with the recorded ones.
    #[arg(long, conflicts_with = "passed")]
    instructions: bool,
    /// Replace the record of them.
    #[arg(long, requires = "instructions")]
    record: bool,
    /// Time the program on large files, instead.
    #[arg(long, conflicts_with = "instructions")]
    program: bool,
    #[command(flatten)]
    passed: programs::Passed,
}

/// Times, or counts instructions.
pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    if options.instructions {
        return instructions::run(root, options.record);
    }
    if options.program {
        programs::cargo(root, &["build", "--quiet", "--locked", "--release", "-p", "urlspec"])?;
        let urlspec = Workspace::load(root)?.target_directory.join("release/urlspec");
        let urlspec = urlspec.to_str().context("the path of the target folder is not UTF-8")?;
        return tools::benchmark(
            root,
            "program",
            ["--urlspec", urlspec].into_iter().chain(options.passed.flags()),
        );
    }
    tools::benchmark(root, "compare", options.passed.flags())
}
