//! Running the program, and what it said.

use std::{ffi::OsStr, fmt::Write as _, fs, path::PathBuf, process::Output};

use assert_cmd::Command;

/// The program, about to run away from any terminal and any setting of the person who runs the tests.
pub(crate) fn urlspec() -> Command {
    let mut command = Command::cargo_bin("urlspec").unwrap();
    command.env_remove("CLICOLOR_FORCE").env_remove("RAYON_NUM_THREADS");
    command
}

/// Runs the program with `args` and `stdin`.
pub(crate) fn run(args: &[&str], stdin: impl Into<Vec<u8>>) -> Output {
    urlspec().args(args).write_stdin(stdin).output().unwrap()
}

/// All that a run of the program shows: its output, what it says on stderr, and its exit code if that is not 0.
pub(crate) fn shown(args: &[&str]) -> String {
    shown_with(args, "")
}

/// [`shown`], for a run that reads `stdin`.
pub(crate) fn shown_with(args: &[&str], stdin: impl Into<Vec<u8>>) -> String {
    let output = run(args, stdin);
    let mut shown = stdout(&output);
    if !output.stderr.is_empty() {
        let text = String::from_utf8(output.stderr.clone()).unwrap();
        write!(shown, "-- stderr\n{text}").unwrap();
    }
    let code = output.status.code().unwrap();
    if code != 0 {
        writeln!(shown, "-- exit code {code}").unwrap();
    }
    shown
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A place for a file of one test.
pub(crate) fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A file of one test that holds `content`.
pub(crate) fn file_with(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = file(name);
    fs::write(&path, content).unwrap();
    path
}

/// `path` as an argument.
pub(crate) fn arg(path: &impl AsRef<OsStr>) -> &str {
    path.as_ref().to_str().unwrap()
}
