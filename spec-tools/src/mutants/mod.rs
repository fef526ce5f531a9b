//! `cargo xtask mutants`: changes the code in ways that tests must notice. `cargo-mutants` lists the changes.
//! A sample of them, chosen by a seed, is compiled once in a copy of the tree, and the tests for the changed
//! file run with each in turn.
//!
//! Each result is recorded in the target directory at once, so that an interrupted run continues where it
//! ended. Surviving mutants are listed, with the reason, in `docs/mutants.toml`.

mod farm;
mod mutant;
mod switched;

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    io::Write as _,
    path::PathBuf,
};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use url_testdata::hostile::Dice;
use xshell::{Shell, cmd};

use self::farm::Farm;
#[cfg(test)]
pub(crate) use self::mutant::mutant;
pub(crate) use self::mutant::{Mutant, Outcome, Record};
use crate::registry::read_toml;

/// The files that are changed.
const CHANGED: [&str; 5] = [
    "crates/url-host/src/**",
    "crates/url-path/src/**",
    "crates/url-authority/src/**",
    "crates/url-query/src/**",
    "crates/url-specs/src/whatwg/**",
];

/// A file that is not part of the build with every feature, which is the build that is tested.
const LEFT_OUT: &str = "crates/url-host/src/ascii_only.rs";

/// The share of mutants that must be killed.
const FLOOR: f64 = 0.95;

/// The list of the survivors, with reasons.
const SURVIVORS: &str = "docs/mutants.toml";

/// The file of the results, in the folder of this task.
const RECORDS: &str = "record.jsonl";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Mutants in the sample.
    #[arg(long, value_name = "N", default_value_t = 400)]
    sample: usize,
    /// Random seed: a larger sample with the same seed begins with the same mutants.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// The listed survivors.
#[derive(Deserialize)]
struct Survivors {
    #[serde(default)]
    survivor: Vec<Survivor>,
}

#[derive(Deserialize)]
struct Survivor {
    mutants: Vec<String>,
    reason: String,
}

/// Runs the mutants of the sample that have no record, and reports on the whole sample.
pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    // A larger sample begins with the smaller one of the same seed.
    let mut sample = shuffled(list(sh, &CHANGED)?, &mut Dice::new(options.seed));
    sample.truncate(options.sample);
    let records = tried(sh, &sample)?;
    report(sh, &sample, &records)
}

/// Runs those of `mutants` that have no record, and those that survived and are not listed. Returns the
/// records of all mutants, by name.
pub(crate) fn tried(sh: &Shell, mutants: &[Mutant]) -> Result<BTreeMap<String, Record>> {
    let folder = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let folder = sh.create_dir(folder.join("mutants"))?;
    let file = folder.join(RECORDS);
    let text = if file.exists() { sh.read_file(&file)? } else { String::new() };
    // A line that an interrupted run left incomplete is ignored.
    let records = text.lines().filter_map(|line| serde_json::from_str::<Record>(line).ok());
    let mut records: BTreeMap<_, _> = records.map(|record| (record.name.clone(), record)).collect();
    let listed = survivors(sh)?;
    let is_left = |mutant: &Mutant| match records.get(&mutant.name) {
        Some(record) => record.outcome == Outcome::Survived && !listed.contains(&mutant.stable_name()),
        None => true,
    };
    let mut left: Vec<_> = (0..mutants.len()).filter(|&number| is_left(&mutants[number])).collect();
    if left.is_empty() {
        return Ok(records);
    }
    let mut file = fs::OpenOptions::new().append(true).create(true).open(file)?;
    let is_known = |mutant: &Mutant| {
        let refused = records.get(&mutant.name).is_some_and(|record| record.outcome == Outcome::Unbuildable);
        refused || mutant.file == LEFT_OUT
    };
    let known = (0..mutants.len()).filter(|&number| is_known(&mutants[number])).collect();
    // Builds all of them, so that a run that continues has nothing to compile.
    let farm = Farm::build(sh, &folder, mutants, known)?;
    // Mutants that do not compile are recorded first.
    left.sort_by_key(|&number| farm.compiles(number));
    for (number, at) in left.iter().zip(1..) {
        let record = farm.run(*number)?;
        println!("{at}/{} {:?} {:.0} s {}", left.len(), record.outcome, record.seconds, record.name);
        writeln!(file, "{}", serde_json::to_string(&record)?).context("cannot write a record")?;
        records.insert(record.name.clone(), record);
    }
    Ok(records)
}

/// Returns every mutant of `files`, which are patterns.
pub(crate) fn list(sh: &Shell, files: &[&str]) -> Result<Vec<Mutant>> {
    let files = files.iter().flat_map(|files| ["--file", files]);
    let listed = cmd!(sh, "cargo-mutants mutants --list --json").args(files).read()?;
    serde_json::from_str(&listed).context("cannot read what cargo-mutants lists")
}

/// Returns `items` in an order that `dice` chooses.
pub(crate) fn shuffled<T>(mut items: Vec<T>, dice: &mut Dice) -> Vec<T> {
    for at in 1..items.len() {
        items.swap(at, dice.roll(at + 1));
    }
    items
}

/// Returns the names of the mutants that are listed as survivors, with a reason.
pub(crate) fn survivors(sh: &Shell) -> Result<BTreeSet<String>> {
    let (_, listed): (_, Survivors) = read_toml(sh, SURVIVORS.as_ref())?;
    ensure!(listed.survivor.iter().all(|survivor| !survivor.reason.is_empty()), "a survivor has no reason");
    Ok(listed.survivor.into_iter().flat_map(|survivor| survivor.mutants).collect())
}

/// Prints the results of the sample; fails if a survivor has no reason, or too few were killed.
fn report(sh: &Shell, sample: &[Mutant], records: &BTreeMap<String, Record>) -> Result<()> {
    let listed = survivors(sh)?;
    let (mut counts, mut seconds, mut unlisted) = ([0; 3], 0.0, 0);
    for mutant in sample {
        let Some(record) = records.get(&mutant.name) else { continue };
        counts[record.outcome as usize] += 1;
        seconds += record.seconds;
        if record.outcome == Outcome::Survived && !listed.contains(&mutant.stable_name()) {
            println!("survived, and is not in {SURVIVORS}: {}", mutant.name);
            unlisted += 1;
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
    ensure!(unlisted == 0, "{unlisted} mutants survived without a reason");
    ensure!(share >= FLOOR, "fewer than {:.0} % were killed", FLOOR * 100.0);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Mutant, mutant, switched::Switched};

    /// Returns the text with the mutants `(genre, replaced text, replacement)`. It contains each replaced
    /// text once.
    fn switched(text: &str, mutants: &[(&str, &str, &str)]) -> String {
        let place = |at: usize| {
            [
                1 + text[..at].matches('\n').count(),
                1 + text[..at].chars().rev().take_while(|&c| c != '\n').count(),
            ]
        };
        let of = |&(genre, replaced, replacement): &(&str, &str, &str)| {
            let at = text.find(replaced).unwrap();
            let mutant = mutant("m", place(at), place(at + replaced.len()));
            Mutant { genre: genre.to_owned(), replacement: replacement.to_owned(), ..mutant }
        };
        let mutants: Vec<_> = mutants.iter().map(of).collect();
        let made = Switched::new(text, "m", &mutants.iter().enumerate().collect::<Vec<_>>()).unwrap();
        assert!(made.left_out.is_empty());
        made.text
    }

    #[test]
    fn mutants_are_beside_the_text() {
        let mutants =
            [("BinaryOperator", ">", "<"), ("BinaryOperator", "&&", "||"), ("UnaryOperator", "!", "")];
        assert_eq!(
            switched("fn é() { a > b && !c }", &mutants),
            "fn é() { (if m(1) { a > b || !c } else { (if m(0) { a < b } else { a > b }) && \
             (if m(2) { c } else { !c }) }) }"
        );
        assert_eq!(
            switched("fn f() {\n  g(1)\n}", &[("FnValue", "g(1)", "()")]),
            "fn f() {\n  if m(0) { return (); } g(1)\n}"
        );
        let arms =
            [("MatchArm", "1 => 2", ""), ("MatchArmGuard", "b", "true"), ("MatchArm", "a if b => 3", "")];
        assert_eq!(
            switched("fn f() { match x { 1 => 2, a if b => 3, _ => 4 } }", &arms),
            "fn f() { match x { 1 if !m(0) => 2, a if (if m(1) { true } else { (!m(2) && (b)) }) => 3, _ => 4 } }"
        );
        assert_eq!(
            switched(
                "fn f() { S { a: 1, b, ..S::d() } }",
                &[("StructField", "a: 1,", ""), ("StructField", "b,", "")]
            ),
            "fn f() { S { a: (if m(0) { (S::d()).a } else { 1 }), b: (if m(1) { (S::d()).b } else { b }), ..S::d() } }"
        );
    }

    #[test]
    fn an_error_is_of_the_mutant_whose_text_it_is_in() {
        let text = "fn f() { a > b; c > d }";
        let [one, two] = [mutant("m", [1, 12], [1, 13]), mutant("m", [1, 19], [1, 20])];
        let made = Switched::new(text, "m", &[(5, &one), (6, &two)]).unwrap();
        let at = made.text.find("c < d").unwrap();
        assert_eq!(made.at(&(at..at + 5)), [6]);
        assert_eq!(made.at(&(0..2)), [5, 5, 6, 6]);
        for (refused, at) in [
            ("#[cfg(not(feature = \"x\"))]\nfn f() { a > b }", [2, 12]),
            ("fn f() { if let a = b && c {} }", [1, 23]),
        ] {
            let made = Switched::new(refused, "m", &[(0, &mutant("m", at, [at[0], at[1] + 1]))]).unwrap();
            assert_eq!((&*made.text, made.left_out), (refused, vec![0]));
        }
    }
}
