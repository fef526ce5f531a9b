//! Python for the tasks that need it: environments of their own, and the wheel of `engines/python`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, ensure};

use crate::{programs::execute, workspace::ENGINES};

/// A virtual environment of Python.
pub(crate) struct Environment {
    folder: PathBuf,
}

/// What a task is left out for, or what it is done with.
pub(crate) enum Had<T> {
    Yes(T),
    /// The reason why it cannot be had.
    No(String),
}

impl Environment {
    /// Makes the environment `name` of `root`, in place of one from before.
    pub(crate) fn fresh(root: &Path, name: &str) -> Result<Had<Self>> {
        let folder = target(root).join("python").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
        }
        let version = "import sys, ensurepip; sys.exit(sys.version_info < (3, 10))";
        let python = Command::new("python3").args(["-c", version]).output();
        if !python.is_ok_and(|output| output.status.success()) {
            return Ok(Had::No("there is no python3 from 3.10 on with venv".into()));
        }
        execute(root, Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        Ok(Had::Yes(Self { folder }))
    }

    /// The program `name` of the environment.
    pub(crate) fn program(&self, name: &str) -> Command {
        Command::new(self.folder.join("bin").join(name))
    }

    /// Installs `packages`. Says whether they could be had.
    pub(crate) fn install(&self, root: &Path, packages: &[&str]) -> bool {
        let mut pip = self.program("python");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
        execute(root, &mut pip).is_ok()
    }
}

/// Where the workspace of the engines builds.
pub(crate) fn target(root: &Path) -> PathBuf {
    root.join(ENGINES).join("target")
}

/// Builds the wheel in `profile`, and installs it in a fresh environment `name`, with nothing else.
pub(crate) fn with_wheel(root: &Path, name: &str, profile: &str) -> Result<Had<Environment>> {
    let built = match build(root, profile)? {
        Had::Yes(wheel) => wheel,
        Had::No(reason) => return Ok(Had::No(reason)),
    };
    let Had::Yes(environment) = Environment::fresh(root, name)? else {
        return Ok(Had::No("there is no python3".into()));
    };
    let mut pip = environment.program("python");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]).arg(built);
    execute(root, &mut pip)?;
    Ok(Had::Yes(environment))
}

/// Builds the wheel, with maturin of the Python Package Index.
fn build(root: &Path, profile: &str) -> Result<Had<PathBuf>> {
    let tools = match Environment::fresh(root, "build")? {
        Had::Yes(tools) => tools,
        Had::No(reason) => return Ok(Had::No(reason)),
    };
    if !tools.install(root, &["maturin>=1.16,<2"]) {
        return Ok(Had::No("pip cannot install maturin".into()));
    }
    let wheels = target(root).join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels).with_context(|| format!("cannot remove {}", wheels.display()))?;
    }
    let mut maturin = tools.program("maturin");
    maturin.args(["build", "--locked", "--profile", profile, "--out"]).arg(&wheels);
    maturin.args(["--manifest-path", "engines/python/Cargo.toml"]);
    execute(root, &mut maturin)?;
    let files = fs::read_dir(&wheels).with_context(|| format!("cannot read {}", wheels.display()))?;
    let files = files.map(|file| Ok(file?.path())).collect::<Result<Vec<_>>>()?;
    ensure!(files.len() == 1, "{} has {} wheels", wheels.display(), files.len());
    Ok(Had::Yes(files.into_iter().next().unwrap_or_default()))
}
