//! `cargo xtask spec asserted`: measures how often tests notice an error in the code of steps that runs
//! report. A seed chooses a sample of these sections for each spec, and one mutant in the code of each
//! section; the tests of that spec run with it.
//!
//! The code of a section is the lines from its citation to the next citation of another section.
//! `docs/spec/asserted.toml` contains the results, and the sections of the sample in whose code
//! `cargo-mutants` finds nothing to change: the next sections replace them.

use std::{collections::BTreeSet, path::Path};

use anyhow::Result;
use toml::Spanned;
use url_testdata::hostile::Dice;
use xshell::Shell;

use crate::{
    citations::Citations,
    matrix::{ReachOptions, SpecMatrix, Tree},
    mutants::{self, Mutant, Outcome, shuffled},
    record::{self, Asserted, PATH, SAMPLE},
    registry::write,
};

/// The crates whose code reports sections of specs.
const CHANGED: &str = "crates/url-*/src/**";

/// The first lines of the file of the results.
const HEAD: &str = "\
# What `cargo xtask spec asserted` found: of a sample of the sections that runs report, a mutant in the code of each, and the
# tests that noticed it. `no_mutant` are the sections of the sample whose code has none.

";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Sections of each spec; all, if it has fewer.
    #[arg(long, value_name = "N", default_value_t = SAMPLE)]
    sample: usize,
    /// Random seed: a larger sample with the same seed begins with the same sections.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    reach: ReachOptions,
}

/// Runs the sample, and records the results.
pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    let tree = Tree::read(sh, &options.reach)?;
    let matrix = tree.matrix(sh)?;
    let mutants = mutants::list(sh, &[CHANGED])?;
    // The rules of programs describe recorded answers, not steps.
    let specs = matrix.specs.iter().filter(|spec| spec.is_document());
    let plans: Vec<_> = specs.map(|spec| plan(spec, &tree.citations, &mutants, options.seed)).collect();
    let mut records = mutants::tried(sh, &[])?;
    let (chosen, no_mutant) = loop {
        let refused: BTreeSet<&str> = records
            .values()
            .filter(|record| record.outcome == Outcome::Unbuildable)
            .map(|record| record.name.as_str())
            .collect();
        let (chosen, no_mutant) = choose(&plans, options.sample, |mutant| !refused.contains(&*mutant.name));
        records = mutants::tried(sh, &chosen)?;
        if chosen.iter().all(|mutant| records[&mutant.name].outcome != Outcome::Unbuildable) {
            break (chosen, no_mutant);
        }
    };

    let section = |mutant: &Mutant| {
        let (id, noticed_by) = (mutant.section.clone().unwrap_or_default(), records[&mutant.name].by.clone());
        if noticed_by.is_none() {
            println!("survived: {}", mutant.name);
        }
        Spanned::new(0..0, record::Section { id, mutant: mutant.stable_name(), noticed_by })
    };
    let section = chosen.iter().map(section).collect();
    let no_mutant = Spanned::new(0..0, no_mutant.into_iter().map(str::to_owned).collect());
    let asserted = Asserted { seed: options.seed, no_mutant, section };
    write(sh, PATH, &(HEAD.to_owned() + &toml::to_string_pretty(&asserted)?))
}

/// The sections of a spec in the order that the seed chooses, each with its mutants in such an order.
type Plan = Vec<(String, Vec<Mutant>)>;

fn plan(spec: &SpecMatrix, citations: &Citations, mutants: &[Mutant], seed: u64) -> Plan {
    let told = spec.rows.iter().filter(|row| row.demanded && !row.told_by.is_empty());
    let ids = shuffled(told.map(|row| row.id.clone()).collect(), &mut Dice::new(seed));
    // Each section has dice of its own, so that a change in another section's code does not change the
    // choice.
    let of_section = |(id, at): (String, u64)| {
        let named = |mutant: &Mutant| Mutant {
            name: format!("{} ({id})", mutant.name),
            section: Some(id.clone()),
            ..mutant.clone()
        };
        let within = mutants.iter().filter(|mutant| is_of(citations, mutant, &id)).map(named).collect();
        (id.clone(), shuffled(within, &mut Dice::new(seed.wrapping_add(at))))
    };
    ids.into_iter().zip(1..).map(of_section).collect()
}

/// True if the whole `mutant` is between a citation of the section `id` and the next citation of another
/// section. A mutant that replaces a function belongs to no step in it.
fn is_of(citations: &Citations, mutant: &Mutant, id: &str) -> bool {
    citations.of(id).iter().any(|citation| {
        let lines = citation.line..=citation.end;
        let span = [&mutant.span.start.line, &mutant.span.end.line];
        citation.path == Path::new(&mutant.file) && span.into_iter().all(|line| lines.contains(line))
    })
}

/// Returns the first `sample` sections of each plan that have a `possible` mutant, each with its first such
/// mutant, and the sections before them that have none.
fn choose(plans: &[Plan], sample: usize, possible: impl Fn(&Mutant) -> bool) -> (Vec<Mutant>, Vec<&str>) {
    let (mut chosen, mut no_mutant) = (Vec::new(), Vec::new());
    for plan in plans {
        let mut left = sample;
        for (id, mutants) in plan {
            match mutants.iter().find(|mutant| possible(mutant)) {
                _ if left == 0 => break,
                Some(mutant) => {
                    chosen.push(mutant.clone());
                    left -= 1;
                }
                None => no_mutant.push(id.as_str()),
            }
        }
    }
    (chosen, no_mutant)
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, path::PathBuf};

    use super::{Plan, choose, is_of};
    use crate::{
        citations::Citations,
        code::{Code, File},
        mutants::mutant,
        registry::Registry,
        source,
    };

    #[test]
    fn a_mutant_is_of_the_step_around_it() {
        let text = "/// Spec: demo#a\nfn f() {\n    // 1. First.\n    first();\n    if second {\n        // 2. Second.\n        \
                    trace.visited(demo::A_2);\n        second();\n        // 1. Again.\n        again();\n    }\n}\n";
        let spec = "[spec]\nname = \"demo\"\ntitle = \"\"\nprofiles = []\n";
        let section = |id| {
            format!(
                "[[section]]\nid = \"{id}\"\ntitle = \"\"\nlayer = \"l\"\nstatus = \"normative\"\nsha256 = \"\"\n"
            )
        };
        let sections = ["demo#a", "demo#a-1", "demo#a-2"].map(section).concat();
        let registry = Registry::parse(PathBuf::new(), &(spec.to_owned() + &sections)).unwrap();
        let source = source::read(text, &syn::parse_file(text).unwrap());
        let files = vec![File { krate: "l".into(), path: "a.rs".into(), source }];
        let citations =
            Citations::read(&[registry], &Code { files, tests: Vec::new(), profiles: HashSet::new() });
        let lines = |id| {
            let is_of = |&line: &usize| is_of(&citations, &mutant("m", [line, 1], [line, 2]), id);
            (1..=12).filter(is_of).collect::<Vec<_>>()
        };
        assert_eq!(lines("demo#a"), [1, 2]);
        assert_eq!(lines("demo#a-1"), [3, 4, 5, 9, 10, 11, 12]);
        assert_eq!(lines("demo#a-2"), [6, 7, 8]);
        assert!(!is_of(&citations, &mutant("m", [4, 1], [11, 1]), "demo#a-1"));
    }

    #[test]
    fn the_next_section_replaces_one_without_a_mutant() {
        let section = |id: &str, mutants: &[&str]| {
            (id.to_owned(), mutants.iter().map(|name| mutant(name, [1, 1], [1, 1])).collect())
        };
        let plans: [Plan; 2] = [
            vec![section("a-1", &[]), section("a-2", &["one", "two"]), section("a-3", &["three"])],
            vec![section("b-1", &["bad"])],
        ];
        let chosen = |sample| {
            let (mutants, none) = choose(&plans, sample, |mutant| !["one", "bad"].contains(&&*mutant.name));
            (mutants.into_iter().map(|mutant| mutant.name).collect::<Vec<_>>().join(" "), none.join(" "))
        };
        assert_eq!(chosen(1), ("two".into(), "a-1 b-1".into()));
        assert_eq!(chosen(9), ("two three".into(), "a-1 b-1".into()));
    }
}
