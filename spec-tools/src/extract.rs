//! `cargo xtask spec extract`: rebuilds the registry of a spec whose text still changes, and reports which sections differ, with the
//! code that cites them and the tests that reach them.
//!
//! Of the former text only the hashes are known. Sections are aligned by these, in order; what is left over on both sides at one
//! place changed, in order; and one whose hash only one section of either text has, moved.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::{
    matrix::Matrix,
    outline::{self, Outline, above, heading},
    registry::{Registry, Section, hash, write},
    standard,
    tree::{ReachOptions, Tree},
};

/// How many of the vectors that report a section are listed.
const LISTED: usize = 3;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The spec's name, the part of its section ids before `#`.
    spec: String,
    /// A copy of the spec's text, which is read and never stored.
    text: PathBuf,
    /// Write no registry: only report.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    reach: ReachOptions,
}

pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    let mut registry = Registry::load(root, &options.spec)?;
    let document = read(&registry, &options.text)?;
    let hashes: Vec<String> = document.iter().map(|found| hash(&found.text)).collect();
    let old_of = align(&registry.sections, &document, &hashes);
    let entries = entries(&registry.sections, &document, &hashes, &old_of);
    // Vectors are run only if somebody asks what reaches something.
    if !entries.is_empty() {
        let matrix = Tree::read(root, &options.reach)?.matrix(root)?;
        for (entry, id) in &entries {
            println!("{entry}");
            id.iter().flat_map(|id| touched(&matrix, id)).for_each(|line| println!("    {line}"));
        }
    }
    if options.dry_run {
        return Ok(());
    }
    registry.sections = rows(&registry.sections, &document, hashes, &old_of);
    write(root, &registry.path, &registry.to_string())
}

/// The sections of the spec whose registry is `registry`, as they are in the file `text`.
pub(crate) fn read(registry: &Registry, text: &Path) -> Result<Vec<outline::Section>> {
    let name = &registry.spec.name;
    ensure!(
        registry.spec.extracted,
        "the text of {name} is frozen: its registry is data, and nothing reads the text"
    );
    let text = fs::read_to_string(text).with_context(|| format!("cannot read {}", text.display()))?;
    let mut outline = Outline::new(name);
    standard::read(&text, &mut outline);
    Ok(outline.sections)
}

/// Of each section of `document`, whose hashes are `hashes`, the row of `old` that it was.
fn align(old: &[Section], document: &[outline::Section], hashes: &[String]) -> Vec<Option<usize>> {
    let old_hashes: Vec<&str> = old.iter().map(|row| row.sha256.as_str()).collect();
    let new_hashes: Vec<&str> = hashes.iter().map(String::as_str).collect();
    let is_heading = |id: &str| heading(id) == id;
    let mut old_of = vec![None; document.len()];
    for op in capture_diff_slices(Algorithm::Patience, &old_hashes, &new_hashes) {
        let pairs = op.new_range().zip(op.old_range());
        match op {
            DiffOp::Equal { .. } => pairs.for_each(|(new, at)| old_of[new] = Some(at)),
            DiffOp::Replace { .. } => pairs
                .filter(|&(new, at)| is_heading(&document[new].id) == is_heading(&old[at].id))
                .for_each(|(new, at)| old_of[new] = Some(at)),
            DiffOp::Delete { .. } | DiffOp::Insert { .. } => {}
        }
    }
    let (once_old, once_new) = (once(&old_hashes), once(&new_hashes));
    for (hash, new) in once_new {
        if let (Some(&at), None) = (once_old.get(hash), old_of[new])
            && !old_of.contains(&Some(at))
        {
            old_of[new] = Some(at);
        }
    }
    old_of
}

/// The places of the hashes that are there once.
fn once<'h>(hashes: &[&'h str]) -> HashMap<&'h str, usize> {
    let mut places: HashMap<&str, Option<usize>> = HashMap::new();
    for (at, hash) in hashes.iter().enumerate() {
        places.entry(hash).and_modify(|place| *place = None).or_insert(Some(at));
    }
    places.into_iter().filter_map(|(hash, at)| Some((hash, at?))).collect()
}

/// A line for each section that is added, removed, changed, or has another id; and the id that it has in the code, unless only the id
/// differs.
fn entries(
    old: &[Section],
    document: &[outline::Section],
    hashes: &[String],
    old_of: &[Option<usize>],
) -> Vec<(String, Option<String>)> {
    let mut entries = Vec::new();
    for ((section, hash), at) in document.iter().zip(hashes).zip(old_of) {
        let id = &section.id;
        let Some(row) = at.map(|at| &old[at]) else {
            entries.push((format!("added      {id}"), Some(id.clone())));
            continue;
        };
        if row.id != *id {
            entries.push((format!("renumbered {} -> {id}", row.id), None));
        }
        if row.sha256 != *hash {
            entries.push((format!("changed    {id}: {}", row.title), Some(row.id.clone())));
        }
    }
    let removed = old.iter().enumerate().filter(|(at, _)| !old_of.contains(&Some(*at)));
    entries.extend(
        removed.map(|(_, row)| (format!("removed    {}: {}", row.id, row.title), Some(row.id.clone()))),
    );
    entries
}

/// The code that cites the section `id`, or the nearest around it that the registry has, and the tests that reach it.
fn touched(matrix: &Matrix, id: &str) -> Vec<String> {
    let mut around = std::iter::once(id).chain(above(id)).filter_map(|id| matrix.row(id));
    let Some(row) = around.find(|row| !row.citations.is_empty() || row.is_covered()) else {
        return Vec::new();
    };
    let mut lines: Vec<String> =
        row.citations.iter().map(|place| format!("{place} cites {}", row.id)).collect();
    lines.extend(row.named_by.iter().map(|test| format!("{test} names {}", row.id)));
    lines.extend(row.told_by.iter().take(LISTED).map(|vector| format!("{vector} reaches {}", row.id)));
    lines
}

/// The rows of the registry for `document`: what is written by hand stays with the section.
fn rows(
    old: &[Section],
    document: &[outline::Section],
    hashes: Vec<String>,
    old_of: &[Option<usize>],
) -> Vec<Section> {
    let new_of = |id: &String| {
        let at = old_of.iter().position(|at| at.is_some_and(|at| old[at].id == *id));
        at.map_or_else(|| id.clone(), |at| document[at].id.clone())
    };
    let row = |((section, sha256), at): ((&outline::Section, String), &Option<usize>)| {
        let row = at.map(|at| old[at].clone()).unwrap_or_default();
        let called_by = row.called_by.as_ref().map(|callers| callers.iter().map(new_of).collect());
        Section { id: section.id.clone(), sha256, called_by, ..row }
    };
    document.iter().zip(hashes).zip(old_of).map(row).collect()
}
