//! The programs of the project that do the work of tasks, and cargo's subcommands that they need.

use std::{
    env,
    path::{Path, PathBuf},
};

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{
    programs::{everything, has_target},
    workspace,
};

/// Runs the program of the package `benches` that compares, in the profile `bench`, whose code is that of `release`.
pub(crate) fn benchmark(sh: &Shell, flags: &[String]) -> Result<()> {
    let program = ["--profile", "bench", "-p", "benches", "--bin", "compare"];
    Ok(cmd!(sh, "cargo run --quiet --locked {program...} -- {flags...}").run()?)
}

/// Runs the program `spec` of the package `spec-tools` with `arguments`, where the user is; with `cargo-mutants` in its path if it needs
/// that.
pub(crate) fn spec(sh: &Shell, arguments: &[String]) -> Result<()> {
    // As it is built with the tests, so that nothing is rebuilt for it: a test is beside it, for the features that tests ask of crates.
    let everything = everything(sh);
    cmd!(sh, "cargo build {everything...} --quiet --bin spec --test viewer_load").run()?;
    let program = workspace::target(sh)?.join("debug/spec");
    let mut path = env::var_os("PATH").unwrap_or_default();
    let needs_tool = matches!(arguments.first().map(String::as_str), Some("mutants" | "asserted"));
    if needs_tool && !arguments.iter().any(|argument| argument == "--help") {
        let tool = tool(sh, "cargo-mutants", "^27.1")?;
        let own = tool.parent().unwrap_or(&tool).to_owned();
        path = env::join_paths([own].into_iter().chain(env::split_paths(&path)))?;
    }
    let root = sh.current_dir();
    let _here = sh.push_dir(env::current_dir()?);
    Ok(cmd!(sh, "{program} --root {root} {arguments...}").env("PATH", path).run()?)
}

/// Builds the program `urlspec`; returns where it is.
pub(crate) fn urlspec(sh: &Shell) -> Result<PathBuf> {
    cmd!(sh, "cargo build --quiet --locked -p urlspec").run()?;
    Ok(workspace::target(sh)?.join("debug/urlspec"))
}

/// Builds the module of the site's playground, which the site has and a test runs: the package `playground` for WebAssembly, as a program
/// that reads, writes and ends. Returns where it is in `target`; `None`, and a line that says so, without the standard library for that.
pub(crate) fn playground(sh: &Shell, target: &Path) -> Result<Option<PathBuf>> {
    const TARGET: &str = "wasm32-wasip1";
    // The package, the profile that it is built in, and the name of the module.
    const NAME: &str = "playground";
    if !has_target(sh, TARGET)? {
        println!("no playground");
        return Ok(None);
    }
    cmd!(sh, "cargo build --locked --profile {NAME} --target {TARGET} -p {NAME}").run()?;
    Ok(Some(target.join(TARGET).join(NAME).join(NAME).with_extension("wasm")))
}

/// The subcommand `name` of cargo that this machine has, else one of our own, installed where `cargo clean` removes it.
pub(crate) fn tool(sh: &Shell, name: &str, version: &str) -> Result<PathBuf> {
    let subcommand = name.trim_start_matches("cargo-");
    if cmd!(sh, "cargo {subcommand} --version").output().is_ok() {
        return Ok(name.into());
    }
    let tools = workspace::target(sh)?.join("tools");
    let program = tools.join("bin").join(name);
    if !program.exists() {
        cmd!(sh, "cargo install {name} --locked --version {version} --root {tools}").run()?;
    }
    Ok(program)
}
