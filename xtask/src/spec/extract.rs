//! `cargo xtask spec extract`: rebuilds a registry from a copy of the spec, and lists for an editor which functions, vectors
//! and tests each change touches.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};

use super::{
    matrix::{Matrix, Row, above},
    outline::{self, Outline},
    registry::{Change, Registry},
    tree::{Tree, write},
};

/// How many of the vectors that reach a section are listed.
const LISTED: usize = 3;

/// Rebuilds the registry of `spec` from `texts`.
pub(crate) fn run(root: &Path, spec: &str, texts: &[PathBuf], runs: Option<&Path>) -> Result<()> {
    let mut registry = Registry::load(root, spec)?;
    let changes = registry.update(&read(&registry, texts)?);
    if !changes.is_empty() {
        let matrix = Tree::read(root, runs)?.matrix(root)?;
        for change in &changes {
            print!("{}", touched(&matrix, change));
        }
    }
    write(root, &registry.path, &registry.to_string())
}

/// The sections of the spec whose registry is `registry`, as they stand in `texts`.
pub(crate) fn read(registry: &Registry, texts: &[PathBuf]) -> Result<Vec<outline::Section>> {
    let (spec, formats) = (&registry.spec.name, &registry.spec.formats);
    if formats.len() != texts.len() {
        bail!("{spec} has {} texts, not {}", formats.len(), texts.len());
    }
    let mut outline = Outline::new(spec);
    for (format, path) in formats.iter().zip(texts) {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        format.read(&text, &mut outline);
    }
    Ok(outline.into_sections())
}

/// `change`, and below it what it touches: the code and the tests of its section, or of the nearest one above that has
/// some.
fn touched(matrix: &Matrix, change: &Change) -> String {
    let Change { kind, id } = change;
    let mut told = format!("{kind:<8} {id}\n");
    let mut nearest = std::iter::once(id.as_str()).chain(above(id)).filter_map(|id| matrix.row(id));
    let Some(row) = nearest.find(|row| !row.citations.is_empty() || !tests(row).is_empty()) else {
        return told;
    };
    let mut line = |text: &str| {
        told.push_str("         ");
        told.push_str(text);
        told.push('\n');
    };
    if row.id != *id {
        line(&format!("below {}:", row.id));
    }
    for citation in &row.citations {
        line(&citation.to_string());
    }
    for test in tests(row) {
        line(&test);
    }
    told
}

/// The vectors and tests that reach `row`: every one that names it, and the first that report it.
fn tests(row: &Row) -> Vec<String> {
    let mut tests: Vec<String> = row.named_by.iter().map(|test| format!("{test} names it")).collect();
    tests.extend(row.told_by.iter().take(LISTED).map(|vector| format!("{vector} reaches it")));
    if let Some(more) = row.told_by.len().checked_sub(LISTED).filter(|&more| more > 0) {
        tests.push(format!("{more} more vectors reach it"));
    }
    tests
}
