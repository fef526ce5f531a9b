//! Runs the program from a shell, in a temporary folder for one test.

use std::{
    fs::{self, File},
    os::{
        fd::OwnedFd,
        unix::fs::{MetadataExt as _, PermissionsExt as _},
    },
    path::{Path, PathBuf},
    process::{Child, Command},
    thread,
    time::Duration,
};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use tempfile::TempDir;

use crate::run::{RunOutput, urlspec};

const UNFINISHED: &str = ".urlspec-unfinished-";

/// Two input lines. The second line is invalid.
pub(crate) const LINES: &str = "HTTP://A.test\nx\n";
pub(crate) const CANONICAL: &str = "http://a.test/\n";

/// Returns both ends of a new terminal: the end for the test, and the end for the program.
pub(crate) fn terminal() -> (OwnedFd, File) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let theirs = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
    (ours, File::options().read(true).write(true).open(theirs).unwrap())
}

/// Returns a shell that runs `script` in `folder`. The script can run `urlspec` by its name.
pub(crate) fn sh(script: &str, folder: &Path) -> Command {
    command(Command::new("sh"), script, folder)
}

fn command(mut shell: Command, script: &str, folder: &Path) -> Command {
    shell
        .args(["-c", &format!("urlspec() {{ \"$PROGRAM\" \"$@\"; }}\n{script}")])
        .env("PROGRAM", env!("CARGO_BIN_EXE_urlspec"))
        .env_remove("CLICOLOR_FORCE")
        .env_remove("RAYON_NUM_THREADS")
        .current_dir(folder);
    shell
}

/// A temporary folder for one test. It contains the file `in` with [`LINES`].
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.write("in", LINES);
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub(crate) fn set_mode(&self, name: &str, mode: u32) {
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(mode)).unwrap();
    }

    pub(crate) fn mode(&self, name: &str) -> u32 {
        fs::metadata(self.path(name)).unwrap().mode() & 0o777
    }

    pub(crate) fn unfinished(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.0.path()).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with(UNFINISHED)).collect()
    }

    /// Waits until there are `count` temporary files. Fails if `child`, which creates them, ends before.
    pub(crate) fn wait_for_unfinished(&self, child: &mut Child, count: usize) {
        while self.unfinished().len() < count {
            assert!(child.try_wait().unwrap().is_none(), "no file is written beside its place");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Runs the shell script `script` in the folder. The script can run `urlspec` by its name.
    pub(crate) fn sh(&self, script: &str) -> RunOutput {
        sh(script, self.0.path()).output().unwrap().into()
    }

    /// Runs `script` as the user nobody, who owns no file but may read the folder. Returns `None` if the test
    /// cannot change its user.
    pub(crate) fn sh_as_nobody(&self, script: &str) -> Option<RunOutput> {
        if fs::metadata(self.0.path()).unwrap().uid() != 0 {
            url_testdata::record_skip("only root can become another user");
            return None;
        }
        let program = self.path("urlspec");
        if !program.exists() {
            // Another process copies the program. If this process did, a child process of another test could
            // inherit the open file, which could then not be run.
            let copied =
                Command::new("cp").arg(env!("CARGO_BIN_EXE_urlspec")).arg(&program).status().unwrap();
            assert!(copied.success(), "{copied}");
        }
        self.set_mode("", 0o755);
        let mut nobody = Command::new("setpriv");
        nobody.args(["--reuid=65534", "--regid=65534", "--clear-groups", "sh"]);
        let output = command(nobody, script, self.0.path()).env("PROGRAM", program).output();
        if output.is_err() {
            url_testdata::record_skip("there is no setpriv to become another user with");
        }
        output.ok().map(RunOutput::from)
    }

    /// Returns a command that runs the program in the folder. `args` are the arguments, separated by spaces.
    pub(crate) fn urlspec(&self, args: &str) -> Command {
        let mut command = Command::new(urlspec().get_program());
        command.args(args.split(' ')).env_remove("RAYON_NUM_THREADS").current_dir(self.0.path());
        command
    }
}
