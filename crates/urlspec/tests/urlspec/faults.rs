//! Tests of signals and of inputs that fail: if the program fails, the old output file is unchanged.

use std::{
    fs::{self, File},
    io::{self, Read as _, Seek as _, Write as _},
    os::unix::{
        fs::{chown, symlink},
        process::ExitStatusExt as _,
    },
    process::{Child, ChildStdin, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{
    run::RunOutput,
    shell::{CANONICAL, Folder, terminal},
};

const OLD: &str = "old\n";
const CANON: &str = "canon --in - --out out --errors errors";
const DIFF: &str = "diff --profiles whatwg,rfc3986 --in - --html out";

fn with_old() -> Folder {
    let folder = Folder::new();
    folder.write("out", OLD);
    folder.write("errors", OLD);
    folder
}

fn is_untouched(folder: &Folder, what: &str) {
    assert_eq!((folder.read("out"), folder.read("errors")), (OLD.into(), OLD.into()), "{what}");
    assert!(folder.unfinished().is_empty(), "{what}");
}

/// Starts the program with a stdin that stays open, and waits until it has created `count` temporary files.
fn begin(folder: &Folder, mut command: Command, count: usize) -> (Child, ChildStdin) {
    let before = folder.unfinished().len();
    let command = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"HTTP://A.test\n").unwrap();
    folder.wait_for_unfinished(&mut child, before + count);
    (child, stdin)
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

/// Ends the program fifty times at random moments, by SIGKILL or SIGTERM. After that, each output file has
/// its old content or the complete new content.
#[test]
fn a_run_that_is_killed_leaves_whole_files() {
    const LINES: usize = 20_000;
    // The number of runs at the start in which the program is not killed. They show how long a run takes.
    const ALONE: i32 = 2;
    let (lines, expected) = ("HTTP://a.test/\nx\n".repeat(LINES), "http://a.test/\n".repeat(LINES));
    let mut random = 0x5EED_u32;
    let mut whole = Duration::MAX;
    let (mut killed, mut left) = (0, 0);
    for run in 0..ALONE + 50 {
        let folder = with_old();
        folder.write("in", &lines);
        let start = Instant::now();
        let mut command = folder.urlspec(CANON);
        command.stdin(File::open(folder.path("in")).unwrap()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        if run >= ALONE {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            thread::sleep(whole.mul_f64(f64::from(random) / f64::from(u32::MAX)));
            signal(&child, if run % 2 == 0 { "KILL" } else { "TERM" });
        }
        let status = child.wait().unwrap();
        // A run that ends before it is killed is the measure of the next ones: the load may have changed.
        if status.signal().is_none() {
            whole = whole.min(start.elapsed());
        }
        killed += u32::from(status.signal().is_some());
        let (out, errors) = (folder.read("out"), folder.read("errors"));
        assert!(out == OLD || out == expected, "run {run}: {} bytes in {status}", out.len());
        assert!(errors == OLD || errors.lines().count() == LINES, "run {run}: half the errors");
        if status.signal().is_none() {
            assert!(status.success() && out == expected && errors != OLD, "run {run}: {status}");
        }
        left += folder.unfinished().len();
        assert!(status.signal() == Some(9) || folder.unfinished().is_empty(), "run {run}: {status}");
        assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 3 + folder.unfinished().len());
    }
    assert!(killed >= 10, "only {killed} runs were killed before their end");
    println!("{killed} of 50 runs were killed before their end; SIGKILL left {left} files");
}

#[test]
fn signals_remove_unfinished_files() {
    for args in [CANON, DIFF] {
        for (name, number) in [("HUP", 1), ("INT", 2), ("QUIT", 3), ("TERM", 15), ("KILL", 9)] {
            if is_ignored(number) {
                url_testdata::record_skip(&format!("whoever started the tests ignores SIG{name}"));
                continue;
            }
            let folder = with_old();
            let (mut child, _stdin) = begin(&folder, folder.urlspec(args), 1);
            signal(&child, name);
            assert_eq!(child.wait().unwrap().signal(), Some(number), "{args}");
            if name == "KILL" {
                // SIGKILL leaves an unfinished file, which the next run of the program removes.
                assert!(!folder.unfinished().is_empty());
                let next = args.replace("--in -", "--in /proc/self/mem");
                let next = folder.urlspec(&next).stderr(Stdio::null()).status().unwrap();
                assert_eq!(next.code(), Some(2));
            }
            is_untouched(&folder, &format!("{args}: {name}"));
        }
    }
}

#[test]
fn a_later_run_removes_the_files_of_a_killed_run_only() {
    let folder = with_old();
    let (mut live, stdin) = begin(&folder, folder.urlspec(CANON), 2);
    let of_live = folder.unfinished();
    let (mut killed, _stdin) = begin(&folder, folder.urlspec(CANON), 2);
    signal(&killed, "KILL");
    killed.wait().unwrap();
    folder.sh("urlspec canon --in in --out other");
    assert_eq!(folder.unfinished().len(), of_live.len() + 2, "a run with another target");

    // Files for other outputs, files that are not regular, and files of other users are not removed.
    let unfinished = |name: &str| format!(".urlspec-unfinished-{name}");
    let mut others = vec!["other-aaaaaa", "out-aaaaa", "out-aaaaaaa", "out-aaaaa-", "out-x-aaaaaa", "aaaaaa"];
    for name in &others {
        folder.write(&unfinished(name), "x");
    }
    symlink("in", folder.path(&unfinished("out-link00"))).unwrap();
    symlink("none", folder.path(&unfinished("out-link01"))).unwrap();
    fs::create_dir(folder.path(&unfinished("out-folder"))).unwrap();
    assert_eq!(folder.sh(&format!("mkfifo {}", unfinished("out-fifo00"))).code, 0);
    others.extend(["out-link00", "out-link01", "out-folder", "out-fifo00"]);
    folder.write(&unfinished("out-theirs"), "x");
    if chown(folder.path(&unfinished("out-theirs")), Some(12), None).is_ok() {
        others.push("out-theirs");
    }
    let output = folder.sh("urlspec canon --in in --out out --errors errors");
    assert_eq!((output.code, folder.read("out").as_str()), (0, CANONICAL), "{output:?}");
    let kept = folder.unfinished();
    assert!(of_live.iter().all(|path| kept.contains(path)), "{kept:?}");
    assert!(others.iter().all(|name| kept.contains(&folder.path(&unfinished(name)))), "{kept:?}");
    assert_eq!(kept.len(), of_live.len() + others.len(), "{kept:?}");

    folder.write("out", "other\n");
    drop(stdin);
    assert!(live.wait().unwrap().success());
    assert_eq!(folder.read("out"), CANONICAL);
    assert_eq!(folder.unfinished().len(), others.len());
}

/// True if this process ignores the signal `number`. All programs that it starts then ignore the signal too.
/// For example, a shell starts background programs with SIGINT ignored.
fn is_ignored(number: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    mask >> (number - 1) & 1 == 1
}

#[test]
#[cfg(target_os = "linux")]
fn ignored_signals_stay_ignored() {
    let folder = with_old();
    let script = format!("trap '' HUP INT; exec {} {CANON}", env!("CARGO_BIN_EXE_urlspec"));
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(folder.path(""));
    let (mut child, stdin) = begin(&folder, command, 2);
    signal(&child, "HUP");
    signal(&child, "INT");
    thread::sleep(Duration::from_millis(50));
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(folder.read("out"), CANONICAL);
}

/// If the reader of stdout closes the pipe, the program ends early with exit code 0. The old files stay.
#[test]
fn a_closed_pipe_keeps_the_old_files() {
    for args in ["canon --in - --errors errors", "canon --in - --out out --errors /dev/stdout", "batch"] {
        let folder = with_old();
        let (mut reader, writer) = io::pipe().unwrap();
        let mut command = folder.urlspec(args);
        let mut child = command.stdin(Stdio::piped()).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        drop(command);
        let mut stdin = child.stdin.take().unwrap();
        let feeder =
            thread::spawn(move || while stdin.write_all(&b"http://a.test/\nx\n".repeat(1000)).is_ok() {});
        reader.read_exact(&mut [0; 10]).unwrap();
        drop(reader);
        let output = RunOutput::from(child.wait_with_output().unwrap());
        assert_eq!((output.code, &*output.stderr), (0, ""), "{args}");
        feeder.join().unwrap();
        is_untouched(&folder, args);
    }
    // `diff` writes the HTML page even if the pipe for its report is closed, so the page is new.
    let folder = with_old();
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    let status = folder.urlspec(DIFF).stdin(Stdio::null()).stdout(writer).status().unwrap();
    assert!(status.success() && folder.read("out").ends_with("</html>\n"));
}

/// Stdin is a terminal whose other end is closed. The program reads two lines, and then gets the error EIO.
#[test]
#[cfg(target_os = "linux")]
fn an_input_that_fails_in_the_middle_keeps_the_old_files() {
    for args in [CANON, DIFF] {
        let folder = with_old();
        let (ours, mut theirs) = terminal();
        theirs.write_all(b"http://a.test/\nx\n").unwrap();
        drop(theirs);
        let RunOutput { code, stderr, .. } = folder.urlspec(args).stdin(ours).output().unwrap().into();
        assert!(stderr.contains("error: cannot read stdin: Input/output error"), "{stderr}");
        assert!(args == DIFF || stderr.starts_with("lines 2, canonical 1, invalid 1\n"), "{stderr}");
        assert_eq!(code, 2);
        is_untouched(&folder, args);
    }
}

/// The program reads an input file only up to the end that the file has when the program starts.
#[test]
fn text_appended_to_an_input_is_not_read() {
    let folder = Folder::new();
    let line = |i: usize| format!("http://a.test/{i:06}\n");
    let lines: String = (0..500_000).map(line).collect();
    for (redirected, args, skipped) in
        [(false, "canon --in in --out out", 0), (true, "canon --in - --out out", line(0).len())]
    {
        folder.write("in", &lines);
        let mut command = folder.urlspec(args);
        if redirected {
            let mut input = File::open(folder.path("in")).unwrap();
            input.seek(io::SeekFrom::Start(skipped as u64)).unwrap();
            command.stdin(input);
        }
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        folder.wait_for_unfinished(&mut child, 1);
        let mut input = File::options().append(true).open(folder.path("in")).unwrap();
        while child.try_wait().unwrap().is_none() {
            input.write_all(&lines.as_bytes()[..line(0).len() * 10_000]).unwrap();
            thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert!(fs::metadata(folder.path("in")).unwrap().len() > lines.len() as u64);
        assert!(folder.read("out") == lines[skipped..], "{args}: {} bytes", folder.read("out").len());
    }
}
