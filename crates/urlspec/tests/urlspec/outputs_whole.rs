//! A file is replaced only when its new content is complete.

use std::{
    fs,
    io::Read as _,
    os::unix::fs::{MetadataExt as _, chown, symlink},
    thread,
};

use crate::shell::{CANONICAL, Folder};

const CANON: &str = "urlspec canon --in in --out out";
const DIFF: &str = "urlspec diff --profiles whatwg,rfc3986 --in in --html out > report";

/// Runs `script`, and asserts that its exit code is `expected`.
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
        // Only root can change the owner of files.
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

/// Other hard links to the file keep the old content.
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
    for (name, to) in [
        ("old", "far/to-old"),
        ("far/to-old", "old"),
        ("new", "far/new"),
        ("circle", "circle"),
        ("nowhere", "no/such"),
    ] {
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

/// An output with invalid lines is complete, even if the exit code is 1, so it replaces the old file.
#[test]
fn a_complete_run_replaces_all_outputs() {
    let folder = Folder::new();
    sh(&folder, "urlspec canon --in in --out out --errors errors --strict --fsync", 1);
    assert_eq!((folder.read("out").as_str(), folder.read("errors").lines().count()), (CANONICAL, 1));
    sh(&folder, &format!("{DIFF} --fsync"), 0);
    assert!(folder.read("out").ends_with("</html>\n"));
}

/// A file that the program inherited open is written directly, from its current position on.
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
    // A file that this user may not open.
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

/// A stream that is closed or open in the wrong direction causes an error. It is not read as an empty input,
/// and never discards output, whatever name it is given.
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
    // Unused streams may be closed, and `/dev/null` does not count as closed, even opened as Python does.
    sh(&folder, "urlspec canon --in in --out out <&- >&- 2>&-", 0);
    assert_eq!(folder.read("out"), CANONICAL);
    sh(&folder, "urlspec canon --in in 1<> /dev/null", 0);
    assert_eq!(sh(&folder, "urlspec canon - 0<> /dev/null", 0), "lines 0, canonical 0, invalid 0\n");
}

/// The temporary name contains a part of the target's name.
#[test]
fn a_name_may_be_as_long_as_the_system_permits() {
    let folder = Folder::new();
    for name in ["x".repeat(255), "\u{1F600}".repeat(63)] {
        sh(&folder, &format!("urlspec canon --in in --out {name}"), 0);
        assert_eq!(folder.read(&name), CANONICAL);
    }
}

/// If no file can be created in the folder, writing is refused: writing in place might leave half a file.
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
    for (name, expected) in [
        (
            "closed/out",
            "error: cannot write closed/out: no file can be created in its folder, and it must not be replaced by an incomplete one (Permission denied",
        ),
        ("closed/new", "error: cannot write closed/new: Permission denied"),
        (
            "sticky/out",
            "error: cannot write sticky/out: another user owns it, in a folder where only owners may replace their files",
        ),
        ("open/closed", "error: cannot write open/closed: Permission denied"),
    ] {
        let Some(output) = script(name) else { return };
        assert!(output.code == 2 && output.stderr.starts_with(expected), "{name}: {output:?}");
        assert!(name.ends_with("new") || folder.read(name) == "old", "{name}");
    }
    assert_eq!(script("open/out").unwrap().code, 0);
    assert_eq!(folder.read("open/out"), CANONICAL);
    // A shell redirection writes the file in place.
    let straight = folder.sh_as_nobody("urlspec canon --in in > closed/out").unwrap();
    assert_eq!((straight.code, folder.read("closed/out").as_str()), (0, CANONICAL));
    let left = |name| fs::read_dir(folder.path(name)).unwrap().count();
    assert_eq!((left("open"), left("closed"), left("sticky")), (2, 1, 1));
}

/// If the group of the old file cannot be kept, the new group must not get the permissions of the old one.
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
