//! `cargo xtask test`: runs every test of the workspace, and prints one summary of the results at the end.
//!
//! libtest cannot report that a test finds at run time that what it needs is missing: the test is `ok`. Such a test calls
//! `url_testdata::record_skip`, and is counted here as skipped, with its reason, and no longer as passed. Tests that are
//! marked `#[ignore]` are skipped too.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::{Context as _, Result, ensure};
use url_testdata::SKIPS_FILE;

use crate::{
    playground,
    programs::{cargo, everything, has_cxx_compiler, line},
    workspace::Workspace,
};

/// Builds and runs every test, those in documentation too, and prints the summary.
pub(crate) fn run(root: &Path) -> Result<()> {
    let every = [&["test"], everything().as_slice()].concat();
    let mut outcome = Outcome::default();
    if !has_cxx_compiler() {
        outcome
            .skip("every test of benches", "the peer ada-url takes a C++ compiler, and `c++` does not run");
    }
    let start = Instant::now();
    cargo(root, &[every.as_slice(), &["--no-run"]].concat())?;
    let built = start.elapsed().as_secs();

    let target = Workspace::load(root)?.target_directory;
    playground::build(root, &target)?;
    let skips = target.join("skipped-tests.txt");
    fs::write(&skips, "").with_context(|| format!("cannot write {}", skips.display()))?;
    let mut command = Command::new("cargo");
    command.args(every).arg("--no-fail-fast").env(SKIPS_FILE, &skips).current_dir(root);
    println!("$ {}", line(&command));
    let start = Instant::now();
    let mut child = command.stdout(Stdio::piped()).spawn().context("cannot run cargo")?;
    let told = child.stdout.take().context("cargo has no standard output")?;
    for line in BufReader::new(told).split(b'\n') {
        let line = line.context("cannot read what cargo prints")?;
        let mut out = std::io::stdout().lock();
        out.write_all(&line)?;
        out.write_all(b"\n")?;
        outcome.read(&String::from_utf8_lossy(&line));
    }
    let status = child.wait().context("cannot wait for cargo")?;
    for line in fs::read_to_string(&skips)?.lines() {
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
    ensure!(status.success(), "cargo failed ({status})");
    ensure!(outcome.passed > 0 && outcome.failed == 0, "not every test passed");
    Ok(())
}

/// The results of the tests.
#[derive(Debug, Default)]
struct Outcome {
    /// What libtest calls passed: also those that were skipped at run time.
    passed: usize,
    failed: usize,
    ignored: usize,
    /// The tests that were skipped at run time, by reason.
    skipped: BTreeMap<String, BTreeSet<String>>,
    /// Those that are marked `#[ignore]`, with the reasons given there.
    marked: Vec<String>,
}

impl Outcome {
    /// Reads one line of what libtest prints.
    fn read(&mut self, line: &str) {
        if let Some(counts) = line.strip_prefix("test result: ") {
            // `ok. 3 passed; 0 failed; 1 ignored; ...`
            for part in counts.split(['.', ';']) {
                match part.trim().split_once(' ') {
                    Some((count, "passed")) => self.passed += count.parse::<usize>().unwrap_or(0),
                    Some((count, "failed")) => self.failed += count.parse::<usize>().unwrap_or(0),
                    Some((count, "ignored")) => self.ignored += count.parse::<usize>().unwrap_or(0),
                    _ => {}
                }
            }
        } else if let Some((test, reason)) =
            line.strip_prefix("test ").and_then(|line| line.split_once(" ... ignored"))
        {
            self.marked.push(format!("{test}{reason}"));
        }
    }

    /// Counts `test` as skipped for `reason`, once even if it reports that more often.
    fn skip(&mut self, test: &str, reason: &str) {
        self.skipped.entry(reason.into()).or_default().insert(test.into());
    }

    /// Every test that was skipped, under its reason.
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

    /// The closing line.
    fn totals(&self) -> String {
        // A test may have more than one reason. Those of a package that was not built, libtest did not count.
        let tests: BTreeSet<_> = self.skipped.values().flatten().collect();
        let run = tests.iter().filter(|test| !test.starts_with("every test of ")).count();
        format!(
            "{} passed, {} failed, {} skipped",
            self.passed.saturating_sub(run),
            self.failed,
            tests.len() + self.ignored
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
    }

    #[test]
    fn a_package_that_is_not_built_takes_nothing_from_those_that_are() {
        let mut outcome =
            outcome(&["test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out"]);
        outcome.skip("every test of benches", "no compiler");
        assert_eq!(outcome.totals(), "3 passed, 0 failed, 1 skipped");
    }
}
