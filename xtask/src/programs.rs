//! Runs programs: those of the project that do the work of tasks, and the tools that they need, if this
//! machine has them.

use std::{
    cell::Cell,
    env,
    fmt::Display,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, ensure};
use xshell::{Shell, cmd};

use crate::workspace;

thread_local! {
    /// The number of skips so far: steps run on one thread.
    static SKIPS: Cell<usize> = const { Cell::new(0) };
}

/// Prints that something is skipped, and why. A step that skipped something is not recorded as passed.
pub(crate) fn skip(reason: impl Display) {
    println!("SKIPPED: {reason}");
    SKIPS.set(SKIPS.get() + 1);
}

/// Returns the number of skips so far.
pub(crate) fn skips() -> usize {
    SKIPS.get()
}

/// Arguments that are passed to another program.
#[derive(clap::Args)]
pub(crate) struct PassedFlags {
    /// Flags of the program (`-- --help` lists them).
    #[arg(value_name = "FLAGS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) flags: Vec<String>,
}

/// Returns the output of `command`. If it fails, the error contains its stderr.
pub(crate) fn read(command: impl Into<Command>) -> Result<String> {
    let mut command = command.into();
    let line = line(&command);
    let output = command.output().with_context(|| format!("cannot run {line}"))?;
    ensure!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr).trim());
    String::from_utf8(output.stdout).with_context(|| format!("{line} printed text that is not UTF-8"))
}

/// Returns the value that `rustc -vV` prints after `key`.
pub(crate) fn rustc(sh: &Shell, key: &str) -> Result<String> {
    let printed = cmd!(sh, "rustc -vV").read()?;
    let value = printed.lines().find_map(|line| line.strip_prefix(key));
    Ok(value.with_context(|| format!("rustc reports no {key}"))?.trim().to_owned())
}

/// True if programs for `target` can be built; prints a line if not.
pub(crate) fn has_target(sh: &Shell, target: &str) -> Result<bool> {
    let has = Path::new(&cmd!(sh, "rustc --print target-libdir --target {target}").read()?).exists();
    if !has {
        println!("the target {target} is not installed (`rustup target add {target}`)");
    }
    Ok(has)
}

/// Returns `command` as it would be typed.
pub(crate) fn line(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// True if the C++ compiler that cargo would use is installed: the peer ada-url needs one, and therefore the
/// package `benches`.
pub(crate) fn has_cxx_compiler(sh: &Shell) -> bool {
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    cmd!(sh, "{compiler} --version").output().is_ok()
}

/// Returns the arguments with which cargo builds all packages with all features, so that each is built once.
/// Without a C++ compiler, they leave out the package `benches`.
pub(crate) fn everything(sh: &Shell) -> Vec<&'static str> {
    let mut arguments = vec!["--workspace", "--all-features", "--locked"];
    if !has_cxx_compiler(sh) {
        arguments.extend(["--exclude", "benches"]);
    }
    arguments
}

/// Runs the program of the package `benches` that compares, in the profile `bench`, whose code is that of
/// `release`.
pub(crate) fn benchmark(sh: &Shell, flags: &[String]) -> Result<()> {
    let program = ["--profile", "bench", "-p", "benches", "--bin", "compare"];
    Ok(cmd!(sh, "cargo run --quiet --locked {program...} -- {flags...}").run()?)
}

/// Builds the program `urlspec`; returns its path.
pub(crate) fn urlspec(sh: &Shell) -> Result<PathBuf> {
    // With a test, this build is that of the tests: nothing is compiled twice.
    let everything = everything(sh);
    cmd!(sh, "cargo build --quiet {everything...} --bin urlspec --test viewer_load").run()?;
    Ok(workspace::target(sh)?.join("debug/urlspec"))
}

/// Builds the module of the site's playground, which a test also runs: the package `playground` for
/// WebAssembly, as a program that reads, writes and ends. Returns its path in `target`, or `None`, after
/// printing a line, if the standard library for that target is missing.
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

/// Returns the cargo subcommand `name` of this machine, or else installs it where `cargo clean` removes it.
pub(crate) fn tool(sh: &Shell, name: &str, version: &str) -> Result<PathBuf> {
    let subcommand = name.trim_start_matches("cargo-");
    if cmd!(sh, "cargo {subcommand} --version").output().is_ok() {
        return Ok(name.into());
    }
    let tools = workspace::target(sh)?.join("tools");
    let program = tools.join("bin").join(name);
    if !program.exists() {
        // The release profiles of tools take minutes more to build than they save.
        cmd!(sh, "cargo install {name} --debug --locked --version {version} --root {tools}").run()?;
    }
    Ok(program)
}
