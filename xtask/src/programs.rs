//! Running programs, and what of them this machine has.

use std::{cell::Cell, env, fmt::Display, path::Path, process::Command};

use anyhow::{Context as _, Result, ensure};
use xshell::{Shell, cmd};

thread_local! {
    /// How often something was skipped: steps run on one thread.
    static SKIPS: Cell<usize> = const { Cell::new(0) };
}

/// Prints that something is skipped, and why. A step that skipped something is not recorded as passed.
pub(crate) fn skip(reason: impl Display) {
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
    pub(crate) flags: Vec<String>,
}

/// What `command` prints; fails when it fails, with what it says of that.
pub(crate) fn read(command: impl Into<Command>) -> Result<String> {
    let mut command = command.into();
    let line = line(&command);
    let output = command.output().with_context(|| format!("cannot run {line}"))?;
    ensure!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr).trim());
    String::from_utf8(output.stdout).with_context(|| format!("{line} printed what is not UTF-8"))
}

/// What `rustc` says of itself behind `key`.
pub(crate) fn rustc(sh: &Shell, key: &str) -> Result<String> {
    let told = cmd!(sh, "rustc -vV").read()?;
    let value = told.lines().find_map(|line| line.strip_prefix(key));
    Ok(value.with_context(|| format!("rustc names no {key}"))?.trim().to_owned())
}

/// Whether programs for `target` can be built; a line says so if not.
pub(crate) fn has_target(sh: &Shell, target: &str) -> Result<bool> {
    let has = Path::new(&cmd!(sh, "rustc --print target-libdir --target {target}").read()?).exists();
    if !has {
        println!("the target {target} is not installed (`rustup target add {target}`)");
    }
    Ok(has)
}

/// `command` as it would be typed.
pub(crate) fn line(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Whether there is the C++ compiler that cargo would take: the peer ada-url, and so the package `benches`, needs one.
pub(crate) fn has_cxx_compiler(sh: &Shell) -> bool {
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    cmd!(sh, "{compiler} --version").output().is_ok()
}

/// The arguments with which cargo takes all packages with all features, so that each is built once. They leave out the
/// package `benches` if there is no compiler for it.
pub(crate) fn everything(sh: &Shell) -> Vec<&'static str> {
    let mut arguments = vec!["--workspace", "--all-features", "--locked"];
    if !has_cxx_compiler(sh) {
        arguments.extend(["--exclude", "benches"]);
    }
    arguments
}
