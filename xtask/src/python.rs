//! Python for the tasks that need it: environments of their own, and the wheel of `engines/python`.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use xshell::{Shell, cmd};

use crate::{programs::skip, workspace::ENGINES};

/// Where the workspace of the engines builds.
pub(crate) fn target(sh: &Shell) -> PathBuf {
    sh.current_dir().join(ENGINES).join("target")
}

/// Makes the virtual environment `name`, in place of one from before: its interpreter. `None`, and a line that says so, without Python.
fn environment(sh: &Shell, name: &str) -> Result<Option<PathBuf>> {
    let folder = target(sh).join("python").join(name);
    sh.remove_path(&folder)?;
    let version = "import sys, ensurepip; sys.exit(sys.version_info < (3, 10))";
    if cmd!(sh, "python3 -c {version}").output().is_err() {
        skip(format_args!("{name}: there is no python3 from 3.10 on with venv"));
        return Ok(None);
    }
    cmd!(sh, "python3 -m venv {folder}").run()?;
    Ok(Some(folder.join("bin/python")))
}

/// Installs `packages` beside the interpreter `python`; says whether they could be had, and a line that `what` is skipped if not.
pub(crate) fn install(sh: &Shell, python: &PathBuf, packages: &[&str], what: &str) -> bool {
    let could =
        cmd!(sh, "{python} -m pip install --quiet --disable-pip-version-check {packages...}").run().is_ok();
    if !could {
        skip(format_args!("{what}: pip cannot install {}", packages.join(", ")));
    }
    could
}

/// Builds the wheel in `profile`, with maturin of the Python Package Index, and installs it in a fresh environment `name`, with nothing
/// else: returns its interpreter. `None`, and a line that says so, if something for that cannot be had.
pub(crate) fn with_wheel(sh: &Shell, name: &str, profile: &str) -> Result<Option<PathBuf>> {
    let Some(tools) = environment(sh, "build")? else { return Ok(None) };
    if !install(sh, &tools, &["maturin>=1.16,<2"], name) {
        return Ok(None);
    }
    let wheels = target(sh).join("wheels");
    sh.remove_path(&wheels)?;
    let maturin = tools.with_file_name("maturin");
    let manifest = "engines/python/Cargo.toml";
    cmd!(sh, "{maturin} build --locked --profile {profile} --out {wheels} --manifest-path {manifest}")
        .run()?;
    let files = sh.read_dir(&wheels)?;
    ensure!(files.len() == 1, "{} has {} wheels", wheels.display(), files.len());
    let Some(python) = environment(sh, name)? else { return Ok(None) };
    cmd!(sh, "{python} -m pip install --quiet --disable-pip-version-check --no-index {files...}").run()?;
    Ok(Some(python))
}
