//! Running cargo and other programs.

use std::{
    cell::Cell,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, ensure};

use crate::workspace::Workspace;

thread_local! {
    /// How often something was skipped: steps run on one thread.
    static SKIPS: Cell<usize> = const { Cell::new(0) };
}

/// Prints that something is skipped, and why. A step that skipped something is not recorded as passed.
pub(crate) fn skip(reason: &str) {
    println!("SKIPPED: {reason}");
    SKIPS.set(SKIPS.get() + 1);
}

/// How often something was skipped so far.
pub(crate) fn skips() -> usize {
    SKIPS.get()
}

/// What is for a program to read that this one starts.
#[derive(clap::Args)]
pub(crate) struct Passed {
    /// Flags of the program (`-- --help` lists them).
    #[arg(value_name = "FLAGS", trailing_var_arg = true, allow_hyphen_values = true)]
    passed: Vec<String>,
}

impl Passed {
    pub(crate) fn flags(&self) -> impl Iterator<Item = &str> {
        self.passed.iter().map(String::as_str)
    }
}

/// Runs cargo with `arguments` in `root`; fails when it fails.
pub(crate) fn cargo(root: &Path, arguments: &[&str]) -> Result<()> {
    execute(root, Command::new("cargo").args(arguments))
}

/// Prints `command` and runs it in `root`; fails when it fails.
pub(crate) fn execute(root: &Path, command: &mut Command) -> Result<()> {
    println!("$ {}", line(command));
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.current_dir(root).status().with_context(|| format!("cannot run {program}"))?;
    ensure!(status.success(), "{program} failed ({status})");
    Ok(())
}

/// `command` as it would be typed.
pub(crate) fn line(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Runs the program `name` of the package `benches` in the profile `bench`, whose code is that of `release`.
pub(crate) fn benchmark<'f>(
    root: &Path,
    name: &'f str,
    flags: impl IntoIterator<Item = &'f str>,
) -> Result<()> {
    let program = ["run", "--quiet", "--locked", "--profile", "bench", "-p", "benches", "--bin", name, "--"];
    cargo(root, &program.into_iter().chain(flags).collect::<Vec<_>>())
}

/// The program `spec` of the package `spec-tools`, as it is built with the tests, so that nothing is rebuilt for it.
pub(crate) fn spec_command(root: &Path) -> Result<Command> {
    // A test beside it, for the features that tests ask of crates.
    let targets = ["--quiet", "--bin", "spec", "--test", "viewer_load"];
    cargo(root, &[&["build"], everything().as_slice(), &targets].concat())?;
    let mut command = Command::new(Workspace::load(root)?.target_directory.join("debug/spec"));
    command.arg("--root").arg(fs::canonicalize(root)?);
    Ok(command)
}

/// Runs the program `spec` with `arguments`, where the user is; with `cargo-mutants` in its path if it needs that.
pub(crate) fn spec(root: &Path, arguments: &[&str]) -> Result<()> {
    let mut command = spec_command(root)?;
    if let Some(&"mutants" | &"asserted") = arguments.first()
        && !arguments.contains(&"--help")
    {
        let tool = tool(root, "cargo-mutants", "^27.1")?;
        let known = env::var_os("PATH").unwrap_or_default();
        let own = tool.parent().unwrap_or(&tool).to_owned();
        command.env("PATH", env::join_paths([own].into_iter().chain(env::split_paths(&known)))?);
    }
    execute(Path::new("."), command.args(arguments))
}

/// The subcommand `name` of cargo that this machine has, else one of our own, installed where `cargo clean` removes it.
pub(crate) fn tool(root: &Path, name: &str, version: &str) -> Result<PathBuf> {
    let subcommand = name.trim_start_matches("cargo-");
    let probe = Command::new("cargo")
        .args([subcommand, "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if probe.is_ok_and(|status| status.success()) {
        return Ok(name.into());
    }
    let tools = Workspace::load(root)?.target_directory.join("tools");
    let program = tools.join("bin").join(name);
    if !program.exists() {
        let mut install = Command::new("cargo");
        install.args(["install", name, "--locked", "--version", version, "--root"]).arg(&tools);
        execute(root, &mut install)?;
    }
    Ok(program)
}

/// Whether there is the C++ compiler that cargo would take: the peer ada-url, and so the package `benches`, needs one.
pub(crate) fn has_cxx_compiler() -> bool {
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    Command::new(compiler).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The arguments with which cargo takes all packages with all features, so that each is built once. They leave out the
/// package `benches` if there is no compiler for it.
pub(crate) fn everything() -> Vec<&'static str> {
    let mut arguments = vec!["--workspace", "--all-features", "--locked"];
    if !has_cxx_compiler() {
        arguments.extend(["--exclude", "benches"]);
    }
    arguments
}
