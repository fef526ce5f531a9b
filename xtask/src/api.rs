//! `cargo xtask api`: the public API of every library for users is what its `public-api.txt` lists, which is reviewed.
//!
//! The constants of `url_core::sections` and `url_consumers::sections` are left out: `cargo xtask spec check` holds them to the registries.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, ensure};
use cargo_metadata::{Metadata, Package};
use serde_json::Value;

use crate::{
    finding, programs,
    workspace::{self, library},
};

/// The rustdoc JSON that the pinned crate `public-api` reads: that of Rust 1.95.
const FORMAT: u64 = 57;

/// The file beside the manifest of each library.
const FILE: &str = "public-api.txt";

/// How the items begin that generated files add.
const GENERATED: [&str; 2] = ["pub const url_core::sections::", "pub const url_consumers::sections::"];

#[derive(Default, clap::Args)]
pub(crate) struct Options {
    /// Write the files, in place of comparing with them.
    #[arg(long)]
    write: bool,
}

pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    let metadata = workspace::load(root)?;
    let libraries: Vec<_> =
        workspace::published(&metadata).filter(|package| library(package).is_some()).collect();
    ensure!(!libraries.is_empty(), "there are no libraries");
    let documentation = document(root, &metadata, &libraries)?;
    let mut findings = Vec::new();
    let mut count = 0;
    for (package, name) in libraries.iter().filter_map(|package| Some((package, library(package)?))) {
        let listed = list(&documentation.join(name).with_extension("json"))?;
        count += listed.lines().count();
        let file = package.manifest_path.with_file_name(FILE);
        if options.write {
            fs::write(&file, listed).with_context(|| format!("cannot write {file}"))?;
        } else {
            let kept = fs::read_to_string(&file).unwrap_or_default();
            findings
                .extend(differences(&kept, &listed).iter().map(|line| format!("{}: {line}", package.name)));
        }
    }
    println!("{count} public items of {} libraries", libraries.len());
    finding::report(findings).context("once reviewed, `cargo xtask api --write` writes the files")
}

/// Has rustdoc write what is public as JSON, with every feature; returns the folder. The switch that lets a stable rustdoc
/// do so reaches the build scripts of dependencies too, so that nothing else shares this folder.
fn document(root: &Path, metadata: &Metadata, libraries: &[&Package]) -> Result<PathBuf> {
    let target = metadata.target_directory.join("api");
    let mut command = Command::new("cargo");
    command.args(["doc", "--locked", "--no-deps", "--lib", "--all-features", "--target-dir"]).arg(&target);
    command.args(libraries.iter().flat_map(|library| ["--package", library.name.as_str()]));
    command.env("RUSTC_BOOTSTRAP", "1").env("RUSTDOCFLAGS", "-Zunstable-options --output-format json");
    programs::execute(root, &mut command)?;
    Ok(target.join("doc").into())
}

/// The public items of the library that `json` is about, a line for each.
fn list(json: &Path) -> Result<String> {
    let text = fs::read_to_string(json).with_context(|| format!("cannot read {}", json.display()))?;
    let found = serde_json::from_str::<Value>(&text)?["format_version"].as_u64();
    ensure!(
        found == Some(FORMAT),
        "this rustdoc writes format {found:?}, and the pinned `public-api` reads {FORMAT}, that of Rust 1.95: \
         run `cargo +1.95.0 xtask api`, or move both on"
    );
    let api = public_api::Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .include_function_parameter_names(true)
        .build()
        .with_context(|| format!("cannot read {}", json.display()))?;
    let items = api.items().map(|item| format!("{item}\n"));
    Ok(items.filter(|item| !GENERATED.iter().any(|start| item.starts_with(start))).collect())
}

/// The lines that only one of the two texts has, or has more often, in order: `-` for `kept`, `+` for `listed`.
fn differences(kept: &str, listed: &str) -> Vec<String> {
    let mut counts = BTreeMap::<_, i32>::new();
    for line in listed.lines() {
        *counts.entry(line).or_default() += 1;
    }
    for line in kept.lines() {
        *counts.entry(line).or_default() -= 1;
    }
    let differing = counts.into_iter().filter(|(_, count)| *count != 0);
    differing.map(|(line, count)| format!("{} {line}", if count > 0 { '+' } else { '-' })).collect()
}
