//! The traceability matrix: for each section of each spec, the code that cites it, the vectors and tests that
//! reach it, and if this is enough.
//!
//! A section is *reported* if the run of a vector traces it as a step, a violation or a failure. If no code
//! can report it, because its constant is never used, it is reached if a vector or the `Spec:` line of a test
//! *names* it. The run of such a vector must report another section of the same algorithm, if that algorithm
//! reports steps at all. A vector whose operation has no trace may name any section. Sections above a cited
//! or reached section count as cited or reached.

use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
};

use anyhow::Result;
use xshell::Shell;

use super::{
    citations::{Citation, Citations},
    ids::{above, heading},
    reach::{self, Run},
    registry::{Registry, Section, Status},
    source::Code,
};
use crate::finding::Finding;

/// The parts of a tree that the matrix is made of.
pub(crate) struct Tree {
    pub(crate) registries: Vec<Registry>,
    pub(crate) code: Code,
    pub(crate) citations: Citations,
    pub(crate) runs: Vec<Run>,
}

#[derive(Default, clap::Args)]
pub(crate) struct ReachOptions {
    /// The output of `spec reach`, used instead of running the vectors.
    #[arg(long, value_name = "FILE")]
    pub(crate) reach: Option<PathBuf>,
}

/// The sections of all specs, with their citations and tests.
pub struct Matrix {
    /// The specs, by name.
    pub specs: Vec<SpecMatrix>,
}

/// The sections of one spec, with their citations and tests.
pub struct SpecMatrix {
    /// The name of the spec, which is the part of its section ids before `#`.
    pub name: String,
    /// The title of the document, with its date.
    pub title: String,
    /// The path of the registry, relative to the root of the tree.
    pub path: PathBuf,
    /// The sections, in the order of the document.
    pub rows: Vec<SectionRow>,
    /// The vectors that name or report a section of the spec.
    pub vectors: Vec<Run>,
}

/// A section, with its citations and tests.
pub struct SectionRow {
    /// The id of the section.
    pub id: String,
    /// The effect of the section, in the project's words.
    pub title: String,
    /// The crate that implements the section.
    pub layer: String,
    /// The line of the section in the registry.
    pub line: usize,
    /// The demand of the section on the code.
    pub status: Status,
    /// True if code must cite the section and a test must reach it: it is normative, and the spec has an
    /// implemented profile or no profiles at all.
    pub demanded: bool,
    /// The places in the code that cite the section.
    pub citations: Vec<Citation>,
    /// True if code in the crate `layer` cites the section, or a section below it.
    pub cited: bool,
    /// The vectors whose runs report the section, as `path:line`.
    pub reported_by: Vec<String>,
    /// The vectors (`path:line`) and tests (`path: name`) that name the section, even if runs also report it.
    pub named_by: Vec<String>,
    /// The way in which tests reach the section.
    pub reach: Reach,
    /// The reason why the section need not be cited or reached, if there is one.
    pub excuse: Option<String>,
}

/// The way in which tests reach a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// No test or vector reaches the section.
    None,
    /// A test or a vector names the section.
    Named,
    /// The run of a vector reports the section.
    Reported,
}

impl SectionRow {
    /// True if the section is cited and reached.
    pub fn is_covered(&self) -> bool {
        self.cited && self.reach != Reach::None
    }

    /// Describes the citing code, and at most `most` tests that name the section and vectors that report it.
    pub(crate) fn touched(&self, most: usize) -> Vec<String> {
        let id = &self.id;
        let cite = self.citations.iter().map(|place| format!("{place} cites {id}"));
        let name = self.named_by.iter().take(most).map(|test| format!("{test} names {id}"));
        let reach = self.reported_by.iter().take(most).map(|vector| format!("{vector} reaches {id}"));
        cite.chain(name).chain(reach).collect()
    }
}

impl Tree {
    /// Reads the tree. Reads the runs of its vectors from a file if `options` names it, else runs them.
    pub(crate) fn read(sh: &Shell, options: &ReachOptions) -> Result<Self> {
        let registries = Registry::all(sh)?;
        let code = Code::read(sh)?;
        let citations = Citations::read(&registries, &code);
        let runs = options.reach.as_deref().map_or_else(|| reach::run_all(sh), reach::read)?;
        Ok(Self { registries, code, citations, runs })
    }

    /// Returns the matrix of the tree.
    pub(crate) fn matrix(&self) -> Matrix {
        let reached = Reached::new(self);
        let spec = |registry: &Registry| {
            let rows = registry.sections.iter().map(|section| reached.row(section, registry, self));
            let mut rows: Vec<SectionRow> = rows.collect();
            cover_what_is_above(&mut rows);
            let (name, title) = (registry.spec.name.clone(), registry.spec.title.clone());
            let vectors = vectors(&name, &self.runs);
            SpecMatrix { name, title, path: registry.path.clone(), rows, vectors }
        };
        Matrix { specs: self.registries.iter().map(spec).collect() }
    }
}

/// Returns those of `runs` that name or report a section of `spec`.
fn vectors(spec: &str, runs: &[Run]) -> Vec<Run> {
    let is_own = |id: &str| id.split_once('#').is_some_and(|(of, _)| of == spec);
    let own = runs.iter().filter(|run| run.reported().any(is_own) || run.named.iter().any(|id| is_own(id)));
    own.cloned().collect()
}

/// For each section id, the vectors and tests that report or name the section.
struct Reached<'a> {
    reported: HashMap<&'a str, Vec<String>>,
    named: HashMap<String, Vec<String>>,
    /// The ids of sections for which it is enough that a test or vector names them.
    by_name: HashSet<String>,
}

impl<'a> Reached<'a> {
    fn new(Tree { code, citations, runs, .. }: &'a Tree) -> Self {
        let mut reported: HashMap<&str, Vec<String>> = HashMap::new();
        for run in runs {
            for id in run.reported() {
                reported.entry(id).or_default().push(run.vector.clone());
            }
        }
        let can_be_reported = |id: &str| citations.constants.contains(id) || reported.contains_key(id);
        let reporting: HashSet<&str> = runs.iter().flat_map(|run| &run.steps).map(|id| heading(id)).collect();
        let mut named: HashMap<String, Vec<String>> = HashMap::new();
        let mut by_name = HashSet::new();
        for run in runs {
            let taking_part: HashSet<&str> = run.reported().map(heading).collect();
            for id in &run.named {
                let near = taking_part.contains(heading(id)) || !reporting.contains(heading(id));
                if run.unwatched || near && !can_be_reported(id) {
                    by_name.insert(id.clone());
                }
                named.entry(id.clone()).or_default().push(run.vector.clone());
            }
        }
        for (path, test) in &code.tests {
            for id in test.spec_lines.iter().flat_map(|line| &line.ids) {
                if !can_be_reported(id) {
                    by_name.insert(id.clone());
                }
                named.entry(id.clone()).or_default().push(format!("{}: {}", path.display(), test.name));
            }
        }
        Self { reported, named, by_name }
    }

    fn row(&self, section: &Section, registry: &Registry, tree: &Tree) -> SectionRow {
        let id = section.id.as_str();
        let reported_by = self.reported.get(id).cloned().unwrap_or_default();
        let named_by = self.named.get(id).cloned().unwrap_or_default();
        let profiles = section.profiles.as_ref().unwrap_or(&registry.spec.profiles);
        let citations = tree.citations.of(id);
        SectionRow {
            id: id.into(),
            title: section.title.clone(),
            layer: section.layer.clone(),
            line: section.line,
            status: section.status,
            // If a spec has no profiles, its sections are demanded in all cases.
            demanded: section.status == Status::Normative
                && (profiles.is_empty()
                    || profiles.iter().any(|profile| tree.code.profiles.contains(profile))),
            cited: citations.iter().any(|citation| citation.krate == section.layer),
            citations: citations.to_vec(),
            reach: match (reported_by.is_empty(), self.by_name.contains(id)) {
                (false, _) => Reach::Reported,
                (true, true) => Reach::Named,
                (true, false) => Reach::None,
            },
            reported_by,
            named_by,
            excuse: section.reason.clone().filter(|_| section.status == Status::Normative),
        }
    }
}

/// Marks each section as cited or reached if a section below it is. Steps of one algorithm may be implemented
/// in several crates, so this applies to the sections above even if they name another crate.
fn cover_what_is_above(rows: &mut [SectionRow]) {
    let places: HashMap<String, usize> =
        rows.iter().enumerate().map(|(at, row)| (row.id.clone(), at)).collect();
    for at in 0..rows.len() {
        let (cited, reach, id) = (rows[at].cited, rows[at].reach, rows[at].id.clone());
        for outer in above(&id) {
            if let Some(outer) = places.get(outer).and_then(|&place| rows.get_mut(place)) {
                // A step must be cited itself, unlike a heading.
                outer.cited |= cited && heading(&outer.id) == outer.id;
                outer.reach = outer.reach.max(reach);
            }
        }
    }
}

impl Matrix {
    /// Returns the table of all specs in Markdown.
    pub(crate) fn table(&self) -> String {
        let head = "| spec | normative | reported | named | excused |\n|---|---|---|---|---|";
        self.specs.iter().fold(head.into(), |table, spec| table + "\n" + &spec.line())
    }

    /// Returns the section `id`.
    pub(crate) fn row(&self, id: &str) -> Option<&SectionRow> {
        self.specs.iter().flat_map(|spec| &spec.rows).find(|row| row.id == id)
    }
}

impl SpecMatrix {
    /// Returns the row of the spec in the table.
    fn line(&self) -> String {
        let demanded: Vec<&SectionRow> = self.rows.iter().filter(|row| row.demanded).collect();
        let count = |is: &dyn Fn(&SectionRow) -> bool| demanded.iter().filter(|row| is(row)).count();
        let reached = |row: &SectionRow, by| row.excuse.is_none() && row.is_covered() && row.reach == by;
        let reported = count(&|row| reached(row, Reach::Reported));
        let named = count(&|row| reached(row, Reach::Named));
        let excused = count(&|row| row.excuse.is_some());
        format!("| `{}` | {} | {reported} | {named} | {excused} |", self.name, demanded.len())
    }

    /// Returns a finding for each missing citation or test, and for each excuse that is not needed.
    pub(crate) fn findings(&self) -> impl Iterator<Item = Finding> {
        self.rows.iter().filter(|row| row.demanded).flat_map(|row| {
            let (is_excused, is_reached) = (row.excuse.is_some(), row.reach != Reach::None);
            let faults = [
                (!is_excused && !row.cited).then(|| format!("is not cited in {}", row.layer)),
                (!is_excused && !is_reached).then(|| "is not reached by a test".into()),
                (is_excused && row.is_covered()).then(|| "is cited and reached: strike its reason".into()),
            ];
            let finding =
                |fault| Finding::new(&self.path, row.line, format!("{} ({}) {fault}", row.id, row.title));
            faults.into_iter().flatten().map(finding)
        })
    }
}
