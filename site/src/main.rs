//! Builds the project's site: prose, every spec's sections with what cites and reaches them, conformance, where profiles
//! differ, speed. `cargo xtask docs` runs it, and brings what it cannot find out itself.

mod book;
mod conformance;
mod heat_map;
mod interop;
mod markdown;
mod pairs;
mod playground;
mod prose;
mod published;
mod sections;
mod speed;
mod vectors;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// What `cargo xtask docs` passes.
struct Given {
    /// The root of the project.
    root: PathBuf,
    /// The traceability matrix, as `cargo xtask spec matrix` writes it.
    matrix: PathBuf,
    /// The words of sections, as a JSON object by id; `{}` for a site to publish.
    texts: PathBuf,
    /// Where the pages are put together before they become HTML.
    source: PathBuf,
    /// Where the site goes.
    out: PathBuf,
    /// The module of the playground, if it could be built.
    playground: Option<PathBuf>,
}

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let mut next = |what: &str| arguments.next().with_context(|| format!("{what} is missing"));
    let given = Given {
        root: next("ROOT")?,
        matrix: next("MATRIX")?,
        texts: next("TEXTS")?,
        source: next("SOURCE")?,
        out: next("OUT")?,
        playground: arguments.next(),
    };
    build(&given)
}

fn build(given: &Given) -> Result<()> {
    let root: &Path = &given.root;
    let matrix = sections::read(&given.matrix)?;
    let mut pages = prose::guide(root)?;
    pages.splice(1..1, playground::pages(root, given.playground.as_deref())?);
    pages.extend(sections::pages(root, &matrix, &sections::read_texts(&given.texts)?)?);
    pages.extend(prose::diagrams(root)?);
    pages.extend(conformance::pages(root)?);
    pages.extend(interop::pages()?);
    pages.extend(speed::pages(root)?);
    book::build(pages, &given.source, &given.out)
}
