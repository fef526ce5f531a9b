//! `cargo xtask bench`: measures urlspec and its peers. A program of the package `benches` does the work and
//! defines its own flags; this module only builds and runs it, so that xtask need not build the peers.
//!
//! With `--instructions`, valgrind counts the instructions per URL. Times mean more, but instruction counts
//! are the same in each run, so that a change can be checked against them.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use rayon::prelude::*;
use xshell::{Shell, cmd};

use crate::{
    programs,
    record::{self, Counts},
    workspace,
};

/// The file of the counts that a change is compared with, and its first lines.
const RECORD: &str = "benches/record/instructions.toml";
const HEAD: &str = "# Instructions per URL of the profile `whatwg`, in the default release profile for x86-64, on generated URLs.\n\
     # Written by `cargo xtask bench --instructions --record`; `cargo xtask ci` fails if one changes by more than 5 %.\n";

/// The relative difference from the recorded count that is allowed.
const TOLERANCE: f64 = 0.05;

/// The lengths of hostile input, in bytes: the second is eight times as long as the first.
const LENGTHS: [u32; 2] = [1 << 11, 1 << 14];

/// The factor by which the instructions per byte may grow with the longer input. A quadratic loop needs eight
/// times as many.
const GROWTH: f64 = 1.1;

/// The work that must be found to be quadratic, which shows that the check works.
const QUADRATIC: &str = "a quadratic loop";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Count the instructions per URL instead, and compare them with the record.
    #[arg(long, conflicts_with = "flags")]
    instructions: bool,
    /// Replace the record of instruction counts.
    #[arg(long, requires = "instructions")]
    record: bool,
    #[command(flatten)]
    passed: programs::PassedFlags,
}

/// Times the URLs, or counts instructions.
pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    if options.instructions {
        return hold_instructions(sh, options.record);
    }
    programs::benchmark(sh, &options.passed.flags)
}

/// Counts instructions and compares them with the record, or replaces the record.
pub(crate) fn hold_instructions(sh: &Shell, record: bool) -> Result<()> {
    if cmd!(sh, "valgrind --version").output().is_err() {
        programs::skip("the count of instructions, which requires valgrind");
        return Ok(());
    }
    cmd!(sh, "cargo build --quiet --locked --profile bench -p benches --bin instructions").run()?;
    // The profile `bench` generates the same code as `release`.
    let program = workspace::target(sh)?.join("release/instructions");
    let counts = count(sh, &program)?;
    check_growth(sh, &program)?;
    if record {
        return record::write(sh, RECORD, HEAD, &counts);
    }
    let command = "cargo xtask bench --instructions --record";
    record::hold(&record::read(sh, RECORD)?, &counts, TOLERANCE, command)
}

/// Returns the instructions per URL of every work of `program`.
fn count(sh: &Shell, program: &Path) -> Result<Counts> {
    let works = cmd!(sh, "{program}").read()?;
    // Programs that run at the same time do not change a count.
    let counted = works.par_lines().map(|line| {
        let (work, urls) = line.split_once('\t').context("a work without its number of URLs")?;
        // Work that is done once per run cancels out between the two runs.
        let instructions = |passes: &str| instructions(program, &[work, passes]);
        let passes = instructions("3")?.saturating_sub(instructions("1")?);
        Ok((work.into(), passes / 2 / urls.parse::<u64>()?))
    });
    let counts = counted.collect::<Result<Counts>>()?;
    ensure!(!counts.is_empty(), "there is no work to count");
    Ok(counts)
}

/// Fails unless the instructions of all work on a hostile shape grow linearly with its length, except those
/// of the quadratic loop.
#[allow(clippy::cast_precision_loss)]
fn check_growth(sh: &Shell, program: &Path) -> Result<()> {
    let works = cmd!(sh, "{program} --hostile").read()?;
    let grown = works.par_lines().map(|work| {
        let [short, long] = LENGTHS.map(|len| instructions(program, &["--hostile", work, &len.to_string()]));
        let growth = long? as f64 / short? as f64 / f64::from(LENGTHS[1] / LENGTHS[0]);
        println!("{work}, on hostile input: {growth:.2} times the instructions per byte");
        Ok((work, growth))
    });
    let grown = grown.collect::<Result<Vec<_>>>()?;
    let quadratic: Vec<_> =
        grown.iter().filter(|(_, growth)| *growth > GROWTH).map(|(work, _)| *work).collect();
    ensure!(quadratic == [QUADRATIC], "not linear, besides `{QUADRATIC}`: {quadratic:?}");
    Ok(())
}

/// Returns the instructions of one run of `program`.
fn instructions(program: &Path, arguments: &[&str]) -> Result<u64> {
    let options = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"];
    let sh = Shell::new()?;
    let said = cmd!(sh, "valgrind {options...} {program} {arguments...}").ignore_stdout().read_stderr()?;
    let total = said.lines().find_map(|line| line.split_once("refs:"));
    let (_, total) = total.with_context(|| format!("valgrind reported no count: {}", said.trim()))?;
    Ok(total.trim().replace(',', "").parse()?)
}
