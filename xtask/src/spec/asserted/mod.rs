//! `cargo xtask spec asserted`: whether the code of the steps that runs report is held by tests. Of each spec, a sample of these
//! sections is chosen by a seed; in the code of each, one mutant; and the tests of the spec run with it.
//!
//! What came of it is kept in `docs/spec/asserted.toml`. A mutant is one of `cargo-mutants`, or where it has none in the code of
//! a step, one of our own (`changes.rs`). A step whose code has neither only tells; the next one of the sample stands for it.

mod changes;
mod places;
mod plan;
pub(super) mod record;

use std::{collections::BTreeSet, fmt::Write as _, path::Path};

use anyhow::{Result, ensure};

use self::{
    plan::{Mutants, Plan},
    record::{PATH, SAMPLE},
};
use super::tree::{ReachOptions, Tree, write};
use crate::mutants::{self, Mutant, Outcome};

/// The crates whose code tells sections of specs.
const CHANGED: &str = "crates/url-*/src/**";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many sections of each spec; all, if it has fewer.
    #[arg(long, value_name = "N", default_value_t = SAMPLE)]
    sample: usize,
    /// Which ones: a larger sample with the same seed begins with the same sections.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Run those again that survived before.
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    reach: ReachOptions,
}

/// Runs the sample, and records it.
pub(super) fn run(root: &Path, options: &Options) -> Result<()> {
    let tree = Tree::read(root, options.reach.reach.as_deref())?;
    let specs = tree.matrix(root)?.specs;
    let mutants = Mutants::read(root, &tree, mutants::list(root, &[CHANGED])?)?;
    // The rules of programs are recorded answers, and no steps.
    let specs = specs.iter().filter(|spec| spec.is_document());
    let plans: Vec<Plan> = specs.map(|spec| mutants.plan(&tree, spec, options.seed)).collect();
    let mut records = mutants::tried(root, &[], false)?;
    let mut again = options.again;
    let (chosen, only_tell) = loop {
        // Where the compiler refused one change of an operator, it refuses others too.
        let refused = |record: &&mutants::Record| record.outcome == Outcome::Unbuildable;
        let refused: BTreeSet<_> =
            records.values().filter(refused).map(|record| changed(&record.name)).collect();
        let possible = |mutant: &Mutant| !refused.contains(&changed(&mutant.name));
        let (chosen, only_tell) = choose(&plans, options.sample, possible);
        let before = records.len();
        records = mutants::tried(root, &chosen, std::mem::take(&mut again))?;
        let is_unbuildable = |mutant: &Mutant| records[&mutant.name].outcome == Outcome::Unbuildable;
        if !chosen.iter().any(is_unbuildable) {
            break (chosen, only_tell);
        }
        ensure!(records.len() > before, "nothing was run");
    };

    let mut text = format!(
        "# What `cargo xtask spec asserted` found: of a sample of the sections that runs report, a mutant in the code of each, and the\n\
         # tests that noticed it. `only_tell` are the sections of the sample whose code only tells.\n\n\
         seed = {}\nonly_tell = [\n",
        options.seed
    );
    for id in only_tell {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "    {id:?},");
    }
    text += "]\n";
    for mutant in &chosen {
        let (id, record) = (mutant.section.as_deref().unwrap_or_default(), &records[&mutant.name]);
        let _ = write!(
            text,
            "\n[[section]]\nid = {id:?}\nmutant = {}\n",
            toml::Value::from(mutant.stable_name())
        );
        if let Some(by) = &record.by {
            let _ = writeln!(text, "noticed_by = {by:?}");
        } else {
            println!("survived: {}", mutant.name);
        }
    }
    write(root, Path::new(PATH), &text)
}

/// What a mutant of this name changes, without its place, and the section for which it does.
fn changed(name: &str) -> (&str, &str, &str) {
    let (place, change) = name.split_once(": ").unwrap_or_default();
    let file = place.split(':').next().unwrap_or_default();
    (file, change.split(" with ").next().unwrap_or_default(), name.rsplit(" in ").next().unwrap_or_default())
}

/// The first `sample` sections of each plan that have a mutant which is `possible`, with the first such mutant; and the sections
/// before them that have none.
fn choose(plans: &[Plan], sample: usize, possible: impl Fn(&Mutant) -> bool) -> (Vec<Mutant>, Vec<&str>) {
    let (mut chosen, mut only_tell) = (Vec::new(), Vec::new());
    for plan in plans {
        let mut left = sample;
        for (id, mutants) in plan {
            match mutants.iter().find(|mutant| possible(mutant)) {
                _ if left == 0 => break,
                Some(mutant) => {
                    chosen.push(mutant.clone());
                    left -= 1;
                }
                None => only_tell.push(id.as_str()),
            }
        }
    }
    (chosen, only_tell)
}

#[cfg(test)]
mod tests {
    use super::{choose, plan::Plan};
    use crate::mutants::{Extent, Mutant, Place};

    #[test]
    fn the_next_section_stands_for_one_without_a_mutant() {
        let place = || Place { line: 1, column: 1 };
        let mutant = |name: &str| Mutant {
            name: name.to_owned(),
            file: String::new(),
            genre: String::new(),
            replacement: String::new(),
            span: Extent { start: place(), end: place() },
            section: None,
        };
        let section =
            |id: &str, mutants: &[&str]| (id.to_owned(), mutants.iter().map(|name| mutant(name)).collect());
        let plans: [Plan; 2] = [
            vec![
                section("a-1", &[]),
                section("a-2", &["one", "two"]),
                section("a-3", &["three"]),
                section("a-4", &["four"]),
            ],
            vec![section("b-1", &["bad"])],
        ];
        let chosen = |sample| {
            let (mutants, only_tell) =
                choose(&plans, sample, |mutant| !["one", "bad"].contains(&&*mutant.name));
            (mutants.into_iter().map(|mutant| mutant.name).collect::<Vec<_>>().join(" "), only_tell.join(" "))
        };
        assert_eq!(chosen(2), ("two three".into(), "a-1 b-1".into()));
        assert_eq!(chosen(1), ("two".into(), "a-1 b-1".into()));
        assert_eq!(chosen(9), ("two three four".into(), "a-1 b-1".into()));
    }
}
