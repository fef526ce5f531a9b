//! `cargo xtask spec`: the registry of spec sections in `docs/spec/`, and the code that is generated from it.

macro_rules! say {
    ($($line:tt)*) => {
        std::io::Write::write_fmt(&mut std::io::stdout(), format_args!("{}\n", format_args!($($line)*)))?
    };
}

mod attempt;
#[path = "../../../crates/urlspec/src/candidate_file.rs"]
mod candidate_file;
mod extract;
mod index;
mod matrix;
#[path = "../../../crates/urlspec/src/published.rs"]
#[allow(dead_code, reason = "the program `urlspec` also shows the readings")]
mod published;
mod reach;
mod registry;
mod source;
mod standard;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{self, PathBuf};

use anyhow::{Context as _, Result};
use xshell::Shell;

use crate::report::{self, Finding};
use matrix::{ReachOptions, Tree};
use registry::{LINKS, Registry, Section, constants, constants_path, read_toml, slug};

pub(crate) use attempt::NeedsCode;
pub use matrix::{Citation, Matrix, Reach, SectionRow, SpecMatrix};
pub use reach::Run;
pub use registry::{Published, Status, heading};
pub(crate) use source::is_test;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Use this folder instead of the folder of this project.
    #[arg(long, global = true, value_name = "FOLDER")]
    root: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Check that the code cites the sections that it implements, and that code cites, and tests reach, every
    /// normative section.
    Check(ReachOptions),
    /// Regenerate the constants of sections from the registries.
    Generate,
    /// Print a section: its title, its link, the code that cites it, and the tests and vectors that reach it
    /// or its steps.
    Show {
        /// The section's id, such as `whatwg#host-state-2`
        id: String,
        #[command(flatten)]
        reach: ReachOptions,
    },
    /// Run the test vectors of this project, and print the sections that each vector reached, as one JSON
    /// object a line.
    Reach,
    /// Rebuild a registry from the text of the spec, and report the sections that changed, with the code that
    /// cites them and the tests that reach them.
    ///
    /// A section that moves in the text keeps its title, layer and status.
    Extract(extract::Options),
    /// Write a candidate for an edit of the URL Standard that only changes data, such as a percent-encode
    /// set.
    ///
    /// Exits with 3 if the edit changes a step, so that it needs code first.
    Try(attempt::Options),
}

/// Reads the project in the directory of `sh`, runs its test vectors, and returns the matrix.
///
/// # Errors
/// Fails if a file of the project cannot be read.
pub fn read_matrix(sh: &Shell) -> Result<Matrix> {
    Ok(Tree::read(sh, &ReachOptions::default())?.matrix())
}

pub(crate) fn check(sh: &Shell) -> Result<()> {
    check_tree(sh, &ReachOptions::default())
}

pub(crate) fn run(sh: &Shell, Options { root, command }: &Options) -> Result<()> {
    if let Some(root) = root {
        // A relative path is relative to the directory of the user, not to the project's directory.
        sh.change_dir(path::absolute(root)?);
    }
    match command {
        Command::Check(options) => check_tree(sh, options),
        Command::Generate => registry::generate(sh),
        Command::Show { id, reach } => {
            let is_of_project = root.is_none() && reach.reach.is_none();
            let fresh = if is_of_project { index::read(sh)? } else { None };
            let shown = if let Some(index) = fresh {
                index
            } else {
                let tree = Tree::read(sh, reach)?;
                let shown = index::of(&tree.matrix());
                if is_of_project {
                    index::write(sh, &shown)?;
                }
                shown
            };
            let lines = shown.get(id).with_context(|| format!("no spec has a section {id}"))?;
            for line in lines {
                say!("{line}");
            }
            Ok(())
        }
        Command::Reach => {
            for run in reach::run_all(sh)? {
                say!("{}", serde_json::to_string(&run)?);
            }
            Ok(())
        }
        Command::Extract(options) => extract::run(sh, options),
        Command::Try(options) => attempt::run(sh, options),
    }
}

/// The maximum length of a section's title. Longer titles would not fit into the tables that show traces.
const TITLE_LIMIT: usize = 60;

/// The file with the minimum number of items that checks must read. A check that reads nothing would pass.
const FLOORS: &str = "docs/spec/floors.toml";

fn check_tree(sh: &Shell, options: &ReachOptions) -> Result<()> {
    let tree = Tree::read(sh, options)?;
    let mut findings = Vec::new();
    for registry in &tree.registries {
        check_registry(sh, registry, &mut findings);
    }
    check_runs(&tree, &mut findings);
    let links = registry::links(sh)?;
    if !links.is_empty() && !sh.read_file(LINKS).is_ok_and(|file| file == links) {
        findings.push(Finding::new(LINKS, 1, "run `cargo xtask spec generate`"));
    }
    let matrix = tree.matrix();
    if options.reach.is_none() && sh.current_dir() == crate::project()?.current_dir() {
        index::write(sh, &index::of(&matrix))?;
    }
    findings.extend(matrix.specs.iter().flat_map(|spec| spec.findings().collect::<Vec<_>>()));

    let functions = tree.code.files.iter().map(|file| file.source.functions.len()).sum();
    let sections = tree.registries.iter().map(|registry| registry.sections.len()).sum();
    let rows = matrix.specs.iter().flat_map(|spec| &spec.rows);
    let reported = rows.filter(|row| !row.reported_by.is_empty()).count();
    let counts = [
        ("functions", "functions", functions),
        ("sections", "sections", sections),
        ("citations", "citations", tree.citations.count),
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
    report::report(findings)
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
    if file != Some(constants(registry)) {
        let source = registry.path.display();
        let message = format!("is not what {source} says: run `cargo xtask spec generate`");
        findings.push(Finding::new(path, 1, message));
    }
}

/// Checks that the sections that vectors name exist, and that vectors report sections in the permitted order.
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

fn section_faults(sh: &Shell, registry: &Registry, section: &Section) -> Vec<&'static str> {
    let Section { id, title, layer, status, reason, profiles, sha256, function, .. } = section;
    let (spec, slug_of_id) = (id.split_once('#').map(|(spec, _)| spec), heading(id).split_once('#'));
    let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let is_layer = !layer.is_empty() && sh.current_dir().join("crates").join(layer).is_dir();
    let are_known = profiles.iter().flatten().all(|profile| registry.spec.profiles.contains(profile));
    let (is_informative, is_out) = (*status == Status::Informative, *status == Status::OutOfScope);
    let demands = [
        (spec == Some(&registry.spec.name), "is not an id of this spec"),
        (!title.is_empty(), "has no title"),
        (title.chars().count() <= TITLE_LIMIT, "has a title of more than 60 characters"),
        (slug(title) != slug_of_id.map_or("", |(_, slug)| slug), "has a title that only repeats the id"),
        (is_layer, "has a layer that is no crate"),
        (!is_out || reason.is_some(), "is out of scope without a reason"),
        (reason.iter().all(|reason| !reason.trim().is_empty()), "has an empty reason"),
        (!is_informative || reason.is_none(), "is informative, and needs no reason"),
        (are_known, "has a profile that the spec does not"),
        match function {
            Some(function) => (!function.is_empty(), "names no function that it was read from"),
            None => (
                sha256.len() == 64 && sha256.bytes().all(is_digit),
                "has a sha256 that is not 64 hexadecimal digits",
            ),
        },
    ];
    demands.into_iter().filter(|(holds, _)| !holds).map(|(_, fault)| fault).collect()
}
