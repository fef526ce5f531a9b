//! `cargo xtask <command>`: the commands for developers of this project. Each is a module of this crate.

mod api;
mod bench;
mod ci;
mod compat;
mod consumers;
mod deps;
mod dist;
mod docs;
mod engines;
mod fuzz;
mod programs;
mod report;
#[allow(missing_docs, reason = "only the package `site` uses it")]
pub mod spec;
mod testing;
mod tidy;

use std::fs;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use xshell::Shell;

/// The project's own commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Command {
    /// Run every test, including those in documentation.
    Test,
    /// Run everything a change must pass.
    Ci(ci::Options),
    /// Run the criterion targets, and compare the time per URL with that of other libraries.
    Bench(bench::Options),
    /// Search for inputs on which a property fails, by coverage or by comparing with other programs.
    Fuzz(fuzz::Options),
    /// Run consumers, which are real programs that this project imitates, and record their answers.
    #[command(subcommand)]
    Consumers(consumers::Command),
    /// Measure the size of a small program, in bytes.
    Size(bench::SizeOptions),
    /// Lint and test `url-arrow` and `urlspec-sql`, the packages built on Arrow, or measure their speed.
    Sql(engines::Sql),
    /// Compare the public API of every library with its `public-api.txt`
    Api(api::Options),
    /// Run the tests of `url` and of packages that use it, with `url` and with `url-compat`
    Compat(compat::Options),
    /// Build the Python package, install it in an empty environment, and test it there.
    Wheel(engines::Wheel),
    /// Run the Spark job on a cluster of this machine, kill parts of it, and compare the results.
    Cluster(engines::Cluster),
    /// Pack the published packages, check the files in them, and use them outside the project.
    Package,
    /// Build the archive of the program for a release, with its SBOM, licences and checksum.
    Dist(dist::Options),
    /// Check the name, first lines and imports of every source file, and the links of every page.
    Tidy,
    /// Check that the crates use the packages that docs/architecture.md requires, and few others.
    Deps,
    /// Build the site in docs/site.
    Docs,
    /// Manage the registries of spec sections: check the code against them, generate constants, or rebuild
    /// them.
    Spec(spec::Options),
}

fn project() -> Result<Shell> {
    let sh = Shell::new()?;
    sh.change_dir(fs::canonicalize(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))?);
    Ok(sh)
}

fn run(command: Command) -> Result<()> {
    let sh = &project()?;
    match command {
        Command::Test => testing::run(sh),
        Command::Ci(options) => ci::run(sh, &options),
        Command::Bench(options) => bench::run(sh, &options),
        Command::Fuzz(options) => fuzz::run(sh, &options),
        Command::Consumers(command) => consumers::run(sh, &command),
        Command::Size(options) => bench::size(sh, &options),
        Command::Sql(options) => engines::sql(sh, &options),
        Command::Api(options) => api::run(sh, &options),
        Command::Wheel(options) => engines::wheel(sh, &options),
        Command::Cluster(options) => engines::cluster(sh, &options),
        Command::Compat(options) => compat::run(sh, &options),
        Command::Package => api::package(sh),
        Command::Dist(options) => dist::run(sh, &options),
        Command::Tidy => tidy::run(sh),
        Command::Deps => deps::run(sh),
        Command::Docs => docs::run(sh),
        Command::Spec(options) => spec::run(sh, &options),
    }
}

/// Runs the command that the program's arguments select.
pub fn main() -> ExitCode {
    match run(Command::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // If the reader of the output closes the pipe, that is not an error.
        Err(error) if error.downcast_ref().map(io::Error::kind) == Some(ErrorKind::BrokenPipe) => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            if error.is::<spec::NeedsCode>() { ExitCode::from(3) } else { ExitCode::FAILURE }
        }
    }
}
