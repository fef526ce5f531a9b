//! `cargo xtask api`: compares the public API of every published library with its reviewed `public-api.txt`.
//!
//! The constants of `url_core::sections` and `url_consumers::sections` are left out: `cargo xtask spec check`
//! compares them with the registries.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use similar::{ChangeTag, TextDiff};
use xshell::{Shell, cmd};

use crate::{
    finding,
    workspace::{self, library},
};

/// The version of the format of rustdoc's JSON that the crate `public-api` reads. Rust 1.95 writes it.
const FORMAT: u64 = 57;

/// The name of the file with the reviewed API, which is next to the manifest of each library.
const FILE: &str = "public-api.txt";

/// The beginnings of the items that generated files define.
const GENERATED: [&str; 2] = ["pub const url_core::sections::", "pub const url_consumers::sections::"];

#[derive(Default, clap::Args)]
pub(crate) struct Options {
    /// Write the files instead of comparing with them.
    #[arg(long)]
    write: bool,
}

pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    let metadata = workspace::load(sh)?;
    let libraries: Vec<_> =
        workspace::published(&metadata).filter(|package| library(package).is_some()).collect();
    ensure!(!libraries.is_empty(), "there are no libraries");
    // Rustdoc writes the public items as JSON, with all features. `RUSTC_BOOTSTRAP` enables this on a stable
    // compiler, but also affects build scripts of dependencies, so this build has a target folder of its own.
    let target = metadata.target_directory.join("api");
    let packages = libraries.iter().flat_map(|library| ["--package", library.name.as_str()]);
    let command =
        cmd!(sh, "cargo doc --locked --no-deps --lib --all-features --target-dir {target}").args(packages);
    let flags = "-Zunstable-options --output-format json";
    command.env("RUSTC_BOOTSTRAP", "1").env("RUSTDOCFLAGS", flags).run()?;
    let mut findings = Vec::new();
    let mut count = 0;
    for (package, name) in libraries.iter().filter_map(|package| Some((package, library(package)?))) {
        let listed = list(sh, target.join("doc").join(name).with_extension("json").as_std_path())?;
        count += listed.lines().count();
        let file = package.manifest_path.with_file_name(FILE);
        if options.write {
            sh.write_file(&file, listed)?;
        } else {
            let kept = sh.read_file(&file).unwrap_or_default();
            for change in TextDiff::from_lines(&kept, &listed).iter_all_changes() {
                if change.tag() != ChangeTag::Equal {
                    findings.push(format!(
                        "{}: {} {}",
                        package.name,
                        change.tag(),
                        change.value().trim_end()
                    ));
                }
            }
        }
    }
    println!("{count} public items of {} libraries", libraries.len());
    finding::report(findings).context("once reviewed, `cargo xtask api --write` writes the files")
}

/// Returns the public items of the library that the file `json` describes, one per line.
fn list(sh: &Shell, json: &Path) -> Result<String> {
    let found = serde_json::from_str::<Value>(&sh.read_file(json)?)?["format_version"].as_u64();
    ensure!(
        found == Some(FORMAT),
        "this rustdoc writes format {found:?}, and the pinned `public-api` reads {FORMAT}, that of Rust 1.95: \
         run `cargo +1.95.0 xtask api`, or update both"
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
