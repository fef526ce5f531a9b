//! `cargo xtask compat`: checks that programs behave the same if the package in [`PATCH`] replaces the crate
//! `url`. It runs the tests of `url`, and of published packages that use `url`, twice: with `url` and with
//! the patch. [`SUITES`] lists the packages and the accepted differences.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use cargo_metadata::{MetadataCommand, Package};
use serde::Deserialize;
use xshell::{Shell, cmd};

use crate::{programs, report};

const PATCH: &str = "crates/url-compat/patch";
const SUITES: &str = "crates/url-compat/suites/suites.toml";
const OWN: &str = "crates/url-compat/suites/own";

#[derive(Default, clap::Args)]
pub(crate) struct Options {
    /// Run the tests of this package only (`url` for `url`'s own tests).
    #[arg(long, value_name = "NAME")]
    package: Option<String>,
}

#[derive(Deserialize)]
struct Suites {
    url: Suite,
    packages: Vec<Suite>,
}

#[derive(Deserialize)]
struct Suite {
    name: String,
    /// The published version of the package, or `None` if the package is in this project.
    version: Option<String>,
    path: Option<PathBuf>,
    #[serde(default)]
    arguments: Vec<String>,
    /// The number of tests that must pass with `url`.
    passes: usize,
    #[serde(default)]
    differences: Vec<Difference>,
}

#[derive(Deserialize)]
struct Difference {
    reason: String,
    tests: Vec<String>,
}

/// For each test, the number of times that it passed, and the number of times that it failed.
type Outcomes = BTreeMap<String, [usize; 2]>;

pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    let suites: Suites = report::read(sh, SUITES)?;
    let scratch = sh.create_dir(programs::target(sh)?.join("compat"))?;
    let asked = |suite: &&Suite| options.package.as_ref().is_none_or(|name| *name == suite.name);
    let suites: Vec<_> = [&suites.url].into_iter().chain(&suites.packages).filter(asked).collect();
    ensure!(!suites.is_empty(), "{SUITES} has no such package");
    let mut findings = Vec::new();
    for suite in suites {
        match place(sh, &scratch, suite) {
            Ok(folder) => {
                let [theirs, ours] = both(sh, &scratch, suite, &folder)?;
                findings.extend(faults(suite, &theirs, &ours));
            }
            Err(error) => programs::skip(format_args!("{}: cargo could not fetch it: {error:#}", suite.name)),
        }
    }
    report::report(findings)
}

fn place(sh: &Shell, scratch: &Path, suite: &Suite) -> Result<PathBuf> {
    let folder = scratch.join(&suite.name);
    sh.remove_path(&folder)?;
    let copy = |from: &Path, to: &Path| cmd!(sh, "cp -RL {from} {to}").quiet().run();
    match &suite.version {
        None => copy(suite.path.as_ref().context("neither a version nor a path")?, &folder)?,
        Some(version) if suite.name == "url" => {
            copy(OWN.as_ref(), &folder)?;
            copy(&published(sh, scratch, &suite.name, version)?.join("tests"), &folder.join("tests"))?;
        }
        Some(version) => {
            copy(&published(sh, scratch, &suite.name, version)?, &folder)?;
            // The package must be a workspace of its own. Its own lock file may not allow a newer `url`.
            let manifest = sh.read_file(folder.join("Cargo.toml"))?;
            sh.write_file(folder.join("Cargo.toml"), manifest + "\n[workspace]\n")?;
            sh.write_file(folder.join("Cargo.lock"), "version = 4\n")?;
        }
    }
    let _folder = sh.push_dir(&folder);
    programs::read(cmd!(sh, "cargo fetch"))?;
    Ok(folder)
}

fn published(sh: &Shell, scratch: &Path, name: &str, version: &str) -> Result<PathBuf> {
    let fetch = scratch.join("fetch");
    sh.write_file(fetch.join("src/lib.rs"), "")?;
    programs::outside(sh, &fetch, "fetch", &format!("{name} = \"={version}\""))?;
    let packages = MetadataCommand::new().current_dir(&fetch).exec()?.packages;
    let is_asked = |package: &Package| package.name == name && package.version.to_string() == version;
    let package = packages.into_iter().find(is_asked);
    Ok(package.context("cargo lists no such package")?.manifest_path.with_file_name("").into())
}

fn both(sh: &Shell, scratch: &Path, suite: &Suite, folder: &Path) -> Result<[Outcomes; 2]> {
    let ours = sh.current_dir().join(PATCH).display().to_string();
    let _folder = sh.push_dir(folder);
    let _target = sh.push_env("CARGO_TARGET_DIR", scratch.join("target"));
    let patch = format!("patch.crates-io.url.path = {ours:?}");
    let test = |patches: &[&str]| -> Result<Outcomes> {
        // Cargo applies the patch only if the lock file has the version of `url` that the patch has.
        programs::read(cmd!(sh, "cargo update {patches...} --precise 2.5.8 url"))?;
        let tree = programs::read(cmd!(sh, "cargo tree {patches...} --all-features --invert url --depth 0"))?;
        ensure!(tree.contains(PATCH) != patches.is_empty(), "cargo used another `url`: {tree}");
        let arguments = &suite.arguments;
        let command = cmd!(sh, "cargo test {patches...} --no-fail-fast {arguments...}");
        eprintln!("$ {command}");
        let output = command.ignore_status().output()?;
        let outcomes = outcomes(&String::from_utf8_lossy(&output.stdout));
        let stderr = String::from_utf8_lossy(&output.stderr);
        let last: Vec<_> = stderr.lines().rev().take(20).collect();
        ensure!(!outcomes.is_empty(), "no test ran; cargo said, from its end: {}", last.join("\n"));
        Ok(outcomes)
    };
    Ok([test(&[])?, test(&["--config", &patch])?])
}

fn outcomes(printed: &str) -> Outcomes {
    let mut outcomes = Outcomes::new();
    for (name, outcome) in printed.lines().filter_map(|line| line.rsplit_once(" ... ")) {
        let has_failed = match outcome.split([' ', ',']).next() {
            // The harness prints 🟠 for a test that passes although the harness expects it to fail.
            Some("ok" | "✅" | "🟠") => 0,
            Some("FAILED" | "❌") => 1,
            _ => continue,
        };
        let name = name.strip_prefix("test ").unwrap_or(name);
        outcomes.entry(name.to_owned()).or_default()[has_failed] += 1;
    }
    outcomes
}

fn faults(suite: &Suite, theirs: &Outcomes, ours: &Outcomes) -> Vec<String> {
    let name = &suite.name;
    let [their_passes, our_passes] =
        [theirs, ours].map(|outcomes| outcomes.values().map(|[passes, _]| passes).sum::<usize>());
    println!("{name}: {their_passes} tests pass with url, {our_passes} with ours");
    let mut faults = Vec::new();
    if their_passes != suite.passes {
        faults.push(format!("{name}: {their_passes} tests pass with url, not {}", suite.passes));
    }
    for Difference { reason, tests } in &suite.differences {
        println!("{name}: {} differ: {reason}", tests.len());
    }
    let listed: BTreeSet<&String> = suite.differences.iter().flat_map(|listed| &listed.tests).collect();
    let every = theirs.keys().chain(ours.keys());
    let differing: BTreeSet<&String> = every.filter(|test| theirs.get(*test) != ours.get(*test)).collect();
    faults.extend(differing.difference(&listed).map(|test| {
        let [theirs, ours] = [theirs, ours].map(|outcomes| outcomes.get(*test));
        format!("{name}: {test} differs without a reason: {theirs:?}, with ours {ours:?}")
    }));
    let stale = listed.difference(&differing);
    faults.extend(stale.map(|test| format!("{name}: {test} has a reason, and does not differ")));
    faults
}

#[cfg(test)]
mod tests {
    use super::{Suites, faults, outcomes};

    const LISTED: &str = "packages = []\n[url]\nname = \"url\"\npasses = 3\n[[url.differences]]\nreason = \"why\"\ntests = [\"b\", \"<c>\"]\n";
    const THEIRS: &str =
        "running 2 tests\ntest a ... ok\ntest b ... ok\n<c> ... ✅\n<d> ... ❌\ntest e ... ignored\n";

    fn faults_of(ours: &str) -> Vec<String> {
        let suites: Suites = toml::from_str(LISTED).unwrap();
        faults(&suites.url, &outcomes(THEIRS), &outcomes(ours))
    }

    #[test]
    fn what_differs_otherwise_fails() {
        let found =
            faults_of("test a ... FAILED\ntest b ... ok\n<c> ... ❌\n<d> ... 🟠 (unexpected success)\n");
        let expected = [
            "url: <d> differs without a reason: Some([0, 1]), with ours Some([1, 0])",
            "url: a differs without a reason: Some([1, 0]), with ours Some([0, 1])",
            "url: b has a reason, and does not differ",
        ];
        assert_eq!(found, expected);
        assert_eq!(faults_of("test a ... ok\ntest b ... FAILED\n<c> ... ❌\n<d> ... ❌\n"), [""; 0]);
        assert_eq!(faults_of("<d> ... ❌\ntest x ... ok\n").len(), 2);
    }
}
