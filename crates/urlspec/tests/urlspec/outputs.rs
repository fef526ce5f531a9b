//! Tests of output files that need another user or a socket. `tests/scripts` has the other tests.

use std::{
    fs,
    io::{self, Write as _},
    net::Shutdown,
    os::{fd::OwnedFd, unix::net::UnixStream},
};

use crate::shell::{CANONICAL, Folder};

/// The user nobody may write to stdout, but may not open the file that stdout leads to.
#[test]
fn a_file_that_cannot_be_opened_is_written_through_its_descriptor() {
    let folder = Folder::new();
    if folder.sh_as_nobody("true").is_some() {
        let output = folder.sh(
            "umask 077; chmod 644 in; setpriv --reuid=65534 --regid=65534 --clear-groups ./urlspec canon --in in --out /dev/stdout > out",
        );
        assert_eq!((output.code, folder.read("out").as_str()), (0, CANONICAL), "{output:?}");
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
