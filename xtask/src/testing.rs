//! `cargo xtask test`: runs every test of the workspace, and prints one summary of the results at the end.
//!
//! libtest cannot report that a test finds at run time that a requirement is missing: the test is `ok`. Such
//! a test calls `url_testdata::record_skip`, and is counted here as skipped instead of passed, with its
//! reason. Tests marked `#[ignore]` are skipped too.

use std::{
    collections::{BTreeMap, BTreeSet},
    process::{Command, Stdio},
    thread::available_parallelism,
    time::Instant,
};

use anyhow::{Context as _, Result, ensure};
use cargo_metadata::Message;
use rayon::{
    ThreadPoolBuilder,
    iter::{ParallelBridge as _, ParallelIterator as _},
};
use url_testdata::SKIPS_FILE;
use xshell::{Shell, cmd};

use crate::{
    documented::{self, Program, Ran},
    programs::{self, everything, has_cxx_compiler, line},
    workspace,
};

/// Builds and runs every test, including those in documentation, and prints the summary.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    let mut outcome = Outcome::default();
    if !has_cxx_compiler(sh) {
        outcome.skip(
            "every test of benches",
            "the peer ada-url requires a C++ compiler, and `c++` does not run",
        );
    }
    let start = Instant::now();
    let everything = everything(sh);
    let programs = build(sh, &everything)?;
    let built = start.elapsed().as_secs();

    let target = workspace::target(sh)?;
    programs::playground(sh, &target)?;
    let skips = target.join("skipped-tests.txt");
    sh.write_file(&skips, "")?;
    let start = Instant::now();
    let in_docs = cmd!(sh, "cargo test {everything...} --doc --no-fail-fast").into();
    // The longest run first: the tests in documentation, which are compiled on one core, then those of
    // `urlspec`.
    let programs = programs.into_iter().rev().map(|(program, job)| (Some(program), job));
    let run = |(program, mut job): (Option<Program>, Command)| -> Result<(Option<Program>, String, bool)> {
        let output = job.env(SKIPS_FILE, &skips).stderr(Stdio::inherit()).output();
        let output = output.with_context(|| format!("cannot run {}", line(&job)))?;
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        println!("\n$ {}\n{told}", line(&job));
        let is_failed = !output.status.success();
        if is_failed {
            println!("{} failed: {}", line(&job), output.status);
        }
        Ok((program, told, is_failed))
    };
    // Many tests wait for other programs or for time to pass, so there is one worker more than there are
    // cores.
    let workers = ThreadPoolBuilder::new().num_threads(available_parallelism()?.get() + 1).build()?;
    let jobs = [(None, in_docs)].into_iter().chain(programs).par_bridge();
    let results: Vec<_> = workers.install(|| jobs.map(run).collect::<Result<_>>())?;
    let (mut ran, mut has_failed) = (Ran::new(), false);
    for (program, told, is_failed) in results {
        told.lines().for_each(|line| outcome.read(line));
        if let Some(program) = program {
            let tests = told.lines().filter_map(|line| line.strip_prefix("test ")?.split_once(" ..."));
            // A program and its unit tests may have the same name.
            ran.entry(program).or_default().extend(tests.map(|(test, _)| test.to_owned()));
        }
        has_failed |= is_failed;
    }
    for line in sh.read_file(&skips)?.lines() {
        let (test, reason) = line.split_once('\t').context("a skipped test without a reason")?;
        outcome.skip(test, reason);
    }
    println!(
        "\n{}tests built in {} s, run in {} s\n{}",
        outcome.reasons(),
        built,
        start.elapsed().as_secs(),
        outcome.totals()
    );
    ensure!(!has_failed, "not every program of tests succeeded");
    ensure!(outcome.passed > 0 && outcome.failed == 0, "not every test passed");
    documented::check(sh, &ran)
}

/// Builds every test; returns the programs that contain them, except for tests in documentation.
fn build(sh: &Shell, everything: &[&str]) -> Result<Vec<(Program, Command)>> {
    let format = "--message-format=json-render-diagnostics";
    let command = cmd!(sh, "cargo test {everything...} --no-run {format}");
    eprintln!("$ {command}");
    let mut programs = Vec::new();
    for message in Message::parse_stream(command.read()?.as_bytes()) {
        let Message::CompilerArtifact(built) = message? else { continue };
        if let Some(program) = built.executable.filter(|_| built.profile.test) {
            // The folder of a package has the package's name.
            let folder = built.manifest_path.parent().context("a manifest in no folder")?;
            let mut test = Command::new(program);
            test.current_dir(folder).env("CARGO_MANIFEST_DIR", folder);
            programs.push(((folder.file_name().unwrap_or_default().to_owned(), built.target.name), test));
        }
    }
    programs.sort_by(|one, other| (&one.0, one.1.get_program()).cmp(&(&other.0, other.1.get_program())));
    Ok(programs)
}

/// The results of the tests.
#[derive(Debug, Default)]
struct Outcome {
    /// The tests that libtest counts as passed, including those that were skipped at run time.
    passed: usize,
    failed: usize,
    /// The tests that were skipped at run time, by reason.
    skipped: BTreeMap<String, BTreeSet<String>>,
    /// The tests marked `#[ignore]`, with their reasons.
    marked: Vec<String>,
}

impl Outcome {
    /// Reads one line of libtest's output.
    fn read(&mut self, line: &str) {
        if let Some(counts) = line.strip_prefix("test result: ") {
            // `ok. 3 passed; 0 failed; 1 ignored; ...`
            for part in counts.split(['.', ';']) {
                match part.trim().split_once(' ') {
                    Some((count, "passed")) => self.passed += count.parse::<usize>().unwrap_or(0),
                    Some((count, "failed")) => self.failed += count.parse::<usize>().unwrap_or(0),
                    _ => {}
                }
            }
        } else if let Some((test, reason)) =
            line.strip_prefix("test ").and_then(|line| line.split_once(" ... ignored"))
        {
            self.marked.push(format!("{test}{reason}"));
        }
    }

    /// Counts `test` as skipped for `reason`, once even if it reports it several times.
    fn skip(&mut self, test: &str, reason: &str) {
        self.skipped.entry(reason.into()).or_default().insert(test.into());
    }

    /// Lists every skipped test under its reason.
    fn reasons(&self) -> String {
        let mut text = String::new();
        for (reason, tests) in &self.skipped {
            text.extend(["skipped, ", reason, ":\n"]);
            text.extend(tests.iter().map(|test| format!("    {test}\n")));
        }
        if !self.marked.is_empty() {
            text += "ignored unless asked for:\n";
            text.extend(self.marked.iter().map(|test| format!("    {test}\n")));
        }
        text
    }

    /// Returns the closing line.
    fn totals(&self) -> String {
        // A test may have more than one reason. libtest did not count the tests of a package that was not
        // built.
        let tests: BTreeSet<_> = self.skipped.values().flatten().collect();
        let run = tests.iter().filter(|test| !test.starts_with("every test of ")).count();
        format!(
            "{} passed, {} failed, {} skipped",
            self.passed.saturating_sub(run),
            self.failed,
            tests.len() + self.marked.len()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome;

    fn outcome(lines: &[&str]) -> Outcome {
        let mut outcome = Outcome::default();
        for line in lines {
            outcome.read(line);
        }
        outcome
    }

    #[test]
    fn totals_are_those_of_all_binaries() {
        let outcome = outcome(&[
            "running 5 tests",
            "test a::b ... ok",
            "test a::c ... ignored, takes all cores",
            "test d ... FAILED",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 7 filtered out; finished in 0.53s",
            "test result: FAILED. 10 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.00s",
        ]);
        assert_eq!(outcome.totals(), "13 passed, 1 failed, 1 skipped");
        assert_eq!(outcome.reasons(), "ignored unless asked for:\n    a::c, takes all cores\n");
    }

    #[test]
    fn a_skipped_test_has_not_passed() {
        let mut outcome =
            outcome(&["test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out"]);
        outcome.skip("crate a::b", "no suites");
        outcome.skip("crate a::b", "no suites");
        outcome.skip("crate a::c", "no suites");
        outcome.skip("crate a::c", "no browser");
        assert_eq!(outcome.totals(), "1 passed, 0 failed, 2 skipped");
        assert_eq!(
            outcome.reasons(),
            "skipped, no browser:\n    crate a::c\nskipped, no suites:\n    crate a::b\n    crate a::c\n"
        );
        // A package that was not built does not reduce the count of passed tests.
        outcome.skip("every test of benches", "no compiler");
        assert_eq!(outcome.totals(), "1 passed, 0 failed, 3 skipped");
    }
}
