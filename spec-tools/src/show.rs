//! `cargo xtask spec show`: a section, with its text from a copy that the reader has, the code that cites it, and the vectors
//! that reach it with what they result in.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::{
    extract::read,
    matrix::{Matrix, Row, Vector},
    reach,
    registry::{Registry, hash},
    tree::{ReachOptions, Tree},
};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The section's id, such as `whatwg#host-state-2`.
    id: String,
    /// A text of the spec, to show the section's words.
    #[arg(long, value_name = "FILE")]
    text: Option<PathBuf>,
    /// How many of the vectors that reach it are shown; those that name it come first.
    #[arg(long, value_name = "N", default_value_t = 10)]
    vectors: usize,
    #[command(flatten)]
    reach: ReachOptions,
}

/// Prints the section.
pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    let Options { id, text, vectors, reach } = options;
    let spec = id.split_once('#').map_or(id.as_str(), |(spec, _)| spec);
    let registry = Registry::load(root, spec)?;
    let section = registry.sections.iter().find(|section| section.id == *id);
    let section = section.with_context(|| format!("no spec has a section {id}"))?;
    println!("{id}: {}\n{}, {}", section.title, section.status, section.layer);
    if let Some(function) = &section.function {
        println!("read from `{function}`");
    }
    if let Some(text) = text {
        let sections = read(&registry, text)?;
        let found = sections.iter().find(|found| found.id == *id);
        let found = found.with_context(|| format!("the text has no section {id}"))?;
        println!("\nText:");
        if hash(&found.text) != section.sha256 {
            println!("  (not the words that the registry knows: run `cargo xtask spec extract`)");
        }
        println!("  {}", found.text);
    }
    let matrix = Tree::read(root, reach)?.matrix(root)?;
    let row = matrix.row(id).with_context(|| format!("no spec has a section {id}"))?;
    print_list("Code", row.citations.iter().map(ToString::to_string).collect());
    let (named, tests): (Vec<&String>, Vec<&String>) =
        row.named_by.iter().partition(|test| reach::is_vector(test));
    print_list("Tests", tests.into_iter().cloned().collect());
    print_vectors(&matrix, spec, row, &named, *vectors);
    if let Some(excuse) = &row.excuse {
        println!("\nNot covered: {excuse}");
    }
    Ok(())
}

fn print_list(name: &str, lines: Vec<String>) {
    if !lines.is_empty() {
        println!("\n{name}:");
    }
    for line in lines {
        println!("  {line}");
    }
}

/// Prints the first `limit` of the vectors that name or reach `row`.
fn print_vectors(matrix: &Matrix, spec: &str, row: &Row, named: &[&String], limit: usize) {
    let others = row.told_by.iter().filter(|vector| !named.contains(vector));
    let vectors: Vec<&String> = named.iter().copied().chain(others).collect();
    if vectors.is_empty() {
        return;
    }
    println!("\nVectors:");
    for vector in vectors.iter().take(limit) {
        let how = match (named.contains(vector), row.told_by.contains(vector)) {
            (true, true) => "names and reaches it",
            (true, false) => "names it",
            _ => "reaches it",
        };
        println!("  {vector} {how}");
        if let Some(Vector { given, outcome, .. }) = matrix.vector(spec, vector) {
            println!("    {given} -> {outcome}");
        }
    }
    if let Some(more) = vectors.len().checked_sub(limit).filter(|&more| more > 0) {
        println!("  and {more} more");
    }
}
