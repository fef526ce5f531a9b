//! `cargo xtask mutants`: changes the code in ways that tests must notice. `cargo-mutants` lists the changes; a sample of them, chosen
//! by a seed, is made one at a time in a copy of the tree, and the tests that are about the changed file run.
//!
//! What came of each is recorded in the target directory at once, so a run that is interrupted continues where it was. The
//! mutants that survive are listed, with the reason, in `docs/mutants.toml`.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};
use url_testdata::hostile::Dice;

use crate::{programs, tidy, workspace::Workspace};

/// What is changed.
const CHANGED: [&str; 5] = [
    "crates/url-host/src/**",
    "crates/url-path/src/**",
    "crates/url-authority/src/**",
    "crates/url-query/src/**",
    "crates/url-facade/src/profiles/whatwg/**",
];

/// The share of mutants that must be killed.
const FLOOR: f64 = 0.95;

/// Where the survivors are listed, with reasons.
const SURVIVORS: &str = "docs/mutants.toml";

/// How many seconds of processor time a process may take: a mutant may run for ever.
const SECONDS: u32 = 120;

/// The crates that are compiled again for each mutant, and so without optimization.
const COMPILED: [&str; 10] = [
    "url-core",
    "url-preprocess",
    "url-scheme",
    "url-authority",
    "url-host",
    "url-path",
    "url-query",
    "url-serialize",
    "url-facade",
    "url-testdata",
];

/// The specs with tests of their own, in the order in which a path is searched for them.
const SPECS: [&str; 4] = ["barth", "connolly", "rfc3986", "webspecs"];

/// How tests are left out that try so many inputs that they take minutes without optimization.
const EXHAUSTIVE: [&str; 6] = ["--skip", "canonical::", "--skip", "direct::", "--skip", "idna_crate::"];

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many mutants.
    #[arg(long, value_name = "N", default_value_t = 400)]
    sample: usize,
    /// Which ones: a larger sample with the same seed begins with the same mutants.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Run those again that survived before.
    #[arg(long)]
    again: bool,
    /// Run nothing: only report what is recorded.
    #[arg(long)]
    report: bool,
}

/// A change, as `cargo-mutants` lists it.
#[derive(Clone, Debug, Deserialize)]
struct Mutant {
    name: String,
    file: String,
    replacement: String,
    span: Extent,
}

#[derive(Clone, Debug, Deserialize)]
struct Extent {
    start: Place,
    end: Place,
}

/// A place in a file, in lines and characters from 1.
#[derive(Clone, Debug, Deserialize)]
struct Place {
    line: usize,
    column: usize,
}

/// What came of a mutant.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Record {
    name: String,
    outcome: Outcome,
    /// The tests that killed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    seconds: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Killed,
    Survived,
    /// It does not compile.
    Unbuildable,
}

/// The listed survivors.
#[derive(Debug, Default, Deserialize)]
struct Survivors {
    #[serde(default)]
    survivor: Vec<Survivor>,
}

#[derive(Debug, Deserialize)]
struct Survivor {
    mutants: Vec<String>,
    reason: String,
}

/// Runs the mutants of the sample that have no record, and reports on all of it.
pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    let folder = Workspace::load(root)?.target_directory.join("mutants");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let record = folder.join("record.jsonl");
    let sample = sample(list(root)?, options);
    let mut records = read(&record)?;
    if !options.report {
        let left: Vec<_> = sample
            .iter()
            .filter(|mutant| match records.get(&mutant.name) {
                Some(record) => options.again && record.outcome == Outcome::Survived,
                None => true,
            })
            .collect();
        let tree = Tree::copy(root, &folder)?;
        let every: BTreeSet<_> = left.iter().flat_map(|mutant| tests_of(&mutant.file)).collect();
        for tests in every {
            ensure!(tree.cargo(&tests)?, "without a mutant, `cargo test {}` fails", tests.join(" "));
        }
        for (at, mutant) in left.iter().enumerate() {
            let made = tree.run(mutant)?;
            println!("{}/{} {:?} {:.0} s {}", at + 1, left.len(), made.outcome, made.seconds, made.name);
            let line = serde_json::to_string(&made)? + "\n";
            let mut file = fs::OpenOptions::new().append(true).create(true).open(&record)?;
            file.write_all(line.as_bytes()).with_context(|| format!("cannot write {}", record.display()))?;
            records.insert(made.name.clone(), made);
        }
    }
    report(root, &sample, &records)
}

/// Every mutant.
fn list(root: &Path) -> Result<Vec<Mutant>> {
    let mut command = Command::new(programs::tool(root, "cargo-mutants", "^27.1")?);
    command.args(["mutants", "--list", "--json"]).current_dir(root).stderr(Stdio::inherit());
    for files in CHANGED {
        command.args(["--file", files]);
    }
    let output = command.output().context("cannot run cargo-mutants")?;
    ensure!(output.status.success(), "cargo-mutants failed ({})", output.status);
    serde_json::from_slice(&output.stdout).context("cannot read what cargo-mutants lists")
}

/// Those that the seed chooses, in the order in which it does.
fn sample(mut mutants: Vec<Mutant>, options: &Options) -> Vec<Mutant> {
    let mut dice = Dice::new(options.seed);
    let chosen = options.sample.min(mutants.len());
    for at in 0..chosen {
        let other = at + dice.roll(mutants.len() - at);
        mutants.swap(at, other);
    }
    mutants.truncate(chosen);
    mutants
}

/// The last record of each mutant.
fn read(file: &Path) -> Result<BTreeMap<String, Record>> {
    let text = if file.exists() { fs::read_to_string(file)? } else { String::new() };
    // A line that a run left unfinished is none.
    let records = text.lines().filter_map(|line| serde_json::from_str::<Record>(line).ok());
    Ok(records.map(|record| (record.name.clone(), record)).collect())
}

/// A copy of the project, with a target directory of its own.
struct Tree {
    folder: PathBuf,
    target: PathBuf,
    suites: PathBuf,
}

impl Tree {
    /// Copies what of the project at `root` differs from the copy in `folder`, so that no more than that is compiled.
    fn copy(root: &Path, folder: &Path) -> Result<Self> {
        let (tree, target) = (folder.join("tree"), folder.join("target"));
        for path in tidy::tracked(root)? {
            let (from, to) = (root.join(&path), tree.join(&path));
            let content = fs::read(&from).with_context(|| format!("cannot read {}", from.display()))?;
            if fs::read(&to).ok().as_ref() != Some(&content) {
                fs::create_dir_all(to.parent().context("no folder")?)?;
                fs::write(&to, content).with_context(|| format!("cannot write {}", to.display()))?;
            }
        }
        let mut cheap = String::from("[profile.dev]\ndebug = false\n");
        for package in COMPILED {
            cheap.extend(["[profile.dev.package.", package, "]\nopt-level = 0\n"]);
        }
        fs::write(folder.join("cheap.toml"), cheap)?;
        let suites = env::var_os("URLSPEC_SUITES").map_or_else(|| root.join("../shared/suites"), Into::into);
        Ok(Self { folder: tree, target, suites: fs::canonicalize(&suites).unwrap_or(suites) })
    }

    /// Makes `mutant`, runs tests until one fails, and makes it undone.
    fn run(&self, mutant: &Mutant) -> Result<Record> {
        let start = Instant::now();
        let file = self.folder.join(&mutant.file);
        let before = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        fs::write(&file, mutant.applied(&before)?)?;
        let outcome = self.test(&mutant.file);
        fs::write(&file, before)?;
        let (outcome, by) = outcome?;
        Ok(Record { name: mutant.name.clone(), outcome, by, seconds: start.elapsed().as_secs_f64() })
    }

    /// Runs the tests for `file`, those that are most likely to fail first.
    fn test(&self, file: &str) -> Result<(Outcome, Option<String>)> {
        for tests in &tests_of(file) {
            if !self.cargo(&[&["--no-run"], tests.as_slice()].concat())? {
                return Ok((Outcome::Unbuildable, None));
            }
            if !self.cargo(tests)? {
                return Ok((Outcome::Killed, Some(tests.join(" "))));
            }
        }
        Ok((Outcome::Survived, None))
    }

    /// Whether `cargo test` with `arguments` succeeds.
    fn cargo(&self, arguments: &[&str]) -> Result<bool> {
        let limited =
            format!("ulimit -t {SECONDS}; exec cargo test --quiet --locked --config ../cheap.toml \"$@\"");
        let status = Command::new("sh")
            .args(["-c", &limited, "sh"])
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_INCREMENTAL", "1")
            .env("URLSPEC_SUITES", &self.suites)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .context("cannot run sh")?;
        Ok(status.success())
    }
}

impl Mutant {
    /// `text` with the change.
    fn applied(&self, text: &str) -> Result<String> {
        let at = |place: &Place| {
            let line = text.split_inclusive('\n').take(place.line - 1).map(str::len).sum::<usize>();
            let column = text[line..].chars().take(place.column - 1).map(char::len_utf8).sum::<usize>();
            line + column
        };
        let (start, end) = (at(&self.span.start), at(&self.span.end));
        let (before, after) = (text.get(..start), text.get(end..));
        let (before, after) = before.zip(after).with_context(|| format!("no such place: {}", self.name))?;
        Ok([before, &self.replacement, after].concat())
    }

    /// The name without the place, which other changes move.
    fn stable_name(&self) -> String {
        let mut parts = self.name.splitn(4, ':');
        let file = parts.next().unwrap_or_default();
        format!("{file}:{}", parts.nth(2).unwrap_or_default())
    }
}

/// The arguments of `cargo test` for what is about `file`: first the vectors of its spec, which find most; then the tests of its
/// crate; then more of the facade's.
fn tests_of(file: &str) -> Vec<Vec<&str>> {
    let facade = |features| vec!["-p", "url-facade", "--no-default-features", "--features", features];
    let spec = SPECS.into_iter().find(|spec| file.contains(spec));
    let of_spec = match spec {
        Some("barth") => [facade("barth,encoding"), vec!["--test", "specs"]].concat(),
        Some("connolly") => [facade("connolly,encoding"), vec!["--test", "specs"]].concat(),
        Some("rfc3986") => [facade("rfc3986,encoding"), vec!["--test", "specs"]].concat(),
        Some(_) => [facade("webspecs,encoding"), vec!["--test", "specs"]].concat(),
        None if ["whatwg", "uts46", "encoding", "url-query/src/percent_encode"]
            .iter()
            .any(|name| file.contains(name)) =>
        {
            [facade("default"), vec!["--test", "whatwg", "--"], EXHAUSTIVE.to_vec()].concat()
        }
        None => [facade("manakai,encoding"), vec!["--test", "specs"]].concat(),
    };
    let package = file.split('/').nth(1).unwrap_or_default();
    let of_crate =
        ["url-host", "url-path", "url-authority", "url-query"].into_iter().find(|name| *name == package);
    let of_crate = of_crate.map(|name| vec!["-p", name, "--all-features", "--lib", "--tests"]);
    let of_facade =
        [facade("default,all-specs"), vec!["--lib", "--test", "specs", "--test", "whole_setters"]].concat();
    // `risk` belongs to no spec.
    if file.contains("/risk/") {
        return of_crate.into_iter().chain([of_facade]).collect();
    }
    [vec![of_spec], of_crate.into_iter().collect(), vec![of_facade]].concat()
}

/// Prints what came of the sample; fails when a survivor has no reason, a reason no survivor, or too few were killed.
fn report(root: &Path, sample: &[Mutant], records: &BTreeMap<String, Record>) -> Result<()> {
    let file = root.join(SURVIVORS);
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let listed: Survivors =
        toml::from_str(&text).with_context(|| format!("{SURVIVORS} is not what it should be"))?;
    ensure!(listed.survivor.iter().all(|survivor| !survivor.reason.is_empty()), "a survivor has no reason");
    let listed: BTreeSet<_> = listed.survivor.into_iter().flat_map(|survivor| survivor.mutants).collect();

    let mut counts = [0; 3];
    let (mut seconds, mut unlisted) = (0.0, Vec::new());
    for mutant in sample {
        let Some(record) = records.get(&mutant.name) else { continue };
        counts[record.outcome as usize] += 1;
        seconds += record.seconds;
        if record.outcome == Outcome::Survived && !listed.contains(&mutant.stable_name()) {
            unlisted.push(&mutant.name);
        }
    }
    let [killed, survived, unbuildable] = counts;
    let run = killed + survived + unbuildable;
    let share = f64::from(killed) / f64::from((killed + survived).max(1));
    println!(
        "{run} of {} mutants run: {killed} killed, {survived} survived, {unbuildable} do not compile; {:.1} % killed; {:.1} s each",
        sample.len(),
        share * 100.0,
        seconds / f64::from(run.max(1))
    );
    for name in &unlisted {
        println!("survived, and is not in {SURVIVORS}: {name}");
    }
    ensure!(unlisted.is_empty(), "{} mutants survived without a reason", unlisted.len());
    ensure!(share >= FLOOR, "fewer than {:.0} % were killed", FLOOR * 100.0);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Mutant, Options, sample, tests_of};

    fn mutant(name: &str, start: [usize; 2], end: [usize; 2]) -> Mutant {
        let place = |[line, column]: [usize; 2]| serde_json::json!({ "line": line, "column": column });
        let span = serde_json::json!({ "start": place(start), "end": place(end) });
        let json = serde_json::json!({ "name": name, "file": "a.rs", "replacement": "<", "span": span });
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn a_change_is_made_where_it_is_listed() {
        let made = mutant("a.rs:2:5: replace > with < in f", [2, 5], [2, 7]);
        assert_eq!(made.applied("1\né = >= 2\n3").unwrap(), "1\né = < 2\n3");
        assert_eq!(made.stable_name(), "a.rs: replace > with < in f");
        assert!(mutant("a", [1, 3], [1, 2]).applied("ab").is_ok());
    }

    #[test]
    fn a_larger_sample_begins_with_the_smaller() {
        let all: Vec<_> = (0..100).map(|at| mutant(&at.to_string(), [1, 1], [1, 1])).collect();
        let names = |size| -> Vec<_> {
            let options = Options { sample: size, seed: 3, again: false, report: false };
            sample(all.clone(), &options).into_iter().map(|mutant| mutant.name).collect()
        };
        let (small, large) = (names(10), names(200));
        assert_eq!((small.as_slice(), large.len()), (&large[..10], 100));
        let mut sorted = large.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), 100);
    }

    #[test]
    fn every_file_has_tests() {
        let first = |file| tests_of(file)[0].join(" ");
        assert!(
            first("crates/url-host/src/whatwg/ipv4.rs")
                .contains("--features default --test whatwg -- --skip")
        );
        assert!(first("crates/url-path/src/barth.rs").ends_with("--features barth,encoding --test specs"));
        assert!(first("crates/url-path/src/merge.rs").ends_with("--features manakai,encoding --test specs"));
        assert!(first("crates/url-host/src/risk/mod.rs").starts_with("-p url-host"));
    }
}
