//! The traceability matrix: for each section of each spec, the code that cites the section, and the test
//! vectors and tests that reach the section.
//!
//! A section is *reported* if the trace of a vector has the section as a step, a violation or a failure. It
//! is *named* if a vector, or the `Spec:` line of a test, has its id. A reported section is reached. A named
//! section is reached if no code can report it, because no code uses its constant. In addition, if vectors
//! report any steps of its algorithm, the vector that names the section must report one too. If a vector's
//! operation has no trace, each section that the vector names is reached. The heading of a cited section also
//! counts as cited, and the sections around a reached section also count as reached.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::Result;
use xshell::Shell;

use super::reach::{self, Run};
use super::registry::{Registry, Section, Status, above, constant, heading, module};
use super::source::{Code, File, Function, Test};
use crate::report::Finding;

pub(crate) struct Tree {
    pub(crate) registries: Vec<Registry>,
    pub(crate) code: Code,
    pub(crate) citations: Citations,
    pub(crate) runs: Vec<Run>,
}

#[derive(Default, clap::Args)]
pub(crate) struct ReachOptions {
    /// Read the results of the vectors from this output of `spec reach` instead of running the vectors.
    #[arg(long, value_name = "FILE")]
    pub(crate) reach: Option<PathBuf>,
}

/// The sections of all specs, with their citations and tests.
pub struct Matrix {
    pub specs: Vec<SpecMatrix>,
}

/// The sections of one spec, with their citations and tests.
pub struct SpecMatrix {
    pub name: String,
    pub title: String,
    pub path: PathBuf,
    pub rows: Vec<SectionRow>,
    pub vectors: Vec<Run>,
}

/// A section, with its citations and tests.
pub struct SectionRow {
    pub id: String,
    pub title: String,
    pub layer: String,
    pub line: usize,
    pub status: Status,
    /// True if code must cite the section and a test must reach it: the section is normative, and a profile
    /// of the spec is implemented, or the spec has no profiles.
    pub demanded: bool,
    pub citations: Vec<Citation>,
    pub cited: bool,
    pub reported_by: Vec<String>,
    pub named_by: Vec<String>,
    pub reach: Reach,
    pub excuse: Option<String>,
}

/// The ways that tests can reach a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// No test or vector reaches the section.
    None,
    /// No trace contains the section, but a test or a vector names it. For some sections, this is enough.
    Named,
    /// The trace of a vector contains the section.
    Reported,
}

impl SectionRow {
    /// Returns true if code cites the section and a test reaches it.
    pub fn is_covered(&self) -> bool {
        self.cited && self.reach != Reach::None
    }

    /// Lists the code that cites the section, at most `most` tests or vectors that name the section, and at
    /// most `most` vectors that report the section.
    pub(crate) fn touched(&self, most: usize) -> Vec<String> {
        let id = &self.id;
        let cite = self.citations.iter().map(|place| format!("{place} cites {id}"));
        let name = self.named_by.iter().take(most).map(|test| format!("{test} names {id}"));
        let reach = self.reported_by.iter().take(most).map(|vector| format!("{vector} reaches {id}"));
        cite.chain(name).chain(reach).collect()
    }
}

impl Tree {
    pub(crate) fn read(sh: &Shell, options: &ReachOptions) -> Result<Self> {
        let registries = Registry::all(sh)?;
        let code = Code::read(sh)?;
        let citations = Citations::read(&registries, &code);
        let runs = options.reach.as_deref().map_or_else(|| reach::run_all(sh), reach::read)?;
        Ok(Self { registries, code, citations, runs })
    }

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

fn vectors(spec: &str, runs: &[Run]) -> Vec<Run> {
    let is_own = |id: &str| id.split_once('#').is_some_and(|(of, _)| of == spec);
    let own = runs.iter().filter(|run| run.reported().any(is_own) || run.named.iter().any(|id| is_own(id)));
    own.cloned().collect()
}

struct Reached<'a> {
    reported: HashMap<&'a str, Vec<String>>,
    named: HashMap<String, Vec<String>>,
    /// The named sections that count as reached even if no vector reports them.
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
            // If a spec has no profiles, all of its normative sections are demanded.
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

/// Marks the headings of cited sections as cited, and the sections that contain reached ones as reached.
fn cover_what_is_above(rows: &mut [SectionRow]) {
    let places = rows.iter().enumerate().map(|(at, row)| (row.id.clone(), at));
    let places: HashMap<String, usize> = places.collect();
    for at in 0..rows.len() {
        let (cited, reach, id) = (rows[at].cited, rows[at].reach, rows[at].id.clone());
        for outer in above(&id) {
            if let Some(outer) = places.get(outer).and_then(|&place| rows.get_mut(place)) {
                // Code that cites a step also cites its heading, but not the steps around the step.
                outer.cited |= cited && heading(&outer.id) == outer.id;
                outer.reach = outer.reach.max(reach);
            }
        }
    }
}

impl Matrix {
    pub(crate) fn table(&self) -> String {
        let head = "| spec | normative | reported | named | excused |\n|---|---|---|---|---|";
        self.specs.iter().fold(head.into(), |table, spec| table + "\n" + &spec.line())
    }

    pub(crate) fn row(&self, id: &str) -> Option<&SectionRow> {
        self.specs.iter().flat_map(|spec| &spec.rows).find(|row| row.id == id)
    }
}

impl SpecMatrix {
    fn line(&self) -> String {
        let demanded: Vec<&SectionRow> = self.rows.iter().filter(|row| row.demanded).collect();
        let count = |is: &dyn Fn(&SectionRow) -> bool| demanded.iter().filter(|row| is(row)).count();
        let reached = |row: &SectionRow, by| row.excuse.is_none() && row.is_covered() && row.reach == by;
        let reported = count(&|row| reached(row, Reach::Reported));
        let named = count(&|row| reached(row, Reach::Named));
        let excused = count(&|row| row.excuse.is_some());
        format!("| `{}` | {} | {reported} | {named} | {excused} |", self.name, demanded.len())
    }

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

/// A place in the code that cites a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    pub krate: String,
    pub path: PathBuf,
    pub line: usize,
    pub item: Option<String>,
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path.display(), self.line)?;
        self.item.as_ref().map_or(Ok(()), |item| write!(f, " {item}"))
    }
}

#[derive(Default)]
pub(crate) struct Citations {
    by_id: HashMap<String, Vec<Citation>>,
    /// The sections whose constants the code uses. Running a vector can report only these sections.
    pub(crate) constants: HashSet<String>,
    pub(crate) count: usize,
    pub(crate) findings: Vec<Finding>,
}

impl Citations {
    pub(crate) fn read(registries: &[Registry], code: &Code) -> Self {
        let mut reader = CitationReader::default();
        for registry in registries {
            let module = module(&registry.spec.name);
            for section in &registry.sections {
                reader.known.insert(&section.id);
                reader.constants.insert((module.clone(), constant(&section.id)), &section.id);
            }
            reader.modules.insert(module);
        }
        let traits = code.files.iter().flat_map(|file| &file.source.traits);
        let traits: HashSet<&str> = traits.map(String::as_str).collect();
        for file in &code.files {
            reader.read_file(file, &traits);
        }
        for (path, test) in &code.tests {
            reader.read_test(path, test);
        }
        reader.found
    }

    pub(crate) fn of(&self, id: &str) -> &[Citation] {
        self.by_id.get(id).map_or(&[], Vec::as_slice)
    }
}

#[derive(Default)]
struct CitationReader<'a> {
    known: HashSet<&'a str>,
    constants: HashMap<(String, String), &'a str>,
    modules: HashSet<String>,
    found: Citations,
}

impl CitationReader<'_> {
    fn read_file(&mut self, file: &File, traits: &HashSet<&str>) {
        for line in &file.source.spec_lines {
            let fault = line.fault.as_ref().map(|message| Finding::new(&file.path, line.line, message));
            self.found.findings.extend(fault);
            line.ids.iter().for_each(|id| self.cite(file, line.line, id));
        }
        for (line, path) in &file.source.paths {
            if let [before @ .., module, name] = path.as_slice()
                && self.modules.contains(module)
            {
                if let Some(&id) = self.constants.get(&(module.clone(), name.clone())) {
                    self.found.constants.insert(id.into());
                    self.cite(file, *line, id);
                } else if before.last().is_some_and(|module| module == "sections") && name != "ALL" {
                    let message = format!("{module} has no section of the constant {name}");
                    self.found.findings.push(Finding::new(&file.path, *line, message));
                }
            }
        }
        // A function of a foreign trait, such as `Display` or `Iterator`, need not cite a section.
        let is_own = |function: &&Function| {
            function.of_trait.as_ref().is_none_or(|name| traits.contains(name.as_str()))
        };
        let own: Vec<_> = file.source.functions.iter().filter(is_own).collect();
        self.check_listed(file, &own);
        for function in own {
            self.read_function(file, function);
        }
    }

    /// Checks that each function in a file that implements a spec cites a section or is in the header's list.
    fn check_listed(&mut self, file: &File, functions: &[&Function]) {
        let cites = |function: &Function| !function.spec_lines.is_empty();
        let listed = |function: &Function| file.source.outside.contains(&function.name);
        let implements = functions.iter().any(|function| cites(function));
        let mut add = |line, name: &str, rest| {
            self.found.findings.push(Finding::new(&file.path, line, format!("{name}{rest}")));
        };
        for function in functions.iter().filter(|one| implements && !cites(one) && !listed(one)) {
            let fault = " has no `Spec:` line, and the header does not list it as outside the specs";
            add(function.line, &format!("`{}`", function.name), fault);
        }
        for name in &file.source.outside {
            if !implements || !functions.iter().any(|function| function.name == *name && !cites(function)) {
                let fault = ", and no function of that name lacks a `Spec:` line";
                add(1, &format!("the header lists `{name}`"), fault);
            }
        }
    }

    fn read_function(&mut self, file: &File, function: &Function) {
        let cited: Vec<String> = function.spec_lines.iter().flat_map(|line| line.ids.clone()).collect();
        if cited.is_empty() {
            return;
        }
        for (line, number) in &function.steps {
            let steps: Vec<String> = cited.iter().filter_map(|id| self.step(id, number)).collect();
            // If a function only cites steps, other numbers may be those of a document that a step refers to.
            if steps.is_empty() && cited.iter().any(|id| heading(id) == id) {
                let (name, cited) = (&function.name, cited.join(", "));
                let message = format!("step {number} is not in what `{name}` cites ({cited})");
                self.found.findings.push(Finding::new(&file.path, *line, message));
            }
            for id in steps {
                self.cite(file, *line, &id);
            }
        }
    }

    fn read_test(&mut self, path: &Path, test: &Test) {
        for line in &test.spec_lines {
            let unknown = |id: &String| (!self.known.contains(id.as_str())).then(|| no_section(id));
            let messages = line.ids.iter().filter_map(unknown).chain(line.fault.clone());
            self.found.findings.extend(messages.map(|message| Finding::new(path, line.line, message)));
        }
    }

    /// Returns the id of step `number` in the algorithm of `cited`, if this is `cited` or one of its steps.
    fn step(&self, cited: &str, number: &str) -> Option<String> {
        let step = format!("{}-{number}", heading(cited));
        let rest = step.strip_prefix(cited)?;
        let is_within = rest.is_empty() || rest.starts_with(['-', '.']);
        (is_within && self.known.contains(step.as_str())).then_some(step)
    }

    fn cite(&mut self, file: &File, line: usize, id: &str) {
        self.found.count += 1;
        if !self.known.contains(id) {
            self.found.findings.push(Finding::new(&file.path, line, no_section(id)));
            return;
        }
        let around = file.source.functions.iter().filter(|function| function.lines.contains(&line));
        let innermost = around.min_by_key(|function| function.lines.end() - function.lines.start());
        self.found.by_id.entry(id.into()).or_default().push(Citation {
            krate: file.krate.clone(),
            path: file.path.clone(),
            line,
            item: innermost.map(|function| function.path.clone()),
        });
    }
}

fn no_section(id: &str) -> String {
    format!("no spec has a section {id}")
}
