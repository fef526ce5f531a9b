//! `cargo xtask cluster`: the Spark job survives what clusters do. `engines/spark/prove.py` starts a cluster on this machine,
//! kills parts of it, and compares every result with that of one process; this makes an environment for it, and runs the tests of
//! what the job refuses.

use std::{path::Path, process::Command};

use anyhow::Result;

use crate::{
    programs::{self, execute},
    python,
};

/// What is installed beside the wheel. Spark's `mapInArrow` asks for pandas, though it does not use it.
const PACKAGES: [&str; 5] = ["pyspark==4.3.0", "pandas>=2.2,<3", "pyarrow", "duckdb", "pytest"];

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many rows the input has.
    #[arg(long, default_value_t = 1_000_000)]
    pub(crate) rows: u32,
    /// How many minutes all jobs may take together.
    #[arg(long, default_value_t = 15)]
    pub(crate) minutes: u64,
}

pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    if !programs::runs(Command::new("java").arg("-version")) {
        programs::skip("the cluster: there is no java (Debian: openjdk-17-jre-headless)");
        return Ok(());
    }
    let Some(environment) = python::with_wheel(root, "cluster", "release")? else { return Ok(()) };
    if !environment.install(root, &PACKAGES, "the cluster") {
        return Ok(());
    }
    let work = python::target(root).join("cluster");
    programs::remove(&work)?;
    // Also what holds for pandas: `cargo xtask wheel` has a newer one.
    let mut tests = environment.program("python");
    tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "engines/spark"]);
    execute(root, tests.arg("engines/python/tests/test_libraries.py"))?;
    let mut prove = environment.program("python");
    prove.arg("engines/spark/prove.py").arg(&work);
    prove.args(["--rows", &options.rows.to_string(), "--minutes", &options.minutes.to_string()]);
    execute(root, &mut prove)
}
