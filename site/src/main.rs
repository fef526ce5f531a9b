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
mod results;
mod sections;
mod vectors;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

/// Builds the site, for `cargo xtask docs`.
#[derive(Parser)]
struct Options {
    /// The root of the project.
    root: PathBuf,
    /// Where the pages are put together before they become HTML.
    source: PathBuf,
    /// Where the site goes.
    out: PathBuf,
    /// The module of the playground, if it could be built.
    #[arg(long)]
    playground: Option<PathBuf>,
}

fn main() -> Result<()> {
    let Options { root, source, out, playground } = Options::parse();
    let mut pages = prose::guide(&root)?;
    pages.insert(1, playground::page(&root, playground.as_deref())?);
    pages.extend(sections::pages(&root)?);
    pages.extend(prose::diagrams(&root)?);
    pages.extend(conformance::pages(&root)?);
    pages.extend(interop::pages()?);
    pages.push(prose::speed(&root)?);
    book::build(pages, &source, &out)
}
