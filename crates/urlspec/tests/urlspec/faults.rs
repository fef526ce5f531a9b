//! Kills the program at random moments. `tests/scripts` has the other tests of signals and of inputs that
//! fail.

use std::{
    fs::{self, File},
    os::unix::process::ExitStatusExt as _,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::shell::Folder;

const OLD: &str = "old\n";

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
        let folder = Folder::new();
        folder.write("in", &lines);
        folder.write("out", OLD);
        folder.write("errors", OLD);
        let start = Instant::now();
        let mut command = folder.urlspec("canon --in - --out out --errors errors");
        command.stdin(File::open(folder.path("in")).unwrap()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        if run >= ALONE {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            thread::sleep(whole.mul_f64(f64::from(random) / f64::from(u32::MAX)));
            let name = if run % 2 == 0 { "-KILL" } else { "-TERM" };
            let sent = Command::new("kill").args([name, &child.id().to_string()]).status();
            assert!(sent.unwrap().success());
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
