//! `cargo xtask spec`: the registry of spec sections in `docs/spec/`, and what is made from it.

mod align;
mod asserted;
mod changes;
mod check;
mod citations;
mod code;
mod constants;
mod extract;
mod lint;
mod matrix;
mod order;
mod outline;
mod reach;
mod readers;
mod registry;
mod report;
mod rewrite;
mod show;
mod source;
mod tree;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};

use readers::Format;
use registry::{Registry, Spec};
use tree::{ReachOptions, Tree, write};

use crate::finding::{self, Finding};

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Rebuild a spec's registry from the spec's text, and report the code and tests that each change affects.
    ///
    /// A section keeps its title, layer and status wherever it stands now.
    Extract(extract::Options),
    /// Print a section: its text from a copy, the code that cites it, and the vectors that reach it with their results.
    Show(show::Options),
    /// Regenerate the constants of url-core from the registries.
    Generate,
    /// Check that the code cites the sections that it implements, and that every normative section is cited and reached.
    Check(check::Options),
    /// Tell an editor what may want mending in a spec: wrong numbers, terms without a definition, steps that no test reaches.
    Lint {
        /// The spec's name.
        spec: String,
        /// The spec's texts, one for each of the registry's formats.
        #[arg(required = true)]
        texts: Vec<PathBuf>,
        #[command(flatten)]
        reach: ReachOptions,
    },
    /// Run the project's own vectors, and print which sections each of them reached: one JSON object a line.
    Reach,
    /// Change the code of a sample of the sections that runs report, and record which changes the tests notice.
    Asserted(asserted::Options),
    /// Print the traceability matrix: for each spec, one JSON object a line.
    Matrix(ReachOptions),
}

pub(crate) fn run(root: &Path, command: &Command) -> Result<()> {
    match command {
        Command::Extract(options) => extract::run(root, options),
        Command::Show(options) => show::run(root, options),
        Command::Generate => generate(root),
        Command::Check(options) => check::run(root, options),
        Command::Lint { spec, texts, reach } => lint::run(root, spec, texts, reach.reach.as_deref()),
        Command::Asserted(options) => asserted::run(root, options),
        Command::Reach => print_runs(root),
        Command::Matrix(options) => {
            print!("{}", matrix_lines(root, options.reach.as_deref())?);
            Ok(())
        }
    }
}

/// Checks the tree at `root`, whose vectors are run.
pub(crate) fn check(root: &Path) -> Result<()> {
    check::check(root, None, false)
}

/// The traceability matrix of the tree at `root`: for each spec, one JSON object a line.
pub(crate) fn matrix_lines(root: &Path, runs: Option<&Path>) -> Result<String> {
    let matrix = Tree::read(root, runs)?.matrix(root)?;
    matrix.specs.iter().map(|spec| Ok(serde_json::to_string(spec)? + "\n")).collect()
}

/// The words of each section of the specs whose texts are in `folder`, by id: for each format of a spec, the file whose name
/// begins with the spec's and ends as the format does.
pub(crate) fn texts(root: &Path, folder: &Path) -> Result<BTreeMap<String, String>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.sort();
    let mut words = BTreeMap::new();
    for registry in Registry::all(root)? {
        let Spec { name, formats, .. } = &registry.spec;
        let file = |format: &Format| {
            let is_its = |file: &&PathBuf| {
                let named =
                    file.file_name().is_some_and(|found| found.to_string_lossy().starts_with(name.as_str()));
                named && file.extension().is_some_and(|found| found == format.extension())
            };
            files.iter().find(is_its).cloned()
        };
        let found: Option<Vec<PathBuf>> = formats.iter().map(file).collect();
        let Some(found) = found.filter(|found| !found.is_empty()) else { continue };
        let sections = extract::read(&registry, &found)?;
        println!("{name}: {} sections with their words", sections.len());
        words.extend(sections.into_iter().map(|section| (section.id, section.text)));
    }
    ensure!(!words.is_empty(), "{} has no text of a spec", folder.display());
    Ok(words)
}

fn print_runs(root: &Path) -> Result<()> {
    for run in reach::run_all(root)? {
        println!("{}", serde_json::to_string(&run)?);
    }
    Ok(())
}

fn generate(root: &Path) -> Result<()> {
    let mut strayed = Vec::new();
    for registry in Registry::all(root)? {
        let path = constants::path(&registry.spec.name);
        // A file that is missing says nothing of where titles stood.
        let file = fs::read_to_string(root.join(&path)).unwrap_or_default();
        let found = constants::strayed(&registry, &file);
        if found.is_empty() {
            write(root, &path, &constants::source(&registry))?;
        }
        let finding = |(line, message)| Finding::new(&registry.path, line, message);
        strayed.extend(found.into_iter().map(finding));
    }
    finding::report(strayed).context("if a title was wrong before, delete the constants of its spec first")
}
