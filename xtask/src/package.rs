//! `cargo xtask package`: checks that the published packages are complete, and that they work outside the
//! project.
//!
//! Packs every published package as `cargo publish` does, and checks the content. Then a workspace outside
//! the project uses them with the oldest supported Rust: it compiles the example of each README with the
//! package's default features, and all packages with all features. The program is built in this way only
//! before a release (docs/releasing.md).

use std::fmt::Write as _;

use anyhow::{Context as _, Result, ensure};
use cargo_metadata::Metadata;
use xshell::{Shell, cmd};

use crate::{programs, workspace};

/// The licence texts that every package must contain.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

pub(crate) fn run(sh: &Shell) -> Result<()> {
    let metadata = workspace::load(sh)?;
    let target = metadata.target_directory.as_std_path();
    let outside = target.join("outside");
    let unpacked = outside.join("packages");
    // Packs the files as they are on disk. `--quiet` hides the warnings that the manifest names no repository
    // and that tests are not packed.
    let packages = workspace::published(&metadata).flat_map(|package| ["--package", package.name.as_str()]);
    cmd!(sh, "cargo package --quiet --locked --allow-dirty --no-verify").args(packages).run()?;
    sh.remove_path(&unpacked)?;
    sh.create_dir(&unpacked)?;
    let user = outside.join("user");

    let mut dependencies = String::new();
    let mut patches = String::new();
    let mut libraries = 0;
    for package in workspace::published(&metadata) {
        let folder = format!("{}-{}", package.name, package.version);
        let archive = target.join("package").join(format!("{folder}.crate"));
        cmd!(sh, "tar -xzf {archive} -C {unpacked}").run()?;
        let packed = |name: &str| sh.read_file(unpacked.join(&folder).join(name));
        for licence in LICENCES {
            // A symbolic link might be packed as a file that contains the path of its target.
            ensure!(
                packed(licence)? == sh.read_file(licence)?,
                "{}: {licence} is not the project's",
                package.name
            );
        }
        if workspace::library(package).is_some() {
            writeln!(dependencies, "{} = \"{}\"", package.name, package.version)?;
            writeln!(patches, "{} = {{ path = \"packages/{folder}\" }}", package.name)?;
            let file = user.join("src/bin").join(package.name.as_str()).with_extension("rs");
            sh.write_file(file, program(&packed("README.md")?))?;
            libraries += 1;
        }
    }

    let root = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [\"user\", \"packages/*\"]\n[patch.crates-io]\n{patches}"
    );
    sh.write_file(outside.join("Cargo.toml"), root)?;
    sh.copy_file("Cargo.lock", &outside)?;
    let package = format!("[package]\nname = \"user\"\nedition = \"2024\"\n[dependencies]\n{dependencies}");
    sh.write_file(user.join("Cargo.toml"), package)?;
    let oldest = oldest_toolchain(sh, &metadata)?;
    let _outside = sh.push_dir(outside);
    let check = |arguments: &[&str]| match &oldest {
        Some(toolchain) => cmd!(sh, "rustup run {toolchain} cargo check --quiet {arguments...}").run(),
        None => cmd!(sh, "cargo check --quiet {arguments...}").run(),
    };
    // The examples also run as documentation tests, so compiling them here is enough to check the packages.
    check(&["--package", "user", "--bins"])?;
    check(&["--workspace", "--all-features"])?;
    println!(
        "{} packages, {libraries} examples compile outside the project",
        workspace::published(&metadata).count()
    );
    Ok(())
}

/// Returns the toolchain of the oldest Rust that the packages support. Returns `None`, after reporting the
/// skip, if it is not installed (`rustup toolchain install`).
fn oldest_toolchain(sh: &Shell, metadata: &Metadata) -> Result<Option<String>> {
    // All packages inherit this version from the workspace.
    let version = workspace::published(metadata).find_map(|package| package.rust_version.as_ref());
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

/// Returns a program that contains the example in `readme`.
fn program(readme: &str) -> String {
    let example = readme.split_once("```rust\n").and_then(|(_, rest)| rest.split_once("```"));
    let example = example.map(|(example, _)| example).unwrap_or_default();
    if example.contains("fn main()") { example.into() } else { format!("fn main() {{\n{example}}}\n") }
}
