//! `cargo xtask spec check`: holds the code, the tests, the registries and the generated constants together.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::Path,
};

use anyhow::Result;
use serde::Deserialize;

use super::{
    constants, outline,
    reach::{Run, place},
    registry::{Registry, Section, Status, read_toml},
    tree::Tree,
};
use crate::finding::{self, Finding};

/// The longest title, so that traces stay tables.
const TITLE_LIMIT: usize = 60;

/// What the check must find at least. A checker that has gone blind finds less, and no errors either.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Floors {
    functions: usize,
    sections: usize,
    citations: usize,
    /// Vectors that were run.
    vectors: usize,
    /// Sections that their runs reported.
    told: usize,
}

pub(crate) fn run(root: &Path, runs: Option<&Path>) -> Result<()> {
    let tree = Tree::read(root, runs)?;
    let mut findings = Vec::new();
    for registry in &tree.registries {
        check_registry(root, registry, &mut findings);
    }
    check_names(&tree, &mut findings);
    check_order(&tree, &mut findings);
    let matrix = tree.matrix(root)?;
    findings.extend(matrix.specs.iter().flat_map(|spec| spec.findings().collect::<Vec<_>>()));

    let functions = tree.code.files.iter().map(|file| file.source.functions.len()).sum();
    let sections = tree.registries.iter().map(|registry| registry.sections.len()).sum();
    let told = matrix.specs.iter().flat_map(|spec| &spec.rows).filter(|row| !row.told_by.is_empty()).count();
    let counts = [
        ("functions", functions),
        ("sections", sections),
        ("citations", tree.citations.count),
        ("vectors", tree.runs.len()),
        ("told sections", told),
    ];
    let path = Path::new("docs/spec/floors.toml");
    let (_, floors): (_, Floors) = read_toml(root, path)?;
    let floors = [floors.functions, floors.sections, floors.citations, floors.vectors, floors.told];
    for ((name, found), floor) in counts.into_iter().zip(floors) {
        if found < floor {
            let message = format!("found {found} {name}, fewer than the floor of {floor}");
            findings.push(Finding::new(path, 1, message));
        }
    }
    print!("{matrix}");
    println!("{}", counts.map(|(name, found)| format!("{found} {name}")).join(", "));
    findings.extend(tree.citations.findings);
    findings.extend(matrix.findings);
    finding::report(findings)
}

fn check_registry(root: &Path, registry: &Registry, findings: &mut Vec<Finding>) {
    let mut lines: HashMap<&str, usize> = HashMap::new();
    for section in &registry.sections {
        if let Some(first) = lines.insert(&section.id, section.line) {
            let message = format!("{} is there already, on line {first}", section.id);
            findings.push(Finding::new(&registry.path, section.line, message));
        }
        for message in section_faults(root, registry, section) {
            let message = format!("{}: {message}", section.id);
            findings.push(Finding::new(&registry.path, section.line, message));
        }
    }
    let path = constants::path(&registry.spec.name);
    let file = fs::read_to_string(root.join(&path)).ok();
    for (line, message) in constants::strayed(registry, file.as_deref().unwrap_or_default()) {
        findings.push(Finding::new(&registry.path, line, message));
    }
    // A file that is missing is as stale as one that differs.
    if file != Some(constants::source(registry)) {
        let message =
            format!("is not what {} says: run `cargo xtask spec generate`", registry.path.display());
        findings.push(Finding::new(path, 1, message));
    }
}

/// Checks that runs report sections in the order of the registries.
fn check_order(tree: &Tree, findings: &mut Vec<Finding>) {
    let mut first = BTreeMap::new();
    for Run { vector, out_of_order, .. } in &tree.runs {
        for (fault, times) in out_of_order {
            first.entry(fault).or_insert((vector, 0)).1 += times;
        }
    }
    for (fault, (vector, times)) in first {
        let (path, line) = place(vector);
        findings.push(Finding::new(path, line, format!("out of order, {times} times: {fault}")));
    }
}

/// Checks that vectors name sections that there are.
fn check_names(tree: &Tree, findings: &mut Vec<Finding>) {
    let knows = |id: &str| {
        tree.registries.iter().any(|registry| registry.sections.iter().any(|section| section.id == id))
    };
    for Run { vector, named, .. } in &tree.runs {
        for id in named.iter().filter(|id| !knows(id)) {
            let (path, line) = place(vector);
            findings.push(Finding::new(path, line, format!("no spec has a section {id}")));
        }
    }
}

/// What is wrong with a row of a registry.
fn section_faults(root: &Path, registry: &Registry, section: &Section) -> Vec<String> {
    let Section { id, title, layer, status, reason, profiles, sha256, function, .. } = section;
    let mut faults = Vec::new();
    let mut demand = |holds: bool, message: &str| {
        if !holds {
            faults.push(message.to_owned());
        }
    };
    demand(
        id.split_once('#').is_some_and(|(spec, _)| spec == registry.spec.name),
        "is not an id of this spec",
    );
    demand(!title.is_empty(), "has no title");
    demand(title.chars().count() <= TITLE_LIMIT, "has a title of more than 60 characters");
    demand(
        outline::slug(title) != outline::heading(id).split_once('#').map_or("", |(_, slug)| slug),
        "has a title that only repeats the id",
    );
    demand(root.join("crates").join(layer).is_dir() && !layer.is_empty(), "has a layer that is no crate");
    demand(*status != Status::OutOfScope || reason.is_some(), "is out of scope without a reason");
    demand(
        profiles.iter().flatten().all(|profile| registry.spec.profiles.contains(profile)),
        "has a profile that the spec does not",
    );
    match function {
        Some(function) => demand(!function.is_empty(), "names no function that it was read from"),
        None => demand(
            sha256.len() == 64 && sha256.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')),
            "has a sha256 that is not 64 hexadecimal digits",
        ),
    }
    faults
}
