//! `cargo xtask test`: runs every test of the workspace, and then prints one summary of the results. A test
//! that cannot run here calls `url_testdata::record_skip`, and the summary lists it as skipped.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::process::{Command, Stdio};
use std::thread::available_parallelism;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use cargo_metadata::Message;
use rayon::ThreadPoolBuilder;
use rayon::iter::{ParallelBridge as _, ParallelIterator as _};
use url_testdata::SKIPS_FILE;
use xshell::{Shell, cmd};

use crate::programs::{self, everything, has_cxx_compiler, line};

pub(crate) fn run(sh: &Shell) -> Result<()> {
    let start = Instant::now();
    let everything = everything(sh);
    let programs = build(sh, &everything)?;
    let built = start.elapsed().as_secs();

    let target = programs::target(sh)?;
    programs::playground(sh, &target, "playground-test")?;
    let skips = target.join("skipped-tests.txt");
    sh.write_file(&skips, "")?;
    let start = Instant::now();
    let run = |mut job: Command| -> Result<(String, bool)> {
        let output = job.env(SKIPS_FILE, &skips).stderr(Stdio::inherit()).output();
        let output = output.with_context(|| format!("cannot run {}", line(&job)))?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        println!("\n$ {}\n{printed}{}", line(&job), output.status);
        Ok((printed, output.status.success()))
    };
    // One worker more than there are cores, because many tests wait. The slowest programs start first.
    let workers = ThreadPoolBuilder::new().num_threads(available_parallelism()?.get() + 1).build()?;
    let in_docs = cmd!(sh, "cargo test {everything...} --doc --no-fail-fast").into();
    let jobs = [in_docs].into_iter().chain(programs.into_iter().rev()).par_bridge();
    let results: Vec<_> = workers.install(|| jobs.map(run).collect::<Result<_>>())?;

    let mut outcome = TestSummary::default();
    results.iter().flat_map(|(printed, _)| printed.lines()).for_each(|line| outcome.read(line));
    for line in sh.read_file(&skips)?.lines() {
        let (test, reason) = line.split_once('\t').context("a skipped test without a reason")?;
        outcome.skip_passed(test, reason);
    }
    if !has_cxx_compiler(sh) {
        let reason = "the peer ada-url requires a C++ compiler, and `c++` does not run";
        outcome.skip("every test of benches", reason);
    }
    println!("\ntests built in {built} s, run in {} s\n{outcome}", start.elapsed().as_secs());
    ensure!(results.iter().all(|(_, succeeded)| *succeeded), "not every program of tests succeeded");
    ensure!(outcome.passed > 0 && outcome.failed == 0, "not every test passed");
    Ok(())
}

fn build(sh: &Shell, everything: &[&str]) -> Result<Vec<Command>> {
    let command = cmd!(sh, "cargo test {everything...} --no-run --message-format=json-render-diagnostics");
    eprintln!("$ {command}");
    let mut programs = BTreeMap::new();
    for message in Message::parse_stream(command.read()?.as_bytes()) {
        let Message::CompilerArtifact(built) = message? else { continue };
        if let Some(program) = built.executable.filter(|_| built.profile.test) {
            let folder = built.manifest_path.parent().context("a manifest in no folder")?;
            let mut test = Command::new(&program);
            test.current_dir(folder).env("CARGO_MANIFEST_DIR", folder);
            programs.insert((folder.to_owned(), program), test);
        }
    }
    Ok(programs.into_values().collect())
}

#[derive(Debug, Default)]
struct TestSummary {
    passed: usize,
    failed: usize,
    skipped: BTreeMap<String, BTreeSet<String>>,
}

impl TestSummary {
    fn read(&mut self, line: &str) {
        if let Some(counts) = line.strip_prefix("test result: ") {
            for part in counts.split(['.', ';']) {
                match part.trim().split_once(' ') {
                    Some((count, "passed")) => self.passed += count.parse::<usize>().unwrap_or(0),
                    Some((count, "failed")) => self.failed += count.parse::<usize>().unwrap_or(0),
                    _ => {}
                }
            }
        } else if let Some((test, reason)) = line.split_once(" ... ignored")
            && let Some(test) = test.strip_prefix("test ")
        {
            self.skip(test, &format!("ignored unless asked for{reason}"));
        }
    }

    /// Records that `test` was skipped for `reason`. Returns true if no skip of `test` was recorded before.
    fn skip(&mut self, test: &str, reason: &str) -> bool {
        let is_new = !self.skipped.values().any(|tests| tests.contains(test));
        self.skipped.entry(reason.into()).or_default().insert(test.into());
        is_new
    }

    fn skip_passed(&mut self, test: &str, reason: &str) {
        self.passed -= usize::from(self.skip(test, reason)).min(self.passed);
    }
}

impl fmt::Display for TestSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (reason, tests) in &self.skipped {
            writeln!(f, "skipped, {reason}:")?;
            tests.iter().try_for_each(|test| writeln!(f, "    {test}"))?;
        }
        let skipped: BTreeSet<_> = self.skipped.values().flatten().collect();
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, skipped.len())
    }
}

#[cfg(test)]
mod tests {
    use super::TestSummary;

    #[test]
    fn a_skipped_test_has_not_passed() {
        let printed = "running 5 tests\n\
             test a::b ... ok\n\
             test a::c ... ignored, takes all cores\n\
             test d ... FAILED\n\
             test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 7 filtered out; finished in 0.53s\n\
             test result: FAILED. 10 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.00s";
        let mut outcome = TestSummary::default();
        printed.lines().for_each(|line| outcome.read(line));
        outcome.skip_passed("crate a::b", "no suites");
        outcome.skip_passed("crate a::b", "no suites");
        outcome.skip_passed("crate a::b", "no browser");
        outcome.skip("every test of benches", "no compiler");
        let expected = "skipped, ignored unless asked for, takes all cores:\n    a::c\n\
             skipped, no browser:\n    crate a::b\nskipped, no compiler:\n    every test of benches\n\
             skipped, no suites:\n    crate a::b\n12 passed, 1 failed, 3 skipped";
        assert_eq!(outcome.to_string(), expected);
    }
}
