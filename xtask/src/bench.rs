//! `cargo xtask bench`: measures urlspec and its peers. This module builds and runs a program of the package
//! `benches`, which defines its own flags. So building xtask does not require building the peers.
//!
//! With `--instructions`, valgrind counts the instructions per URL. Times are closer to what users see, but
//! counts are the same in every run, so they can be compared with a record.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use rayon::prelude::*;
use xshell::{Shell, cmd};

use crate::{
    programs,
    record::{self, Counts},
    workspace,
};

/// The file with the recorded counts, and its first lines.
const RECORD: &str = "benches/record/instructions.toml";
const HEAD: &str = "# Instructions per URL of the profile `whatwg`, in the default release profile for x86-64, on generated URLs.\n\
     # Written by `cargo xtask bench --instructions --record`; `cargo xtask ci` fails if one changes by more than 5 %.\n";

/// The relative difference from the recorded count that is permitted.
const TOLERANCE: f64 = 0.05;

/// The two lengths of hostile inputs, in bytes. The second is eight times the first.
const LENGTHS: [u32; 2] = [1 << 11, 1 << 14];

/// The permitted growth of instructions per byte from the first length to the second, as a factor. It would
/// be 8 for a quadratic loop.
const GROWTH: f64 = 1.1;

/// A quadratic piece of work that the check must detect, to show that the check works.
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

/// Measures times or counts instructions, as `options` say.
pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    if options.instructions {
        return hold_instructions(sh, options.record);
    }
    programs::benchmark(sh, &options.passed.flags)
}

/// Counts instructions, and compares them with the record or, with `record`, replaces the record.
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

/// Returns the instructions per URL of each piece of work in `program`.
fn count(sh: &Shell, program: &Path) -> Result<Counts> {
    let works = cmd!(sh, "{program}").read()?;
    // Running these programs at the same time does not change the counts.
    let counted = works.par_lines().map(|line| {
        let (work, urls) = line.split_once('\t').context("a work without its number of URLs")?;
        // Subtracting a run of one pass from one of three passes excludes the work done once per run.
        let instructions = |passes: &str| instructions(program, &[work, passes]);
        let passes = instructions("3")?.saturating_sub(instructions("1")?);
        Ok((work.into(), passes / 2 / urls.parse::<u64>()?))
    });
    let counts = counted.collect::<Result<Counts>>()?;
    ensure!(!counts.is_empty(), "there is no work to count");
    Ok(counts)
}

/// Fails unless the instructions for each hostile input grow linearly with its length. The quadratic loop
/// must fail this check.
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

/// Returns the number of instructions that one run of `program` executes.
fn instructions(program: &Path, arguments: &[&str]) -> Result<u64> {
    let options = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"];
    let sh = Shell::new()?;
    let said = cmd!(sh, "valgrind {options...} {program} {arguments...}").ignore_stdout().read_stderr()?;
    let total = said.lines().find_map(|line| line.split_once("refs:"));
    let (_, total) = total.with_context(|| format!("valgrind reported no count: {}", said.trim()))?;
    Ok(total.trim().replace(',', "").parse()?)
}
