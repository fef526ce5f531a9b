//! Python for the tasks that need it: environments of their own, and the wheel of `engines/python`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, ensure};

use crate::{
    programs::{execute, remove, runs, skip},
    workspace::ENGINES,
};

/// A virtual environment of Python.
pub(crate) struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// Makes the environment `name` of `root`, in place of one from before. `None`, and a line that says so, without Python.
    fn fresh(root: &Path, name: &str) -> Result<Option<Self>> {
        let folder = target(root).join("python").join(name);
        remove(&folder)?;
        let version = "import sys, ensurepip; sys.exit(sys.version_info < (3, 10))";
        if !runs(Command::new("python3").args(["-c", version])) {
            skip(&format!("{name}: there is no python3 from 3.10 on with venv"));
            return Ok(None);
        }
        execute(root, Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        Ok(Some(Self { folder }))
    }

    /// The program `name` of the environment.
    pub(crate) fn program(&self, name: &str) -> Command {
        Command::new(self.folder.join("bin").join(name))
    }

    /// Installs `packages`; says whether they could be had, and a line that `what` is skipped if not.
    pub(crate) fn install(&self, root: &Path, packages: &[&str], what: &str) -> bool {
        let mut pip = self.program("python");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
        let could = execute(root, &mut pip).is_ok();
        if !could {
            skip(&format!("{what}: pip cannot install {}", packages.join(", ")));
        }
        could
    }
}

/// Where the workspace of the engines builds.
pub(crate) fn target(root: &Path) -> PathBuf {
    root.join(ENGINES).join("target")
}

/// Builds the wheel in `profile`, with maturin of the Python Package Index, and installs it in a fresh environment `name`, with nothing
/// else. `None`, and a line that says so, if something for that cannot be had.
pub(crate) fn with_wheel(root: &Path, name: &str, profile: &str) -> Result<Option<Environment>> {
    let Some(tools) = Environment::fresh(root, "build")? else { return Ok(None) };
    if !tools.install(root, &["maturin>=1.16,<2"], name) {
        return Ok(None);
    }
    let wheels = target(root).join("wheels");
    remove(&wheels)?;
    let mut maturin = tools.program("maturin");
    maturin.args(["build", "--locked", "--profile", profile, "--out"]).arg(&wheels);
    maturin.args(["--manifest-path", "engines/python/Cargo.toml"]);
    execute(root, &mut maturin)?;
    let files = fs::read_dir(&wheels).with_context(|| format!("cannot read {}", wheels.display()))?;
    let files = files.map(|file| Ok(file?.path())).collect::<Result<Vec<_>>>()?;
    ensure!(files.len() == 1, "{} has {} wheels", wheels.display(), files.len());
    let Some(environment) = Environment::fresh(root, name)? else { return Ok(None) };
    let mut pip = environment.program("python");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]).args(files);
    execute(root, &mut pip)?;
    Ok(Some(environment))
}
