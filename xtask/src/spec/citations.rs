//! The places in the code that cite sections of specs, and checks of these citations.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    path::{Path, PathBuf},
};

use super::{
    ids::heading,
    registry::{Registry, constant, module},
    source::{Code, File, Function, Test},
};
use crate::finding::Finding;

/// A place in the code that cites a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The crate that contains the code.
    pub krate: String,
    /// The file, relative to the root of the tree.
    pub path: PathBuf,
    /// The number of the line.
    pub line: usize,
    /// The function around it, after the name of its type; `None` if a type or a module cites the section.
    pub item: Option<String>,
}

/// Writes `path:line`, and the function if there is one.
impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path.display(), self.line)?;
        self.item.as_ref().map_or(Ok(()), |item| write!(f, " {item}"))
    }
}

/// All citations in the code.
#[derive(Default)]
pub(crate) struct Citations {
    by_id: HashMap<String, Vec<Citation>>,
    /// The sections whose constants are used in the code. Only these can be reported by a run.
    pub(crate) constants: HashSet<String>,
    pub(crate) count: usize,
    /// The faults found in citations.
    pub(crate) findings: Vec<Finding>,
}

impl Citations {
    /// Collects the citations in `code`. They may cite the sections in `registries`.
    pub(crate) fn read(registries: &[Registry], code: &Code) -> Self {
        let mut reader = CitationReader {
            known: HashSet::new(),
            constants: HashMap::new(),
            modules: HashSet::new(),
            found: Self::default(),
        };
        for registry in registries {
            let module = module(&registry.spec.name);
            for section in &registry.sections {
                reader.known.insert(&section.id);
                reader.constants.insert((module.clone(), constant(&section.id)), &section.id);
            }
            reader.modules.insert(module);
        }
        let traits: HashSet<&str> =
            code.files.iter().flat_map(|file| &file.source.traits).map(String::as_str).collect();
        for file in &code.files {
            reader.read_file(file, &traits);
        }
        for (path, test) in &code.tests {
            reader.read_test(path, test);
        }
        reader.found
    }

    /// Returns the citations of the section `id`.
    pub(crate) fn of(&self, id: &str) -> &[Citation] {
        self.by_id.get(id).map_or(&[], Vec::as_slice)
    }
}

struct CitationReader<'a> {
    known: HashSet<&'a str>,
    /// The ids of sections, by the module and the name of their constants.
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
        // A function that implements a foreign trait (`Display`, `Iterator`) need not implement a spec.
        let is_own = |function: &&Function| {
            function.of_trait.as_ref().is_none_or(|name| traits.contains(name.as_str()))
        };
        let own: Vec<_> = file.source.functions.iter().filter(is_own).collect();
        self.check_listed(file, &own);
        for function in own {
            self.read_function(file, function);
        }
    }

    /// Checks that each function in a file that implements a spec either cites a section, or is listed in the
    /// file's header as outside the specs.
    fn check_listed(&mut self, file: &File, functions: &[&Function]) {
        let cites = |function: &Function| !function.spec_lines.is_empty();
        let listed = |function: &Function| file.source.outside.contains(&function.name);
        let implements = functions.iter().any(|function| cites(function));
        let mut add = |line, message| self.found.findings.push(Finding::new(&file.path, line, message));
        for function in
            functions.iter().filter(|function| implements && !cites(function) && !listed(function))
        {
            let name = &function.name;
            add(
                function.line,
                format!("`{name}` has no `Spec:` line, and the header does not list it as outside the specs"),
            );
        }
        for name in &file.source.outside {
            if !implements || !functions.iter().any(|function| function.name == *name && !cites(function)) {
                add(
                    1,
                    format!("the header lists `{name}`, and no function of that name lacks a `Spec:` line"),
                );
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
            // If only a step is cited, other numbers may be those of a document that the step refers to.
            if steps.is_empty() && cited.iter().any(|id| heading(id) == id) {
                let message =
                    format!("step {number} is not in what `{}` cites ({})", function.name, cited.join(", "));
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

    /// Returns the id of step `number`, if `cited` is the algorithm that contains it, the step itself, or a
    /// step around it.
    fn step(&self, cited: &str, number: &str) -> Option<String> {
        let step = format!("{}-{number}", heading(cited));
        let within =
            step.strip_prefix(cited).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.']));
        (within && self.known.contains(step.as_str())).then_some(step)
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
