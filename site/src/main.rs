//! Builds the project's site: prose; the sections of every spec, with the code that cites them and the tests
//! that reach them; conformance; differences between profiles; speed. `cargo xtask docs` runs this program,
//! and passes it the paths that it cannot find out.

mod book;
mod conformance;
mod heat_map;
mod interop;
mod markdown;
mod pairs;
mod playground;
mod prose;
mod results;
mod sections;
mod vectors;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use xshell::Shell;

/// Builds the site, for `cargo xtask docs`.
#[derive(Parser)]
struct Options {
    /// The root of the project.
    root: PathBuf,
    /// The folder where the pages are collected before they become HTML.
    source: PathBuf,
    /// The folder of the site.
    out: PathBuf,
    /// The module of the playground, if it could be built.
    #[arg(long)]
    playground: Option<PathBuf>,
}

fn main() -> Result<()> {
    let Options { root, source, out, playground } = Options::parse();
    let sh = &Shell::new()?;
    sh.change_dir(root);
    let mut pages = prose::guide(sh)?;
    pages.insert(1, playground::page(sh, playground.as_deref())?);
    pages.extend(sections::pages(sh)?);
    pages.push(prose::diagrams(sh)?);
    pages.extend(conformance::pages(sh)?);
    pages.extend(interop::pages()?);
    pages.push(prose::speed(sh)?);
    book::build(sh, pages, &source, &out)
}
