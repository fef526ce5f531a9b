//! Builds the project's site. `cargo xtask docs` runs this program, and passes it the paths.

mod book;
mod interop;
mod markdown;
mod prose;
mod sections;

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
    /// The folder in which criterion writes its plots.
    #[arg(long)]
    plots: PathBuf,
    /// The module of the playground, if it could be built.
    #[arg(long)]
    playground: Option<PathBuf>,
}

fn main() -> Result<()> {
    let Options { root, source, out, plots, playground } = Options::parse();
    let sh = &Shell::new()?;
    sh.change_dir(root);
    let site = prose::Pages::load()?;
    let mut pages = prose::guide(sh, &site)?;
    pages.insert(1, prose::playground(sh, playground.as_deref())?);
    pages.extend(sections::pages(sh)?);
    pages.push(prose::diagrams(sh, &site)?);
    pages.extend(prose::conformance(sh, &site)?);
    pages.extend(interop::pages()?);
    pages.push(prose::speed(sh, &site, &plots)?);
    book::build(sh, pages, &source, &out)
}
