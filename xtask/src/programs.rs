//! Running cargo and other programs.

use std::{cell::Cell, env, fs, path::Path, process::Command};

use anyhow::{Context as _, Result, ensure};

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
    pub(crate) flags: Vec<String>,
}

/// Runs cargo with `arguments` in `root`; fails when it fails.
pub(crate) fn cargo(root: &Path, arguments: &[&str]) -> Result<()> {
    execute(root, Command::new("cargo").args(arguments))
}

/// Prints `command` and runs it in `root`; fails when it fails.
pub(crate) fn execute(root: &Path, command: &mut Command) -> Result<()> {
    eprintln!("$ {}", line(command));
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.current_dir(root).status().with_context(|| format!("cannot run {program}"))?;
    ensure!(status.success(), "{program} failed ({status})");
    Ok(())
}

/// What `command` prints in `root`; fails when it fails.
pub(crate) fn read(root: &Path, command: &mut Command) -> Result<String> {
    let line = line(command);
    let output = command.current_dir(root).output().with_context(|| format!("cannot run {line}"))?;
    ensure!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr).trim());
    String::from_utf8(output.stdout).with_context(|| format!("{line} printed what is not UTF-8"))
}

/// Whether `command` runs and succeeds.
pub(crate) fn runs(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// What `rustc` says of itself behind `key`.
pub(crate) fn rustc(key: &str) -> Result<String> {
    let told = read(Path::new("."), Command::new("rustc").arg("-vV"))?;
    let value = told.lines().find_map(|line| line.strip_prefix(key));
    Ok(value.with_context(|| format!("rustc names no {key}"))?.trim().to_owned())
}

/// Whether programs for `target` can be built; a line says so if not.
pub(crate) fn has_target(target: &str) -> Result<bool> {
    let mut command = Command::new("rustc");
    command.args(["--print", "target-libdir", "--target", target]);
    let has = Path::new(read(Path::new("."), &mut command)?.trim()).exists();
    if !has {
        println!("the target {target} is not installed (`rustup target add {target}`)");
    }
    Ok(has)
}

/// Removes the folder `path`, if there is one.
pub(crate) fn remove(path: &Path) -> Result<()> {
    if path.exists() {
        fs::remove_dir_all(path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    Ok(())
}

/// `command` as it would be typed.
pub(crate) fn line(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Whether there is the C++ compiler that cargo would take: the peer ada-url, and so the package `benches`, needs one.
pub(crate) fn has_cxx_compiler() -> bool {
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    runs(Command::new(compiler).arg("--version"))
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
