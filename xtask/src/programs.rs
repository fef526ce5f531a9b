//! Runs cargo, rustc and other programs, and lists the packages of the workspace.

use std::cell::Cell;
use std::env;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use cargo_metadata::{Metadata, MetadataCommand, Package};
use xshell::{Shell, cmd};

thread_local! {
    static SKIPS: Cell<usize> = const { Cell::new(0) };
}

/// Reports that a check is skipped. `cargo xtask ci` does not record a step with a skipped check as passed.
pub(crate) fn skip(reason: impl Display) {
    println!("SKIPPED: {reason}");
    SKIPS.set(SKIPS.get() + 1);
}

/// Reports that a check is skipped because the compiler target `target` is not installed.
pub(crate) fn skip_target(check: &str, target: &str) {
    skip(format_args!("{check}: the target is not installed (`rustup target add {target}`)"));
}

pub(crate) fn skips() -> usize {
    SKIPS.get()
}

/// Returns the output of `command`. If it fails, the error contains its stderr.
pub(crate) fn read(command: impl Into<Command>) -> Result<String> {
    let mut command = command.into();
    let line = line(&command);
    let output = command.output().with_context(|| format!("cannot run {line}"))?;
    ensure!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr).trim());
    String::from_utf8(output.stdout).with_context(|| format!("{line} printed text that is not UTF-8"))
}

/// Returns the value that follows `key` in the output of `rustc -vV`.
pub(crate) fn rustc(sh: &Shell, key: &str) -> Result<String> {
    let printed = cmd!(sh, "rustc -vV").read()?;
    let value = printed.lines().find_map(|line| line.strip_prefix(key));
    Ok(value.with_context(|| format!("rustc reports no {key}"))?.trim().to_owned())
}

pub(crate) fn has_target(sh: &Shell, target: &str) -> Result<bool> {
    Ok(Path::new(&cmd!(sh, "rustc --print target-libdir --target {target}").read()?).exists())
}

pub(crate) fn line(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Returns true if there is a C++ compiler, which the package `benches` requires to build `ada-url`.
pub(crate) fn has_cxx_compiler(sh: &Shell) -> bool {
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    cmd!(sh, "{compiler} --version").output().is_ok()
}

/// Returns cargo arguments for all packages that can be built. Cargo reuses builds with equal arguments.
pub(crate) fn everything(sh: &Shell) -> Vec<&'static str> {
    let mut arguments = vec!["--workspace", "--all-features", "--locked"];
    if !has_cxx_compiler(sh) {
        arguments.extend(["--exclude", "benches"]);
    }
    arguments
}

/// Runs the program `compare` of `benches`. Its profile `bench` generates the same code as `release`.
pub(crate) fn benchmark(sh: &Shell, flags: &[String]) -> Result<()> {
    let program = ["--profile", "bench", "-p", "benches", "--bin", "compare"];
    Ok(cmd!(sh, "cargo run --quiet --locked {program...} -- {flags...}").run()?)
}

pub(crate) fn urlspec(sh: &Shell) -> Result<PathBuf> {
    let everything = everything(sh);
    cmd!(sh, "cargo build --quiet {everything...} --bin urlspec --test viewer_load").run()?;
    Ok(target(sh)?.join("debug/urlspec"))
}

pub(crate) const PLAYGROUND_TARGET: &str = "wasm32-wasip1";

/// Builds the playground for WebAssembly with `profile`: a program that reads a request and prints the
/// answer. If the standard library for WebAssembly is not installed, returns `None`.
pub(crate) fn playground(sh: &Shell, target: &Path, profile: &str) -> Result<Option<PathBuf>> {
    if !has_target(sh, PLAYGROUND_TARGET)? {
        return Ok(None);
    }
    cmd!(sh, "cargo build --locked --profile {profile} --target {PLAYGROUND_TARGET} -p playground").run()?;
    Ok(Some(target.join(PLAYGROUND_TARGET).join(profile).join("playground.wasm")))
}

/// Returns the cargo subcommand `name`. If it is not installed, installs it in the target folder.
pub(crate) fn tool(sh: &Shell, name: &str, version: &str) -> Result<PathBuf> {
    let subcommand = name.trim_start_matches("cargo-");
    if cmd!(sh, "cargo {subcommand} --version").output().is_ok() {
        return Ok(name.into());
    }
    let tools = target(sh)?.join("tools");
    let program = tools.join("bin").join(name);
    if !program.exists() {
        // An optimized build would take minutes longer, and would not save that time.
        cmd!(sh, "cargo install {name} --debug --locked --version {version} --root {tools}").run()?;
    }
    Ok(program)
}

/// The folder of the second workspace, with the packages that depend on Arrow.
pub(crate) const ENGINES: &str = "engines";

pub(crate) fn metadata(sh: &Shell) -> Result<Metadata> {
    let mut command = MetadataCommand::new();
    command.current_dir(sh.current_dir()).no_deps().other_options(["--locked".to_owned()]);
    command.exec().context("cargo metadata")
}

pub(crate) fn target(sh: &Shell) -> Result<PathBuf> {
    Ok(metadata(sh)?.target_directory.into())
}

pub(crate) fn published(workspace: &Metadata) -> impl Iterator<Item = &Package> {
    let is_published = |places: &Vec<String>| !places.is_empty();
    workspace.packages.iter().filter(move |package| package.publish.as_ref().is_none_or(is_published))
}

pub(crate) fn library(package: &Package) -> Option<&str> {
    package.targets.iter().find(|target| target.is_lib()).map(|target| target.name.as_str())
}

/// Writes the manifest of a package named `name` to `folder`, and copies the lock file of the project there.
pub(crate) fn outside(sh: &Shell, folder: &Path, name: &str, dependencies: &str) -> Result<()> {
    let package = format!("[package]\nname = \"{name}\"\nedition = \"2024\"\n[workspace]\n");
    let rest = format!("[profile.release]\nstrip = true\n[dependencies]\n{dependencies}\n");
    sh.write_file(folder.join("Cargo.toml"), package + &rest)?;
    Ok(sh.copy_file("Cargo.lock", folder)?)
}

/// Returns the first example in a README as a program.
pub(crate) fn example(readme: &str) -> String {
    let example = readme.split_once("```rust\n").and_then(|(_, rest)| rest.split_once("```"));
    let example = example.map(|(example, _)| example).unwrap_or_default();
    if example.contains("fn main()") { example.into() } else { format!("fn main() {{\n{example}}}\n") }
}
