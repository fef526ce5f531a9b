//! The programs of the project that do the work of tasks, and cargo's subcommands that they need.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Result;

use crate::{
    programs::{cargo, everything, execute, has_target, runs},
    workspace,
};

/// Runs the program of the package `benches` that compares, in the profile `bench`, whose code is that of `release`.
pub(crate) fn benchmark(root: &Path, flags: &[String]) -> Result<()> {
    let program =
        ["run", "--quiet", "--locked", "--profile", "bench", "-p", "benches", "--bin", "compare", "--"];
    execute(root, Command::new("cargo").args(program).args(flags))
}

/// Runs the program `spec` of the package `spec-tools` with `arguments`, where the user is; with `cargo-mutants` in its path if it needs
/// that.
pub(crate) fn spec(root: &Path, arguments: &[String]) -> Result<()> {
    // As it is built with the tests, so that nothing is rebuilt for it: a test is beside it, for the features that tests ask of crates.
    let targets = ["--quiet", "--bin", "spec", "--test", "viewer_load"];
    cargo(root, &[&["build"], everything().as_slice(), &targets].concat())?;
    let mut command = Command::new(workspace::target(root)?.join("debug/spec"));
    command.arg("--root").arg(fs::canonicalize(root)?);
    let needs_tool = matches!(arguments.first().map(String::as_str), Some("mutants" | "asserted"));
    if needs_tool && !arguments.iter().any(|argument| argument == "--help") {
        let tool = tool(root, "cargo-mutants", "^27.1")?;
        let known = env::var_os("PATH").unwrap_or_default();
        let own = tool.parent().unwrap_or(&tool).to_owned();
        command.env("PATH", env::join_paths([own].into_iter().chain(env::split_paths(&known)))?);
    }
    execute(Path::new("."), command.args(arguments))
}

/// Builds the program `urlspec`; returns where it is.
pub(crate) fn urlspec(root: &Path) -> Result<PathBuf> {
    cargo(root, &["build", "--quiet", "--locked", "-p", "urlspec"])?;
    Ok(workspace::target(root)?.join("debug/urlspec"))
}

/// Builds the module of the site's playground, which the site has and a test runs: the package `playground` for WebAssembly, as a program
/// that reads, writes and ends. Returns where it is in `target`; `None`, and a line that says so, without the standard library for that.
pub(crate) fn playground(root: &Path, target: &Path) -> Result<Option<PathBuf>> {
    const TARGET: &str = "wasm32-wasip1";
    // The package, the profile that it is built in, and the name of the module.
    const NAME: &str = "playground";
    if !has_target(TARGET)? {
        println!("no playground");
        return Ok(None);
    }
    cargo(root, &["build", "--locked", "--profile", NAME, "--target", TARGET, "-p", NAME])?;
    Ok(Some(target.join(TARGET).join(NAME).join(NAME).with_extension("wasm")))
}

/// The subcommand `name` of cargo that this machine has, else one of our own, installed where `cargo clean` removes it.
pub(crate) fn tool(root: &Path, name: &str, version: &str) -> Result<PathBuf> {
    let subcommand = name.trim_start_matches("cargo-");
    if runs(Command::new("cargo").args([subcommand, "--version"])) {
        return Ok(name.into());
    }
    let tools = workspace::target(root)?.join("tools");
    let program = tools.join("bin").join(name);
    if !program.exists() {
        let mut install = Command::new("cargo");
        install.args(["install", name, "--locked", "--version", version, "--root"]).arg(&tools);
        execute(root, &mut install)?;
    }
    Ok(program)
}
