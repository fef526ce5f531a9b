//! Which mutant stands for which step: a sample of the told sections of each spec, and a mutant in the code of each.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context as _, Result, anyhow};
use url_testdata::hostile::Dice;

use super::{
    changes::{Changes, Variants, add_variants, begins_in, changes},
    places::{Kind, Place, places},
};
use crate::{
    mutants::Mutant,
    spec::{matrix::SpecMatrix, tree::Tree},
};

/// The mutants of a tree.
pub(super) struct Mutants {
    /// Those of `cargo-mutants`.
    listed: Vec<Mutant>,
    /// Our own, by file.
    own: BTreeMap<String, Changes>,
}

/// The sections of a spec in the order in which the seed takes them, each with its mutants in that order.
pub(super) type Plan = Vec<(String, Vec<Mutant>)>;

impl Mutants {
    /// Those in `listed`, and our own in the files of `tree`.
    pub(super) fn read(root: &Path, tree: &Tree, listed: Vec<Mutant>) -> Result<Self> {
        let (mut files, mut variants) = (Vec::new(), Variants::new());
        for file in &tree.code.files {
            let path = file.path.display().to_string();
            let text = fs::read_to_string(root.join(&path)).with_context(|| format!("cannot read {path}"))?;
            let parsed = syn::parse_file(&text).map_err(|error| anyhow!("{path}: {error}"))?;
            add_variants(&parsed, &mut variants);
            files.push((path, text, parsed));
        }
        let own = files.into_iter().map(|(path, text, file)| {
            let changes = changes(&path, &text, &file, &variants);
            (path, changes)
        });
        Ok(Self { listed, own: own.collect() })
    }

    /// Those in `place`: first those of `cargo-mutants`, then our own.
    fn within(&self, place: &Place<'_>) -> [Vec<Mutant>; 2] {
        let path = place.path.display().to_string();
        let Some(Changes { mutants, excluded }) = self.own.get(&path) else {
            return [Vec::new(), Vec::new()];
        };
        let is_in = |mutant: &&Mutant| {
            let (start, end) = (mutant.span.start.line, mutant.span.end.line);
            // What replaces a function is of all steps in it.
            let is_whole =
                mutant.genre != "FnValue" || place.kind == Kind::Function || place.lines.contains(&end);
            place.lines.contains(&start) && is_whole && !begins_in(excluded, &mutant.span)
        };
        let listed = self.listed.iter().filter(|mutant| mutant.file == path);
        [listed.filter(is_in).cloned().collect(), mutants.iter().filter(is_in).cloned().collect()]
    }

    /// The mutants of the section `id`: those in the surest place that has some, shuffled; first those of `cargo-mutants`.
    fn of(&self, tree: &Tree, id: &str, dice: &mut Dice) -> Vec<Mutant> {
        let places = places(&tree.code, &tree.citations, id);
        for kind in [Kind::Step, Kind::Before, Kind::Function] {
            let within = places.iter().filter(|place| place.kind == kind).map(|place| self.within(place));
            let (listed, own): (Vec<_>, Vec<_>) = within.map(|[listed, own]| (listed, own)).unzip();
            let found = [shuffled(listed.concat(), dice), shuffled(own.concat(), dice)].concat();
            if !found.is_empty() {
                let of_section = |mutant| named(mutant, id);
                return found.into_iter().map(of_section).collect();
            }
        }
        Vec::new()
    }

    /// The plan for `spec` with `seed`.
    pub(super) fn plan(&self, tree: &Tree, spec: &SpecMatrix, seed: u64) -> Plan {
        let told = spec.rows.iter().filter(|row| row.demanded && !row.told_by.is_empty());
        let mut dice = Dice::new(seed);
        let ids = shuffled(told.map(|row| row.id.clone()).collect(), &mut dice);
        // The dice of a section are its own, so that the code of another one does not change what they choose.
        let mut at = 0;
        let mut mutants = |id: &str| {
            at += 1;
            self.of(tree, id, &mut Dice::new(seed.wrapping_add(at)))
        };
        ids.into_iter().map(|id| (id.clone(), mutants(&id))).collect()
    }
}

/// `mutant`, as it is called where it was chosen for the section `id`.
fn named(mutant: Mutant, id: &str) -> Mutant {
    Mutant { name: format!("{} ({id})", mutant.name), section: Some(id.to_owned()), ..mutant }
}

fn shuffled<T>(mut items: Vec<T>, dice: &mut Dice) -> Vec<T> {
    for at in 1..items.len() {
        items.swap(at, dice.roll(at + 1));
    }
    items
}
