//! Runs the program `urlspec`, and collects its output.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use assert_cmd::Command;

/// Returns the lines of a text file with test cases, without blank lines and comments, which begin with `#`.
pub(crate) fn table(file: &str) -> impl Iterator<Item = &str> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Splits a command line into words, which are separated by spaces. Text in single quotes is one word.
pub(crate) fn words(line: &str) -> Vec<&str> {
    let words = line.split('\'').enumerate().flat_map(|(at, part)| match at % 2 {
        1 => vec![part],
        _ => part.split(' ').filter(|word| !word.is_empty()).collect(),
    });
    words.collect()
}

/// The result of a command: the exit code (-1 after a signal), the output, and the messages on stderr.
#[derive(Debug, PartialEq)]
pub(crate) struct RunOutput {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) stderr: String,
}

impl From<Output> for RunOutput {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let [out, stderr] = [output.stdout, output.stderr].map(text);
        Self { code: output.status.code().unwrap_or(-1), out, stderr }
    }
}

impl RunOutput {
    /// Returns stdout, then the messages on stderr, then the exit code if it is not 0.
    pub(crate) fn shown(self) -> String {
        let Self { code, out, stderr } = self;
        let stderr = if stderr.is_empty() { stderr } else { format!("-- stderr\n{stderr}") };
        out + &stderr + &if code == 0 { String::new() } else { format!("-- exit code {code}\n") }
    }
}

/// Returns a command that runs the program in the folder of [`path`], without the user's environment
/// variables for colours and threads.
pub(crate) fn urlspec() -> Command {
    let mut command = Command::cargo_bin("urlspec").unwrap();
    command.env_remove("CLICOLOR_FORCE").env_remove("RAYON_NUM_THREADS").current_dir(path(""));
    command
}

pub(crate) fn run(args: impl AsRef<str>, stdin: impl Into<Vec<u8>>) -> RunOutput {
    urlspec().args(words(args.as_ref())).write_stdin(stdin).output().unwrap().into()
}

/// Runs the program, and kills it after `seconds` of processor time, which do not depend on other programs.
pub(crate) fn run_within(seconds: u32, args: impl AsRef<str>, stdin: impl Into<Vec<u8>>) -> RunOutput {
    let limited = format!("ulimit -t {seconds}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &limited, env!("CARGO_BIN_EXE_urlspec")]).args(words(args.as_ref()));
    command.current_dir(path("")).write_stdin(stdin).output().unwrap().into()
}

/// Returns the path of the file `name` in the working directory of the program.
pub(crate) fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

pub(crate) fn write(name: &str, content: impl AsRef<[u8]>) {
    fs::write(path(name), content).unwrap();
}

pub(crate) fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap()
}
