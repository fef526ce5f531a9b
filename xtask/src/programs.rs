//! Runs programs: those of the project that perform tasks, and external tools, if they are installed.

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
    /// The number of skips so far on this thread, which runs all steps.
    static SKIPS: Cell<usize> = const { Cell::new(0) };
}

/// Prints that something is skipped for `reason`. A step that skips something is not recorded as passed.
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

/// Returns the value that follows `key` in the output of `rustc -vV`.
pub(crate) fn rustc(sh: &Shell, key: &str) -> Result<String> {
    let printed = cmd!(sh, "rustc -vV").read()?;
    let value = printed.lines().find_map(|line| line.strip_prefix(key));
    Ok(value.with_context(|| format!("rustc reports no {key}"))?.trim().to_owned())
}

/// True if the standard library for `target` is installed. Prints a line if it is not.
pub(crate) fn has_target(sh: &Shell, target: &str) -> Result<bool> {
    let has = Path::new(&cmd!(sh, "rustc --print target-libdir --target {target}").read()?).exists();
    if !has {
        println!("the target {target} is not installed (`rustup target add {target}`)");
    }
    Ok(has)
}

/// Returns `command` as a line that can be typed in a shell.
pub(crate) fn line(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// True if the C++ compiler that cargo would use is installed. The peer `ada-url` requires one, and so does
/// the package `benches`, which uses it.
pub(crate) fn has_cxx_compiler(sh: &Shell) -> bool {
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    cmd!(sh, "{compiler} --version").output().is_ok()
}

/// Returns the arguments of cargo for all packages with all features. If every build uses them, each package
/// is built only once. Without a C++ compiler, the package `benches` is excluded.
pub(crate) fn everything(sh: &Shell) -> Vec<&'static str> {
    let mut arguments = vec!["--workspace", "--all-features", "--locked"];
    if !has_cxx_compiler(sh) {
        arguments.extend(["--exclude", "benches"]);
    }
    arguments
}

/// Runs the benchmark program of the package `benches`. It is built in the profile `bench`, which generates
/// the same code as `release`.
pub(crate) fn benchmark(sh: &Shell, flags: &[String]) -> Result<()> {
    let program = ["--profile", "bench", "-p", "benches", "--bin", "compare"];
    Ok(cmd!(sh, "cargo run --quiet --locked {program...} -- {flags...}").run()?)
}

/// Builds the program `urlspec`, and returns its path.
pub(crate) fn urlspec(sh: &Shell) -> Result<PathBuf> {
    // Building a test in the same call makes this the build of the tests, so that nothing is compiled twice.
    let everything = everything(sh);
    cmd!(sh, "cargo build --quiet {everything...} --bin urlspec --test viewer_load").run()?;
    Ok(workspace::target(sh)?.join("debug/urlspec"))
}

/// Builds the package `playground` for WebAssembly, as a program that reads a request, prints the answer and
/// exits. The site and a test use it. Returns its path, or `None`, after printing a line, if the standard
/// library for that target is not installed.
pub(crate) fn playground(sh: &Shell, target: &Path) -> Result<Option<PathBuf>> {
    const TARGET: &str = "wasm32-wasip1";
    // The name of the package, of its build profile and of its program.
    const NAME: &str = "playground";
    if !has_target(sh, TARGET)? {
        println!("no playground");
        return Ok(None);
    }
    cmd!(sh, "cargo build --locked --profile {NAME} --target {TARGET} -p {NAME}").run()?;
    Ok(Some(target.join(TARGET).join(NAME).join(NAME).with_extension("wasm")))
}

/// Returns the path of cargo subcommand `name`. If it is not installed, installs it in the target folder.
pub(crate) fn tool(sh: &Shell, name: &str, version: &str) -> Result<PathBuf> {
    let subcommand = name.trim_start_matches("cargo-");
    if cmd!(sh, "cargo {subcommand} --version").output().is_ok() {
        return Ok(name.into());
    }
    let tools = workspace::target(sh)?.join("tools");
    let program = tools.join("bin").join(name);
    if !program.exists() {
        // A debug build is used because an optimized one would take minutes more than it saves.
        cmd!(sh, "cargo install {name} --debug --locked --version {version} --root {tools}").run()?;
    }
    Ok(program)
}
