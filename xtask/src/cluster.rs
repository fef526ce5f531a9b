//! `cargo xtask cluster`: the Spark job survives what clusters do. `engines/spark/prove.py` starts a cluster on this machine,
//! kills parts of it, and compares every result with that of one process; this makes an environment for it, and runs the tests of
//! what the job refuses.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result};

use crate::{
    programs::{self, execute},
    python::{self, Had},
};

/// What is installed beside the wheel. Spark's `mapInArrow` asks for pandas, though it does not use it.
const PACKAGES: [&str; 5] = ["pyspark==4.3.0", "pandas>=2.2,<3", "pyarrow", "duckdb", "pytest"];

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many rows the input has.
    #[arg(long, default_value_t = 1_000_000)]
    rows: u32,
    /// How many minutes all jobs may take together.
    #[arg(long, default_value_t = 15)]
    minutes: u64,
}

impl Options {
    /// What `cargo xtask ci` runs, in at most that many minutes.
    pub(crate) fn of_ci(minutes: u64) -> Self {
        Self { rows: 1_000_000, minutes }
    }
}

pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    match environment(root)? {
        Had::Yes(environment) => {
            let work = python::target(root).join("cluster");
            if work.exists() {
                fs::remove_dir_all(&work).with_context(|| format!("cannot remove {}", work.display()))?;
            }
            // Also what holds for pandas: `cargo xtask wheel` has a newer one.
            let mut tests = environment.program("python");
            tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "engines/spark"]);
            execute(root, tests.arg("engines/python/tests/test_libraries.py"))?;
            let mut prove = environment.program("python");
            prove.arg("engines/spark/prove.py").arg(&work);
            prove.args(["--rows", &options.rows.to_string(), "--minutes", &options.minutes.to_string()]);
            execute(root, &mut prove)
        }
        Had::No(reason) => {
            programs::skip(&format!("the cluster: {reason}"));
            Ok(())
        }
    }
}

/// Python with Spark and the wheel, if there is Java too.
fn environment(root: &Path) -> Result<Had<python::Environment>> {
    let java = Command::new("java").arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !java.is_ok_and(|status| status.success()) {
        return Ok(Had::No("there is no java (Debian: openjdk-17-jre-headless)".into()));
    }
    Ok(match python::with_wheel(root, "cluster", "release")? {
        Had::Yes(environment) if environment.install(root, &PACKAGES) => Had::Yes(environment),
        Had::Yes(_) => Had::No(format!("pip cannot install {}", PACKAGES.join(", "))),
        Had::No(reason) => Had::No(reason),
    })
}
