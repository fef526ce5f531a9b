//! Tests the exit code and the messages of every command with a stream that is closed or full.

use std::{
    array,
    fs::{self, File},
    io::{self, Write as _},
    net::Shutdown,
    os::{fd::OwnedFd, unix::net::UnixStream},
    process::Command,
};

use crate::{
    run::{RunOutput, run, table},
    shell::Folder,
};

const TABLE: &str = "url\nHTTP://A.test\n";

struct Run {
    args: &'static str,
    /// The content of stdin, if it is read.
    stdin: Option<String>,
    writes_stdout: bool,
    /// The exit code of the command if all streams work.
    code: i32,
}

/// Returns the runs in `streams.txt`.
fn runs() -> impl Iterator<Item = Run> {
    table(include_str!("streams.txt")).map(|line| {
        let mut parts = line.splitn(3, ' ');
        let [code, out, rest] = array::from_fn(|_| parts.next().unwrap());
        let (args, stdin) = rest.split_once(" < ").map_or((rest, None), |(args, stdin)| (args, Some(stdin)));
        let stdin = stdin.map(|lines| lines.replace('|', "\n") + "\n");
        Run { args, stdin, writes_stdout: out == "out", code: code.parse().unwrap() }
    })
}

/// Shell redirections with a fault: the stream is closed, full, or open in the wrong direction.
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
        folder.write("stdin", self.stdin.as_deref().unwrap_or_default());
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
    for run in runs() {
        let is_help = run.args.starts_with("help");
        for more in ["", "--json"].into_iter().filter(|more| more.is_empty() || !is_help) {
            let whole = RunOutput::from(run.command(&folder, more, "").output().unwrap());
            let is_refused = whole.stderr.starts_with("error: the option --json has no effect")
                || whole.stderr.contains("cannot be used with '--json'");
            if is_refused {
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
    for run in runs() {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let output = RunOutput::from(run.command(&folder, "", "").stdout(writer).output().unwrap());
        let expected = if run.writes_stdout { 0 } else { run.code };
        assert_eq!(output.code, expected, "{}: {output:?}", run.args);
        assert!(!output.stderr.contains("error: "), "{}: {output:?}", run.args);
    }
}

#[test]
fn every_command_is_among_the_runs() {
    let help = run("help", "").out;
    let (_, commands) = help.split_once("\nCommands:\n").unwrap();
    let (commands, _) = commands.split_once("\n\n").unwrap();
    let names = commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: Vec<_> = names.filter(|name| !["", "serve"].contains(name)).collect();
    assert!(names.len() > 15 && names.contains(&"help"), "{names:?}");
    for name in names {
        assert!(runs().any(|run| run.args.split(' ').next() == Some(name)), "{name}");
    }
}

#[test]
fn a_socket_may_be_the_input_and_the_output() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    (&ours).write_all(b"{\"op\":\"parse\",\"input\":\"ab:\"}\n").unwrap();
    ours.shutdown(Shutdown::Write).unwrap();
    let socket = || OwnedFd::from(theirs.try_clone().unwrap());
    let status = Folder::new().urlspec("batch").stdin(socket()).stdout(socket()).status().unwrap();
    assert_eq!(status.code(), Some(0));
    drop(theirs);
    let answer = "{\"id\":null,\"ok\":true,\"scheme\":\"ab\",\"path\":\"\"}\n";
    assert_eq!(io::read_to_string(ours).unwrap(), answer);
}
