//! `cargo xtask cluster`: the Spark job survives what clusters do. `engines/spark/prove.py` starts a cluster on this machine,
//! kills parts of it, and compares every result with that of one process; this makes an environment for it, and runs the tests of
//! what the job refuses.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{programs, python};

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

pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    if cmd!(sh, "java -version").output().is_err() {
        programs::skip("the cluster: there is no java (Debian: openjdk-17-jre-headless)");
        return Ok(());
    }
    let Some(python) = python::with_wheel(sh, "cluster", "release")? else { return Ok(()) };
    if !python::install(sh, &python, &PACKAGES, "the cluster") {
        return Ok(());
    }
    let work = python::target(sh).join("cluster");
    sh.remove_path(&work)?;
    // Also what holds for pandas: `cargo xtask wheel` has a newer one.
    let tests = ["engines/spark", "engines/python/tests/test_libraries.py"];
    cmd!(sh, "{python} -m pytest -q -p no:cacheprovider {tests...}").run()?;
    let [rows, minutes] = [options.rows.to_string(), options.minutes.to_string()];
    Ok(cmd!(sh, "{python} engines/spark/prove.py {work} --rows {rows} --minutes {minutes}").run()?)
}
