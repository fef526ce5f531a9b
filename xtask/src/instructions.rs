//! `cargo xtask bench --instructions` and `--lto`: how many instructions a URL takes, counted by valgrind. Times mean more,
//! but these do not move from run to run, so that a change can be held to them.

use std::{fs, path::Path, process::Command};

use anyhow::{Context as _, Result, bail, ensure};
use rayon::prelude::*;

use crate::{
    programs,
    record::{Counts, change, compare},
    workspace::Workspace,
};

/// Where the counts stand that a change is held to.
const RECORD: &str = "benches/record/instructions.toml";

/// How far a count may be from the recorded one.
const TOLERANCE: f64 = 0.05;

/// How much a link-time optimization over all crates may save: users do not inherit ours.
const LTO_GAP: f64 = 0.03;

/// Whether valgrind runs.
fn has_valgrind() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Counts and compares with the record, or replaces the record.
pub(crate) fn run(root: &Path, record: bool) -> Result<()> {
    if !has_valgrind() {
        programs::skip("the count of instructions, which takes valgrind");
        return Ok(());
    }
    let counts = count(root, &[], &Workspace::load(root)?.target_directory)?;
    let path = root.join(RECORD);
    if record {
        return fs::write(&path, text(&counts)?).with_context(|| format!("cannot write {}", path.display()));
    }
    let recorded = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let recorded: Counts = toml::from_str(&recorded).with_context(|| format!("in {}", path.display()))?;
    let changed = compare(&recorded, &counts, TOLERANCE);
    ensure!(
        changed.is_empty(),
        "instructions per URL are no longer those of {RECORD}; where that is meant, write them anew with \
         `cargo xtask bench --instructions --record`:\n{}",
        changed.join("\n")
    );
    Ok(())
}

/// Compares the default release profile with one that optimizes over all crates at link time.
pub(crate) fn lto(root: &Path) -> Result<()> {
    ensure!(has_valgrind(), "valgrind does not run");
    let target = Workspace::load(root)?.target_directory;
    let default = count(root, &[], &target)?;
    let lto = count(root, &["--config", "profile.bench.lto='fat'"], &target.join("lto"))?;
    println!("| work | instructions | with fat LTO | gap |\n|---|---:|---:|---:|");
    for (work, count) in &default {
        let with = lto.get(work).copied().unwrap_or_default();
        println!("| {work} | {count} | {with} | {:.1} % |", 100.0 * change(with, *count));
    }
    let sum = |counts: &Counts| counts.values().sum();
    let gap = change(sum(&lto), sum(&default));
    println!("| all | {} | {} | {:.1} % |", sum(&default), sum(&lto), 100.0 * gap);
    ensure!(gap < LTO_GAP, "users who do not optimize at link time lose more than {:.0} %", 100.0 * LTO_GAP);
    Ok(())
}

/// The instructions of every work, per URL, counted in the profile `bench`, which `arguments` may change, and built in `target`.
fn count(root: &Path, arguments: &[&str], target: &Path) -> Result<Counts> {
    let build =
        ["build", "--quiet", "--locked", "--profile", "bench", "-p", "benches", "--bin", "instructions"];
    let folder = target.to_str().context("the target directory has no name in UTF-8")?;
    programs::cargo(root, &[build.as_slice(), arguments, &["--target-dir", folder]].concat())?;
    let program = target.join("release/instructions");
    let output = Command::new(&program).output().context("cannot run the program that is counted")?;
    let works = String::from_utf8_lossy(&output.stdout).into_owned();
    // What runs beside it does not change a count.
    let counted = works.par_lines().map(|line| {
        let (work, urls) = line.split_once('\t').context("a work without its number of URLs")?;
        // Of the two runs, what is done once is the same.
        let passes = instructions(&program, work, 3)?.saturating_sub(instructions(&program, work, 1)?);
        Ok((work.into(), passes / 2 / urls.parse::<u64>()?))
    });
    let counts = counted.collect::<Result<Counts>>()?;
    ensure!(!counts.is_empty(), "there is no work to count");
    Ok(counts)
}

/// The instructions of one run of `program`.
fn instructions(program: &Path, work: &str, passes: u32) -> Result<u64> {
    let options = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"];
    let mut command = Command::new("valgrind");
    command.args(options).arg(program).args([work, &passes.to_string()]);
    let output = command.output().context("cannot run valgrind")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "valgrind: {}", said.trim());
    let Some(total) = said.lines().find_map(|line| line.split_once("refs:")) else {
        bail!("valgrind told no count: {}", said.trim());
    };
    Ok(total.1.trim().replace(',', "").parse()?)
}

/// The record of `counts`.
fn text(counts: &Counts) -> Result<String> {
    let table = toml::to_string(counts)?;
    Ok(format!(
        "# Instructions per URL of the profile `whatwg`, in the default release profile for x86-64, on generated URLs.\n\
         # Written by `cargo xtask bench --instructions --record`; `cargo xtask ci` holds a change to them within 5 %.\n\n\
         {table}"
    ))
}
