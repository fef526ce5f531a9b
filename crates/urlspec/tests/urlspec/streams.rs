//! Tests the exit code and the messages of every command with a stream that is closed or full.

use std::{
    fs::{self, File},
    io,
    process::Command,
};

use crate::{
    run::{RunOutput, run},
    shell::Folder,
};

const TABLE: &str = "url\nHTTP://A.test\n";
const ONE: &str = "HTTP://A.test\\b\n";

struct Run {
    args: &'static str,
    /// The content of stdin, if the command reads stdin.
    stdin: Option<&'static str>,
    writes_stdout: bool,
    /// The exit code of the command if all streams work.
    code: i32,
}

const fn writes(args: &'static str) -> Run {
    Run { args, stdin: None, writes_stdout: true, code: 0 }
}

const fn reads(stdin: &'static str, args: &'static str) -> Run {
    Run { stdin: Some(stdin), ..writes(args) }
}

const fn quiet(code: i32, args: &'static str) -> Run {
    Run { writes_stdout: false, code, ..writes(args) }
}

/// Every command: with a URL, with lines, and without output on stdout.
const RUNS: [Run; 62] = [
    writes("parse HTTP://A.test"),
    reads(ONE, "parse -"),
    writes("resolve x --base http://a.test/"),
    reads(ONE, "resolve - --base http://a.test/"),
    writes("canon HTTP://A.test"),
    quiet(1, "canon http://a:b/"),
    writes("canon HTTP://A.test http://b.test"),
    writes("canon --in table"),
    writes("canon --in table --unique"),
    writes("canon --in table --count"),
    reads(TABLE, "canon -"),
    reads(TABLE, "canon --in - --out -"),
    quiet(0, "canon --in table --out out --errors errors"),
    writes("canon --policy surt HTTP://A.test"),
    writes("get {host} HTTP://A.test"),
    reads(TABLE, "get {host} -"),
    reads(TABLE, "get {host} --csv -"),
    reads(TABLE, "get {host} --count -"),
    writes("edit --host b.test HTTP://A.test"),
    writes("edit --unique HTTP://A.test"),
    reads(TABLE, "edit --host b.test --in -"),
    writes("find --in table"),
    reads(TABLE, "find --in -"),
    writes("check http://a.test/"),
    quiet(1, "check http://a.test/%zz"),
    writes("check --exit-zero --in table"),
    Run { code: 1, ..writes("check x y") },
    reads(TABLE, "check --exit-zero --in -"),
    writes("build --scheme http --host a.test"),
    writes("encode --as fragment x"),
    reads(TABLE, "decode --as fragment --in -"),
    writes("risk http://example.com/"),
    Run { code: 1, ..reads("localhost\n", "risk --in -") },
    writes("guard http://a.example/"),
    reads("http://a.example/\n", "guard --in -"),
    writes("agree --profiles whatwg,curl http://a.test/"),
    Run { code: 1, ..reads(TABLE, "agree --profiles whatwg,curl --in -") },
    writes("columns --column url --add host --in table"),
    reads(TABLE, "columns --column url --add host --in -"),
    writes("explain HTTP://A.test"),
    reads(ONE, "explain -"),
    Run { code: 1, ..writes("explain http://a:b/") },
    writes("compare HTTP://A.test"),
    reads(ONE, "compare -"),
    writes("diff --profiles whatwg,rfc3986 HTTP://A.test"),
    reads(ONE, "diff --profiles whatwg,rfc3986 -"),
    writes("diff --profiles whatwg,rfc3986 --in table"),
    reads(TABLE, "diff --profiles whatwg,rfc3986 --in - --html page"),
    reads(TABLE, "impact --to whatwg-2026-02 --in - --html page"),
    writes("minimize --profiles whatwg,rfc3986 HTTP://A.test\\b"),
    reads(ONE, "minimize --profiles whatwg,rfc3986 -"),
    reads("{\"op\":\"parse\",\"input\":\"ab:\"}\n", "batch"),
    writes("profiles"),
    writes("completions bash"),
    writes("man"),
    quiet(0, "man --dir pages"),
    writes("help"),
    writes("help canon"),
    writes("canon --help"),
    writes("canon --version"),
    writes("-h"),
    writes("--version"),
];

const STDIN_CLOSED: &str = "<&-";
const STDOUT_CLOSED: &str = ">&-";
const STDOUT_READ_ONLY: &str = "1< table";
const STDOUT_FULL: &str = "> /dev/full";
const STDERR_CLOSED: &str = "2>&-";
const STDERR_FULL: &str = "2> /dev/full";

const STDIN_FAILS: &str = "error: cannot read stdin: it is closed, or a folder\n";
const STDOUT_FAILS: &str = "error: cannot write stdout: Bad file descriptor (os error 9)\n";
const NO_SPACE: &str = "error: cannot write stdout: No space left on device (os error 28)\n";

impl Run {
    /// Returns the command for this `Run` in `folder`, with the arguments `more` and the redirection `fault`.
    fn command(&self, folder: &Folder, more: &str, fault: &str) -> Command {
        folder.write("stdin", self.stdin.unwrap_or_default());
        let script = format!("exec \"$0\" \"$@\" {fault}");
        let mut command = Command::new("sh");
        let args = self.args.split(' ').chain(more.split_whitespace());
        command.args(["-c", &script, env!("CARGO_BIN_EXE_urlspec")]).args(args);
        command.current_dir(folder.path("")).stdin(File::open(folder.path("stdin")).unwrap());
        command
    }
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("table", TABLE);
    fs::create_dir(folder.path("pages")).unwrap();
    folder
}

#[test]
fn failing_streams_are_reported_if_they_are_used() {
    let folder = folder();
    for run in &RUNS {
        let is_help = run.args.starts_with("help");
        for more in ["", "--json"].into_iter().filter(|more| more.is_empty() || !is_help) {
            let whole = RunOutput::from(run.command(&folder, more, "").output().unwrap());
            if whole.stderr.starts_with("error: the option --json has no effect") {
                continue;
            }
            // With `--json`, an error in the input is an answer on stdout, so stdout is used.
            let writes_stdout = !whole.out.is_empty();
            assert_eq!(whole.code, run.code, "{} {more}: {whole:?}", run.args);
            assert!(writes_stdout == run.writes_stdout || !more.is_empty(), "{}: {whole:?}", run.args);
            for fault in
                [STDIN_CLOSED, STDOUT_CLOSED, STDOUT_READ_ONLY, STDOUT_FULL, STDERR_CLOSED, STDERR_FULL]
            {
                let output = RunOutput::from(run.command(&folder, more, fault).output().unwrap());
                let failure = match fault {
                    STDIN_CLOSED if run.stdin.is_some() => Some(STDIN_FAILS),
                    STDOUT_CLOSED | STDOUT_READ_ONLY if writes_stdout => Some(STDOUT_FAILS),
                    STDOUT_FULL if writes_stdout => Some(NO_SPACE),
                    _ => None,
                };
                let what = format!("urlspec {} {more} {fault}: {output:?}", run.args);
                if let Some(failure) = failure {
                    assert_eq!(output.code, 2, "{what}");
                    // A summary with the number of lines may precede the message.
                    assert!(output.stderr.ends_with(failure), "{what}");
                } else {
                    assert_eq!((output.code, &output.out), (whole.code, &whole.out), "{what}");
                    assert!(fault.starts_with('2') || output.stderr == whole.stderr, "{what}");
                }
            }
        }
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let folder = folder();
    for run in &RUNS {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let output = RunOutput::from(run.command(&folder, "", "").stdout(writer).output().unwrap());
        let expected = if run.writes_stdout { 0 } else { run.code };
        assert_eq!(output.code, expected, "{}: {output:?}", run.args);
        assert!(!output.stderr.contains("error: "), "{}: {output:?}", run.args);
    }
}

#[test]
#[cfg(all(feature = "serve", target_os = "linux"))]
fn a_server_that_cannot_print_its_address_does_not_start() {
    let folder = Folder::new();
    for arguments in ["", "--json"] {
        for (fault, reported) in [(STDOUT_CLOSED, STDOUT_FAILS), (STDOUT_FULL, NO_SPACE)] {
            let output =
                folder.sh(&format!("timeout 60 \"$PROGRAM\" serve --bind 127.0.0.1:0 {arguments} {fault}"));
            assert_eq!((output.code, &*output.stderr), (2, reported));
        }
    }
}

#[test]
fn every_command_is_among_the_runs() {
    let help = run("help", "").out;
    let (_, commands) = help.split_once("\nCommands:\n").unwrap();
    let (commands, _) = commands.split_once("\n\n").unwrap();
    let names: Vec<_> = commands.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 15, "{names:?}");
    for name in names.into_iter().filter(|&name| name != "serve") {
        assert!(RUNS.iter().any(|run| run.args.split(' ').next() == Some(name)), "{name}");
    }
}
