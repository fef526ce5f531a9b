//! `cargo xtask api`: compares the public API of every published library with `public-api.txt`, a file that
//! people review. The API excludes constants of sections, because `cargo xtask spec check` compares those
//! with the registries.
//!
//! `cargo xtask package`: packs every published package as `cargo publish` does, and checks the files in it.
//! Then a workspace outside the project uses the packed packages with the oldest supported Rust: it compiles
//! the example of each README with the default features, and it compiles all packages with all features.

use std::{fmt::Write as _, path::Path};

use anyhow::{Context as _, Result, ensure};
use cargo_metadata::Metadata;
use serde_json::Value;
use similar::{ChangeTag, TextDiff};
use xshell::{Shell, cmd};

use crate::programs::{self, library};
use crate::report;

/// The version of rustdoc's JSON format that the crate `public-api` reads and Rust 1.95 writes.
const FORMAT: u64 = 57;
const FILE: &str = "public-api.txt";
const GENERATED: [&str; 2] = ["pub const url_core::sections::", "pub const url_consumers::sections::"];

#[derive(Default, clap::Args)]
pub(crate) struct Options {
    /// Write the `public-api.txt` files instead of comparing with them.
    #[arg(long)]
    write: bool,
}

pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    let metadata = programs::metadata(sh)?;
    let libraries = programs::published(&metadata).filter_map(|package| Some((package, library(package)?)));
    let libraries: Vec<_> = libraries.collect();
    ensure!(!libraries.is_empty(), "there are no libraries");
    // A stable compiler writes JSON only with `RUSTC_BOOTSTRAP`. That variable also changes the build scripts
    // of dependencies, so this build has a target folder of its own.
    let target = metadata.target_directory.join("api");
    let packages = libraries.iter().flat_map(|(package, _)| ["--package", package.name.as_str()]);
    let command = cmd!(sh, "cargo doc --locked --no-deps --lib --all-features --target-dir {target}");
    let command = command.env("RUSTDOCFLAGS", "-Zunstable-options --output-format json");
    command.args(packages).env("RUSTC_BOOTSTRAP", "1").run()?;
    let mut findings = Vec::new();
    let mut count = 0;
    for (package, name) in &libraries {
        let listed = list(sh, target.join("doc").join(name).with_extension("json").as_std_path())?;
        count += listed.lines().count();
        let file = package.manifest_path.with_file_name(FILE);
        if options.write {
            sh.write_file(&file, listed)?;
        } else {
            let kept = sh.read_file(&file).unwrap_or_default();
            for change in TextDiff::from_lines(&kept, &listed).iter_all_changes() {
                if change.tag() != ChangeTag::Equal {
                    let line = change.value().trim_end();
                    findings.push(format!("{}: {} {line}", package.name, change.tag()));
                }
            }
        }
    }
    println!("{count} public items of {} libraries", libraries.len());
    report::report(findings).context("once reviewed, `cargo xtask api --write` writes the files")
}

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

const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

pub(crate) fn package(sh: &Shell) -> Result<()> {
    let metadata = programs::metadata(sh)?;
    let target = metadata.target_directory.as_std_path();
    let outside = target.join("outside");
    let unpacked = outside.join("packages");
    // `--quiet` hides the warnings that the manifest names no repository and that the tests are not packed.
    let packages = programs::published(&metadata).flat_map(|package| ["--package", package.name.as_str()]);
    cmd!(sh, "cargo package --quiet --locked --allow-dirty --no-verify").args(packages).run()?;
    sh.remove_path(&unpacked)?;
    sh.create_dir(&unpacked)?;
    let user = outside.join("user");

    let mut dependencies = String::new();
    let mut patches = String::new();
    let mut libraries = 0;
    for package in programs::published(&metadata) {
        let folder = format!("{}-{}", package.name, package.version);
        let archive = target.join("package").join(format!("{folder}.crate"));
        cmd!(sh, "tar -xzf {archive} -C {unpacked}").run()?;
        let packed = |name: &str| sh.read_file(unpacked.join(&folder).join(name));
        for licence in LICENCES {
            // A license that is packed as a symbolic link might contain a path instead of the text.
            let is_packed = packed(licence)? == sh.read_file(licence)?;
            ensure!(is_packed, "{}: {licence} is not the project's", package.name);
        }
        if library(package).is_some() {
            writeln!(dependencies, "{} = \"{}\"", package.name, package.version)?;
            writeln!(patches, "{} = {{ path = \"packages/{folder}\" }}", package.name)?;
            let file = user.join("src/bin").join(package.name.as_str()).with_extension("rs");
            sh.write_file(file, programs::example(&packed("README.md")?))?;
            libraries += 1;
        }
    }

    let root = "[workspace]\nresolver = \"3\"\nmembers = [\"user\", \"packages/*\"]\n[patch.crates-io]\n";
    sh.write_file(outside.join("Cargo.toml"), root.to_owned() + &patches)?;
    sh.copy_file("Cargo.lock", &outside)?;
    let package = format!("[package]\nname = \"user\"\nedition = \"2024\"\n[dependencies]\n{dependencies}");
    sh.write_file(user.join("Cargo.toml"), package)?;
    let oldest = oldest_toolchain(sh, &metadata)?;
    let _outside = sh.push_dir(outside);
    let check = |arguments: &[&str]| match &oldest {
        Some(toolchain) => cmd!(sh, "rustup run {toolchain} cargo check --quiet {arguments...}").run(),
        None => cmd!(sh, "cargo check --quiet {arguments...}").run(),
    };
    check(&["--package", "user", "--bins"])?;
    check(&["--workspace", "--all-features"])?;
    let packages = programs::published(&metadata).count();
    println!("{packages} packages, {libraries} examples compile outside the project");
    Ok(())
}

/// Returns the name of the oldest supported toolchain. If none is installed, prints this and returns `None`.
fn oldest_toolchain(sh: &Shell, metadata: &Metadata) -> Result<Option<String>> {
    let version = programs::published(metadata).find_map(|package| package.rust_version.as_ref());
    let version = version.context("the packages have no `rust-version`")?;
    let version = format!("{}.{}", version.major, version.minor);
    let listed = cmd!(sh, "rustup toolchain list").read().unwrap_or_default();
    let is_claimed = |name: &&str| {
        name.strip_prefix(&version).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
    };
    let found = listed.split_whitespace().find(is_claimed).map(str::to_owned);
    if found.is_none() {
        programs::skip(format_args!("the packages with Rust {version}: it is not installed"));
    }
    Ok(found)
}
