//! Runs the program from a shell, in a temporary folder for one test.

use std::{
    env,
    fs::{self, File},
    os::fd::OwnedFd,
    path::{Path, PathBuf},
    process::Command,
};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use tempfile::TempDir;

use crate::run::urlspec;

const UNFINISHED: &str = ".urlspec-unfinished-";

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
    let programs = Path::new(env!("CARGO_BIN_EXE_urlspec")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).current_dir(folder).env("PATH", path);
    shell.env_remove("CLICOLOR_FORCE").env_remove("RAYON_NUM_THREADS");
    shell
}

/// A temporary folder for one test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
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

    pub(crate) fn unfinished(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.0.path()).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with(UNFINISHED)).collect()
    }

    /// Returns a command that runs the program in the folder. `args` are the arguments, separated by spaces.
    pub(crate) fn urlspec(&self, args: &str) -> Command {
        let mut command = Command::new(urlspec().get_program());
        command.args(args.split(' ')).env_remove("RAYON_NUM_THREADS").current_dir(self.0.path());
        command
    }
}
