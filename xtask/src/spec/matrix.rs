//! The traceability matrix: for each section of each spec, the code that cites it, the vectors and tests that
//! reach it, and its state.
//!
//! A section is *reported* if the run of a vector traces it, in a step, a violation or a failure. A section
//! that no code can report (its constant is never used) is reached if something *names* it: a vector, or a
//! `Spec:` line of a test. The run of such a vector must report another section of the same algorithm, if
//! that algorithm reports steps at all. A vector of an operation without a trace may name any section. If a
//! section is cited or reached, so are the sections above it.

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

/// The content of a tree: its registries, its code, and the sections that its vectors reach.
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

/// Every spec's sections.
pub struct Matrix {
    /// The specs, by name.
    pub specs: Vec<SpecMatrix>,
}

/// The sections of one spec.
pub struct SpecMatrix {
    /// The part of its ids before `#`.
    pub name: String,
    /// Its name and date.
    pub title: String,
    /// Its registry, from the root of the tree.
    pub path: PathBuf,
    /// Its sections, in order.
    pub rows: Vec<SectionRow>,
    /// The vectors that name or report one of them.
    pub vectors: Vec<Run>,
}

/// A section.
pub struct SectionRow {
    /// The id of the section.
    pub id: String,
    /// Its effect, in our own words.
    pub title: String,
    /// The crate that implements it.
    pub layer: String,
    /// Its line in the registry.
    pub line: usize,
    /// Its demand on the code.
    pub status: Status,
    /// True if it is normative in an implemented profile, or in a spec that has none: code must cite it, and a
    /// test must reach it.
    pub demanded: bool,
    /// The places where code cites it.
    pub citations: Vec<Citation>,
    /// True if code in its layer cites it, or a section below it.
    pub cited: bool,
    /// The vectors whose runs report it, as `path:line`.
    pub reported_by: Vec<String>,
    /// The vectors (as `path:line`) and tests (as `path: name`) that name it, even if it is also reported.
    pub named_by: Vec<String>,
    /// The way in which tests reach it.
    pub reach: Reach,
    /// The reason why it need not be cited or reached.
    pub excuse: Option<String>,
}

/// The way in which tests reach a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// No test reaches it.
    None,
    /// A test or vector names it.
    Named,
    /// The run of a vector reports it.
    Reported,
}

impl SectionRow {
    /// True if it is cited and reached.
    pub fn is_covered(&self) -> bool {
        self.cited && self.reach != Reach::None
    }

    /// Describes the code that cites it, and up to `most` tests that name it and vectors that report it.
    pub(crate) fn touched(&self, most: usize) -> Vec<String> {
        let id = &self.id;
        let cite = self.citations.iter().map(|place| format!("{place} cites {id}"));
        let name = self.named_by.iter().take(most).map(|test| format!("{test} names {id}"));
        let reach = self.reported_by.iter().take(most).map(|vector| format!("{vector} reaches {id}"));
        cite.chain(name).chain(reach).collect()
    }
}

impl Tree {
    /// Reads the tree, and the runs of its vectors from a file, if given; otherwise runs the vectors.
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

/// The vectors and tests that report or name each section, by id.
struct Reached<'a> {
    reported: HashMap<&'a str, Vec<String>>,
    named: HashMap<String, Vec<String>>,
    /// The ids that are reached by being named.
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
            // A spec without profiles is implemented by its layers alone.
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

/// Marks a section as cited and reached if a section below it is. Steps of an algorithm may be spread over
/// crates, so a section above one that is cited in the right crate needs no citation of its own.
fn cover_what_is_above(rows: &mut [SectionRow]) {
    let places: HashMap<String, usize> =
        rows.iter().enumerate().map(|(at, row)| (row.id.clone(), at)).collect();
    for at in 0..rows.len() {
        let (cited, reach, id) = (rows[at].cited, rows[at].reach, rows[at].id.clone());
        for outer in above(&id) {
            if let Some(outer) = places.get(outer).and_then(|&place| rows.get_mut(place)) {
                // A section with an ordinal is a step, which code must cite itself.
                outer.cited |= cited && heading(&outer.id) == outer.id;
                outer.reach = outer.reach.max(reach);
            }
        }
    }
}

impl Matrix {
    /// Returns the table of the specs, in Markdown.
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
    /// Returns its line in the table.
    fn line(&self) -> String {
        let demanded: Vec<&SectionRow> = self.rows.iter().filter(|row| row.demanded).collect();
        let count = |is: &dyn Fn(&SectionRow) -> bool| demanded.iter().filter(|row| is(row)).count();
        let reached = |row: &SectionRow, by| row.excuse.is_none() && row.is_covered() && row.reach == by;
        let reported = count(&|row| reached(row, Reach::Reported));
        let named = count(&|row| reached(row, Reach::Named));
        let excused = count(&|row| row.excuse.is_some());
        format!("| `{}` | {} | {reported} | {named} | {excused} |", self.name, demanded.len())
    }

    /// Returns a finding for each missing citation or test, and for each needless excuse.
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
