//! `cargo xtask spec lint`: what an editor of a spec may want to mend: steps with a wrong number, terms that are used and
//! not defined, names of variables that an algorithm was not given, what is marked as unfinished, and steps that no test
//! reaches.

mod findings;
mod names;
mod numbers;
mod terms;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

use findings::Findings;

use super::{extract::read, matrix::Reach, outline::Section, registry::Registry, tree::Tree};

/// Marks of what an editor has yet to write. Two are in halves, for code may not hold them.
const UNFINISHED: [&str; 4] = [concat!("TO", "DO"), concat!("FIX", "ME"), "XXX", "??"];

/// Prints what is wrong with the spec in `texts`, by section, and then how much.
pub(crate) fn run(root: &Path, spec: &str, texts: &[PathBuf], runs: Option<&Path>) -> Result<()> {
    let registry = Registry::load(root, spec)?;
    let sections = read(&registry, texts)?;
    let mut findings = Findings::default();
    numbers::check(&sections, &mut findings);
    names::check(&sections, &mut findings);
    for (format, path) in registry.spec.formats.iter().zip(texts) {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        terms::check(*format, &text, &sections, &mut findings);
    }
    for section in &sections {
        for mark in UNFINISHED.iter().filter(|mark| section.text.contains(**mark)) {
            findings.add(&section.id, format!("unfinished: {mark}"));
        }
    }
    check_reach(root, runs, &sections, &mut findings)?;
    findings.print(&sections);
    Ok(())
}

/// Finds the normative sections that no test reaches.
fn check_reach(
    root: &Path,
    runs: Option<&Path>,
    sections: &[Section],
    findings: &mut Findings,
) -> Result<()> {
    let matrix = Tree::read(root, runs)?.matrix(root)?;
    for section in sections {
        if let Some(row) = matrix.row(&section.id)
            && row.demanded
            && row.reach == Reach::None
        {
            findings.add(&section.id, "no test reaches it".into());
        }
    }
    Ok(())
}
