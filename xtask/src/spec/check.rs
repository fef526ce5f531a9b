//! `cargo xtask spec check`: checks that the code, the tests, the registries and the generated constants are
//! consistent.

use std::collections::{BTreeMap, HashMap, HashSet};

use anyhow::{Context as _, Result};
use xshell::Shell;

use super::{
    ids,
    matrix::{ReachOptions, Tree},
    reach::Run,
    registry::{Registry, Section, Status, constants, constants_path, read_toml},
};
use crate::finding::{self, Finding};

/// The maximum number of characters in a section's title, so that traces can be shown as tables.
const TITLE_LIMIT: usize = 60;

/// The file with the minimum numbers of items that the check must find. Without these, a check that fails to
/// read its input would find no errors, and pass.
const FLOORS: &str = "docs/spec/floors.toml";

/// Checks the tree, and prints what is wrong.
pub(crate) fn run(sh: &Shell, options: &ReachOptions) -> Result<()> {
    let tree = Tree::read(sh, options)?;
    let mut findings = Vec::new();
    for registry in &tree.registries {
        check_registry(sh, registry, &mut findings);
    }
    check_runs(&tree, &mut findings);
    let matrix = tree.matrix();
    findings.extend(matrix.specs.iter().flat_map(|spec| spec.findings().collect::<Vec<_>>()));

    let functions = tree.code.files.iter().map(|file| file.source.functions.len()).sum();
    let sections = tree.registries.iter().map(|registry| registry.sections.len()).sum();
    let reported =
        matrix.specs.iter().flat_map(|spec| &spec.rows).filter(|row| !row.reported_by.is_empty()).count();
    let counts = [
        ("functions", "functions", functions),
        ("sections", "sections", sections),
        ("citations", "citations", tree.citations.count),
        // The number of vectors that were run.
        ("vectors", "vectors", tree.runs.len()),
        ("reported", "reported sections", reported),
    ];
    let (_, floors): (_, BTreeMap<String, usize>) = read_toml(sh, FLOORS.as_ref())?;
    for (key, name, found) in counts {
        let floor = *floors.get(key).with_context(|| format!("{FLOORS}:1: missing field `{key}`"))?;
        if found < floor {
            let message = format!("found {found} {name}, fewer than the floor of {floor}");
            findings.push(Finding::new(FLOORS, 1, message));
        }
    }
    say!("{}", matrix.table());
    say!("{}", counts.map(|(_, name, found)| format!("{found} {name}")).join(", "));
    findings.extend(tree.citations.findings);
    finding::report(findings)
}

fn check_registry(sh: &Shell, registry: &Registry, findings: &mut Vec<Finding>) {
    let mut find = |line, message: String| findings.push(Finding::new(&registry.path, line, message));
    let mut lines: HashMap<&str, usize> = HashMap::new();
    for section in &registry.sections {
        let Section { id, line, .. } = section;
        if let Some(first) = lines.insert(id, *line) {
            find(*line, format!("{id} is there already, on line {first}"));
        }
        for message in section_faults(sh, registry, section) {
            find(*line, format!("{id}: {message}"));
        }
    }
    let path = constants_path(registry);
    let file = sh.read_file(&path).ok();
    // A missing file counts as outdated, like a file with other content.
    if file != Some(constants(registry)) {
        let message =
            format!("is not what {} says: run `cargo xtask spec generate`", registry.path.display());
        findings.push(Finding::new(path, 1, message));
    }
}

/// Checks that vectors name existing sections, and that their runs report sections in the registries' order.
fn check_runs(tree: &Tree, findings: &mut Vec<Finding>) {
    let sections = tree.registries.iter().flat_map(|registry| &registry.sections);
    let known: HashSet<&str> = sections.map(|section| &*section.id).collect();
    let mut first = BTreeMap::new();
    for Run { vector, named, out_of_order, .. } in &tree.runs {
        let unknown = named.iter().filter(|id| !known.contains(&***id));
        findings.extend(unknown.map(|id| finding_at(vector, format!("no spec has a section {id}"))));
        for (fault, times) in out_of_order {
            first.entry(fault).or_insert((vector, 0)).1 += times;
        }
    }
    for (fault, (vector, times)) in first {
        findings.push(finding_at(vector, format!("out of order, {times} times: {fault}")));
    }
}

fn finding_at(vector: &str, message: String) -> Finding {
    let (path, line) = vector.rsplit_once(':').unwrap_or((vector, ""));
    Finding::new(path, line.parse().unwrap_or(1), message)
}

/// Returns the faults of one section in a registry.
fn section_faults(sh: &Shell, registry: &Registry, section: &Section) -> Vec<String> {
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
        ids::slug(title) != ids::heading(id).split_once('#').map_or("", |(_, slug)| slug),
        "has a title that only repeats the id",
    );
    demand(
        sh.current_dir().join("crates").join(layer).is_dir() && !layer.is_empty(),
        "has a layer that is no crate",
    );
    demand(*status != Status::OutOfScope || reason.is_some(), "is out of scope without a reason");
    demand(reason.iter().all(|reason| !reason.trim().is_empty()), "has an empty reason");
    demand(*status != Status::Informative || reason.is_none(), "is informative, and needs no reason");
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
