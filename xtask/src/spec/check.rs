//! `cargo xtask spec check`: holds the code, the registries and the generated constants together.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use super::{
    constants,
    registry::{Registry, Section, Status, heading, read_toml},
    source::{self, Function, Source},
};
use crate::finding::{self, Finding};

/// Crates that do no spec's work.
const NO_SPEC: [&str; 2] = ["url-cli", "url-testdata"];

/// The longest title, so that traces stay tables.
const TITLE_LIMIT: usize = 60;

/// What the check must find at least. A checker that has gone blind finds less, and no errors either.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Floors {
    functions: usize,
    sections: usize,
    citations: usize,
}

pub(crate) fn run(root: &Path) -> Result<()> {
    let registries = Registry::all(root)?;
    let files = read_crates(root)?;
    let mut check = Check::new(&registries);
    for registry in &registries {
        check.check_registry(root, registry);
    }
    let traits: HashSet<&str> =
        files.iter().flat_map(|file| &file.source.traits).map(String::as_str).collect();
    for file in &files {
        check.check_file(file, &traits);
    }
    let implemented = implemented_profiles(root)?;
    for registry in &registries {
        check.check_coverage(registry, &implemented);
    }

    let functions = files.iter().map(|file| file.source.functions.len()).sum();
    let sections = registries.iter().map(|registry| registry.sections.len()).sum();
    let path = Path::new("docs/spec/floors.toml");
    let (_, floors): (_, Floors) = read_toml(root, path)?;
    for (name, found, floor) in [
        ("functions", functions, floors.functions),
        ("sections", sections, floors.sections),
        ("citations", check.citations, floors.citations),
    ] {
        if found < floor {
            let message = format!("found {found} {name}, fewer than the floor of {floor}");
            check.findings.push(Finding::new(path, 1, message));
        }
    }
    println!("{functions} functions, {sections} sections, {} citations", check.citations);
    finding::report(check.findings)
}

/// A source file of a crate that does a spec's work.
struct File {
    krate: String,
    path: PathBuf,
    source: Source,
}

/// Reads `crates/url-*/src`, without tests.
fn read_crates(root: &Path) -> Result<Vec<File>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root.join("crates")).context("cannot read crates")? {
        let krate = entry?.file_name().to_string_lossy().into_owned();
        if !krate.starts_with("url-") || NO_SPEC.contains(&krate.as_str()) {
            continue;
        }
        let mut directories = vec![Path::new("crates").join(&krate).join("src")];
        while let Some(directory) = directories.pop() {
            let entries = fs::read_dir(root.join(&directory))
                .with_context(|| format!("cannot read {}", directory.display()))?;
            for entry in entries {
                let path = directory.join(entry?.file_name());
                if path.file_stem().is_some_and(|name| name == "tests") {
                    continue;
                }
                if root.join(&path).is_dir() {
                    directories.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text = fs::read_to_string(root.join(&path))
                        .with_context(|| format!("cannot read {}", path.display()))?;
                    let source = source::read(&text).map_err(|error| {
                        anyhow::anyhow!("{}:{}: {error}", path.display(), error.span().start().line)
                    })?;
                    files.push(File { krate: krate.clone(), path, source });
                }
            }
        }
    }
    Ok(files)
}

/// The names in `Profile::name`, so that the check asks for what is implemented and no more.
fn implemented_profiles(root: &Path) -> Result<HashSet<String>> {
    let path = Path::new("crates/url-core/src/profile.rs");
    let text =
        fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {}", path.display()))?;
    let names: HashSet<String> = text
        .lines()
        .skip_while(|line| !line.contains("fn name("))
        .take_while(|line| line.trim() != "}")
        .filter_map(|line| Some(line.split_once("=> \"")?.1.split_once('"')?.0.to_owned()))
        .collect();
    if names.is_empty() {
        bail!("{}:1: no profile names found in `fn name`", path.display());
    }
    Ok(names)
}

struct Check<'a> {
    known: HashSet<&'a str>,
    /// The ids of sections by their constant's module and name.
    constants: HashMap<(String, String), &'a str>,
    modules: HashSet<String>,
    /// The crates in which each section is cited.
    cited: HashMap<String, BTreeSet<String>>,
    citations: usize,
    findings: Vec<Finding>,
}

impl<'a> Check<'a> {
    fn new(registries: &'a [Registry]) -> Self {
        let sections = || {
            registries.iter().flat_map(|registry| {
                registry.sections.iter().map(|section| (registry.spec.name.as_str(), section.id.as_str()))
            })
        };
        Self {
            known: sections().map(|(_, id)| id).collect(),
            constants: sections()
                .map(|(spec, id)| ((constants::module(spec), constants::name(id)), id))
                .collect(),
            modules: registries.iter().map(|registry| constants::module(&registry.spec.name)).collect(),
            cited: HashMap::new(),
            citations: 0,
            findings: Vec::new(),
        }
    }

    fn check_registry(&mut self, root: &Path, registry: &Registry) {
        let mut lines: HashMap<&str, usize> = HashMap::new();
        for section in &registry.sections {
            if let Some(first) = lines.insert(&section.id, section.line) {
                let message = format!("{} is there already, on line {first}", section.id);
                self.findings.push(Finding::new(&registry.path, section.line, message));
            }
            for message in section_faults(root, registry, section) {
                self.findings.push(Finding::new(
                    &registry.path,
                    section.line,
                    format!("{}: {message}", section.id),
                ));
            }
        }
        let path = constants::path(&registry.spec.name);
        // A file that is missing is as stale as one that differs.
        if fs::read_to_string(root.join(&path)).ok() != Some(constants::source(registry)) {
            let message =
                format!("is not what {} says: run `cargo xtask spec generate`", registry.path.display());
            self.findings.push(Finding::new(path, 1, message));
        }
    }

    fn check_file(&mut self, file: &File, traits: &HashSet<&str>) {
        for line in &file.source.spec_lines {
            match line.ids() {
                Ok(ids) => {
                    for id in ids {
                        self.cite(file, line.line, &id);
                    }
                }
                Err(message) => self.findings.push(Finding::new(&file.path, line.line, message)),
            }
        }
        for (line, path) in &file.source.paths {
            if let [before @ .., module, name] = path.as_slice()
                && self.modules.contains(module)
            {
                if let Some(&id) = self.constants.get(&(module.clone(), name.clone())) {
                    self.cite(file, *line, id);
                } else if before.last().is_some_and(|module| module == "sections") && name != "ALL" {
                    let message = format!("{module} has no section of the constant {name}");
                    self.findings.push(Finding::new(&file.path, *line, message));
                }
            }
        }
        for function in &file.source.functions {
            // What a trait of another crate does (`Display`, `Iterator`) is no spec's work.
            if function.of_trait.as_ref().is_none_or(|name| traits.contains(name.as_str())) {
                self.check_function(file, function);
            }
        }
    }

    fn check_function(&mut self, file: &File, function: &Function) {
        if function.spec_lines.is_empty() {
            let message = format!("`{}` has no `Spec:` line", function.name);
            self.findings.push(Finding::new(&file.path, function.line, message));
        }
        // Lines that cannot be read are reported with the file's.
        let cited: Vec<String> =
            function.spec_lines.iter().flat_map(|line| line.ids().unwrap_or_default()).collect();
        if cited.is_empty() {
            return;
        }
        for (line, number) in &function.steps {
            let steps: Vec<String> = cited.iter().filter_map(|id| self.step(id, number)).collect();
            // Under a single step, other numbers may be those of a document that the step refers to.
            if steps.is_empty() && cited.iter().any(|id| heading(id) == id) {
                let message =
                    format!("step {number} is not in what `{}` cites ({})", function.name, cited.join(", "));
                self.findings.push(Finding::new(&file.path, *line, message));
            }
            for id in steps {
                self.cite(file, *line, &id);
            }
        }
    }

    /// The step `number` of the algorithm of which `cited` is the heading, the step itself or one around it.
    fn step(&self, cited: &str, number: &str) -> Option<String> {
        let step = format!("{}-{number}", heading(cited));
        let within =
            step.strip_prefix(cited).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.']));
        (within && self.known.contains(step.as_str())).then_some(step)
    }

    fn cite(&mut self, file: &File, line: usize, id: &str) {
        self.citations += 1;
        if self.known.contains(id) {
            self.cited.entry(id.into()).or_default().insert(file.krate.clone());
        } else {
            self.findings.push(Finding::new(&file.path, line, format!("no spec has a section {id}")));
        }
    }

    fn check_coverage(&mut self, registry: &Registry, implemented: &HashSet<String>) {
        for section in &registry.sections {
            let profiles = section.profiles.as_ref().unwrap_or(&registry.spec.profiles);
            let demanded = section.status == Status::Normative
                && !section.is_heading()
                && profiles.iter().any(|profile| implemented.contains(profile));
            let cited = self.cited.get(&section.id);
            if !demanded || cited.is_some_and(|crates| crates.contains(&section.layer)) {
                continue;
            }
            let mut message = format!("{} ({}) is not cited in {}", section.id, section.title, section.layer);
            if let Some(crates) = cited {
                message += ", but in ";
                message += &crates.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            }
            self.findings.push(Finding::new(&registry.path, section.line, message));
        }
    }
}

/// What is wrong with a row of a registry.
fn section_faults(root: &Path, registry: &Registry, section: &Section) -> Vec<String> {
    let Section { id, title, layer, status, reason, profiles, sha256, line: _ } = section;
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
    demand(root.join("crates").join(layer).is_dir() && !layer.is_empty(), "has a layer that is no crate");
    demand(*status != Status::OutOfScope || reason.is_some(), "is out of scope without a reason");
    demand(
        profiles.iter().flatten().all(|profile| registry.spec.profiles.contains(profile)),
        "has a profile that the spec does not",
    );
    demand(
        sha256.len() == 64 && sha256.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')),
        "has a sha256 that is not 64 hexadecimal digits",
    );
    faults
}
