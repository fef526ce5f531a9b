//! Tests of output files. A file is replaced only when its new content is complete. An output may not be the
//! input or another output, under any name.

use std::{
    fs,
    io::{self, Read as _, Write as _},
    net::Shutdown,
    os::{
        fd::OwnedFd,
        unix::{
            fs::{MetadataExt as _, chown, symlink},
            net::UnixStream,
        },
    },
    thread,
};

use crate::{
    run::table,
    shell::{CANONICAL, Folder, LINES},
};

const CANON: &str = "urlspec canon --in in --out out";
const DIFF: &str = "urlspec diff --profiles whatwg,rfc3986 --in in --html out > report";

/// Runs `script`, checks that the exit code is `expected`, and returns the messages on stderr.
fn sh(folder: &Folder, script: &str, expected: i32) -> String {
    let output = folder.sh(script);
    assert_eq!(output.code, expected, "{script}: {output:?}");
    assert!(folder.unfinished().is_empty(), "{script}");
    output.stderr
}

#[test]
fn a_new_file_has_the_mode_of_new_files() {
    for script in [CANON, DIFF] {
        let folder = Folder::new();
        sh(&folder, &format!("umask 027; {script}"), 0);
        assert_eq!(folder.mode("out"), 0o640, "{script}");
    }
}

#[test]
fn a_replaced_file_keeps_its_mode_and_owner() {
    for (script, start) in [(CANON, CANONICAL), (DIFF, "<!DOCTYPE html>")] {
        let folder = Folder::new();
        folder.write("out", "old");
        folder.set_mode("out", 0o604);
        // Only the user root can change the owner of a file.
        let owner = chown(folder.path("out"), Some(12), Some(34)).is_ok().then_some((12, 34));
        let inode = fs::metadata(folder.path("out")).unwrap().ino();
        sh(&folder, script, 0);
        let found = fs::metadata(folder.path("out")).unwrap();
        assert!(folder.read("out").starts_with(start), "{script}");
        assert_eq!(folder.mode("out"), 0o604, "{script}");
        assert_eq!((found.uid(), found.gid()), owner.unwrap_or((found.uid(), found.gid())), "{script}");
        assert_ne!(found.ino(), inode, "{script}: it was written in its place");
    }
}

#[test]
fn hard_links_keep_the_old_content() {
    let folder = Folder::new();
    folder.write("out", "old");
    fs::hard_link(folder.path("out"), folder.path("hard")).unwrap();
    sh(&folder, CANON, 0);
    assert_eq!((folder.read("out"), folder.read("hard")), (CANONICAL.into(), "old".into()));
}

#[test]
fn links_are_followed_to_the_file() {
    let folder = Folder::new();
    fs::create_dir(folder.path("far")).unwrap();
    folder.write("far/old", "old");
    let links = "old far/to-old, far/to-old old, new far/new, circle circle, nowhere no/such";
    for (name, to) in links.split(", ").filter_map(|link| link.split_once(' ')) {
        symlink(to, folder.path(name)).unwrap();
    }
    for name in ["old", "new"] {
        sh(&folder, &format!("urlspec canon --in in --out {name}"), 0);
        assert!(folder.path(name).is_symlink());
        assert_eq!(folder.read(&format!("far/{name}")), CANONICAL);
    }
    assert!(folder.path("far/to-old").is_symlink());
    assert!(sh(&folder, "urlspec canon --in in --out circle", 2).contains("symbolic links"));
    assert!(sh(&folder, "urlspec canon --in in --out nowhere", 2).contains("No such file"));
    assert_eq!(fs::read_dir(folder.path("far")).unwrap().count(), 3);
}

#[test]
fn invalid_outputs_are_refused_before_the_input_is_read() {
    let folder = Folder::new();
    for name in [".", "..", "new/", "far", "no/such", &"x".repeat(300)] {
        fs::create_dir_all(folder.path("far")).unwrap();
        let message = sh(&folder, &format!("urlspec canon --in /dev/zero --out '{name}'"), 2);
        assert!(message.starts_with("error: cannot write "), "{name}: {message}");
    }
}

/// If a command reports invalid lines with exit code 1, its output is complete, and replaces the old file.
#[test]
fn a_complete_run_replaces_all_outputs() {
    let folder = Folder::new();
    sh(&folder, "urlspec canon --in in --out out --errors errors --strict --fsync", 1);
    assert_eq!((folder.read("out").as_str(), folder.read("errors").lines().count()), (CANONICAL, 1));
    sh(&folder, &format!("{DIFF} --fsync"), 0);
    assert!(folder.read("out").ends_with("</html>\n"));
}

/// The program writes directly to a file that was open when it started, from the current position on.
#[test]
fn descriptors_are_written_directly() {
    let folder = Folder::new();
    let all = format!("first\n{CANONICAL}");
    for script in [
        "urlspec canon --in in --out /dev/fd/3 3> out",
        "urlspec canon --in in --out - > out",
        "urlspec canon --in in --out /dev/stdout > out",
        "urlspec canon --in in --out /proc/self/fd/3 3> out",
        "ln -sf /dev/fd/3 link; urlspec canon --in in --out link 3> out",
    ] {
        sh(&folder, script, 0);
        assert_eq!(folder.read("out"), CANONICAL, "{script}");
        let (program, redirection) = script.rsplit_once(' ').unwrap();
        let (program, number) = program.rsplit_once(' ').unwrap();
        let number = number.trim_end_matches('>');
        let script = format!("{{ echo first >&{number}; {program}; }} {number}> {redirection}");
        let script = script.replace("echo first >&;", "echo first;");
        sh(&folder, &script, 0);
        assert_eq!(folder.read("out"), all, "{script}");
    }
    // The user nobody may not open this file.
    if folder.sh_as_nobody("true").is_some() {
        let output = folder.sh(
            "rm -f out; umask 077; chmod 644 in; setpriv --reuid=65534 --regid=65534 --clear-groups ./urlspec canon --in in --out /dev/stdout > out",
        );
        assert_eq!((output.code, folder.read("out").as_str()), (0, CANONICAL), "{output:?}");
    }
}

#[test]
fn fifos_are_written_directly() {
    let folder = Folder::new();
    sh(&folder, "mkfifo fifo", 0);
    let path = folder.path("fifo");
    let reader = thread::spawn(move || {
        let mut read = String::new();
        fs::File::open(path).unwrap().read_to_string(&mut read).unwrap();
        read
    });
    sh(&folder, "urlspec canon --in in --out fifo", 0);
    assert_eq!(reader.join().unwrap(), CANONICAL);
    assert!(folder.path("fifo").exists() && !folder.path("fifo").is_file());
}

/// A stream that is closed, or open in the wrong direction, causes an error under any of its names. It is not
/// read as an empty input, and output to it is not discarded silently.
#[test]
fn streams_that_are_closed_or_open_the_wrong_way_are_errors() {
    let folder = Folder::new();
    folder.write("out", "old");
    for script in [
        "urlspec canon --in - --out out 0> other",
        "urlspec canon --in - --out out <&-",
        "urlspec canon --in - --out out < .",
        "urlspec canon --in /dev/stdin --out out <&-",
        "urlspec canon --in /dev/fd/0 --out out <&-",
        "urlspec canon --in /proc/self/fd/0 --out out <&-",
        "urlspec canon - <&- >&-",
    ] {
        assert!(sh(&folder, script, 2).starts_with("error: cannot read "), "{script}");
    }
    for script in [
        "urlspec canon --in in 1< out",
        "urlspec canon --in in --errors out >&-",
        "urlspec canon --in in --out /dev/stdout >&-",
        "urlspec canon --in in --out /dev/fd/1 >&-",
        "urlspec canon --in in --out /proc/self/fd/1 --errors out >&-",
        "urlspec canon --in in --out /proc/thread-self/fd/1 --errors out >&-",
        "urlspec diff --profiles whatwg,rfc3986 --in in --html out >&-",
    ] {
        assert!(sh(&folder, script, 2).starts_with("error: cannot write "), "{script}");
    }
    sh(&folder, "urlspec canon --in in --errors /dev/stderr --out out 2>&-", 2);
    assert_eq!(folder.read("out"), "old");
    // Streams that the command does not use may be closed. `/dev/null` does not count as a closed stream.
    sh(&folder, "urlspec canon --in in --out out <&- >&- 2>&-", 0);
    assert_eq!(folder.read("out"), CANONICAL);
    sh(&folder, "urlspec canon --in in 1<> /dev/null", 0);
    assert_eq!(sh(&folder, "urlspec canon - 0<> /dev/null", 0), "lines 0, canonical 0, invalid 0\n");
}

/// The name of the temporary file contains only a part of the target's name, so it is never too long.
#[test]
fn a_name_may_be_as_long_as_the_system_permits() {
    let folder = Folder::new();
    for name in ["x".repeat(255), "\u{1F600}".repeat(63)] {
        sh(&folder, &format!("urlspec canon --in in --out {name}"), 0);
        assert_eq!(folder.read(&name), CANONICAL);
    }
}

/// In a folder that is not writable, the program can create no temporary file, so it refuses to write.
#[test]
fn folders_without_write_permission_are_refused() {
    let folder = Folder::new();
    folder.set_mode("in", 0o644);
    for (name, mode) in [("open", 0o777), ("closed", 0o755), ("sticky", 0o1777)] {
        fs::create_dir(folder.path(name)).unwrap();
        folder.write(&format!("{name}/out"), "old");
        folder.set_mode(&format!("{name}/out"), 0o666);
        folder.set_mode(name, mode);
    }
    folder.write("open/closed", "old");
    let script = |name: &str| folder.sh_as_nobody(&format!("urlspec canon --in in --out {name}"));
    let incomplete = "no file can be created in its folder, and it must not be replaced by an incomplete one";
    let sticky = "another user owns it, in a folder where only owners may replace their files";
    for (name, why) in [
        ("closed/out", &*format!("{incomplete} (Permission denied")),
        ("closed/new", "Permission denied"),
        ("sticky/out", sticky),
        ("open/closed", "Permission denied"),
    ] {
        let Some(output) = script(name) else { return };
        let expected = format!("error: cannot write {name}: {why}");
        assert!(output.code == 2 && output.stderr.starts_with(&expected), "{name}: {output:?}");
        assert!(name.ends_with("new") || folder.read(name) == "old", "{name}");
    }
    assert_eq!(script("open/out").unwrap().code, 0);
    assert_eq!(folder.read("open/out"), CANONICAL);
    // A redirection by the shell writes the file in place.
    let straight = folder.sh_as_nobody("urlspec canon --in in > closed/out").unwrap();
    assert_eq!((straight.code, folder.read("closed/out").as_str()), (0, CANONICAL));
    let left = |name| fs::read_dir(folder.path(name)).unwrap().count();
    assert_eq!((left("open"), left("closed"), left("sticky")), (2, 1, 1));
}

/// If the new file cannot have the group of the old file, its group must not get the old group's permissions.
#[test]
fn a_group_that_cannot_be_kept_loses_its_permissions() {
    let folder = Folder::new();
    folder.set_mode("in", 0o644);
    fs::create_dir(folder.path("open")).unwrap();
    folder.set_mode("open", 0o777);
    folder.write("open/out", "old");
    folder.set_mode("open/out", 0o662);
    let Some(output) = folder.sh_as_nobody("urlspec canon --in in --out open/out") else { return };
    assert_eq!((output.code, folder.mode("open/out")), (0, 0o622), "{output:?}");
}

#[test]
fn no_output_is_the_input_or_another_output() {
    for script in table(include_str!("outputs.txt")) {
        let folder = Folder::new();
        folder.write("other", "other\n");
        for (link, to) in [("symbolic", "in"), ("fresh", "new")] {
            symlink(to, folder.path(link)).unwrap();
        }
        fs::hard_link(folder.path("in"), folder.path("hard")).unwrap();
        let output = folder.sh(script);
        assert_eq!(output.code, 2, "{script}: {output:?}");
        let reasons = ["is the input", "are the same file", "stderr is"];
        assert!(reasons.iter().any(|why| output.stderr.contains(why)), "{script}: {output:?}");
        assert_eq!((folder.read("in"), folder.read("other")), (LINES.into(), "other\n".into()), "{script}");
        assert!(!folder.path("new").exists() && folder.unfinished().is_empty(), "{script}");
    }
}

/// In `canon --in f > f`, the shell empties the file first. The program reports that stdout is the input.
#[test]
fn an_input_that_the_shell_emptied_is_an_error() {
    let folder = Folder::new();
    for script in ["urlspec canon --in in > in", "urlspec canon --in - < in > in", "urlspec batch < in > in"]
    {
        let output = folder.sh(script);
        let expected = "error: stdout is the input: write to another file\n";
        assert_eq!((output.code, &*output.stderr), (2, expected));
    }
}

#[test]
fn devices_may_be_shared() {
    let folder = Folder::new();
    for script in [
        "urlspec canon --in in --out /dev/null --errors /dev/null",
        "urlspec canon --in /dev/null --out /dev/null",
        "urlspec batch < /dev/null > /dev/null",
        "urlspec canon --in in --errors /dev/null > /dev/null 2>&1",
        "urlspec canon --in in > out 2>&1",
        "urlspec canon --in in --out out --errors /dev/stderr 2> stderr",
    ] {
        let output = folder.sh(script);
        assert_eq!(output.code, 0, "{script}: {output:?}");
    }
    assert_eq!(folder.read("out"), CANONICAL);
    assert!(folder.read("stderr").starts_with("2\tmissing-scheme\t"), "{}", folder.read("stderr"));
    let (ours, theirs) = UnixStream::pair().unwrap();
    (&ours).write_all(b"{\"op\":\"parse\",\"input\":\"ab:\"}\n").unwrap();
    ours.shutdown(Shutdown::Write).unwrap();
    let socket = || OwnedFd::from(theirs.try_clone().unwrap());
    let status = folder.urlspec("batch").stdin(socket()).stdout(socket()).status().unwrap();
    assert_eq!(status.code(), Some(0));
    drop(theirs);
    let answer = "{\"id\":null,\"ok\":true,\"scheme\":\"ab\",\"path\":\"\"}\n";
    assert_eq!(io::read_to_string(ours).unwrap(), answer);
}
