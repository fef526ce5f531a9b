//! The tasks that require Python, each in a virtual environment. `cargo xtask wheel` tests the package in
//! `engines/python`; `cargo xtask cluster` tests that the Spark job survives failures of a cluster.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use xshell::{Shell, cmd};

use crate::{programs::skip, workspace::ENGINES};

/// The libraries whose columns the package supports. Each is tested if pip can install it.
const LIBRARIES: [&str; 5] = ["pyarrow", "polars", "pandas", "duckdb", "datafusion"];

/// The packages that the examples of the guard require: two clients, and certificates for a test server.
const OF_THE_GUARD: [&str; 3] = ["requests>=2.32.3", "httpx>=0.27", "trustme"];

/// The packages that the cluster test needs in addition to the wheel. Spark's `mapInArrow` requires pandas,
/// although it does not use it.
const PACKAGES: [&str; 5] = ["pyspark==4.3.0", "pandas>=2.2,<3", "pyarrow", "duckdb", "pytest"];

#[derive(Default, clap::Args)]
pub(crate) struct Wheel {
    /// Build without optimizations, which is faster.
    #[arg(long)]
    dev: bool,
    /// Also compare its speed with that of its peers and of Rust.
    #[arg(long, conflicts_with = "dev")]
    bench: bool,
}

/// Builds the package, installs it in an empty environment, and tests it there.
pub(crate) fn wheel(sh: &Shell, options: &Wheel) -> Result<()> {
    let profile = if options.dev { "dev" } else { "release" };
    let Some(python) = with_wheel(sh, "wheel", profile)? else { return Ok(()) };
    // This first check has only Python: the package requires no library.
    let alone = "import urlspec; assert str(urlspec.parse('HTTP://h')) == 'http://h/'";
    cmd!(sh, "{python} -c {alone}").run()?;

    if !install(sh, &python, &["pytest", "mypy"], "the tests in Python") {
        return Ok(());
    }
    for library in LIBRARIES.into_iter().chain(OF_THE_GUARD) {
        install(sh, &python, &[library], "the tests with it");
    }
    // `-rs` makes pytest list the reasons for skipped tests.
    let settings = ["--rootdir=engines/python", "-c", "engines/python/pyproject.toml"];
    cmd!(sh, "{python} -m pytest -q -rs -p no:cacheprovider {settings...} engines/python/tests").run()?;
    // Runs outside the sources: Python would import these, and they contain no built module.
    let elsewhere = sh.push_dir(target(sh));
    let allowed = "../python/tests/stubtest.txt";
    cmd!(sh, "{python} -m mypy.stubtest urlspec --ignore-unused-allowlist --allowlist {allowed}").run()?;
    drop(elsewhere);
    if options.bench {
        install(sh, &python, &["can_ada"], "the comparison with it");
        cmd!(sh, "{python} engines/python/bench.py").run()?;
    }
    Ok(())
}

#[derive(clap::Args)]
pub(crate) struct Cluster {
    /// Rows of the input.
    #[arg(long, default_value_t = 1_000_000)]
    pub(crate) rows: u32,
    /// Minutes that all jobs may take together.
    #[arg(long, default_value_t = 15)]
    pub(crate) minutes: u64,
}

/// Tests which arguments the job rejects, then runs `engines/spark/prove.py`, which starts a cluster on this
/// machine, kills parts of it, and compares every result with that of one process.
pub(crate) fn cluster(sh: &Shell, options: &Cluster) -> Result<()> {
    if cmd!(sh, "java -version").output().is_err() {
        skip("the cluster: there is no java (Debian: openjdk-17-jre-headless)");
        return Ok(());
    }
    let Some(python) = with_wheel(sh, "cluster", "release")? else { return Ok(()) };
    if !install(sh, &python, &PACKAGES, "the cluster") {
        return Ok(());
    }
    let work = target(sh).join("cluster");
    sh.remove_path(&work)?;
    // The tests for pandas are included because `cargo xtask wheel` only tests a newer version of it.
    let tests = ["engines/spark", "engines/python/tests/test_libraries.py"];
    cmd!(sh, "{python} -m pytest -q -p no:cacheprovider {tests...}").run()?;
    let [rows, minutes] = [options.rows.to_string(), options.minutes.to_string()];
    Ok(cmd!(sh, "{python} engines/spark/prove.py {work} --rows {rows} --minutes {minutes}").run()?)
}

/// Returns the target folder of the workspace in `engines`.
fn target(sh: &Shell) -> PathBuf {
    sh.current_dir().join(ENGINES).join("target")
}

/// Creates the virtual environment `name`, and returns its interpreter. An existing one is replaced. Returns
/// `None`, after reporting the skip, if Python is not installed.
fn environment(sh: &Shell, name: &str) -> Result<Option<PathBuf>> {
    let folder = target(sh).join("python").join(name);
    sh.remove_path(&folder)?;
    let version = "import sys, ensurepip; sys.exit(sys.version_info < (3, 10))";
    if cmd!(sh, "python3 -c {version}").output().is_err() {
        skip(format_args!("{name}: there is no python3 of version 3.10 or later with venv"));
        return Ok(None);
    }
    cmd!(sh, "python3 -m venv {folder}").run()?;
    Ok(Some(folder.join("bin/python")))
}

/// Installs `packages` for the interpreter `python`. If pip fails, reports that `what` is skipped, and
/// returns false.
fn install(sh: &Shell, python: &PathBuf, packages: &[&str], what: &str) -> bool {
    let could =
        cmd!(sh, "{python} -m pip install --quiet --disable-pip-version-check {packages...}").run().is_ok();
    if !could {
        skip(format_args!("{what}: pip cannot install {}", packages.join(", ")));
    }
    could
}

/// Builds the wheel in `profile` with maturin from the Python Package Index, and installs it alone in a fresh
/// environment `name`. Returns the interpreter, or `None`, after reporting the skip, if a requirement cannot
/// be installed.
fn with_wheel(sh: &Shell, name: &str, profile: &str) -> Result<Option<PathBuf>> {
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
